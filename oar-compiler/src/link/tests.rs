//! Rules against a host and against each other, on text.

mod references;
mod rules;

use super::testing::{HOST, rule, run};
use super::{OnErrorPlan, Target};
use crate::document::{CopyField, Enforcement};

#[test]
fn rules_stand_in_base_order_with_ids_for_names() {
    let text = rule(
        "B",
        "namespace: ns.b\noverrides: [C, ns.b/C]\nkind: invariant",
    ) + &rule("C", "namespace: ns.b\nkind: schema\non_error: B")
        + &rule("A", "kind: invariant\non_error: ns.b/C")
        + &rule("D", "namespace: a\nkind: invariant\non_error: fail_open");
    let set = run(&text).clean();
    let order: Vec<&str> = set.rules.iter().map(|r| r.qualified.as_str()).collect();
    // OAR-EVAL-1: kind first; then code points, in which `A` comes before `a/D`.
    assert_eq!(order, ["ns.b/C", "A", "a/D", "ns.b/B"]);
    let overrides: Vec<usize> = set.rules[3].overrides.iter().map(|id| id.index()).collect();
    assert_eq!(overrides, [0]);
    let on_error = |at: usize| match set.rules[at].on_error {
        OnErrorPlan::Substitute(id) => format!("{}", id.index()),
        other => format!("{other:?}"),
    };
    assert_eq!(
        [0, 1, 2, 3].map(on_error),
        ["3", "0", "FailOpen", "FailClosed"]
    );
}

#[test]
fn a_rule_carries_what_its_document_says() {
    let text = rule(
        "FULL",
        "namespace: acme.security\nkind: detector\nanchor: model.output\neffect: transform\nenforcement: monitor\nmandatory: true\nselector: {tool: [read, grep], acme.gateway.groups: []}\nflow: [a, b]\nrequires: {profiles: [tool, secrets], facts: [acme.gateway.groups]}\nwhen: size(secret_matches) > 0\ndetector: {ref: \"detector://presidio\"}\non_fire: [increment_counter, publish_event]\ncounter_scope: tool\ntransform: {action: redact, target: secret_matches}\ncopy: {fix: none, what: \"{{ tool }}\"}",
    );
    let outcome = run(&text);
    let set = outcome.set.as_ref().expect("warnings only");
    let rule = &set.rules[0];
    assert_eq!(
        (rule.id.as_str(), rule.qualified.as_str()),
        ("FULL", "acme.security/FULL")
    );
    assert_eq!(set.anchors[rule.anchor.index()].name, "content.output");
    assert_eq!(rule.declared, Enforcement::Monitor);
    assert!(rule.mandatory);
    let name = |id| set.environment.get(id).name.as_str();
    let clauses: Vec<_> = rule
        .selector
        .iter()
        .map(|s| (name(s.fact), s.values.len()))
        .collect();
    assert_eq!(clauses, [("tool", 2), ("acme.gateway.groups", 0)]);
    assert_eq!(
        rule.flow.as_deref(),
        Some(&["a".to_owned(), "b".to_owned()][..])
    );
    assert!(rule.when.is_some());
    assert_eq!(set.detectors[rule.detector.unwrap().index()], "presidio");
    assert_eq!(rule.on_fire.len(), 2);
    assert_eq!(name(rule.counter_scope.unwrap()), "tool");
    let transform = rule.transform.as_ref().unwrap();
    assert!(matches!(transform.target, Target::Spans(id) if name(id) == "secret_matches"));
    assert_eq!(transform.replacement, None);
    let copy: Vec<_> = rule.copy.iter().map(|(field, _)| *field).collect();
    assert_eq!(copy, [CopyField::What, CopyField::Fix]);
    assert_eq!(rule.origin.file, "pack.yaml");
    assert_eq!(rule.origin.line, 2);
}

#[test]
fn a_document_that_did_not_load_refuses_the_rule_set() {
    let outcome = run(&(rule("A", "") + "---\noar: \"7.0\"\nid: B\n"));
    assert!(outcome.set.is_none());
    assert_eq!(outcome.found.len(), 1);
}

#[test]
fn without_a_readable_host_rules_are_checked_against_each_other() {
    let broken = HOST.replacen("host: acme.gateway", "host: 7", 1);
    let text = broken
        + &rule(
            "A",
            "overrides: [NOBODY]\nanchor: nowhere.at_all\nwhen: nothing",
        )
        + "---\noar_config: \"1.0\"\ndisable: [NEVER]\n";
    let outcome = run(&text);
    let codes: Vec<_> = outcome.found.iter().map(|d| d.code.name()).collect();
    assert_eq!(
        codes,
        [
            "wrong-type",
            "unresolved-override",
            "unknown-configured-rule"
        ]
    );
    assert!(outcome.set.is_none());
}

#[test]
fn a_thousand_rules_link_in_one_pass() {
    let mut text = String::new();
    for at in 0..1000 {
        text += &rule(
            &format!("R{at}"),
            &format!(
                "overrides: [R{}]\nwhen: fire_count_of(\"R{}\") > 1",
                at + 1,
                at / 2
            ),
        );
    }
    text += &rule("R1000", "on_fire: [increment_counter]");
    let outcome = run(&text);
    assert_eq!(outcome.set.map(|set| set.rules.len()), Some(1001));
}
