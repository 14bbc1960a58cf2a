//! `oar schema`: JSON Schema for editors.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, ValueEnum};
use oar_compiler::pack::File;
use oar_compiler::schema::{Kind, any, ordering, schema};
use oar_compiler::source::Limits;

use crate::streams::{show, tell};

/// What `oar schema` is asked.
#[derive(Debug, Args)]
pub struct Schema {
    /// The kind of document [default: all of them, told apart by their marker]
    #[arg(value_enum)]
    document: Option<Document>,

    /// List the anchors, facts, detectors and profiles of the host with this capability document
    #[arg(long, value_name = "FILE")]
    capability: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Document {
    /// Documents with `oar`
    Rule,
    /// Documents with `oar_capability_version`
    Capability,
    /// Documents with `oar_config`
    Config,
    /// Documents with `ordering`
    Ordering,
}

/// Prints the schema.
///
/// # Errors
/// The capability document cannot be read, or standard output not be written.
pub fn run(arguments: &Schema) -> Result<ExitCode, String> {
    let host = match &arguments.capability {
        None => None,
        Some(path) => {
            let file = File::read(path, path.display().to_string()).map_err(|e| e.to_string())?;
            match oar_compiler::host(&file, &Limits::default()) {
                Ok(host) => Some(host),
                Err(failure) => {
                    tell(&format!("{failure}\n"));
                    return Ok(ExitCode::FAILURE);
                }
            }
        }
    };
    let host = host.as_ref();
    let schema = match arguments.document {
        None => any(host),
        Some(Document::Rule) => schema(Kind::Rule, host),
        Some(Document::Capability) => schema(Kind::Capability, host),
        Some(Document::Config) => schema(Kind::Config, host),
        Some(Document::Ordering) => ordering(),
    };
    show(&format!("{schema:#}\n"))?;
    Ok(ExitCode::SUCCESS)
}
