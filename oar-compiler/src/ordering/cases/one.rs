//! One case, and one sequence of runs.

use oar_runtime::ordering as o;
use serde_json::Value;

use super::compare::{Ran, compare};
use super::input::{Input, profiles, timeline};
use crate::source::Node;

/// What differs from what a case expects.
pub(super) fn case(case: &Value, node: &Node) -> Vec<String> {
    run_case(case, node).unwrap_or_else(|failure| vec![failure])
}

fn run_case(case: &Value, node: &Node) -> Result<Vec<String>, String> {
    let expected = case.get("expected").ok_or("the case expects nothing")?;
    let profiles = profiles(node);
    if expected.get("invalid").is_some() {
        return Ok(match profiles {
            Ok(_) => vec!["the profile loads, and it must not".to_owned()],
            Err(_) => Vec::new(),
        });
    }
    let profiles = profiles?;
    let input = Input::read(case)?;
    let state = timeline(case.get("timeline").ok_or("the case has no timeline")?);
    let (ran, _) = run(&profiles, &input, &state, None)?;
    Ok(compare(&ran, expected))
}

/// Several runs: each sees the timeline it states or the one that the run before left, and the baseline of the last
/// run that proceeded.
pub(super) fn sequence(case: &Value, node: &Node) -> Vec<String> {
    run_sequence(case, node).unwrap_or_else(|failure| vec![failure])
}

fn run_sequence(case: &Value, node: &Node) -> Result<Vec<String>, String> {
    let profiles = profiles(node)?;
    let input = Input::read(case)?;
    let steps = case.get("steps").and_then(Value::as_array);
    let mut failures = Vec::new();
    let mut baseline = None;
    let mut state = Value::Null;
    for (number, step) in (1..).zip(steps.ok_or("the sequence has no steps")?) {
        match step.get("timeline") {
            Some(list @ Value::Array(_)) => state = timeline(list).into_owned(),
            Some(Value::String(_)) => {}
            _ => return Err(format!("step {number} has no timeline")),
        }
        let (ran, next) = run(&profiles, &input, &state, baseline.as_ref())?;
        let expected = step.get("expected").ok_or("a step expects nothing")?;
        let differing = compare(&ran, expected);
        failures.extend(
            differing
                .into_iter()
                .map(|text| format!("step {number}: {text}")),
        );
        baseline = next.or(baseline);
        state = ran.state;
    }
    Ok(failures)
}

/// Runs once. The second value is the new baseline, if there is one.
fn run(
    profiles: &[&o::Profile],
    input: &Input<'_>,
    state: &Value,
    baseline: Option<&o::Snapshot>,
) -> Result<(Ran, Option<o::Snapshot>), String> {
    let guard = o::Guard::new(profiles, input.composition);
    let options = input.options(baseline)?;
    let timeline = o::json::JsonTimeline::read(state).map_err(|error| error.to_string())?;
    if !input.mutate {
        let report = o::check(&guard, &timeline, &options);
        let ran = Ran::checked(&report, state.clone());
        return Ok((ran, report.snapshot));
    }
    let repaired = o::repair(&guard, &timeline, &options);
    let state = o::json::timeline_to_json(&repaired).map_err(|error| error.to_string())?;
    Ok((Ran::repaired(&repaired, state), repaired.report.snapshot))
}
