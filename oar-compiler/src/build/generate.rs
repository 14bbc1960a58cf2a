//! From a request to source: what the macro and the build script have in common, which is everything.

use std::path::Path;

use super::Request;
use crate::compile::{Settings, compile};
use crate::diagnostic::{Style, render};

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
}

/// Reads the files of a request and compiles them. Paths are relative to `root`.
///
/// # Errors
/// A file that cannot be read, a warning name that is none, everything that refuses the pack, and every warning that was
/// made an error.
pub fn generate(request: &Request, settings: &Settings, root: &Path) -> Result<Generated, Refused> {
    let refused = |message: String, files: &[String]| Refused {
        message,
        files: files.to_vec(),
    };
    let unknown = settings.levels.unknown();
    if !unknown.is_empty() {
        let message = format!("no warning is named `{}`", unknown.join("`, `"));
        return Err(refused(message, &[]));
    }
    let selected = request
        .select(root)
        .map_err(|error| refused(error.to_string(), &[]))?;
    let files = selected.files;
    let compiled = compile(&selected.pack, settings)
        .map_err(|failure| refused(failure.to_string(), &files))?;
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
