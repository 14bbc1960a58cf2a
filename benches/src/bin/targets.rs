//! Measures the targets and prints one line for each: `name value target ok|short`.

use std::io;
use std::process::ExitCode;

use clap::Parser;
use oar_benches::scale::{self, Effort};

/// Measures the targets and prints one line for each: `name value target ok|short`.
///
/// Exits with 1 when a target is short, with 2 when something could not be measured that should have been.
#[derive(Debug, Parser)]
struct Options {
    /// What to measure; everything when nothing is named.
    subjects: Vec<String>,
    /// Fewer rounds.
    #[arg(long)]
    quick: bool,
    /// Where everything measured is written, the curves included.
    #[arg(long, value_name = "FILE")]
    json: Option<std::path::PathBuf>,
}

fn main() -> ExitCode {
    if let Some(code) = scale::child() {
        return code;
    }
    match run(&Options::parse()) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

/// Whether every target is met.
fn run(options: &Options) -> io::Result<bool> {
    if cfg!(debug_assertions) {
        return Err(io::Error::other(
            "this build is not optimized: run it with `cargo run --release`",
        ));
    }
    let effort = if options.quick {
        Effort::Quick
    } else {
        Effort::Full
    };
    let figures = scale::measure(&options.subjects, effort)?;
    for target in &figures.targets {
        println!("{target}");
    }
    for left_out in &figures.left_out {
        eprintln!("left out: {left_out}");
    }
    if let Some(path) = &options.json {
        std::fs::write(path, serde_json::to_string_pretty(&figures)?)?;
    }
    Ok(figures.targets.iter().all(|target| target.is_met()))
}
