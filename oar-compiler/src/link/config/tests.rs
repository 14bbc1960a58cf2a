use super::{Subject, configure};
use crate::document::Enforcement;
use crate::link::testing::{Outcome, read, rule, run};

/// Two publishers' `SHARED`, an unscoped `BARE` with a namesake, a mandatory rule.
fn with(config: &str) -> Outcome {
    let rules = rule("SHARED", "namespace: vendor.b")
        + &rule("SHARED", "namespace: vendor.a")
        + &rule("BARE", "")
        + &rule("BARE", "namespace: vendor.a")
        + &rule("ONLY", "namespace: vendor.a\nenforcement: monitor")
        + &rule("IMMOVABLE", "namespace: oar.test\nmandatory: true")
        + &rule("LOOSE", "mandatory: true\nenforcement: monitor");
    run(&(rules + config))
}

fn enforcement(outcome: Outcome, rule: &str) -> Enforcement {
    let set = outcome.clean();
    let rule = set.rules.iter().find(|r| r.qualified == rule).unwrap();
    rule.enforcement
}

fn config(members: &str) -> String {
    format!("---\noar_config: \"1.0\"\n{members}\n")
}

#[test]
fn statements_replace_what_the_rule_declares() {
    assert_eq!(enforcement(with(""), "vendor.a/ONLY"), Enforcement::Monitor);
    let disabled = with(&config("disable: [ONLY]"));
    assert_eq!(enforcement(disabled, "vendor.a/ONLY"), Enforcement::Off);
    let enforced = with(&config("enforcement: {vendor.a/ONLY: enforce}"));
    let set = enforced.clean();
    let rule = set.rules.iter().find(|r| r.id == "ONLY").unwrap();
    assert_eq!(
        (rule.declared, rule.enforcement),
        (Enforcement::Monitor, Enforcement::Enforce)
    );
}

#[test]
fn the_last_statement_wins() {
    // Inside a document `enforcement` comes after `disable`, however they are written.
    let both = with(&config("enforcement: {ONLY: monitor}\ndisable: [ONLY]"));
    assert_eq!(enforcement(both, "vendor.a/ONLY"), Enforcement::Monitor);
    let later =
        with(&(config("enforcement: {ONLY: enforce}") + &config("disable: [vendor.a/ONLY]")));
    assert_eq!(enforcement(later, "vendor.a/ONLY"), Enforcement::Off);
    let later =
        with(&(config("disable: [vendor.a/ONLY]") + &config("enforcement: {ONLY: enforce}")));
    assert_eq!(enforcement(later, "vendor.a/ONLY"), Enforcement::Enforce);
}

#[test]
fn a_bare_reference_is_exact_first() {
    let off = |name: &str| enforcement(with(&config("disable: [BARE]")), name);
    assert_eq!(off("BARE"), Enforcement::Off);
    assert_eq!(off("vendor.a/BARE"), Enforcement::Enforce);
    let ambiguous = with(&config("disable: [SHARED]"));
    assert_eq!(
        ambiguous.brief(),
        [r#"ambiguous-configured-rule "SHARED" OAR-CFG-8"#]
    );
    assert_eq!(
        ambiguous.words().0,
        "`SHARED` may be any of `vendor.a/SHARED`, `vendor.b/SHARED`"
    );
    let qualified = with(&config("disable: [vendor.b/SHARED]"));
    assert_eq!(enforcement(qualified, "vendor.b/SHARED"), Enforcement::Off);
}

#[test]
fn a_rule_that_is_not_loaded_is_refused() {
    let absent = with(&config(
        "disable: [ABSENT]\nenforcement: {vendor.c/ONLY: off}",
    ));
    assert_eq!(
        absent.brief(),
        [
            r#"unknown-configured-rule "ABSENT" OAR-CFG-4"#,
            r#"unknown-configured-rule "vendor.c/ONLY" OAR-CFG-4"#
        ]
    );
    assert_eq!(
        absent.found[1].help.as_deref(),
        Some("did you mean `vendor.a/ONLY`?")
    );
    assert!(absent.set.is_none());
    // An operator has no namespace, so what a bare identifier was meant for may stand in any.
    let misspelt = with(&config("disable: [IMOVABLE]"));
    assert_eq!(
        misspelt.found[0].help.as_deref(),
        Some("did you mean `oar.test/IMMOVABLE`?")
    );
}

#[test]
fn nothing_weakens_a_mandatory_rule() {
    for members in [
        "disable: [IMMOVABLE]",
        "enforcement: {oar.test/IMMOVABLE: off}",
        "enforcement: {IMMOVABLE: monitor}",
        // Also when a later statement would repair it, or when the rule itself declares no better.
        "disable: [IMMOVABLE]\nenforcement: {IMMOVABLE: enforce}",
        "enforcement: {LOOSE: monitor}",
    ] {
        let outcome = with(&config(members));
        let found = &outcome.found[0];
        assert_eq!(outcome.found.len(), 1, "{members}");
        assert_eq!(
            (found.code.name(), found.clause),
            ("mandatory-weakened", "OAR-CFG-5")
        );
        assert_eq!(
            outcome.secondary(),
            [("true", "nothing may silence this rule")]
        );
        assert!(outcome.set.is_none());
    }
    let words = with(&config("enforcement: {IMMOVABLE: monitor}"));
    assert_eq!(
        words.words().0,
        "the configuration sets `oar.test/IMMOVABLE` to `monitor`, and the rule is mandatory"
    );
    let enforced = with(&config("enforcement: {LOOSE: enforce}"));
    assert_eq!(enforcement(enforced, "LOOSE"), Enforcement::Enforce);
}

#[test]
fn two_spellings_of_one_rule_agree() {
    let disagree = with(&config("enforcement: {ONLY: monitor, vendor.a/ONLY: off}"));
    assert_eq!(
        disagree.brief(),
        [r#"conflicting-configuration "vendor.a/ONLY" OAR-CFG-3"#]
    );
    assert_eq!(
        disagree.words().0,
        "`enforcement` speaks of `vendor.a/ONLY` twice, and once as `monitor`, once as `off`"
    );
    let agree = with(&config("enforcement: {ONLY: off, vendor.a/ONLY: off}"));
    assert_eq!(enforcement(agree, "vendor.a/ONLY"), Enforcement::Off);
}

#[test]
fn configurations_are_checked_without_documents() {
    let subject = |qualified, mandatory| Subject {
        qualified,
        mandatory,
        declared: None,
    };
    let subjects = [
        subject("a/X", false),
        subject("b/Y", true),
        subject("b/Z", false),
    ];
    let (documents, _, mut diags) = read(
        &(config("disable: [X]\nenforcement: {b/Z: monitor}")
            + &config("enforcement: {X: enforce}")),
    );
    let stated = configure(&subjects, &documents.configs, &mut diags);
    assert!(!diags.has_errors());
    assert_eq!(
        stated,
        [Some(Enforcement::Enforce), None, Some(Enforcement::Monitor)]
    );

    let (documents, _, mut diags) = read(&config("disable: [Y, Q]"));
    let _ = configure(&subjects, &documents.configs, &mut diags);
    let codes: Vec<_> = diags.as_slice().iter().map(|d| d.code.name()).collect();
    assert_eq!(codes, ["mandatory-weakened", "unknown-configured-rule"]);
}
