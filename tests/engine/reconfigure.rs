//! An operator reconfigures a host that is running, and policies, sessions and outcomes go between threads.

use std::sync::atomic::{AtomicBool, Ordering};

use oar::{ConfigError, Configuration, DetectorError, Enforcement, Outcome, Report, Session};

use crate::host::Spy;

mod policy {
    oar::include_rules![
        "tests/engine/reconfigure.yaml",
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

fn traced(policy: &Policy) -> Vec<&'static str> {
    let outcome = policy.model_output(&Spy::content("text"), &mut Session::new("s"));
    outcome.trace().iter().map(|(rule, _)| rule).collect()
}

#[test]
fn run_time_turns_on_what_the_build_turned_off() {
    let policy = Policy::new();
    assert_eq!(traced(&policy), ["LEFT"]);
    let on = Configuration::new().enforcement("RIGHT", Enforcement::Enforce);
    policy.reconfigure(&[on]).expect("it applies");
    assert_eq!(traced(&policy), ["LEFT", "RIGHT"]);
    // A new list replaces the old one: what it does not mention is as built.
    policy
        .reconfigure(&[Configuration::new().disable("LEFT")])
        .expect("it applies");
    assert_eq!(traced(&policy), [] as [&str; 0]);
    policy.reconfigure(&[]).expect("it applies");
    assert_eq!(traced(&policy), ["LEFT"]);
}

#[test]
fn a_configuration_that_does_not_apply_leaves_the_old_one() {
    let policy = Policy::with_config(&[Configuration::new().disable("LEFT")]).expect("it applies");
    let refused = policy.reconfigure(&[
        Configuration::new().enforcement("LEFT", Enforcement::Enforce),
        Configuration::new().disable("ABSENT"),
    ]);
    let rule = "ABSENT".to_owned();
    assert_eq!(refused, Err(ConfigError::Unknown { rule }));
    assert_eq!(traced(&policy), [] as [&str; 0]);
}

#[test]
fn an_occurrence_sees_one_configuration_whole() {
    let left = [Configuration::new()
        .enforcement("LEFT", Enforcement::Enforce)
        .disable("RIGHT")];
    let right = [Configuration::new()
        .enforcement("RIGHT", Enforcement::Enforce)
        .disable("LEFT")];
    let policy = Policy::new();
    let done = AtomicBool::new(false);
    let (mut seen_left, mut seen_right) = (0, 0);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !done.load(Ordering::Relaxed) {
                for configurations in [&right, &left] {
                    policy.reconfigure(configurations).expect("it applies");
                }
            }
        });
        for _ in 0..20_000 {
            match traced(&policy)[..] {
                ["LEFT"] => seen_left += 1,
                ["RIGHT"] => seen_right += 1,
                ref other => {
                    done.store(true, Ordering::Relaxed);
                    panic!("half of one configuration and half of another: {other:?}");
                }
            }
        }
        done.store(true, Ordering::Relaxed);
    });
    assert_eq!(seen_left + seen_right, 20_000);
}

#[test]
fn sessions_of_several_threads_share_one_policy() {
    let policy = Policy::new();
    let outcomes: Vec<Outcome> = std::thread::scope(|scope| {
        let start = |id: usize| {
            let mut session = Session::new(format!("s-{id}"));
            let policy = &policy;
            scope.spawn(move || policy.model_output(&Spy::content("text"), &mut session))
        };
        let running: Vec<_> = (0..4).map(start).collect();
        running
            .into_iter()
            .map(|thread| thread.join().expect("no panic"))
            .collect()
    });
    assert!(
        outcomes
            .iter()
            .all(|outcome| outcome.rule() == Some("LEFT"))
    );
}

#[test]
fn public_types_go_between_threads() {
    fn both<T: Send + Sync>() {}
    both::<Policy>();
    both::<Outcome>();
    both::<Session>();
    both::<Configuration>();
    both::<ConfigError>();
    both::<oar::ToolCall<'static>>();
    both::<Report>();
    both::<oar::FactError>();
    both::<oar::json::Occurrence<'static>>();
}
