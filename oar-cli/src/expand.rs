//! `oar expand`: the Rust source of a pack.

use std::process::ExitCode;

use clap::Args;
use oar_compiler::diagnostic::{self, Style};
use oar_compiler::{Settings, compile};

use crate::documents::DocumentArgs;
use crate::streams::{show, tell};

/// What `oar expand` is asked.
#[derive(Debug, Args)]
pub struct Expand {
    #[command(flatten)]
    documents: DocumentArgs,
}

/// Prints the source that `include_rules!` would put in place, or why the pack does not compile.
///
/// # Errors
/// A file cannot be read.
pub fn run(expand: &Expand) -> Result<ExitCode, String> {
    let pack = expand.documents.read().map_err(|error| error.to_string())?;
    let compiled = match compile(&pack, &Settings::default()) {
        Ok(compiled) => compiled,
        Err(failure) => {
            tell(&failure.to_string());
            return Ok(ExitCode::FAILURE);
        }
    };
    let warnings = diagnostic::render(&compiled.warnings, &compiled.sources, Style::Plain);
    tell(&warnings);
    show(&compiled.source)?;
    Ok(ExitCode::SUCCESS)
}
