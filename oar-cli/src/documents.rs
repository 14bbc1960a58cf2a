//! The documents that a subcommand is asked to read.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use clap::Args;
use oar_compiler::pack::{self, File, Pack, PackError};

/// Where the documents of a pack are.
#[derive(Debug, Args)]
pub struct DocumentArgs {
    /// Folders and files with the pack's documents
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,

    /// The file with the capability document [default: the one among the pack's files]
    #[arg(long, value_name = "FILE")]
    capability: Option<PathBuf>,

    /// A file with configuration documents, in place of those among the pack's files; may be given several times
    #[arg(long, value_name = "FILE")]
    config: Vec<PathBuf>,
}

impl DocumentArgs {
    /// Reads every file once, under the name it was given. A file named for what it holds is not read again as part of a
    /// folder.
    ///
    /// # Errors
    /// A file or folder cannot be read.
    pub fn read(&self) -> Result<Pack, PackError> {
        let mut known: HashSet<PathBuf> = HashSet::new();
        let capability = self.capability.as_deref().map(file).transpose()?;
        let configs = self.config.iter().map(|path| file(path));
        let configs = configs.collect::<Result<Vec<_>, _>>()?;
        known.extend(
            self.capability
                .iter()
                .chain(&self.config)
                .map(|path| real(path)),
        );
        let mut files = Vec::new();
        for path in &self.paths {
            let found = match path.is_dir() {
                true => pack::files(path, &path.display().to_string())?,
                false => vec![file(path)?],
            };
            files.extend(
                found
                    .into_iter()
                    .filter(|file| known.insert(real(Path::new(&file.name)))),
            );
        }
        Ok(Pack {
            files,
            capability,
            configs: (!self.config.is_empty()).then_some(configs),
            ..Pack::default()
        })
    }
}

fn file(path: &Path) -> Result<File, PackError> {
    File::read(path, path.display().to_string())
}

/// The same for every spelling of one file.
fn real(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_path_buf())
}
