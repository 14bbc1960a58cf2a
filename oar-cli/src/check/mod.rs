//! `oar check`: everything that is wrong with a pack, for people and for programs.

mod levels;
mod progress;

use std::io::{self, IsTerminal};
use std::process::ExitCode;

use clap::{Args, ValueEnum};
use oar_compiler::diagnostic::{Diagnostic, Severity, Sources, Style, render, to_json, to_sarif};
use oar_compiler::portability;
use oar_compiler::source::Limits;

use crate::documents::DocumentArgs;
use crate::streams::{show, tell};
use levels::LevelArgs;
use progress::Progress;

/// What `oar check` is asked.
#[derive(Debug, Args)]
pub struct Check {
    #[command(flatten)]
    documents: DocumentArgs,

    /// How the findings are written to standard output
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,

    /// Also say which rules run on any engine that provides their profiles, and what ties the others to this host
    #[arg(long)]
    portability: bool,

    #[command(flatten)]
    levels: LevelArgs,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Format {
    /// For people: each finding with its place, the clause it rests on and what to do
    Text,
    /// An array with one object for each finding
    Json,
    /// SARIF 2.1.0, which code reviews show beside the lines
    Sarif,
}

/// Checks the pack, writes the findings to standard output and their number to standard error.
///
/// # Errors
/// A file cannot be read, or standard output not be written.
pub fn run(check: &Check) -> Result<ExitCode, String> {
    let pack = check.documents.read().map_err(|error| error.to_string())?;
    let progress = Progress::begin(pack.files.len());
    let checked = oar_compiler::check(&pack, &Limits::default());
    progress.end();
    let diagnostics = check.levels.levels().judge(checked.diagnostics);
    show(&text(check.format, &diagnostics, &checked.sources))?;
    if let (true, Some(rules)) = (check.portability, &checked.rules) {
        // Beside the findings, which may be read by a program.
        for line in portability::report(rules) {
            tell(&format!("{line}\n"));
        }
    }
    let count = |wanted| {
        diagnostics
            .iter()
            .filter(|d| d.severity() == wanted)
            .count()
    };
    let (errors, warnings) = (count(Severity::Error), count(Severity::Warning));
    let profiles = checked.profiles.len();
    let summary = summary(checked.rule_documents, profiles, errors, warnings);
    tell(&format!("{summary}\n"));
    Ok(ExitCode::from(u8::from(errors > 0)))
}

fn text(format: Format, diagnostics: &[Diagnostic], sources: &Sources) -> String {
    match format {
        Format::Text if diagnostics.is_empty() => String::new(),
        Format::Text => format!("{}\n", render(diagnostics, sources, style())),
        Format::Json => format!("{:#}\n", to_json(diagnostics, sources)),
        Format::Sarif => format!("{:#}\n", to_sarif(diagnostics, sources)),
    }
}

/// Colour for a terminal, unless the user has `NO_COLOR` set (<https://no-color.org>).
fn style() -> Style {
    let refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    if io::stdout().is_terminal() && !refused {
        Style::Color
    } else {
        Style::Plain
    }
}

/// `10 rules, 2 warnings`
fn summary(rules: usize, profiles: usize, errors: usize, warnings: usize) -> String {
    let some = |count: usize, what: &str| match count {
        1 => format!("1 {what}"),
        _ => format!("{count} {what}s"),
    };
    let mut parts = vec![some(rules, "rule")];
    if profiles > 0 {
        parts.push(some(profiles, "ordering profile"));
    }
    if errors > 0 {
        parts.push(some(errors, "error"));
    }
    if warnings > 0 || errors == 0 {
        parts.push(some(warnings, "warning"));
    }
    parts.join(", ")
}

#[cfg(test)]
mod tests {
    use super::summary;

    #[test]
    fn the_summary_counts() {
        assert_eq!(summary(10, 0, 0, 2), "10 rules, 2 warnings");
        assert_eq!(summary(1, 0, 1, 0), "1 rule, 1 error");
        assert_eq!(summary(0, 0, 0, 0), "0 rules, 0 warnings");
        assert_eq!(summary(3, 0, 2, 1), "3 rules, 2 errors, 1 warning");
        assert_eq!(
            summary(0, 1, 0, 0),
            "0 rules, 1 ordering profile, 0 warnings"
        );
    }
}
