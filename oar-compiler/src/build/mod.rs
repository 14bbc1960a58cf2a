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

mod generate;
mod request;
mod watch;

use std::path::{Path, PathBuf};

pub use generate::{Generated, Refused, generate};
pub use request::{Request, RequestError, Selected};
pub use watch::{Listing, WATCHED};

use crate::compile::Settings;

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

    /// Adds another folder or file.
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

    /// Compiles, and writes `<name>.rs` to `OUT_DIR` for `oar::include_generated!("<name>")`.
    ///
    /// Warnings of the pack are the build's. After an error the file holds the error, which stands then where the code is
    /// included, and a stand-in for `Policy`.
    pub fn compile(self, name: &str) {
        println!("cargo::rerun-if-changed=build.rs");
        for path in self.request.named() {
            println!("cargo::rerun-if-changed={path}");
        }
        let written = std::env::var_os("OUT_DIR")
            .ok_or_else(|| "OUT_DIR is not set: this runs in a build script".to_owned())
            .and_then(|out| self.write(Path::new(&out), name));
        if let Err(error) = written {
            println!("cargo::error={error}");
        }
    }

    fn write(&self, out: &Path, name: &str) -> Result<(), String> {
        let file = |name: String, text: &str| {
            let path = out.join(name);
            std::fs::write(&path, text)
                .map_err(|error| format!("cannot write {}: {error}", path.display()))
        };
        let Self { request, settings } = self;
        let source = match generate(request, settings, &manifest_dir()) {
            Ok(generated) => {
                let lines = generated
                    .warnings
                    .iter()
                    .flat_map(|warning| warning.lines());
                lines.for_each(|line| println!("cargo::warning={line}"));
                generated.source
            }
            Err(refused) => {
                let message = format!(
                    "the rules do not compile\n\n{}\n",
                    refused.message.trim_end()
                );
                file(format!("{name}.error.txt"), &message)?;
                format!(
                    "::core::compile_error!(::core::include_str!(\"{name}.error.txt\"));\n{}",
                    refused.stand_in
                )
            }
        };
        file(format!("{name}.rs"), &source)
    }
}

fn manifest_dir() -> PathBuf {
    std::env::var_os("CARGO_MANIFEST_DIR").map_or_else(PathBuf::new, PathBuf::from)
}
