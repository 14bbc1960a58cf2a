//! Which files a macro or a build script asks for.

use std::fmt;
use std::path::Path;

use super::watch::{Listing, variable};
use crate::pack::{self, File, Pack, PackError};

/// The paths named, relative to the host crate.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// Folders and files with the pack's documents.
    pub paths: Vec<String>,
    /// The file with the capability document, when named.
    pub capability: Option<String>,
    /// Files with configuration documents, when named.
    pub configs: Option<Vec<String>>,
    /// Ordering profiles of the catalogue, by name.
    pub catalogue: Vec<String>,
}

/// The files a request comes to.
#[derive(Clone, Debug)]
pub struct Selected {
    /// The pack.
    pub pack: Pack,
    /// Every file read, relative to the host crate.
    pub files: Vec<String>,
}

/// Why a request cannot be served.
#[derive(Debug)]
#[non_exhaustive]
pub enum RequestError {
    /// A file or folder cannot be read.
    Unreadable(PackError),
    /// A folder that no build script watches.
    Unwatched(String),
    /// A folder that changed since the build script ran.
    Changed(String),
    /// The path leaves the host crate's folder by an absolute path.
    Absolute(String),
}

impl fmt::Display for RequestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable(error) => {
                write!(
                    f,
                    "{error}\nhelp: paths are relative to this crate's `Cargo.toml`"
                )
            }
            Self::Unwatched(folder) => write!(
                f,
                "nothing watches the folder `{folder}`: a file added to it would not rebuild this crate\n\
                 help: add a build script, `build.rs`, beside `Cargo.toml`:\n\
                 \n    fn main() {{\n        oar_compiler::build::watch(\"{}\");\n    }}\n\n\
                 and `oar-compiler` to [build-dependencies]; or name the files one by one, which needs no script",
                folder.trim_end_matches('/')
            ),
            Self::Changed(folder) => write!(
                f,
                "the folder `{folder}` holds other files than when the build script ran\n\
                 help: build again; the build script must call `oar_compiler::build::watch` with this folder"
            ),
            Self::Absolute(path) => write!(
                f,
                "`{path}` is absolute\nhelp: name it relative to this crate's `Cargo.toml`"
            ),
        }
    }
}

impl std::error::Error for RequestError {}

impl From<PackError> for RequestError {
    fn from(error: PackError) -> Self {
        Self::Unreadable(error)
    }
}

impl Request {
    /// Every path named.
    pub fn named(&self) -> impl Iterator<Item = &str> {
        let configs = self.configs.iter().flatten();
        self.paths
            .iter()
            .chain(&self.capability)
            .chain(configs)
            .map(String::as_str)
    }

    /// Reads the files.
    ///
    /// # Errors
    /// A path is absolute, or cannot be read.
    pub fn select(&self, root: &Path) -> Result<Selected, RequestError> {
        if let Some(absolute) = self.named().find(|path| Path::new(path).is_absolute()) {
            return Err(RequestError::Absolute(absolute.to_owned()));
        }
        let file = |name: &String| File::read(&root.join(name), name.clone());
        let mut pack = Pack {
            catalogue: self.catalogue.clone(),
            ..Pack::default()
        };
        for path in &self.paths {
            let full = root.join(path);
            if full.is_dir() {
                pack.files.extend(pack::files(&full, path)?);
            } else {
                pack.files.push(file(path)?);
            }
        }
        pack.capability = self.capability.as_ref().map(file).transpose()?;
        pack.configs = match &self.configs {
            Some(configs) => Some(configs.iter().map(file).collect::<Result<_, _>>()?),
            None => None,
        };
        leave_out_named(&mut pack);
        let all = pack
            .files
            .iter()
            .chain(&pack.capability)
            .chain(pack.configs.iter().flatten());
        let files = all.map(|file| file.name.clone()).collect();
        Ok(Selected { pack, files })
    }

    /// Refuses a folder that no build script watches, or that changed since it ran. `environment` is the compiler's.
    ///
    /// # Errors
    /// As said.
    pub fn insist_on_watch(
        &self,
        root: &Path,
        environment: impl Fn(&str) -> Option<String>,
    ) -> Result<(), RequestError> {
        for folder in self.paths.iter().filter(|path| root.join(path).is_dir()) {
            let listing = Listing::read(root, folder)?;
            match environment(&variable(folder)) {
                None => return Err(RequestError::Unwatched(folder.clone())),
                Some(digest) if digest != listing.digest() => {
                    return Err(RequestError::Changed(folder.clone()));
                }
                Some(_) => {}
            }
        }
        Ok(())
    }
}

/// A file named for what it holds is not read a second time as part of the folder it stands in.
fn leave_out_named(pack: &mut Pack) {
    let plain = |name: &str| name.trim_start_matches("./").replace("//", "/");
    let named: Vec<String> = pack
        .capability
        .iter()
        .chain(pack.configs.iter().flatten())
        .map(|file| plain(&file.name))
        .collect();
    pack.files
        .retain(|file| !named.contains(&plain(&file.name)));
}
