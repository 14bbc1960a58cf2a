//! Rules that speak of other rules: duplicates, `overrides`, `on_error`, counters.

use crate::condition::TypedKind;
use crate::link::RuleSet;
use crate::link::testing::{rule, run};

#[test]
fn an_identity_stands_once() {
    let text = rule("TWICE", "namespace: oar.test")
        + &rule("TWICE", "namespace: oar.test")
        + &rule("TWICE", "")
        + &rule("TWICE", "namespace: other");
    let outcome = run(&text);
    assert_eq!(outcome.brief(), [r#"duplicate-rule "TWICE" OAR-DOC-9"#]);
    assert_eq!(
        outcome.words().0,
        "two rules have the identity `oar.test/TWICE`"
    );
    assert_eq!(outcome.secondary(), [("TWICE", "the first one")]);
    assert!(outcome.found[0].secondary[0].span < outcome.found[0].span);
}

#[test]
fn a_bare_reference_stays_in_its_namespace() {
    for (more, code, clause) in [
        (
            "overrides: [FALLBACK]",
            "unresolved-override",
            "OAR-EVAL-13",
        ),
        ("on_error: FALLBACK", "unresolved-on-error", "OAR-OPS-5"),
        (
            "when: fire_count_of(\"FALLBACK\") > 0",
            "unresolved-counter",
            "OAR-FIRE-11",
        ),
    ] {
        let text = rule("PRIMARY", &format!("namespace: publisher.one\n{more}"))
            + &rule(
                "FALLBACK",
                "namespace: publisher.two\non_fire: [increment_counter]",
            )
            + &rule("FALLBACK", "");
        let outcome = run(&text);
        let found = outcome
            .found
            .iter()
            .find(|d| d.code.name() == code)
            .unwrap();
        assert_eq!(found.clause, clause);
        assert!(
            found.message.contains("`publisher.one/FALLBACK`"),
            "{}",
            found.message
        );
        assert_eq!(
            found.help.as_deref(),
            Some("did you mean `publisher.two/FALLBACK`?")
        );
        assert!(outcome.set.is_none());
    }
    let alone = rule("PRIMARY", "namespace: publisher.one\non_error: FALLBACK")
        + &rule("FALLBACK", "namespace: publisher.two");
    assert_eq!(
        run(&alone).words(),
        (
            "`on_error` of `publisher.one/PRIMARY` names `publisher.one/FALLBACK`, which is not loaded",
            "a bare identifier means the rule's own namespace; write `publisher.two/FALLBACK` if that rule is meant"
        )
    );
    let slip =
        rule("READ_SCOPE", "namespace: a") + &rule("R", "namespace: a\noverrides: [READ_SCOP]");
    assert_eq!(run(&slip).words().1, "did you mean `a/READ_SCOPE`?");
}

#[test]
fn a_reference_to_a_broken_rule_is_not_an_error_of_its_own() {
    let reader = rule(
        "READER",
        "namespace: ns\noverrides: [BROKEN]\non_error: BROKEN\nwhen: fire_count_of(\"BROKEN\") > 1",
    );
    let broken = rule("BROKEN", "namespace: ns\nwhen: ghost");
    let found = run(&(reader.clone() + &broken)).brief();
    assert_eq!(found, [r#"unknown-name "ghost" OAR-FACT-3"#]);
    // Its identity may be the very thing that did not read.
    for broken in [
        rule("BROKEN", "namespace: Not_One"),
        rule("broken", "namespace: ns"),
    ] {
        let outcome = run(&(reader.clone() + &broken));
        let codes: Vec<_> = outcome.found.iter().map(|d| d.code.name()).collect();
        assert_eq!(codes, ["malformed-name"]);
    }
}

#[test]
fn nobody_overrides_a_mandatory_rule() {
    let text = rule("A", "overrides: [B]") + &rule("B", "mandatory: true");
    let outcome = run(&text);
    assert_eq!(
        outcome.brief(),
        [r#"override-of-mandatory "B" OAR-EVAL-17"#]
    );
    assert_eq!(outcome.words().0, "`A` overrides `B`, which is mandatory");
    assert_eq!(
        outcome.secondary(),
        [("true", "nothing may silence this rule")]
    );
    run(&(rule("A", "overrides: [B]") + &rule("B", "mandatory: false"))).clean();
}

fn targets(set: &RuleSet) -> Vec<&str> {
    let mut targets = Vec::new();
    for when in set.rules.iter().filter_map(|rule| rule.when.as_ref()) {
        when.walk(&mut |node| {
            if let TypedKind::CountOf { target, .. } = node.kind {
                targets.push(set.rules[target.unwrap().index()].qualified.as_str());
            }
        });
    }
    targets
}

#[test]
fn counter_readers_find_their_rule() {
    let text = rule(
        "READER",
        "namespace: ns\nwhen: '!(fire_count_of(\"TALLY\") < 2) ? breaker_count_of(\"z/TALLY\") > 1 : fire_count_of(\"READER\") == 0'",
    ) + &rule(
        "TALLY",
        "namespace: z\nkind: schema\non_fire: [increment_breaker]",
    ) + &rule(
        "TALLY",
        "namespace: ns\nkind: schema\non_fire: [increment_counter]",
    );
    let outcome = run(&text);
    let set = outcome.set.as_ref().unwrap();
    assert_eq!(targets(set), ["ns/TALLY", "z/TALLY", "ns/READER"]);
}

#[test]
fn a_reader_reaches_the_fact_that_keys_the_counter() {
    let tally = rule(
        "TALLY",
        "counter_scope: tool\nrequires: {profiles: [tool]}\non_fire: [increment_counter]\neffect: allow",
    );
    let reader = |more: &str| {
        tally.clone()
            + &rule(
                "READER",
                &format!("when: fire_count_of(\"TALLY\") > 1\n{more}"),
            )
    };
    run(&reader("requires: {profiles: [tool]}")).clean();
    let outcome = run(&reader(""));
    assert!(outcome.set.is_none());
    assert_eq!(
        outcome.words(),
        (
            "`READER` reads a counter that `TALLY` keys by `tool`, without requiring that fact",
            "add `tool` to `requires.profiles`, or `tool` to `requires.facts`"
        )
    );
    assert_eq!(
        outcome.secondary(),
        [("tool", "the fact that keys the counter")]
    );
    // A target that does not declare it is at fault itself (OAR-FIRE-10).
    let text = rule("TALLY", "counter_scope: tool\non_fire: [increment_counter]")
        + &rule(
            "R",
            "requires: {profiles: [tool]}\nwhen: fire_count_of(\"TALLY\") > 1",
        );
    assert_eq!(
        run(&text).brief(),
        [r#"missing-requires "tool" OAR-FACT-20"#]
    );
}
