//! Configuration in the folder, named, at run time, and in every combination: the last statement about a rule wins
//! (OAR-CFG-7).

use rules::{Configuration, Enforcement, RuleOutcome, Session, json::Occurrence};

/// The configuration documents in `packs/config` apply.
mod in_folder {
    rules::include_rules!("packs", crate = rules, json = true, allow = ["warnings"]);
}

/// The one named replaces those.
mod named {
    rules::include_rules!(
        "packs",
        config = ["operator.yaml"],
        crate = rules,
        json = true,
        allow = ["warnings"]
    );
}

/// Those named apply in the order named, not in the order of their paths.
mod named_in_order {
    rules::include_rules!(
        "packs",
        config = ["packs/config/20-second.json", "packs/config/10-first.yaml"],
        crate = rules,
        json = true,
        allow = ["warnings"]
    );
}

/// None.
mod unconfigured {
    rules::include_rules!(
        "packs",
        config = [],
        crate = rules,
        json = true,
        allow = ["warnings"]
    );
}

/// Rules that are off at build time are not there.
mod frozen {
    rules::include_rules!(
        "packs",
        config = ["operator.yaml"],
        frozen = true,
        crate = rules,
        json = true,
        allow = ["warnings"]
    );
}

use RuleOutcome::{Fired, MonitoredFired};

/// What LOUD and QUIET come to at an occurrence; `None` for a rule that is off. MUST always fires.
macro_rules! heard {
    ($policy:expr) => {{
        let outcome = $policy.model_output(&Occurrence::new(), &mut Session::new("s"));
        let of = |wanted: &str| {
            let mut trace = outcome.trace().iter();
            trace
                .find(|(rule, _)| *rule == wanted)
                .map(|(_, what)| what)
        };
        assert_eq!(of("test.pack/MUST"), Some(Fired));
        (of("test.pack/LOUD"), of("test.pack/QUIET"))
    }};
}

#[test]
fn without_a_configuration_rules_run_as_they_declare() {
    assert_eq!(
        heard!(unconfigured::Policy::new()),
        (Some(Fired), Some(Fired))
    );
}

#[test]
fn documents_in_the_folder_apply_in_the_order_of_their_paths() {
    assert_eq!(
        heard!(in_folder::Policy::new()),
        (Some(MonitoredFired), Some(MonitoredFired))
    );
}

#[test]
fn documents_named_replace_those_in_the_folder() {
    assert_eq!(heard!(named::Policy::new()), (Some(Fired), None));
}

#[test]
fn documents_named_apply_in_the_order_named() {
    assert_eq!(
        heard!(named_in_order::Policy::new()),
        (None, Some(MonitoredFired))
    );
}

#[test]
fn run_time_comes_after_build_time() {
    let loud = Configuration::new().enforcement("LOUD", Enforcement::Enforce);
    // What the run-time configuration does not mention stays as built.
    let policy = in_folder::Policy::with_config(std::slice::from_ref(&loud)).expect("it applies");
    assert_eq!(heard!(policy), (Some(Fired), Some(MonitoredFired)));
    // What the build turned off, run time may turn on.
    let quiet = Configuration::new().enforcement("test.pack/QUIET", Enforcement::Monitor);
    let policy = named::Policy::with_config(&[quiet]).expect("it applies");
    assert_eq!(heard!(policy), (Some(Fired), Some(MonitoredFired)));
    // Of two run-time configurations the later one counts.
    let silent = Configuration::new().disable("LOUD");
    let policy =
        in_folder::Policy::with_config(&[loud.clone(), silent.clone()]).expect("both apply");
    assert_eq!(heard!(policy), (None, Some(MonitoredFired)));
    let policy = in_folder::Policy::with_config(&[silent, loud]).expect("both apply");
    assert_eq!(heard!(policy), (Some(Fired), Some(MonitoredFired)));
}

#[test]
fn documents_read_at_run_time_mean_what_they_mean_at_build_time() {
    let read = |name: &str, bytes: &[u8]| {
        let policy = unconfigured::Policy::new();
        let read = rules::config::read_for(policy.rules(), name, bytes).expect("sound");
        policy.reconfigure(&read).expect("it applies");
        heard!(policy)
    };
    assert_eq!(
        read(
            "10-first.yaml",
            include_bytes!("../packs/config/10-first.yaml")
        ),
        (None, Some(MonitoredFired))
    );
    assert_eq!(
        read(
            "20-second.json",
            include_bytes!("../packs/config/20-second.json")
        ),
        (Some(MonitoredFired), Some(Fired))
    );
    assert_eq!(
        read("operator.yaml", include_bytes!("../operator.yaml")),
        (Some(Fired), None)
    );
}

#[test]
fn a_mandatory_rule_stays_at_run_time() {
    let policy = in_folder::Policy::new();
    let text = "oar_config: \"1.0\"\ndisable: [MUST]\n";
    let refused = rules::config::read_for(policy.rules(), "operator.yaml", text.as_bytes());
    let message = refused.expect_err("mandatory").to_string();
    assert!(message.contains("operator.yaml:2:11"), "{message}");
    assert!(message.contains("OAR-CFG-5"), "{message}");
    // Also past the reader.
    let unchecked = rules::config::read("operator.yaml", text.as_bytes()).expect("well-formed");
    assert!(policy.reconfigure(&unchecked).is_err());
    assert_eq!(heard!(policy), (Some(MonitoredFired), Some(MonitoredFired)));
}

#[test]
fn a_frozen_policy_runs_as_built() {
    assert_eq!(heard!(frozen::Policy::new()), (Some(Fired), None));
    // A rule that is off stays loaded (OAR-EVAL-11): others may name it.
    let policy = frozen::Policy::new();
    let quiet = policy.rules().iter().find(|rule| rule.code() == "QUIET");
    assert_eq!(quiet.map(|rule| rule.enforcement), Some(Enforcement::Off));
}
