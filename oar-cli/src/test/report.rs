//! Verdicts to text or JSON.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use serde_json::json;

use super::clauses::Clauses;
use super::judge::{Status, Verdict};

/// One line for each fixture, what differed below it, and the totals.
#[must_use]
pub fn text(verdicts: &[Verdict], clauses: &Clauses) -> String {
    let mut out = String::new();
    // Writing to a string does not fail.
    for verdict in verdicts {
        let id = &verdict.id;
        let _ = match verdict.status {
            Status::Pass => writeln!(out, "PASS {id}"),
            Status::Skip => writeln!(out, "SKIP {id}: {}", verdict.detail),
            Status::Fail => writeln!(
                out,
                "FAIL {id} ({})\n{}",
                verdict.file,
                indented(&verdict.detail)
            ),
        };
    }
    let _ = write!(
        out,
        "\n{}\n{}",
        totals(verdicts),
        exercised(verdicts, clauses)
    );
    out
}

/// One JSON object on a line for each fixture.
#[must_use]
pub fn lines(verdicts: &[Verdict]) -> String {
    let mut out = String::new();
    for verdict in verdicts {
        let status = match verdict.status {
            Status::Pass => "pass",
            Status::Fail => "fail",
            Status::Skip => "skip",
        };
        let mut line = json!({
            "id": verdict.id,
            "status": status,
            "detail": verdict.detail,
            "actual": verdict.actual,
        });
        if !verdict.occurrences.is_empty() {
            // INVARIANT: the line is an object.
            line["occurrences"] = verdict.occurrences.clone().into();
        }
        let _ = writeln!(out, "{line}");
    }
    out
}

/// How many passed, failed and were skipped.
#[must_use]
pub fn totals(verdicts: &[Verdict]) -> String {
    let count = |status| {
        let of = verdicts.iter().filter(|verdict| verdict.status == status);
        of.count()
    };
    format!(
        "{} passed, {} failed, {} skipped",
        count(Status::Pass),
        count(Status::Fail),
        count(Status::Skip)
    )
}

/// The clauses that passing fixtures cite, by family.
fn exercised(verdicts: &[Verdict], clauses: &Clauses) -> String {
    let passed = verdicts
        .iter()
        .filter(|verdict| verdict.status == Status::Pass);
    let cited: BTreeSet<&str> = passed
        .flat_map(|verdict| verdict.covers.iter().map(String::as_str))
        .collect();
    let mut families: BTreeMap<&str, Vec<u32>> = BTreeMap::new();
    for (family, number) in cited.iter().filter_map(|clause| clause.rsplit_once('-')) {
        let number = number.parse().unwrap_or_default();
        families.entry(family).or_default().push(number);
    }
    let mut out = format!(
        "clauses exercised: {} of {}\n",
        cited.len(),
        clauses.iter().len()
    );
    for (family, mut numbers) in families {
        numbers.sort_unstable();
        let numbers: Vec<String> = numbers.iter().map(ToString::to_string).collect();
        let _ = writeln!(out, "  {family}  {}", numbers.join(" "));
    }
    out
}

fn indented(text: &str) -> String {
    let lines = text.trim_end().lines();
    let lines = lines.map(|line| match line.is_empty() {
        true => String::new(),
        false => format!("  {line}"),
    });
    lines.collect::<Vec<_>>().join("\n")
}
