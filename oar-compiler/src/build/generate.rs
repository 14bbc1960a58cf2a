//! From a request to source: what the macro and the build script have in common, which is everything.

use std::path::Path;

use super::Request;
use crate::compile::{Settings, compile};
use crate::diagnostic::{Style, did_you_mean, render_each};
use crate::emit;
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
    /// Rust source with everything that a host names and nothing behind it, to stand beside the error.
    pub stand_in: String,
    /// Every file read, relative to the host crate.
    pub files: Vec<String>,
}

impl Refused {
    /// A refusal that says nothing about the pack itself: what stands in is the pack, as far as it compiles.
    #[must_use]
    pub fn beside(message: String, request: &Request, settings: &Settings, root: &Path) -> Self {
        let settings = Settings {
            levels: Levels::default(),
            ..settings.clone()
        };
        let (stand_in, files) = match generate(request, &settings, root) {
            Ok(generated) => (generated.source, generated.files),
            Err(refused) => (refused.stand_in, refused.files),
        };
        Self {
            message,
            stand_in,
            files,
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
        let message = unknown_warnings(&unknown);
        return Err(Refused::beside(message, request, settings, root));
    }
    let selected = request.select(root).map_err(|error| Refused {
        message: error.to_string(),
        stand_in: emit::skeleton(&settings.options),
        files: Vec::new(),
    })?;
    let files = selected.files;
    let compiled = compile(&selected.pack, settings).map_err(|failure| Refused {
        message: failure.to_string(),
        stand_in: failure.stand_in,
        files: files.clone(),
    })?;
    let warnings = render_each(&compiled.warnings, &compiled.sources, Style::Plain);
    Ok(Generated {
        source: compiled.source,
        warnings,
        files,
    })
}

fn unknown_warnings(unknown: &[&str]) -> String {
    let named = unknown.join("`, `");
    let first = unknown.first().copied().unwrap_or_default();
    let help = did_you_mean(first, Levels::names())
        .unwrap_or_else(|| "`warnings` stands for all of them".to_owned());
    format!("no warning is named `{named}`\nhelp: {help}")
}
