//! `oar expand`: the Rust source of a pack.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use oar_compiler::diagnostic::{self, Style};
use oar_compiler::pack::{self, File, Pack, PackError};
use oar_compiler::{Settings, compile};

/// What `oar expand` is asked.
#[derive(Debug, Args)]
pub struct Expand {
    /// Folders and files with the pack's documents
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,

    /// The file with the capability document [default: the one among the pack's files]
    #[arg(long, value_name = "PATH")]
    capability: Option<PathBuf>,

    /// A file with configuration documents, in place of those among the pack's files; may be given several times
    #[arg(long, value_name = "PATH")]
    config: Vec<PathBuf>,
}

/// Prints the source that `include_rules!` would put in place.
///
/// # Errors
/// A file cannot be read, or the pack does not compile.
pub fn run(expand: &Expand) -> Result<ExitCode, String> {
    let pack = read(expand).map_err(|error| error.to_string())?;
    let compiled = compile(&pack, &Settings::default()).map_err(|failure| failure.to_string())?;
    let warnings = diagnostic::render(&compiled.warnings, &compiled.sources, Style::Plain);
    eprint!("{warnings}");
    print!("{}", compiled.source);
    Ok(ExitCode::SUCCESS)
}

fn read(expand: &Expand) -> Result<Pack, PackError> {
    let mut pack = Pack::default();
    for path in &expand.paths {
        match path.is_dir() {
            true => pack
                .files
                .extend(pack::files(path, &path.display().to_string())?),
            false => pack.files.push(file(path)?),
        }
    }
    pack.capability = expand.capability.as_deref().map(file).transpose()?;
    if !expand.config.is_empty() {
        let configs = expand.config.iter().map(|path| file(path));
        pack.configs = Some(configs.collect::<Result<_, _>>()?);
    }
    Ok(pack)
}

fn file(path: &Path) -> Result<File, PackError> {
    File::read(path, path.display().to_string())
}
