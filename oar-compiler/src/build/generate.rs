//! From a request to source: what the macro and the build script have in common, which is everything.

use std::path::Path;

use super::Request;
use crate::compile::{Settings, compile};
use crate::diagnostic::{Style, did_you_mean, render_each};
use crate::warnings::Levels;

/// The source of a pack.
#[derive(Clone, Debug)]
pub struct Generated {
    /// Rust source: the same text whoever asks for it.
    pub source: String,
    /// The warnings that were not silenced, rendered one by one, and past 50 their number.
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
    if let [unknown, ..] = settings.levels.unknown().as_slice() {
        let help = did_you_mean(unknown, Levels::names()).unwrap_or_else(|| {
            let names: Vec<String> = Levels::names().map(|name| format!("`{name}`")).collect();
            format!("the warnings are {}", names.join(", "))
        });
        let message = format!("no warning is named `{unknown}`\nhelp: {help}");
        return Err(refused(message, &[]));
    }
    let selected = request
        .select(root)
        .map_err(|error| refused(error.to_string(), &[]))?;
    let files = selected.files;
    let compiled = compile(&selected.pack, settings)
        .map_err(|failure| refused(failure.to_string(), &files))?;
    let warnings = render_each(&compiled.warnings, &compiled.sources, Style::Plain);
    Ok(Generated {
        source: compiled.source,
        warnings,
        files,
    })
}
