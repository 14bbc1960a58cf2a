//! Writes what was measured as a document with drawings.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Parser;
use oar_benches::figures::{Figures, Peer};
use oar_benches::report;
use serde::de::DeserializeOwned;

/// Writes what was measured as a document with drawings, in a folder beside it that is named after it, and prints one line for
/// each target that another engine is held to.
#[derive(Debug, Parser)]
struct Options {
    /// What `targets --json` wrote.
    figures: PathBuf,
    /// What `benches/peers/run --json` wrote.
    #[arg(long, value_name = "FILE")]
    peers: Option<PathBuf>,
    /// The document.
    #[arg(long, default_value = "docs/benchmarks.md")]
    to: PathBuf,
}

fn main() -> ExitCode {
    match run(&Options::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

fn run(options: &Options) -> io::Result<()> {
    let figures: Figures = read(&options.figures)?;
    let peers: Vec<Peer> = match &options.peers {
        Some(path) => read(path)?,
        None => Vec::new(),
    };
    for target in peers.iter().filter_map(Peer::target) {
        println!("{target}");
    }
    let folder = options.to.with_extension("");
    let name = folder.file_name().unwrap_or_default().to_string_lossy();
    fs::create_dir_all(&folder).map_err(|error| about(&folder, error))?;
    for curve in &figures.curves {
        let path = folder.join(format!("{}.svg", curve.name));
        fs::write(&path, report::draw(curve)?).map_err(|error| about(&path, error))?;
    }
    let document = report::document(&figures, &peers, &name);
    fs::write(&options.to, document).map_err(|error| about(&options.to, error))
}

fn read<T: DeserializeOwned>(path: &Path) -> io::Result<T> {
    let text = fs::read_to_string(path).map_err(|error| about(path, error))?;
    serde_json::from_str(&text).map_err(|error| about(path, error))
}

fn about(path: &Path, error: impl std::fmt::Display) -> io::Error {
    io::Error::other(format!("{}: {error}", path.display()))
}
