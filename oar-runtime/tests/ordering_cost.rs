//! What a check costs: no more than reading the conversation, and linear in its length.
#![cfg(feature = "json")]

use std::time::{Duration, Instant};

use oar_runtime::ordering::json::JsonTimeline;
use oar_runtime::ordering::{
    ActiveOn, Adjacency, Alternation, ApplyTo, Composition, Guard, IdentifierUniqueness, Invariant,
    Kind, NonEmptyTurn, Options, Order, OrderScope, Path, Preservation, Profile, RenameStrategy,
    RequiredMetadata, Role, Rule, Severity, StaleContentAdvisory, Tool, ToolIdentity, check,
};
use serde_json::{Value, json};

const SIGNATURE: Path = Path {
    text: "signature",
    segments: &["signature"],
};

/// Every rule type that looks at the whole timeline.
static RULES: &[Rule] = &[
    Rule::Order(&Order {
        id: "order",
        severity: Severity::Blocking,
        before: Kind::Thought,
        after: Kind::ToolCall,
        scope: OrderScope::RoleGroup,
        only_latest_group: false,
    }),
    Rule::RequiredMetadata(&RequiredMetadata {
        id: "metadata",
        severity: Severity::Blocking,
        kind: Kind::ToolCall,
        apply_to: ApplyTo::FirstInGroup,
        key: SIGNATURE,
        gate: None,
        fallback: None,
    }),
    Rule::Alternation(&Alternation {
        id: "alternation",
        severity: Severity::Blocking,
        max_per_group: Some(4),
    }),
    Rule::Adjacency(&Adjacency {
        id: "adjacency",
        severity: Severity::Blocking,
        first: Kind::ToolCall,
        disallow_between: &[Kind::Thought],
    }),
    Rule::StaleContentAdvisory(&StaleContentAdvisory {
        id: "stale",
        kind: Kind::Message,
        opt_out_option_key: "k",
    }),
    Rule::NonEmptyTurn(&NonEmptyTurn {
        id: "empty",
        severity: Severity::Blocking,
        role: Role::Assistant,
        only_terminal: false,
    }),
    Rule::ToolIdentity(&ToolIdentity {
        id: "tools",
        severity: Severity::Blocking,
    }),
    Rule::IdentifierUniqueness(&IdentifierUniqueness {
        id: "unique",
        severity: Severity::Blocking,
        kind: Kind::ToolCall,
        surface: ActiveOn::Both,
        rename: RenameStrategy::UuidV6,
    }),
    Rule::Preservation(&Preservation {
        id: "history",
        severity: Severity::Blocking,
        kind: Kind::Thought,
        invariant: Invariant::PayloadFieldStable(SIGNATURE),
        reset_on_model_switch: false,
    }),
];

/// A sound conversation of so many entries: user, thought, call, assistant, and again.
fn conversation(entries: usize) -> String {
    let list: Vec<Value> = (0..entries)
        .map(|at| match at % 4 {
            0 => json!({"kind": "message", "id": format!("u{at}"), "role": "user", "createdAt": at, "content": "What is the weather in the next town?"}),
            1 => json!({"kind": "thought", "id": format!("t{at}"), "createdAt": at, "content": "The user asks for the weather.", "payload": {"signature": format!("EqQBCgIYAhIM{at}")}, "replayCompatibility": "wire-v1"}),
            2 => json!({"kind": "toolCall", "id": format!("call_{at}"), "createdAt": at, "tool": "weather", "args": {"town": "next"}, "payload": {"signature": "s"}, "replayCompatibility": "wire-v1"}),
            _ => json!({"kind": "message", "id": format!("a{at}"), "role": "assistant", "createdAt": at, "content": "It is raining there."}),
        })
        .collect();
    Value::Array(list).to_string()
}

fn fastest(mut run: impl FnMut()) -> Duration {
    let time = |_| {
        let start = Instant::now();
        run();
        start.elapsed()
    };
    (0..7).map(time).min().unwrap()
}

/// Time to parse a conversation and time to check it.
fn measure(entries: usize) -> (Duration, Duration) {
    let profile = Profile {
        name: "all",
        description: "",
        permissive: false,
        rules: RULES,
    };
    let guard = Guard::new(&[&profile], Composition::UnionOfRules);
    let text = conversation(entries);
    let parse = fastest(|| {
        let value: Value = serde_json::from_str(&text).unwrap();
        assert!(value.is_array());
    });
    let value: Value = serde_json::from_str(&text).unwrap();
    let timeline = JsonTimeline::read(&value).unwrap();
    let tools = [Tool {
        name: "weather",
        input_schema: None,
    }];
    let options = Options {
        tools: Some(&tools),
        ..Options::default()
    };
    let first = check(&guard, &timeline, &options);
    assert_eq!(first.finding_ids(), ["stale"]);
    let options = Options {
        previous: first.snapshot.as_ref(),
        disable_advisory_rule_ids: &["stale"],
        ..options
    };
    let checked = fastest(|| {
        let report = check(&guard, &timeline, &options);
        assert_eq!(report.blocking.len(), 0);
    });
    (parse, checked)
}

#[test]
fn a_check_costs_no_more_than_reading() {
    let (parse, checked) = measure(10_000);
    println!("10,000 entries: parsed in {parse:?}, checked in {checked:?}");
    assert!(
        checked <= parse,
        "parsed in {parse:?}, checked in {checked:?}"
    );
}

#[test]
fn cost_is_linear() {
    let (_, short) = measure(1_000);
    let (_, long) = measure(32_000);
    println!("1,000 entries: {short:?}; 32,000 entries: {long:?}");
    // Thirty-two times the entries, and a cold cache: a quadratic check would take a thousand times as long.
    assert!(
        long < short * 200,
        "1,000 entries: {short:?}; 32,000 entries: {long:?}"
    );
}
