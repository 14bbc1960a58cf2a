//! What every batch program of `oar test` shares: fixtures in, what the engine reported out.
//!
//! The runner writes this file and its manifest beside the batches and builds it once. A batch program is generated
//! code and a table of it; this turns JSON into occurrences and outcomes into JSON, and decides nothing.
//!
//! One line of standard input is one fixture, one line of standard output is its answer, in the same order. An answer is
//! flushed before the next fixture starts, so that the runner knows which one ended the program.

use std::cell::Cell;
use std::io::{BufRead, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};

use oar::json::Occurrence;
use oar::rt::detector::Reported;
use oar::{DetectorError, Outcome, Report, Session};
use serde_json::{Map, json};

pub use serde_json::Value;

/// What a batch holds.
#[derive(Clone, Copy)]
pub enum Program {
    /// A compiled rule set: evaluates an occurrence of the local anchor of that name.
    Rules(Rules),
    /// Compiled ordering profiles: check or repair the timelines of a worked case.
    Ordering(fn(&Value) -> Result<Vec<Value>, String>),
}

type Rules = fn(&str, &Occurrence<'_>, &mut Session) -> Option<Outcome>;

thread_local! {
    static PANIC: Cell<String> = const { Cell::new(String::new()) };
}

/// Answers every fixture of standard input with the program that it names.
pub fn main(programs: &[(&str, Program)]) {
    std::panic::set_hook(Box::new(|info| PANIC.set(info.to_string())));
    let mut out = std::io::stdout().lock();
    for line in std::io::stdin().lock().lines() {
        let answer = match line {
            Ok(line) => answer(programs, &line),
            Err(error) => json!({ "failed": format!("the fixture cannot be read: {error}") }),
        };
        if writeln!(out, "{answer}")
            .and_then(|()| out.flush())
            .is_err()
        {
            return;
        }
    }
}

fn answer(programs: &[(&str, Program)], line: &str) -> Value {
    match catch_unwind(AssertUnwindSafe(|| replay(programs, line))) {
        Ok(Ok(occurrences)) => json!({ "occurrences": occurrences }),
        Ok(Err(reason)) => json!({ "failed": reason }),
        Err(_) => json!({ "failed": format!("the evaluator panicked: {}", PANIC.take()) }),
    }
}

/// Evaluates the occurrences in order, as one session (OAR-CONF-31), or runs an ordering case.
fn replay(programs: &[(&str, Program)], line: &str) -> Result<Vec<Value>, String> {
    let fixture: Value = serde_json::from_str(line).map_err(|error| error.to_string())?;
    let name = fixture["program"].as_str().unwrap_or_default();
    let (_, program) = programs
        .iter()
        .find(|(known, _)| *known == name)
        .ok_or("the batch does not hold the program")?;
    let rules = match program {
        Program::Ordering(run) => return run(&fixture["case"]),
        Program::Rules(rules) => *rules,
    };
    let mut session = Session::new(fixture["session"].as_str().unwrap_or_default());
    let occurrences = fixture["occurrences"]
        .as_array()
        .map_or(&[][..], Vec::as_slice);
    occurrences
        .iter()
        .map(|occurrence| evaluate(rules, occurrence, &mut session))
        .collect()
}

fn evaluate(rules: Rules, given: &Value, session: &mut Session) -> Result<Value, String> {
    let empty = Map::new();
    let activity: Option<Vec<String>> = given["recent_activity"].as_array().map(|steps| {
        let steps = steps.iter().filter_map(Value::as_str);
        steps.map(str::to_owned).collect()
    });
    let mut occurrence = Occurrence::new()
        .facts(given["facts"].as_object().unwrap_or(&empty))
        .detector("noop", Ok(Report::new()))
        .detector(
            "error",
            Err(DetectorError::new("`detector://error` always fails")),
        )
        .detector("fixture", Ok(report(&given["detector_facts"])));
    if let Some(content) = given["content"].as_str() {
        occurrence = occurrence.content(content);
    }
    if let Some(call) = given["tool_call"].as_object() {
        let name = call.get("name").and_then(Value::as_str).unwrap_or_default();
        let arguments = call.get("arguments").and_then(Value::as_object);
        occurrence = occurrence.fixture_call(name, arguments.unwrap_or(&empty));
    }
    if let Some(activity) = &activity {
        occurrence = occurrence.recent_activity(activity);
    }
    let anchor = given["anchor"].as_str().unwrap_or_default();
    let outcome = rules(anchor, &occurrence, session)
        .ok_or_else(|| format!("the host has no local anchor `{anchor}`"))?;
    let mut report = outcome.to_json();
    // INVARIANT: an outcome is an object.
    report["counters"] = counters(session);
    report["failures"] = failures(&outcome);
    Ok(report)
}

/// What `detector://fixture` reports (OAR-CONF-25).
fn report(facts: &Value) -> Report {
    let facts = facts.as_object().into_iter().flatten();
    facts.fold(Report::new(), |report, (fact, value)| {
        report.with(fact.clone(), Reported::Json(value.clone()))
    })
}

/// The counters that changed since the session began, as OAR-CONF-33 spells them.
fn counters(session: &Session) -> Value {
    let changed = session.counters().snapshot().into_iter();
    let changed = changed.filter(|(_, counts)| counts.fire != 0 || counts.breaker != 0);
    let spelled = changed.map(|(key, counts)| {
        (
            key,
            json!({ "fire_count": counts.fire, "breaker_count": counts.breaker }),
        )
    });
    Value::Object(spelled.collect())
}

/// Why each errored rule is, for the reader of a difference; no fixture asserts it.
fn failures(outcome: &Outcome) -> Value {
    let failures = outcome.failures().iter();
    failures
        .map(|failure| format!("{}: {}", failure.rule, failure.cause))
        .collect()
}
