//! What a host's build script calls.
//!
//! With `oar::include_rules!("packs/")` the script has one line, so that a file added to the folder leads to a rebuild:
//!
//! ```no_run
//! // build.rs
//! oar_compiler::build::watch("packs");
//! ```
//!
//! Or the script compiles the pack itself, and `oar::include_generated!("policy")` takes its place:
//!
//! ```no_run
//! // build.rs
//! oar_compiler::build::Builder::new("packs").config("operator.yaml").compile("policy");
//! ```

mod request;
mod watch;

use std::path::{Path, PathBuf};

pub use request::{Request, RequestError, Selected};
pub use watch::{Listing, WATCHED};

use crate::compile::{Settings, compile};
use crate::diagnostic::{self, Style};
use crate::emit;

/// Tells cargo to rebuild when a document is added to a folder, changed or removed, and tells `include_rules!` what the
/// folder held. The folder is relative to the host crate's `Cargo.toml`.
///
/// A folder that cannot be read is a build error.
pub fn watch(folder: impl AsRef<Path>) {
    let folder = folder.as_ref().to_string_lossy().into_owned();
    match Listing::read(&manifest_dir(), &folder) {
        Ok(listing) => {
            println!("cargo::rerun-if-changed={folder}");
            println!(
                "cargo::rustc-env={}={}",
                watch::variable(&folder),
                listing.digest()
            );
        }
        Err(error) => println!("cargo::error={error}"),
    }
}

/// Compiles a pack in a build script.
#[derive(Clone, Debug)]
pub struct Builder {
    request: Request,
    settings: Settings,
}

impl Builder {
    /// Compiles a folder, or a file, relative to the host crate's `Cargo.toml`. More of them are added with
    /// [`Builder::path`].
    #[must_use]
    pub fn new(path: impl Into<String>) -> Self {
        let request = Request {
            paths: vec![path.into()],
            ..Request::default()
        };
        Self {
            request,
            settings: Settings::default(),
        }
    }

    /// Adds a folder or a file.
    #[must_use]
    pub fn path(mut self, path: impl Into<String>) -> Self {
        self.request.paths.push(path.into());
        self
    }

    /// Names the file that holds the capability document.
    #[must_use]
    pub fn capability(mut self, path: impl Into<String>) -> Self {
        self.request.capability = Some(path.into());
        self
    }

    /// Names a file with configuration documents; those among the pack's files are not applied then. Called again, the
    /// files apply in the order named.
    #[must_use]
    pub fn config(mut self, path: impl Into<String>) -> Self {
        self.request
            .configs
            .get_or_insert_default()
            .push(path.into());
        self
    }

    /// Adds an ordering profile of the catalogue, such as `anthropic-manual-thinking`.
    #[must_use]
    pub fn ordering(mut self, profile: impl Into<String>) -> Self {
        self.request.catalogue.push(profile.into());
        self
    }

    /// Leaves the rules that are off at build time out of the code, and the run-time configuration with them.
    #[must_use]
    pub fn frozen(mut self) -> Self {
        self.settings.options.frozen = true;
        self
    }

    /// Implements the pack's host facts and detectors for `oar::json::Occurrence`.
    #[must_use]
    pub fn json(mut self) -> Self {
        self.settings.options.json = true;
        self
    }

    /// The path of the `oar` crate in the host, when the dependency was renamed.
    #[must_use]
    pub fn krate(mut self, path: impl Into<String>) -> Self {
        self.settings.options.krate = path.into();
        self
    }

    /// Silences a warning by name, such as `unused-requires`; `warnings` means all of them.
    #[must_use]
    pub fn allow(mut self, warning: impl Into<String>) -> Self {
        self.settings.levels.allow(warning.into());
        self
    }

    /// Makes a warning an error; `warnings` means all of them.
    #[must_use]
    pub fn deny(mut self, warning: impl Into<String>) -> Self {
        self.settings.levels.deny(warning.into());
        self
    }

    /// Compiles, and writes `<name>.rs` to `OUT_DIR` for `oar::include_generated!("<name>")`. Errors and warnings of the
    /// pack are the build's; after an error the file holds a stand-in for `Policy`.
    pub fn compile(self, name: &str) {
        let manifest = manifest_dir();
        println!("cargo::rerun-if-changed=build.rs");
        for path in self.request.named() {
            println!("cargo::rerun-if-changed={path}");
        }
        let source = self.source(&manifest).unwrap_or_else(|error| {
            for line in error.lines() {
                println!("cargo::error={line}");
            }
            emit::skeleton(&self.settings.options)
        });
        let Some(out) = std::env::var_os("OUT_DIR") else {
            println!("cargo::error=OUT_DIR is not set: this runs in a build script");
            return;
        };
        let file = PathBuf::from(out).join(format!("{name}.rs"));
        if let Err(error) = std::fs::write(&file, source) {
            println!("cargo::error=cannot write {}: {error}", file.display());
        }
    }

    fn source(&self, manifest: &Path) -> Result<String, String> {
        let selected = self
            .request
            .select(manifest)
            .map_err(|error| error.to_string())?;
        let unknown = self.settings.levels.unknown();
        if !unknown.is_empty() {
            return Err(format!("no warning is named `{}`", unknown.join("`, `")));
        }
        let compiled =
            compile(&selected.pack, &self.settings).map_err(|failure| failure.to_string())?;
        for warning in &compiled.warnings {
            let text = diagnostic::render(
                std::slice::from_ref(warning),
                &compiled.sources,
                Style::Plain,
            );
            for line in text.lines() {
                println!("cargo::warning={line}");
            }
        }
        Ok(compiled.source)
    }
}

fn manifest_dir() -> PathBuf {
    std::env::var_os("CARGO_MANIFEST_DIR").map_or_else(PathBuf::new, PathBuf::from)
}
