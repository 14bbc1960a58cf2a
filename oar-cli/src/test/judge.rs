//! A case and what became of it, to a verdict.

use serde_json::{Value as Json, json};

use super::compare::{Difference, differences};
use super::fixture::{Case, Fixture};
use super::load::Rejection;
use super::play::Answer;

/// Pass, fail or skip.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Everything that the fixture asserts holds.
    Pass,
    /// Something differs, or the fixture is none.
    Fail,
    /// The runner cannot adopt the capability set (OAR-CONF-20).
    Skip,
}

/// What is reported of one fixture.
#[derive(Clone, Debug)]
pub struct Verdict {
    /// The fixture.
    pub id: String,
    /// The file.
    pub file: String,
    /// The clauses that it cites.
    pub covers: Vec<String>,
    /// How it went.
    pub status: Status,
    /// What differed, or why; empty for a pass.
    pub detail: String,
    /// What the engine reported, in the shape of `expected`; `null` when it reported nothing.
    pub actual: Json,
    /// What it reported at each occurrence, where the fixture lists several, or at each step of a sequence.
    pub occurrences: Vec<Json>,
}

/// What became of a case.
#[derive(Debug)]
pub enum Fate {
    /// It was not run, and fails for this reason.
    Failed(String),
    /// It was not run, and is skipped for this reason.
    Skipped(String),
    /// Its documents do not load.
    Rejected(Rejection),
    /// Loading was all there is to it, and this differs; of an ordering case alone.
    Judged(Vec<String>),
    /// It ran.
    Ran(Answer),
}

/// Judges a case.
#[must_use]
pub fn judge(case: &Case, fate: Fate) -> Verdict {
    let mut verdict = Verdict {
        id: case.id.clone(),
        file: case.file.clone(),
        covers: Vec::new(),
        status: Status::Fail,
        detail: String::new(),
        actual: Json::Null,
        occurrences: Vec::new(),
    };
    let fixture = match &case.fixture {
        Ok(fixture) => fixture,
        Err(reason) => {
            verdict.detail = format!("malformed fixture: {reason}");
            return verdict;
        }
    };
    verdict.covers.clone_from(&fixture.covers);
    match fate {
        Fate::Failed(reason) | Fate::Ran(Err(reason)) => verdict.detail = reason,
        Fate::Skipped(reason) => {
            verdict.status = Status::Skip;
            verdict.detail = reason;
        }
        Fate::Judged(failures) => verdict.detail = failures.join("\n"),
        Fate::Rejected(rejection) => rejected(fixture, &rejection, &mut verdict),
        Fate::Ran(Ok(reports)) => ran(fixture, reports, &mut verdict),
    }
    verdict
}

fn rejected(fixture: &Fixture, rejection: &Rejection, verdict: &mut Verdict) {
    verdict.actual = json!({ "error": rejection.shown });
    let asserted = fixture.expected.keys();
    let beside: Vec<&str> = asserted
        .map(String::as_str)
        .filter(|name| *name != "error")
        .collect();
    match fixture.error() {
        None => {
            verdict.detail = format!("the documents do not load\n{}", rejection.shown);
        }
        Some(text) if !rejection.said.contains(text) => {
            verdict.detail = format!(
                "error\n    expected  a load rejection that names {}\n    actual    {}",
                Json::from(text),
                rejection.shown
            );
        }
        Some(_) if !beside.is_empty() => {
            verdict.detail = format!(
                "the documents do not load, and the fixture also asserts `{}`",
                beside.join("`, `")
            );
        }
        Some(_) => verdict.status = Status::Pass,
    }
}

fn ran(fixture: &Fixture, reports: Vec<Json>, verdict: &mut Verdict) {
    let mut causes = Vec::new();
    let mut found = Vec::new();
    if reports.len() != fixture.moments.len() {
        verdict.detail = "the program answered for another number of occurrences".to_owned();
        return;
    }
    let several = fixture.several;
    for (at, (moment, mut report)) in fixture.moments.iter().zip(reports).enumerate() {
        causes.extend(take_causes(&mut report));
        // Where no transform applies, the content is what it was (OAR-CONF-34).
        if let (Some(content), Some(report)) = (&moment.content, report.as_object_mut()) {
            report
                .entry("content")
                .or_insert_with(|| content.as_str().into());
        }
        if let Some(expected) = &moment.expected {
            let prefix = format!("occurrences[{at}].");
            found.extend(differences(expected, &report, &prefix));
        }
        verdict.occurrences.push(report);
    }
    verdict.actual = verdict.occurrences.last().cloned().unwrap_or(Json::Null);
    found.extend(differences(&fixture.expected, &verdict.actual, ""));
    if let Some(text) = fixture.error() {
        found.push(Difference {
            path: "error".to_owned(),
            expected: text.into(),
            actual: Json::Null,
        });
    }
    if !several {
        verdict.occurrences.clear();
    }
    if found.is_empty() {
        verdict.status = Status::Pass;
        return;
    }
    let lines = found.iter().map(ToString::to_string);
    let causes = causes.iter().map(|cause| format!("errored: {cause}"));
    verdict.detail = lines.chain(causes).collect::<Vec<_>>().join("\n");
}

/// Why rules errored: for the reader of a difference, and no part of what a fixture can assert.
fn take_causes(report: &mut Json) -> Vec<String> {
    let causes = report
        .as_object_mut()
        .and_then(|report| report.remove("failures"));
    let causes = causes.as_ref().and_then(Json::as_array).cloned();
    let causes = causes.unwrap_or_default();
    causes
        .iter()
        .filter_map(Json::as_str)
        .map(str::to_owned)
        .collect()
}
