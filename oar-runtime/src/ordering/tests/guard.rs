//! Composition, severities, options, reports.

use super::*;
use crate::ordering::{
    Adjacency, Decision, Invariant, Order, OrderScope, Preservation, union_name,
};

fn adjacency(id: &'static str, severity: Severity) -> Rule {
    Rule::Adjacency(leak(Adjacency {
        id,
        severity,
        first: Kind::ToolCall,
        disallow_between: &[Kind::Message],
    }))
}

fn profile(name: &'static str, rules: &[Rule]) -> &'static Profile {
    leak(Profile {
        name,
        description: "",
        permissive: false,
        rules: Vec::leak(rules.to_vec()),
    })
}

fn found(profiles: &[&Profile], composition: Composition) -> Vec<String> {
    let guard = Guard::new(profiles, composition);
    let report = check(&guard, &items("c1@1 a2@2"), &Options::default());
    let words = |finding: &Finding| format!("{} {}", finding.profile, finding.rule_id());
    report.findings().map(words).collect()
}

#[test]
fn profiles_compose() {
    let one = profile(
        "one",
        &[adjacency("x", Severity::Advisory), adjacency("y", BLOCKING)],
    );
    let two = profile("two", &[adjacency("x", BLOCKING)]);
    assert_eq!(
        found(&[one, two], Composition::UnionOfRules),
        ["union(one+two) y", "union(one+two) x", "union(one+two) x"]
    );
    assert_eq!(
        found(&[one, two], Composition::Each),
        ["one y", "two x", "one x"]
    );
    assert_eq!(found(&[two, one], Composition::FirstOnly), ["two x"]);
    assert_eq!(found(&[], Composition::UnionOfRules), [""; 0]);
    assert_eq!(union_name(["a"].into_iter()), "union(a)");
}

#[test]
fn history_is_asked_last_and_once() {
    let history = |kind| {
        Rule::Preservation(leak(Preservation {
            id: "h",
            severity: BLOCKING,
            kind,
            invariant: Invariant::CountNonDecreasing,
            reset_on_model_switch: false,
        }))
    };
    let one = profile("one", &[history(Kind::Thought), adjacency("x", BLOCKING)]);
    let two = profile("two", &[history(Kind::Thought), adjacency("y", BLOCKING)]);
    let before = check(
        &Guard::new(&[one], Composition::Each),
        &items("t1@1"),
        &Options::default(),
    );
    let options = Options {
        previous: before.snapshot.as_ref(),
        ..Options::default()
    };
    let ids = |composition| {
        let guard = Guard::new(&[one, two], composition);
        let report = check(&guard, &items("c1@1 a2@2"), &options);
        report.findings().map(Finding::rule_id).collect::<Vec<_>>()
    };
    assert_eq!(ids(Composition::UnionOfRules), ["x", "y", "h"]);
    assert_eq!(ids(Composition::Each), ["x", "y", "h", "h"]);
}

#[test]
fn advisories_can_be_switched_off_and_blocking_findings_cannot() {
    let rules = [adjacency("x", Severity::Advisory), adjacency("y", BLOCKING)];
    let options = Options {
        disable_advisory_rule_ids: &["x", "y"],
        ..Options::default()
    };
    let report = check(&guard(&rules), &items("c1@1 a2@2"), &options);
    assert_eq!(lines(report.findings()), ["y: c1 a2"]);
    assert_eq!(report.decision, Decision::Reject);
}

#[test]
fn advisories_do_not_decide() {
    let report = checked(
        &[adjacency("x", Severity::Advisory)],
        &items("c1@1 a2@2 c3@3 a4@4"),
    );
    assert_eq!(report.decision, Decision::Proceed);
    assert_eq!(report.finding_ids(), ["x"]);
    assert!(report.violation().is_none());
    assert_eq!(report.advisories[1].entries, [2, 3]);
}

#[test]
fn a_violation_reads_as_one_line() {
    let report = checked(&[adjacency("x", BLOCKING)], &items("c1@1 a2@2 c3@3 a4@4"));
    let violation = report.violation().unwrap();
    assert_eq!(
        violation.to_string(),
        "2 ordering violations: x: a message stands directly after a tool call"
    );
    assert_eq!(violation.findings().len(), 2);
}

#[test]
fn entries_are_indices_into_the_hosts_list() {
    let rule = Rule::Order(leak(Order {
        id: "o",
        severity: BLOCKING,
        before: Kind::Thought,
        after: Kind::ToolCall,
        scope: OrderScope::EntireTurn,
        only_latest_group: false,
    }));
    // Stored in another order than that of time.
    let report = checked(&[rule], &items("t1@9 u2@1 c3@5"));
    assert_eq!(report.blocking[0].entries, [0, 2]);
}

#[test]
fn fillers_of_earlier_runs_are_ignored() {
    let mut list = items("c1@1 a2@2 a3@3");
    list[1].id = "__ordering-guard-filler-7".to_owned();
    let report = checked(&[adjacency("x", BLOCKING)], &list);
    assert_eq!(lines(report.findings()), ["x: c1 a3"]);
    assert_eq!(report.stale_fillers, [1]);
}
