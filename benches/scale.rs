//! Prints how costs grow, point by point: `cargo bench -p oar-benches --features scale --bench scale [SUBJECT…]`.

use std::process::ExitCode;

use oar_benches::scale::{self, Effort};

fn main() -> ExitCode {
    if let Some(code) = scale::child() {
        return code;
    }
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    // `cargo test --benches` starts this as well, to see that it starts.
    if !arguments.iter().any(|argument| argument == "--bench") {
        eprintln!("nothing is measured without `--bench`");
        return ExitCode::SUCCESS;
    }
    let subjects = arguments
        .into_iter()
        .filter(|argument| !argument.starts_with('-'));
    let subjects: Vec<String> = subjects.collect();
    match scale::measure(&subjects, Effort::Full) {
        Ok(figures) => {
            for curve in &figures.curves {
                println!("{curve}");
            }
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}
