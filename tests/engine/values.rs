//! Values that a fixture cannot state, because JSON cannot: doubles that are not finite (OAR-FACT-23). And reports under
//! names that a fixture may not use: those that the host does not declare.

use std::collections::BTreeMap;

use oar::facts::{self, Observed};
use oar::rt::detector::Reported;
use oar::{DetectorError, Effect, Outcome, Report, RuleOutcome, Session, ToolCall};

mod policy {
    oar::include_rules![
        "tests/engine/values.yaml",
        capability = "tests/engine/values-capability.yaml",
        allow = ["warnings"]
    ];
}

/// A host all of whose doubles are one number.
struct Host {
    number: f64,
    stray: bool,
}

impl facts::Occurrence for Host {
    fn content(&self) -> Option<&str> {
        None
    }

    fn call(&self) -> Option<&ToolCall<'_>> {
        None
    }
}

impl facts::Jailbreak for Host {
    fn jailbreak_score(&self) -> Observed<f64> {
        Ok(self.number)
    }
}

impl facts::Moderation for Host {
    fn moderation_score(&self, _: &str) -> Observed<f64> {
        Ok(self.number)
    }
}

impl policy::HostFacts for Host {
    fn test_ratio(&self) -> Observed<f64> {
        Ok(self.number)
    }

    fn test_ratio_of(&self, _: &str) -> Observed<f64> {
        Ok(self.number)
    }
}

impl policy::Detectors for Host {
    fn scorer(&self) -> Result<Report, DetectorError> {
        let scores = BTreeMap::from([("x".to_owned(), self.number)]);
        let report = Report::new()
            .score("jailbreak_score", self.number)
            .with("moderation_score", Reported::Scores(scores));
        Ok(match self.stray {
            true => report.score("jailbreak_scores", 1.0),
            false => report,
        })
    }
}

fn decide(anchor: &str, number: f64, stray: bool) -> Outcome {
    let host = Host { number, stray };
    let outcome = policy::Policy::new().evaluate(anchor, &host, &mut Session::new("s"));
    outcome.expect("the host has the anchor")
}

#[track_caller]
fn all(outcome: &Outcome, rules: usize, expected: RuleOutcome) {
    let trace: Vec<RuleOutcome> = outcome.trace().iter().map(|(_, outcome)| outcome).collect();
    assert_eq!(trace, vec![expected; rules]);
}

#[test]
fn finite_doubles_are_read() {
    for number in [0.25, -0.0, f64::MAX, f64::MIN_POSITIVE] {
        all(
            &decide("tool.handler", number, false),
            5,
            RuleOutcome::Fired,
        );
        all(
            &decide("model.output", number, false),
            2,
            RuleOutcome::Fired,
        );
    }
}

#[test]
fn a_double_that_is_not_finite_fails_each_rule_that_consumes_it() {
    for number in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        for (anchor, rules) in [("tool.handler", 5), ("model.output", 2)] {
            let outcome = decide(anchor, number, false);
            all(&outcome, rules, RuleOutcome::Errored);
            assert_eq!(outcome.effect(), Effect::None);
        }
    }
}

#[test]
fn a_report_of_what_the_host_does_not_declare_is_a_failure_of_the_detector() {
    let outcome = decide("model.output", 0.25, true);
    all(&outcome, 2, RuleOutcome::Errored);
    let cause = outcome.failures()[0].cause.to_string();
    assert!(cause.contains("`jailbreak_scores`"), "{cause}");
}
