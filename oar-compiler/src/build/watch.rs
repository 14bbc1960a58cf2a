//! The agreement between a build script and `include_rules!` about what a folder holds.
//!
//! On stable Rust a macro cannot watch a folder: a file added to it would not rebuild the host, which would then run
//! yesterday's policy. So the script watches, and hands a digest of the listing to the macro, which refuses to expand
//! when the folder holds something else or when nobody watches.

use std::path::Path;

use crate::pack::{self, PackError};

/// The prefix of the environment variables that hold digests.
pub const WATCHED: &str = "OAR_WATCHED_";

/// The documents of a folder, by name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listing {
    names: Vec<String>,
}

impl Listing {
    /// Lists a folder, given relative to a root.
    ///
    /// # Errors
    /// The folder cannot be read.
    pub fn read(root: &Path, folder: &str) -> Result<Self, PackError> {
        Ok(Self {
            names: pack::listing(&root.join(folder), folder)?,
        })
    }

    /// A digest of the names: an environment variable cannot hold the names of a large pack.
    #[must_use]
    pub fn digest(&self) -> String {
        // FNV-1a: the two sides are the same program and nobody gains by a collision.
        let mut state: u64 = 0xcbf2_9ce4_8422_2325;
        for byte in self
            .names
            .iter()
            .flat_map(|name| name.bytes().chain([b'\n']))
        {
            state = (state ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
        format!("{}-{state:016x}", self.names.len())
    }

    /// The names, sorted.
    #[must_use]
    pub fn names(&self) -> &[String] {
        &self.names
    }
}

/// The environment variable for a folder: `packs/` and `./packs` are the same one.
#[must_use]
pub(crate) fn variable(folder: &str) -> String {
    let parts = folder
        .split('/')
        .filter(|part| !part.is_empty() && *part != ".");
    let name = parts.collect::<Vec<_>>().join("/");
    let hex: String = name.bytes().map(|byte| format!("{byte:02X}")).collect();
    format!("{WATCHED}{hex}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_of_one_folder_share_a_variable() {
        assert_eq!(variable("packs/"), variable("./packs"));
        assert_ne!(variable("packs/a"), variable("packs_a"));
    }

    #[test]
    fn a_listing_that_differs_has_another_digest() {
        let listing = |names: &[&str]| Listing {
            names: names.iter().map(|name| (*name).to_owned()).collect(),
        };
        assert_ne!(
            listing(&["a.yaml"]).digest(),
            listing(&["a.yaml", "b.yaml"]).digest()
        );
        assert_ne!(
            listing(&["ab", "c"]).digest(),
            listing(&["a", "bc"]).digest()
        );
    }
}
