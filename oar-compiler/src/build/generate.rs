//! From a request to source: what the macro and the build script have in common, which is everything.

use std::path::Path;

use super::Request;
use crate::compile::{Settings, compile, stand_in};
use crate::diagnostic::{Style, render};
use crate::emit;

/// The source of a pack.
#[derive(Clone, Debug)]
pub struct Generated {
    /// Rust source: the same text whoever asks for it.
    pub source: String,
    /// The warnings that were not silenced, rendered one by one.
    pub warnings: Vec<String>,
    /// Every file read, relative to the host crate.
    pub files: Vec<String>,
}

/// Why there is no source.
#[derive(Clone, Debug)]
pub struct Refused {
    /// Everything that is wrong, rendered.
    pub message: String,
    /// Every file read, relative to the host crate.
    pub files: Vec<String>,
    /// Source that has what the host names, beside an error that carries the message.
    pub stand_in: String,
}

impl Refused {
    /// A refusal before any file was read.
    #[must_use]
    pub fn early(message: String, settings: &Settings) -> Self {
        Self {
            message,
            files: Vec::new(),
            stand_in: emit::skeleton(&settings.options),
        }
    }
}

/// Reads the files of a request and compiles them. Paths are relative to `root`.
///
/// # Errors
/// A file that cannot be read, a warning name that is none, everything that refuses the pack, and every warning that was
/// made an error.
pub fn generate(request: &Request, settings: &Settings, root: &Path) -> Result<Generated, Refused> {
    let unknown = settings.levels.unknown();
    if !unknown.is_empty() {
        let message = format!("no warning is named `{}`", unknown.join("`, `"));
        return Err(Refused::early(message, settings));
    }
    let selected = request
        .select(root)
        .map_err(|error| Refused::early(error.to_string(), settings))?;
    let files = selected.files;
    let compiled = match compile(&selected.pack, settings) {
        Ok(compiled) => compiled,
        Err(failure) => {
            return Err(Refused {
                message: failure.to_string(),
                files,
                stand_in: stand_in(&selected.pack, settings),
            });
        }
    };
    let one = |warning| {
        render(
            std::slice::from_ref(warning),
            &compiled.sources,
            Style::Plain,
        )
    };
    let warnings = compiled.warnings.iter().map(one).collect();
    Ok(Generated {
        source: compiled.source,
        warnings,
        files,
    })
}
