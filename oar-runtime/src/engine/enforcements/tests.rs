use super::*;
use crate::outcome::Copy;
use crate::program::{CopySource, OnError, RuleEffect};

const fn rule(qualified: &'static str, enforcement: Enforcement, mandatory: bool) -> Rule {
    Rule {
        qualified,
        effect: RuleEffect::Block,
        enforcement,
        mandatory,
        on_error: OnError::FailClosed,
        alone: true,
        more: None,
        copy: CopySource::Constant(Copy::constant(&[])),
    }
}

static RULES: [Rule; 5] = [
    rule("SHARED", Enforcement::Enforce, false),
    rule("a/LONE", Enforcement::Off, false),
    rule("a/MUST", Enforcement::Enforce, true),
    rule("a/SHARED", Enforcement::Enforce, false),
    rule("b/TWICE", Enforcement::Enforce, false),
];

/// The enforcement of every rule, in the order of `RULES`.
fn now(enforcements: &Enforcements) -> Vec<Enforcement> {
    match enforcements.current() {
        None => RULES.iter().map(|rule| rule.enforcement).collect(),
        Some(custom) => (0..5).map(|rule| custom.get(rule)).collect(),
    }
}

use Enforcement::{Enforce, Monitor, Off};

#[test]
fn enforcement_applies_after_disable_whatever_the_order_of_the_calls() {
    for configuration in [
        Configuration::new()
            .disable("b/TWICE")
            .enforcement("TWICE", Monitor),
        Configuration::new()
            .enforcement("TWICE", Monitor)
            .disable("b/TWICE"),
    ] {
        let enforcements = Enforcements::new(&RULES);
        enforcements.apply(&[configuration]).expect("it applies");
        assert_eq!(
            now(&enforcements),
            [Enforce, Off, Enforce, Enforce, Monitor]
        );
    }
}

#[test]
fn the_last_statement_wins_across_configurations() {
    let enforcements = Enforcements::new(&RULES);
    let first = Configuration::new().enforcement("a/LONE", Monitor);
    let second = Configuration::new().enforcement("LONE", Enforce);
    enforcements
        .apply(&[first.clone(), second.clone()])
        .expect("they apply");
    assert_eq!(now(&enforcements)[1], Enforce);
    enforcements.apply(&[second, first]).expect("they apply");
    assert_eq!(now(&enforcements)[1], Monitor);
}

#[test]
fn an_exact_identifier_wins_over_a_bare_match() {
    // OAR-CFG-8: the bare form is the only spelling that an unnamespaced rule has.
    let enforcements = Enforcements::new(&RULES);
    enforcements
        .apply(&[Configuration::new().disable("SHARED")])
        .expect("it applies");
    assert_eq!(now(&enforcements), [Off, Off, Enforce, Enforce, Enforce]);
}

#[test]
fn what_names_nothing_or_too_much_is_refused() {
    static TWO: [Rule; 2] = [
        rule("a/R", Enforcement::Enforce, false),
        rule("b/R", Enforcement::Enforce, false),
    ];
    let ambiguous = Enforcements::new(&TWO).apply(&[Configuration::new().disable("R")]);
    assert_eq!(
        ambiguous,
        Err(ConfigError::Ambiguous {
            rule: "R".to_owned(),
            candidates: vec!["a/R", "b/R"]
        })
    );
    let unknown = Enforcements::new(&TWO).apply(&[Configuration::new().disable("c/R")]);
    assert_eq!(
        unknown,
        Err(ConfigError::Unknown {
            rule: "c/R".to_owned()
        })
    );
}

#[test]
fn a_mandatory_rule_stays() {
    for enforcement in [Monitor, Off] {
        let refused = Enforcements::new(&RULES)
            .apply(&[Configuration::new().enforcement("MUST", enforcement)]);
        assert_eq!(refused, Err(ConfigError::Mandatory { rule: "a/MUST" }));
    }
    let enforced = Configuration::new().enforcement("MUST", Enforce);
    assert_eq!(Enforcements::new(&RULES).apply(&[enforced]), Ok(()));
}

#[test]
fn two_spellings_of_one_rule_have_to_agree() {
    let says = |one, other| {
        Configuration::new()
            .enforcement("LONE", one)
            .enforcement("a/LONE", other)
    };
    let refused = Enforcements::new(&RULES).apply(&[says(Monitor, Off)]);
    assert_eq!(refused, Err(ConfigError::Contradiction { rule: "a/LONE" }));
    assert_eq!(
        Enforcements::new(&RULES).apply(&[says(Monitor, Monitor)]),
        Ok(())
    );
}

#[test]
fn a_refused_list_changes_nothing() {
    let enforcements = Enforcements::new(&RULES);
    enforcements
        .apply(&[Configuration::new().disable("TWICE")])
        .expect("it applies");
    let before = now(&enforcements);
    let refused = enforcements.apply(&[
        Configuration::new().enforcement("LONE", Enforce),
        Configuration::new().disable("MUST"),
    ]);
    assert!(refused.is_err());
    assert_eq!(now(&enforcements), before);
}

#[test]
fn a_new_list_replaces_the_old_one() {
    let enforcements = Enforcements::new(&RULES);
    enforcements
        .apply(&[Configuration::new().disable("TWICE")])
        .expect("it applies");
    enforcements.apply(&[]).expect("it applies");
    assert_eq!(
        now(&enforcements),
        [Enforce, Off, Enforce, Enforce, Enforce]
    );
}
