//! A decision allocates nothing where it promises so: when nothing fires, when one rule with constant copy does, and when a
//! call is counted that was counted before.
//!
//! The allocator of this binary counts for each thread by itself, so tests do not disturb one another.

use allocation_counter::measure;
use oar::session::{Discard, MemoryCounters, Opened};
use oar::{
    CopyField, Effect, Eviction, Observed, Outcome, RuleOutcome, Session, Sessions, ToolCall,
    args::Args, facts,
};
use serde_json::{Map, Value, json};

mod policy {
    oar::include_rules![
        "tests/allocations/rules.yaml",
        capability = "tests/allocations/capability.yaml"
    ];
}

struct Call<'a>(ToolCall<'a>);

impl facts::Occurrence for Call<'_> {
    fn content(&self) -> Option<&str> {
        None
    }

    fn call(&self) -> Option<&ToolCall<'_>> {
        Some(&self.0)
    }
}

impl facts::Tool for Call<'_> {}

impl facts::Session for Call<'_> {
    fn principal(&self) -> Observed<&str> {
        Ok("ci")
    }
}

/// One call, with its fingerprint yet to be computed.
fn decide(session: &mut Session, tool: &str, arguments: &Map<String, Value>) -> Outcome {
    let call = Call(ToolCall::new(tool, Args::Json(arguments)));
    policy::Policy::new().tool_pre_invoke(&call, session)
}

fn object(value: Value) -> Map<String, Value> {
    value.as_object().cloned().expect("an object")
}

/// The allocations of some calls, after as many before them as fill the activity window and every table.
fn allocations(tool: &str, arguments: &Value, check: impl Fn(&Outcome)) -> u64 {
    let arguments = object(arguments.clone());
    let mut session = Session::new("s");
    for _ in 0..8 {
        check(&decide(&mut session, tool, &arguments));
    }
    let counted = measure(|| {
        for _ in 0..8 {
            let outcome = decide(&mut session, tool, &arguments);
            check(&outcome);
        }
    });
    assert_eq!(counted.count_current, 0, "what a call leaves behind");
    counted.count_total
}

fn trace(outcome: &Outcome) -> impl Iterator<Item = (&'static str, RuleOutcome)> {
    outcome.trace().iter()
}

#[test]
fn an_allocation_made_on_purpose_is_seen() {
    let arguments = object(json!({"command": "ls"}));
    let mut session = Session::new("s");
    let boxed = measure(|| {
        let _ = decide(&mut session, "shell", &arguments);
        drop(std::hint::black_box(Box::new(7_u64)));
    });
    let mut grown = Vec::from([0_u8]);
    let reallocated = measure(|| grown.resize(4096, 1));
    // A session that begins notes its first call, and a scope that is new is put down.
    let first = measure(|| {
        let _ = decide(&mut Session::new("t"), "fetch", &arguments);
    });
    assert!(boxed.count_total >= 1);
    assert_eq!(reallocated.count_total, 1);
    assert!(first.count_total >= 2);
}

#[test]
fn a_decision_where_nothing_fires() {
    let arguments = json!({"command": "ls", "timeout": 3});
    let passed = |outcome: &Outcome| {
        assert_eq!(outcome.effect(), Effect::None);
        assert!(trace(outcome).eq([
            ("ROOT_RUNS", RuleOutcome::Passed),
            ("MANY_ARGUMENTS", RuleOutcome::Passed),
        ]));
    };
    assert_eq!(allocations("shell", &arguments, passed), 0);
}

#[test]
fn a_decision_where_a_flow_is_looked_for_and_not_found() {
    let passed = |outcome: &Outcome| {
        assert_eq!(outcome.effect(), Effect::None);
        assert!(trace(outcome).eq([
            ("MOVES_AFTER_DELETE", RuleOutcome::Passed),
            ("ROOT_RUNS", RuleOutcome::Passed),
            ("MANY_ARGUMENTS", RuleOutcome::Passed),
        ]));
    };
    assert_eq!(allocations("make", &json!({"command": "all"}), passed), 0);
}

#[test]
fn a_decision_that_no_rule_is_selected_for() {
    let nothing = |outcome: &Outcome| {
        assert_eq!(outcome.effect(), Effect::None);
        assert_eq!(trace(outcome).count(), 0);
    };
    assert_eq!(allocations("list", &json!({}), nothing), 0);
}

#[test]
fn a_block_with_constant_copy() {
    let blocked = |outcome: &Outcome| {
        assert_eq!(outcome.effect(), Effect::Block);
        assert_eq!(outcome.rule(), Some("DELETES"));
        let what = outcome.copy().get(CopyField::What);
        assert_eq!(what, Some("A recursive delete is refused."));
    };
    assert_eq!(
        allocations("delete", &json!({"recursive": true}), blocked),
        0
    );
}

#[test]
fn a_warning_with_constant_copy() {
    let warned = |outcome: &Outcome| {
        assert_eq!(outcome.effect(), Effect::Warn);
        let advisories = outcome.advisories().iter();
        assert!(advisories.map(|advisory| advisory.rule()).eq(["MOVES"]));
        let what = outcome.copy().get(CopyField::What);
        assert_eq!(what, Some("A move is awkward to undo."));
    };
    assert_eq!(allocations("move", &json!({"path": "a"}), warned), 0);
}

#[test]
fn a_count_of_a_known_scope() {
    // The fingerprint is the digest of the canonical form: keys sorted, numbers shortest, text escaped.
    let arguments = json!({
        "url": "https://example.com/é\n",
        "retries": 3,
        "wait": 1.5,
        "headers": {"b": ["x", null, true], "a": {}},
    });
    let counted = |outcome: &Outcome| {
        assert!(matches!(outcome.effect(), Effect::None | Effect::Warn));
        assert_eq!(
            trace(outcome).next(),
            Some(("FETCH_TALLY", RuleOutcome::Fired))
        );
        assert_eq!(outcome.side_effects().count(), 1);
    };
    assert_eq!(allocations("fetch", &arguments, counted), 0);
}

#[test]
fn a_warning_that_is_counted() {
    let counted = |outcome: &Outcome| {
        assert_eq!(outcome.effect(), Effect::Warn);
        assert_eq!(outcome.side_effects().count(), 2);
    };
    assert_eq!(allocations("probe", &json!({"path": "a"}), counted), 0);
}

#[test]
fn a_session_that_is_held() {
    let mut sessions = Sessions::new(3, Eviction::LeastRecentlyUsed);
    let arguments = object(json!({"url": "https://example.com"}));
    let mut round = || {
        for id in ["b", "a", "c"] {
            let stores = || (MemoryCounters::with_limit(1), Discard);
            let Opened { session, evicted } = sessions.open(id, stores).expect("there is room");
            assert!(evicted.is_none());
            let outcome = decide(session, "fetch", &arguments);
            assert_eq!(outcome.side_effects().count(), 1);
        }
    };
    (0..8).for_each(|_| round());
    assert_eq!(measure(round).count_total, 0);
}
