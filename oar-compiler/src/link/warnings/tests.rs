use crate::link::testing::{Outcome, rule, run};

/// The warnings of rules that load.
fn warned(text: &str) -> Outcome {
    let outcome = run(text);
    assert!(outcome.set.is_some(), "{:#?}", outcome.found);
    outcome
}

fn codes(text: &str) -> Vec<String> {
    warned(text).brief()
}

#[test]
fn an_empty_clause_never_selects() {
    let outcome = warned(&rule(
        "R",
        "selector: {tool: []}\nrequires: {profiles: [tool]}",
    ));
    assert_eq!(
        outcome.brief(),
        [r#"empty-selector-clause "tool: []" OAR-SEL-6"#]
    );
    assert_eq!(
        outcome.words().0,
        "the selector clause `tool` is empty, so `R` is never selected"
    );
}

#[test]
fn requirements_are_used() {
    let unused = |more: &str| codes(&rule("R", more));
    assert_eq!(
        unused("requires: {profiles: [tool], facts: [acme.tenant_tier, anchor]}"),
        [
            r#"unused-requires "tool" OAR-FACT-20"#,
            r#"unused-requires "acme.tenant_tier" OAR-FACT-20"#,
            r#"unused-requires "anchor" OAR-FACT-20"#
        ]
    );
    for used in [
        "requires: {profiles: [tool]}\nselector: {tool: [x]}",
        "requires: {profiles: [tool]}\nwhen: tool_arg_bool(\"x\")",
        "requires: {profiles: [tool], facts: [tool]}\ncounter_scope: tool",
        "requires: {profiles: [secrets]}\neffect: transform\ntransform: {action: redact, target: secret_matches}",
    ] {
        assert_eq!(unused(used), [""; 0], "{used}");
    }
    // The scope fact of a counter that is read, as the readers of the portable pack declare it.
    let tally = rule(
        "TALLY",
        "counter_scope: tool\nrequires: {profiles: [tool]}\non_fire: [increment_counter]\neffect: allow",
    );
    let reader = rule(
        "READER",
        "when: fire_count_of(\"TALLY\") > 2\nrequires: {profiles: [tool]}",
    );
    assert_eq!(codes(&(tally + &reader)), [""; 0]);
}

#[test]
fn a_deprecated_rule_names_its_successor() {
    assert_eq!(
        codes(&rule("R", "status: deprecated")),
        [r#"deprecated-without-related "deprecated" OAR-DOC-30"#]
    );
    assert_eq!(
        codes(&rule(
            "R",
            "status: deprecated\nrelated: [{id: S, type: obsolete}]"
        )),
        [""; 0]
    );
    assert_eq!(codes(&rule("R", "status: experimental")), [""; 0]);
}

#[test]
fn enumerated_facts_have_only_their_values() {
    let requires = "requires: {profiles: [content-provenance]}\n";
    for (more, value) in [
        ("when: content_roles[0] == \"asistant\"", "\"asistant\""),
        ("when: '\"human\" != content_roles[0]'", "\"human\""),
        ("when: '\"trused\" in content_trust_tiers'", "\"trused\""),
        (
            "when: 'content_origins[0] in [\"web\", \"tool\"]'",
            "\"web\"",
        ),
        ("selector: {content_authorities: [root, user]}", "root"),
    ] {
        let found = codes(&rule("R", &format!("{requires}{more}")));
        assert_eq!(
            found,
            [format!("impossible-value {value:?} OAR-FACT-16")],
            "{more}"
        );
    }
    for more in [
        "when: content_roles[0] == \"assistant\" && \"untrusted\" in content_trust_tiers",
        "when: content_sources[0] == \"anything\"",
        "when: content_roles[0] == content_origins[0]",
    ] {
        assert_eq!(
            codes(&rule("R", &format!("{requires}{more}"))),
            [""; 0],
            "{more}"
        );
    }
    let words = warned(&rule(
        "R",
        &format!("{requires}when: '\"trused\" in content_trust_tiers'"),
    ));
    assert_eq!(
        words.words(),
        (
            "`content_trust_tiers` never has the value `trused`",
            "did you mean `trusted`?"
        )
    );
    let words = warned(&rule(
        "R",
        &format!("{requires}when: '\"safe\" in content_trust_tiers'"),
    ));
    assert_eq!(
        words.words().1,
        "its values are `trusted`, `untrusted`, `unknown`"
    );
}

#[test]
fn the_anchor_is_one_of_the_hosts() {
    // The fact has the core spelling, not the local one.
    assert_eq!(
        codes(&rule(
            "R",
            "anchor: model.input\nselector: {anchor: [content.input]}"
        )),
        [r#"impossible-value "content.input" OAR-FACT-16"#]
    );
    assert_eq!(
        codes(&rule("R", "when: anchor != \"gateway.pre_render\"")),
        [""; 0]
    );
}

#[test]
fn a_fact_that_names_the_rule_is_a_verdict() {
    let requires = "namespace: ns\nrequires: {profiles: [tool]}\n";
    for (more, value) in [
        ("when: permission_profile == \"R\"", "\"R\""),
        ("when: '\"ns/R\" in arg_validation_errors'", "\"ns/R\""),
        ("selector: {permission_profile: [x, R]}", "R"),
    ] {
        let found = codes(&rule("R", &format!("{requires}{more}")));
        assert_eq!(
            found,
            [format!("verdict-comparison {value:?} OAR-FACT-5")],
            "{more}"
        );
    }
    assert_eq!(
        codes(&rule(
            "R",
            &format!("{requires}when: permission_profile == \"r\"")
        )),
        [""; 0]
    );
    let own_count = "namespace: ns\nwhen: fire_count_of(\"R\") < 3\non_fire: [increment_counter]";
    assert_eq!(codes(&rule("R", own_count)), [""; 0]);
}

#[test]
fn a_counter_that_is_read_is_incremented() {
    let reader = "when: fire_count_of(\"T\") > 1 && fire_count_of(\"T\") < 9 && breaker_count_of(\"T\") == 0";
    let text = rule("R", reader) + &rule("T", "on_fire: [increment_breaker, reset_counter]");
    let outcome = warned(&text);
    assert_eq!(
        outcome.brief(),
        [r#"counter-never-incremented "fire_count_of(\"T\")" OAR-FIRE-3"#]
    );
    assert_eq!(
        outcome.words(),
        (
            "the `fire_count` of `T` is always 0: `T` never increments it",
            "add `increment_counter` to `on_fire` of `T`"
        )
    );
    assert_eq!(
        codes(&rule(
            "R",
            "when: fire_count > 2\ncopy: {what: \"{{ breaker_count }}\"}\non_fire: [increment_breaker]"
        )),
        [r#"counter-never-incremented "fire_count" OAR-FIRE-3"#]
    );
}

#[test]
fn a_counter_that_is_incremented_is_read() {
    let outcome = warned(&rule(
        "R",
        "namespace: ns\non_fire: [publish_event, increment_counter]",
    ));
    assert_eq!(
        outcome.brief(),
        [r#"counter-never-read "increment_counter" OAR-FIRE-3"#]
    );
    assert_eq!(
        outcome.words(),
        (
            "nothing reads the `fire_count` that `ns/R` increments",
            "read it in a condition with `fire_count_of(\"ns/R\")`, or remove the action"
        )
    );
    // The other counter does not count.
    let text =
        rule("R", "on_fire: [increment_breaker]") + &rule("S", "when: fire_count_of(\"R\") > 0");
    let mut found = codes(&text);
    found.sort();
    assert_eq!(
        found,
        [
            r#"counter-never-incremented "fire_count_of(\"R\")" OAR-FIRE-3"#,
            r#"counter-never-read "increment_breaker" OAR-FIRE-3"#
        ]
    );
}

#[test]
fn an_unconditional_block_hides_what_comes_after() {
    let wall = |more: &str| rule("A", &format!("effect: block\n{more}"));
    let outcome = warned(&(wall("") + &rule("B", "when: anchor != \"x\"")));
    let unreachable: Vec<_> = outcome
        .brief()
        .into_iter()
        .filter(|b| b.starts_with("unreachable"))
        .collect();
    assert_eq!(unreachable, [r#"unreachable-rule "B" OAR-EVAL-4"#]);

    let hidden = |first: &str, second: &str| {
        let found = codes(&(wall(first) + &rule("B", &format!("effect: nudge\n{second}"))));
        found.iter().any(|f| f.starts_with("unreachable"))
    };
    let tool = "requires: {profiles: [tool]}\nselector:";
    assert!(hidden("", ""));
    assert!(hidden("", &format!("{tool} {{tool: [x]}}")));
    assert!(hidden(
        &format!("{tool} {{tool: [x, y]}}"),
        &format!("{tool} {{permission_profile: [p], tool: [y]}}")
    ));
    assert!(hidden("selector: {anchor: [tool.pre_invoke]}", ""));
    // Something may get past it.
    assert!(!hidden(
        "when: fire_count == 0\non_fire: [increment_counter]",
        ""
    ));
    assert!(!hidden("flow: [a]", ""));
    assert!(!hidden("enforcement: monitor", ""));
    assert!(!hidden("anchor: tool.handler", ""));
    assert!(!hidden("kind: invariant", ""));
    assert!(!hidden("", "kind: schema"));
    assert!(!hidden("", "overrides: [A]"));
    assert!(!hidden("", "enforcement: off"));
    assert!(!hidden("selector: {anchor: [tool.handler]}", ""));
    assert!(!hidden(&format!("{tool} {{tool: [x]}}"), ""));
    assert!(!hidden(
        &format!("{tool} {{tool: [x]}}"),
        &format!("{tool} {{tool: [x, y]}}")
    ));
    assert!(!hidden(
        &format!("{tool} {{tool: [x]}}"),
        &format!("{tool} {{permission_profile: [x]}}")
    ));
    assert!(!hidden(
        "kind: detector\ndetector: {ref: \"detector://noop\"}",
        "kind: detector\ndetector: {ref: \"detector://noop\"}"
    ));
}

#[test]
fn one_condition_has_one_effect() {
    let pair = |first: &str, second: &str| {
        let text = rule("A", first) + &rule("B", second);
        let found = codes(&text);
        found.iter().any(|f| f.starts_with("same-condition"))
    };
    let when = "requires: {profiles: [tool]}\nwhen: policy_denied && tool == \"x\"\n";
    let respelled =
        "requires: {facts: [policy_denied, tool]}\nwhen: '(policy_denied) && (tool==\"x\")'\n";
    assert!(pair(
        &format!("{when}effect: block"),
        &format!("{respelled}effect: warn")
    ));
    assert!(pair(when, &format!("{when}effect: allow")));
    assert!(pair(
        "effect: nudge\nrequires: {profiles: [tool]}\nselector: {tool: [x, y], permission_profile: [p]}",
        "effect: warn\nrequires: {profiles: [tool]}\nselector: {permission_profile: [p], tool: [y, x]}"
    ));

    assert!(!pair(when, when));
    assert!(!pair(
        &format!("{when}effect: block"),
        &format!("{when}anchor: tool.handler")
    ));
    assert!(!pair(
        &format!("{when}effect: block"),
        &format!("{when}overrides: [A]")
    ));
    assert!(!pair(&format!("{when}effect: block\nflow: [a]"), when));
    assert!(!pair(
        &format!("{when}effect: block\nenforcement: monitor"),
        when
    ));
    assert!(!pair(
        &format!("{when}effect: allow\non_fire: [increment_counter]"),
        when
    ));
    assert!(!pair(
        "effect: block\nrequires: {profiles: [tool]}\nwhen: tool == \"x\"",
        "requires: {profiles: [tool]}\nwhen: tool == \"y\""
    ));
    // Each rule's own counter is another one.
    assert!(!pair(
        "effect: block\nwhen: fire_count > 2\non_fire: [increment_counter]",
        "when: fire_count > 2\non_fire: [increment_counter]"
    ));
    assert!(pair(
        "effect: block\nwhen: fire_count_of(\"A\") > 2\non_fire: [increment_counter]",
        "when: fire_count_of(\"A\") > 2"
    ));
}

#[test]
fn a_clash_says_which_effect_decides() {
    let when = "requires: {profiles: [tool]}\nwhen: policy_denied\n";
    let outcome = warned(
        &(rule("A", &format!("{when}effect: nudge")) + &rule("B", &format!("{when}effect: block"))),
    );
    assert_eq!(outcome.brief(), [r#"same-condition "block" OAR-EVAL-6"#]);
    assert_eq!(
        outcome.words(),
        (
            "`B` fires exactly when `A` does, with another effect",
            "where both fire, `block` decides: change one of the conditions, or let one rule override the other"
        )
    );
    assert_eq!(outcome.secondary(), [("nudge", "the effect of `A`")]);
}
