//! From a request to source: what the macro and the build script have in common, which is everything.

use std::path::Path;

use super::Request;
use crate::compile::{Settings, compile};
use crate::diagnostic::{Diagnostic, Severity, Sources, Style, render};
use crate::warnings::Levels;

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

/// Reads the files of a request, compiles them, and judges the warnings. Paths are relative to `root`.
///
/// # Errors
/// A file that cannot be read, a warning name that is none, everything that refuses the pack, and every warning that was
/// made an error.
pub fn generate(
    request: &Request,
    settings: &Settings,
    levels: &Levels,
    root: &Path,
) -> Result<Generated, Refused> {
    let refused = |message: String, files: &[String]| Refused {
        message,
        files: files.to_vec(),
    };
    let unknown = levels.unknown();
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
    let warnings = judged(levels, compiled.warnings, &compiled.sources)
        .map_err(|denied| refused(denied, &files))?;
    Ok(Generated {
        source: compiled.source,
        warnings,
        files,
    })
}

/// The warnings that stay, rendered one by one, or those that were made errors, rendered together.
fn judged(
    levels: &Levels,
    warnings: Vec<Diagnostic>,
    sources: &Sources,
) -> Result<Vec<String>, String> {
    let judged = levels.judge(warnings);
    let of = |severity: Severity| -> Vec<Diagnostic> {
        let found = judged.iter().filter(|(level, _)| *level == severity);
        found.map(|(_, diagnostic)| diagnostic.clone()).collect()
    };
    let denied = of(Severity::Error);
    if !denied.is_empty() {
        return Err(render(&denied, sources, Style::Plain));
    }
    let one = |warning: &Diagnostic| render(std::slice::from_ref(warning), sources, Style::Plain);
    Ok(of(Severity::Warning).iter().map(one).collect())
}
