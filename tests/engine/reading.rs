//! Facts are produced when evaluation consumes them, in a settled order, at most once an occurrence (OAR-FACT-11).

use oar::{CopyField, DetectorError, Effect, Outcome, Report, RuleOutcome, Session};

use crate::host::Spy;

mod policy {
    oar::include_rules![
        "tests/engine/reading.yaml",
        capability = "tests/engine/capability.yaml",
        allow = ["warnings"]
    ];
}

use policy::Policy;

impl policy::Detectors for Spy<'_> {
    fn spy(&self) -> Result<Report, DetectorError> {
        self.spy()
    }
}

fn call(host: &Spy<'_>) -> Outcome {
    Policy::new().tool_pre_invoke(host, &mut Session::new("s"))
}

/// What a call of the tool has the host read.
#[track_caller]
fn reads(tool: &str, expected: &[&str], effect: Effect) {
    let host = Spy::call(tool);
    let outcome = call(&host);
    assert_eq!(host.read(), expected);
    assert_eq!(outcome.effect(), effect);
}

#[test]
fn a_fact_that_two_rules_and_their_copy_consume_is_read_once() {
    reads(
        "shared",
        &["tool", "content_length", "principal"],
        Effect::Nudge,
    );
}

#[test]
fn operands_that_are_not_reached_are_not_read() {
    // `policy_denied` is false, so `principal` does not matter; the condition is false, so neither does the copy.
    reads(
        "lazy",
        &["tool", "policy_denied", "permission_profile"],
        Effect::None,
    );
}

#[test]
fn copy_reads_the_branch_taken() {
    reads(
        "branches",
        &["tool", "policy_denied", "session_posture"],
        Effect::Warn,
    );
}

#[test]
fn the_copy_of_a_pass_is_never_shown_and_not_read() {
    reads("allows", &["tool"], Effect::None);
}

#[test]
fn a_monitored_rule_reads_what_an_enforced_one_would() {
    reads(
        "monitored",
        &["tool", "policy_denied", "principal"],
        Effect::None,
    );
}

#[test]
fn a_rule_that_is_off_reads_nothing() {
    // `SILENT` selects by `permission_profile` and would block.
    reads("other", &["tool"], Effect::None);
}

#[test]
fn nothing_is_read_after_a_block() {
    let host = Spy::call("any");
    let outcome = Policy::new().tool_handler(&host, &mut Session::new("s"));
    assert_eq!(outcome.rule(), Some("STOPS"));
    assert_eq!(host.read(), ["policy_denied"]);
}

#[test]
fn a_whole_rule_reads_in_order() {
    let host = Spy::content("key-1");
    let outcome = Policy::new().model_output(&host, &mut Session::new("s"));
    assert_eq!(outcome.content(), Some("[REDACTED]-1"));
    assert_eq!(
        host.read(),
        [
            // Selection comes before every rule.
            "session_posture",
            // `Z_NO_DETECTOR` is an invariant and comes first: no detector ran for it, so the host's fact counts.
            "secret_matches",
            // `A_WHOLE`. Its target is what its detector reported, so the host's fact is not asked again.
            "detector",
            "content_length",
            "principal",
            "permission_profile",
            // `B_SHARES_THE_DETECTOR` adds nothing: the report and the length are there.
        ]
    );
    let trace: Vec<_> = outcome.trace().iter().collect();
    assert_eq!(
        trace,
        [
            ("Z_NO_DETECTOR", RuleOutcome::Passed),
            ("A_WHOLE", RuleOutcome::Fired),
            ("B_SHARES_THE_DETECTOR", RuleOutcome::Passed),
        ]
    );
}

#[test]
fn a_detector_that_is_down_fails_every_rule_that_declares_it_and_runs_once() {
    let host = Spy::content("key-1").failing(&["detector"]);
    let outcome = Policy::new().model_output(&host, &mut Session::new("s"));
    assert_eq!(outcome.rule(), Some("A_WHOLE"));
    assert_eq!(outcome.effect(), Effect::Block);
    let asked = host.read().into_iter().filter(|read| *read == "detector");
    assert_eq!(asked.count(), 1);
    assert_eq!(
        outcome.failures()[0].cause.to_string(),
        "detector `spy`: the detector is down"
    );
}

#[test]
fn a_rule_that_its_flow_excludes_runs_no_detector() {
    let mut session = Session::new("s");
    let host = Spy::content("key-1");
    let outcome = Policy::new().model_input(&host, &mut session);
    assert_eq!((outcome.effect(), host.read()), (Effect::None, vec![]));
    let admitted = Policy::new().tool_pre_invoke(&Spy::call("read"), &mut session);
    assert_eq!(admitted.effect(), Effect::None);
    let host = Spy::content("key-1");
    let outcome = Policy::new().model_input(&host, &mut session);
    assert_eq!(
        (outcome.effect(), host.read()),
        (Effect::Block, vec!["detector"])
    );
}

#[test]
fn a_provider_that_fails_is_asked_once_and_fails_each_rule_that_consumes_it() {
    let host = Spy::call("failing").failing(&["principal"]);
    let outcome = call(&host);
    assert_eq!(host.read(), ["tool", "principal", "policy_denied"]);
    let trace: Vec<_> = outcome.trace().iter().collect();
    assert_eq!(
        trace,
        [
            ("A_FAILS_OPEN", RuleOutcome::Errored),
            ("B_FAILS_TOO", RuleOutcome::Errored),
            ("C_DOES_NOT_ASK", RuleOutcome::Fired),
        ]
    );
    assert_eq!(outcome.rule(), Some("C_DOES_NOT_ASK"));
    let causes: Vec<String> = outcome
        .failures()
        .iter()
        .map(|failure| failure.cause.to_string())
        .collect();
    assert_eq!(causes, ["fact `principal`: the provider is down"; 2]);
}

#[test]
fn a_selector_fact_that_cannot_be_read_errors_at_the_rules_place() {
    let host = Spy::call("shared").failing(&["tool"]);
    let outcome = call(&host);
    // Every rule of the anchor selects by `tool`. The first in the order fails closed and ends the occurrence; its copy,
    // which a pass never shows, is that of a block now.
    assert_eq!(
        (outcome.effect(), outcome.rule()),
        (Effect::Block, Some("ALLOWS"))
    );
    let trace: Vec<_> = outcome.trace().iter().collect();
    assert_eq!(trace, [("ALLOWS", RuleOutcome::Errored)]);
    assert_eq!(host.read(), ["tool", "principal"]);
    assert_eq!(outcome.copy().get(CopyField::What), Some("ci"));
}

#[test]
fn error_copy_that_cannot_be_rendered_is_left_out_and_the_block_stands() {
    let host = Spy::call("shared").failing(&["tool", "principal"]);
    let outcome = call(&host);
    assert_eq!(
        (outcome.effect(), outcome.rule()),
        (Effect::Block, Some("ALLOWS"))
    );
    assert!(outcome.copy().is_empty());
}
