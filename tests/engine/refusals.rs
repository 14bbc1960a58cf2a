//! A store that refuses a write, a sink that refuses a record, a store that cannot be read (OAR-FIRE-9): every rule of the
//! batch takes its `on_error`, and nothing is half applied.

use oar::session::{
    CounterScope, CounterStore, Counts, Discard, EventSink, MemoryCounters, StoreError, Update,
};
use oar::{CopyField, Effect, Event, Outcome, RuleOutcome, Session};

use crate::host::Spy;

mod policy {
    oar::include_rules![
        "tests/engine/refusals.yaml",
        capability = "tests/engine/capability.yaml",
        allow = ["warnings"]
    ];
}

impl policy::Detectors for Spy<'_> {
    fn spy(&self) -> Result<oar::Report, oar::DetectorError> {
        self.spy()
    }
}

/// A store that cannot be written, or not even read.
#[derive(Debug)]
struct Down {
    readable: bool,
}

impl CounterStore for Down {
    fn read(
        &self,
        _: &str,
        _: &'static str,
        _: Option<&CounterScope<'_>>,
    ) -> Result<Counts, StoreError> {
        match self.readable {
            true => Ok(Counts::default()),
            false => Err(StoreError::new("unreadable")),
        }
    }

    fn apply(
        &mut self,
        _: &str,
        _: &[Update<'_>],
        _: &mut dyn FnMut() -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        Err(StoreError::new("read-only"))
    }
}

/// A sink that takes nothing.
#[derive(Debug)]
struct Closed;

impl EventSink for Closed {
    fn publish(&mut self, _: &str, _: &[Event]) -> Result<(), StoreError> {
        Err(StoreError::new("closed"))
    }
}

const WRITE_FAILS: Down = Down { readable: true };

fn decide<C: CounterStore, E: EventSink>(session: &mut Session<C, E>, tool: &str) -> Outcome {
    policy::Policy::new().tool_pre_invoke(&Spy::call(tool), session)
}

fn refused_by_the_store(tool: &str) -> (Outcome, Session<Down, Vec<Event>>) {
    let mut session = Session::with_store("s", WRITE_FAILS, Vec::new());
    (decide(&mut session, tool), session)
}

fn trace(outcome: &Outcome) -> Vec<(&'static str, RuleOutcome)> {
    outcome.trace().iter().collect()
}

fn what(outcome: &Outcome) -> Option<&str> {
    outcome.copy().get(CopyField::What)
}

/// Nothing of the batch is reported as done, and nothing arrived.
fn nothing_applied(outcome: &Outcome, sink: &[Event]) {
    assert_eq!(outcome.side_effects().count(), 0);
    assert_eq!(outcome.events().count(), 0);
    assert_eq!(sink, []);
}

#[test]
fn a_rule_that_fails_open_is_withdrawn_and_the_rest_decides() {
    let (outcome, session) = refused_by_the_store("open");
    assert_eq!(
        trace(&outcome),
        [
            ("BYSTANDER", RuleOutcome::Fired),
            ("OPEN", RuleOutcome::Errored)
        ]
    );
    assert_eq!(
        (outcome.effect(), outcome.rule()),
        (Effect::Warn, Some("BYSTANDER"))
    );
    assert_eq!(outcome.failures().len(), 1);
    assert_eq!(outcome.failures()[0].rule, "OPEN");
    assert_eq!(outcome.failures()[0].cause.to_string(), "read-only");
    nothing_applied(&outcome, session.sink());
}

#[test]
fn a_rule_that_fails_closed_blocks_with_its_copy() {
    let (outcome, session) = refused_by_the_store("closed");
    assert_eq!(trace(&outcome), [("CLOSED", RuleOutcome::Errored)]);
    assert_eq!(
        (outcome.effect(), outcome.rule()),
        (Effect::Block, Some("CLOSED"))
    );
    assert_eq!(what(&outcome), Some("closed could not be recorded."));
    assert!(outcome.advisories().is_empty());
    nothing_applied(&outcome, session.sink());
}

#[test]
fn a_substitution_carries_the_other_rules_identifiers_and_copy() {
    let mut session = Session::with_store("s", MemoryCounters::default(), Closed);
    let outcome = decide(&mut session, "substituted");
    // The stand-in was not selected, and nothing is traced for it.
    assert_eq!(trace(&outcome), [("SUBSTITUTED", RuleOutcome::Errored)]);
    assert_eq!(
        (outcome.effect(), outcome.rule()),
        (Effect::Block, Some("STAND_IN"))
    );
    assert_eq!(outcome.code(), Some("STAND_IN"));
    assert_eq!(what(&outcome), Some("Stands in for substituted."));
    nothing_applied(&outcome, &[]);
}

#[test]
fn every_rule_of_the_batch_is_errored_and_the_first_that_blocks_decides() {
    let (outcome, session) = refused_by_the_store("several");
    assert_eq!(
        trace(&outcome),
        [
            ("BYSTANDER", RuleOutcome::Fired),
            ("CLOSED", RuleOutcome::Errored),
            ("OPEN", RuleOutcome::Errored)
        ]
    );
    assert_eq!(
        (outcome.effect(), outcome.rule()),
        (Effect::Block, Some("CLOSED"))
    );
    let failed: Vec<&str> = outcome
        .failures()
        .iter()
        .map(|failure| failure.rule)
        .collect();
    assert_eq!(failed, ["CLOSED", "OPEN"]);
    nothing_applied(&outcome, session.sink());
}

#[test]
fn of_two_rules_that_block_the_first_decides() {
    let (outcome, _) = refused_by_the_store("twice");
    assert_eq!(
        trace(&outcome),
        [
            ("CLOSED", RuleOutcome::Errored),
            ("SUBSTITUTED", RuleOutcome::Errored)
        ]
    );
    assert_eq!(
        (outcome.effect(), outcome.rule()),
        (Effect::Block, Some("CLOSED"))
    );
    assert_eq!(what(&outcome), Some("twice could not be recorded."));
}

#[test]
fn a_refusal_comes_before_the_failure_of_a_later_rule() {
    let (outcome, session) = refused_by_the_store("raising");
    let errored = [
        ("CLOSED", RuleOutcome::Errored),
        ("RAISES", RuleOutcome::Errored),
    ];
    assert_eq!(trace(&outcome), errored);
    assert_eq!(outcome.rule(), Some("CLOSED"));
    nothing_applied(&outcome, session.sink());
    // Withdrawn, a rule leaves the block to the one that failed.
    let (outcome, _) = refused_by_the_store("open_raising");
    let errored = [
        ("OPEN", RuleOutcome::Errored),
        ("RAISES", RuleOutcome::Errored),
    ];
    assert_eq!(trace(&outcome), errored);
    assert_eq!(
        (outcome.effect(), outcome.rule()),
        (Effect::Block, Some("RAISES"))
    );
}

#[test]
fn a_sink_that_refuses_takes_the_counters_of_the_batch_with_it() {
    let mut session = Session::with_store("s", MemoryCounters::default(), Closed);
    let outcome = decide(&mut session, "several");
    assert_eq!(
        (outcome.effect(), outcome.rule()),
        (Effect::Block, Some("CLOSED"))
    );
    assert!(session.counters().is_empty());
    nothing_applied(&outcome, &[]);
}

#[test]
fn what_a_sound_store_and_sink_take_is_reported() {
    let mut session = Session::with_store("s", MemoryCounters::default(), Vec::new());
    let outcome = decide(&mut session, "several");
    assert_eq!(
        (outcome.effect(), outcome.rule()),
        (Effect::Nudge, Some("CLOSED"))
    );
    let advisories: Vec<&str> = outcome.advisories().iter().map(|a| a.rule()).collect();
    assert_eq!(advisories, ["CLOSED", "OPEN"]);
    let applied: Vec<(&str, &str)> = outcome
        .side_effects()
        .map(|applied| (applied.rule, applied.action.name()))
        .collect();
    assert_eq!(
        applied,
        [
            ("CLOSED", "increment_counter"),
            ("CLOSED", "publish_event"),
            ("OPEN", "increment_breaker")
        ]
    );
    assert!(session.sink().iter().cloned().eq(outcome.events()));
    let counters = session.counters().snapshot();
    assert_eq!((counters["CLOSED"].fire, counters["OPEN"].breaker), (1, 1));
}

#[test]
fn a_monitored_rule_applies_nothing_and_so_nothing_is_refused() {
    let (outcome, session) = refused_by_the_store("monitored");
    assert_eq!(
        trace(&outcome),
        [("MONITORED", RuleOutcome::MonitoredFired)]
    );
    assert_eq!(outcome.effect(), Effect::None);
    nothing_applied(&outcome, session.sink());
}

#[test]
fn a_store_that_cannot_be_read_fails_the_rule_that_reads() {
    let mut session = Session::with_store("s", Down { readable: false }, Discard);
    let outcome = decide(&mut session, "reads");
    assert_eq!(trace(&outcome), [("READS", RuleOutcome::Errored)]);
    assert_eq!(
        (outcome.effect(), outcome.rule()),
        (Effect::Block, Some("READS"))
    );
    assert_eq!(outcome.failures()[0].cause.to_string(), "unreadable");
    // A rule that reads no counter does not notice.
    let other = decide(&mut session, "monitored");
    assert_eq!(other.effect(), Effect::None);
}

#[test]
fn a_call_blocked_by_a_refusal_is_no_step_of_the_activity() {
    use oar::session::State;
    let mut session = Session::with_store("s", WRITE_FAILS, Closed);
    for tool in ["closed", "open", "substituted", "several", "nothing"] {
        let _ = decide(&mut session, tool);
    }
    let steps: Vec<&str> = session.activity().steps().collect();
    assert_eq!(steps, ["open", "nothing"]);
}
