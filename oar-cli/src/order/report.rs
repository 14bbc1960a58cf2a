//! What was found and done, in words or as JSON.

use std::fmt::Write;

use oar_runtime::ordering::json::{finding_to_json, repair_report_to_json, report_to_json};
use oar_runtime::ordering::{Action, Finding, RepairReport, Report, Severity};
use serde_json::{Value, json};

use super::judge::{Judged, Outcome, Stage};
use super::profiles::Profiles;

/// The report for people.
#[must_use]
pub fn text(judged: &Judged, profiles: &Profiles) -> String {
    let mut out = String::new();
    let page = Page { judged, profiles };
    // Writing to a string does not fail.
    let _ = match &judged.outcome {
        Outcome::Checked(report) => page.checked(&mut out, report),
        Outcome::Repaired(report, _) => page.repaired(&mut out, report),
    };
    out
}

struct Page<'p> {
    judged: &'p Judged,
    profiles: &'p Profiles,
}

impl Page<'_> {
    fn checked(&self, out: &mut String, report: &Report) -> std::fmt::Result {
        for finding in report.findings() {
            self.finding(out, finding, Stage::Found)?;
        }
        self.idle(out)?;
        let (blocking, advisories) = (report.blocking.len(), report.advisories.len());
        let verdict = match blocking {
            0 => "nothing blocks this request".to_owned(),
            _ => "the request does not go out; `--repair` says what can be put right".to_owned(),
        };
        self.summary(
            out,
            &[
                count(blocking, "blocking finding"),
                count(advisories, "advisory"),
            ],
            &verdict,
        )
    }

    fn repaired(&self, out: &mut String, report: &RepairReport) -> std::fmt::Result {
        let blocking = report
            .found
            .iter()
            .filter(|found| found.severity() == Severity::Blocking);
        for finding in blocking.clone() {
            self.finding(out, finding, Stage::Found)?;
        }
        for action in &report.repaired {
            let done = if self.judged.is_rejected() {
                "tried"
            } else {
                "repaired"
            };
            writeln!(out, "{done}: {}", words(action))?;
        }
        for left in &report.unrepaired {
            writeln!(out, "not repaired: {}: {}", left.finding, left.reason)?;
            self.places(out, &left.finding, Stage::Left)?;
        }
        for finding in &report.advisories {
            self.finding(out, finding, Stage::Left)?;
        }
        self.idle(out)?;
        let parts = [
            count(blocking.count(), "blocking finding"),
            count(report.repaired.len(), "repair"),
            format!("{} left", report.unrepaired.len()),
        ];
        let verdict = match (self.judged.is_rejected(), report.is_changed()) {
            (true, _) => "the request does not go out, and its body is left as it came",
            (false, true) => "the body was repaired",
            (false, false) => "the body is as it came",
        };
        self.summary(out, &parts, verdict)
    }

    /// One finding: what, where, why.
    fn finding(&self, out: &mut String, finding: &Finding, stage: Stage) -> std::fmt::Result {
        writeln!(out, "{}: {finding}", finding.severity().name())?;
        self.places(out, finding, stage)?;
        let purpose = self.profiles.purpose(finding);
        match purpose.is_empty() {
            true => Ok(()),
            false => writeln!(out, "  why: {purpose}"),
        }
    }

    fn places(&self, out: &mut String, finding: &Finding, stage: Stage) -> std::fmt::Result {
        let places = self.judged.places(finding, stage);
        let ids = finding.primitive_ids.iter();
        let named: Vec<String> = match places.is_empty() {
            true => ids.map(|id| format!("`{id}`")).collect(),
            false => places
                .iter()
                .zip(ids)
                .map(|(place, id)| named(place, id))
                .collect(),
        };
        match named.is_empty() {
            true => Ok(()),
            false => writeln!(out, "  where: {}", named.join(", ")),
        }
    }

    fn idle(&self, out: &mut String) -> std::fmt::Result {
        for rule in &self.judged.idle {
            writeln!(out, "not checked: {rule}")?;
        }
        Ok(())
    }

    fn summary(&self, out: &mut String, parts: &[String], verdict: &str) -> std::fmt::Result {
        writeln!(
            out,
            "{}: {} in {}: {verdict}",
            self.profiles.title(),
            parts.join(", "),
            count(self.judged.entries, "primitive"),
        )
    }
}

/// A place, and the id where it says more. Messages of a request body have no id but their place.
fn named(place: &str, id: &str) -> String {
    match place == id {
        true => place.to_owned(),
        false => format!("{place} (`{id}`)"),
    }
}

/// What a repair did.
fn words(action: &Action) -> String {
    let list = |ids: &[String]| format!("`{}`", ids.join("`, `"));
    let done = match action {
        Action::Reorder { moved, before, .. } => {
            format!("{} now before `{before}`", list(moved))
        }
        Action::ReorderAdjacent { moved, before, .. } => format!("`{moved}` now before `{before}`"),
        Action::FillMetadata { primitive, key, .. } => {
            format!("the fallback value is now the `{key}` of `{primitive}`")
        }
        Action::InsertFiller {
            between: [first, second],
            role,
            ..
        } => {
            format!("a neutral {role} message now between `{first}` and `{second}`")
        }
        Action::Rename { renames, .. } => {
            let renames = renames
                .iter()
                .map(|(old, new)| format!("`{old}` is now `{new}`"));
            renames.collect::<Vec<_>>().join(", ")
        }
        _ => "a repair".to_owned(),
    };
    format!("{}: {}: {done}", action.rule_id(), action.strategy())
}

fn count(number: usize, what: &str) -> String {
    match (number, what) {
        (1, _) => format!("1 {what}"),
        (_, "advisory") => format!("{number} advisories"),
        _ => format!("{number} {what}s"),
    }
}

/// The report for programs: the reports of the runtime, with the `places` of each finding and `notChecked`.
#[must_use]
pub fn json(judged: &Judged) -> Value {
    let mut report = match &judged.outcome {
        Outcome::Checked(report) => {
            let mut json = report_to_json(report);
            place(
                &mut json["findings"],
                judged,
                report.findings(),
                Stage::Found,
            );
            json
        }
        Outcome::Repaired(report, _) => {
            let mut json = repair_report_to_json(report);
            place(
                &mut json["findings"],
                judged,
                report.found.iter(),
                Stage::Found,
            );
            let left = report.unrepaired.iter().map(|left| &left.finding);
            place(&mut json["unrepaired"], judged, left, Stage::Left);
            place(
                &mut json["advisories"],
                judged,
                report.advisories.iter(),
                Stage::Left,
            );
            json
        }
    };
    report["notChecked"] = json!(judged.idle);
    report
}

fn place<'f>(
    list: &mut Value,
    judged: &Judged,
    findings: impl Iterator<Item = &'f Finding>,
    stage: Stage,
) {
    for (json, finding) in list.as_array_mut().into_iter().flatten().zip(findings) {
        debug_assert_eq!(json["ruleId"], finding_to_json(finding)["ruleId"]);
        json["places"] = json!(judged.places(finding, stage));
    }
}
