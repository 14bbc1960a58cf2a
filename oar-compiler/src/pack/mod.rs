//! A pack: the files that a policy is compiled from, by the names that errors show.

mod folder;

use std::fmt;
use std::io;
use std::path::Path;

pub use folder::{files, listing};

use crate::source::Format;

/// One file of a pack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// The name shown in errors and in generated comments, such as `packs/bulk-delete.yaml`.
    pub name: String,
    /// Its bytes, read or not as UTF-8.
    pub bytes: Vec<u8>,
}

impl File {
    /// A file from memory.
    #[must_use]
    pub fn new(name: impl Into<String>, bytes: impl Into<Vec<u8>>) -> Self {
        Self {
            name: name.into(),
            bytes: bytes.into(),
        }
    }

    /// A file from disk, under the name that it is shown as.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn read(path: &Path, name: impl Into<String>) -> Result<Self, PackError> {
        let name = name.into();
        match std::fs::read(path) {
            Ok(bytes) => Ok(Self { name, bytes }),
            Err(error) => Err(PackError { name, error }),
        }
    }

    /// How the file is written, by its extension; anything but `.json` is YAML, of which JSON is nearly a subset.
    #[must_use]
    pub fn format(&self) -> Format {
        let json = Path::new(&self.name)
            .extension()
            .is_some_and(|extension| extension.eq_ignore_ascii_case("json"));
        if json { Format::Json } else { Format::Yaml }
    }
}

/// The files of one policy.
#[derive(Clone, Debug, Default)]
pub struct Pack {
    /// Rule documents, and whatever else stands among them.
    pub files: Vec<File>,
    /// The file with the capability document, when it is named; otherwise `files` hold exactly one.
    pub capability: Option<File>,
    /// Files with configuration documents, in the order they apply, when they are named; otherwise those among
    /// `files` apply, in order.
    pub configs: Option<Vec<File>>,
    /// Ordering profiles of the catalogue, by name, beside those among `files`.
    pub catalogue: Vec<String>,
}

/// A file or folder that cannot be read.
#[derive(Debug)]
pub struct PackError {
    /// The name it is shown as.
    pub name: String,
    /// Why.
    pub error: io::Error,
}

impl fmt::Display for PackError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot read `{}`: {}", self.name, self.error)
    }
}

impl std::error::Error for PackError {}
