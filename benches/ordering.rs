//! The ordering guard next to what reads the conversation: a check should cost no more than parsing it.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use oar::ordering::json::JsonTimeline;
use oar::ordering::{
    ActiveOn, Adjacency, Alternation, ApplyTo, Composition, Guard, IdentifierUniqueness, Invariant,
    Kind, NonEmptyTurn, Options, Order, OrderScope, Path, Preservation, Profile, RenameStrategy,
    RequiredMetadata, Role, Rule, Severity, StaleContentAdvisory, Timeline, Tool, ToolIdentity,
    check, repair,
};
use serde_json::{Value, json};

const SIGNATURE: Path = Path {
    text: "signature",
    segments: &["signature"],
};

/// Every rule type that looks at the whole timeline.
static EVERYTHING: Profile = Profile {
    name: "everything",
    description: "",
    permissive: false,
    rules: &[
        THOUGHT_FIRST,
        Rule::RequiredMetadata(&RequiredMetadata {
            id: "metadata",
            severity: Severity::Blocking,
            kind: Kind::ToolCall,
            apply_to: ApplyTo::FirstInGroup,
            key: SIGNATURE,
            gate: None,
            fallback: None,
        }),
        TURNS,
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
    ],
};

const THOUGHT_FIRST: Rule = Rule::Order(&Order {
    id: "order",
    severity: Severity::Blocking,
    before: Kind::Thought,
    after: Kind::ToolCall,
    scope: OrderScope::RoleGroup,
    only_latest_group: false,
});

const TURNS: Rule = Rule::Alternation(&Alternation {
    id: "turns",
    severity: Severity::Blocking,
    max_per_group: None,
});

const NO_MESSAGE_AFTER_CALL: Rule = Rule::Adjacency(&Adjacency {
    id: "adjacent",
    severity: Severity::Blocking,
    first: Kind::ToolCall,
    disallow_between: &[Kind::Message],
});

/// A conversation that repeats a pattern: `u` and `a` are messages, `t` a thought, `c` a call.
fn conversation(pattern: &str, entries: usize) -> Value {
    let entry = |(at, letter): (usize, char)| {
        let id = format!("{letter}{at}");
        match letter {
            'u' => {
                json!({"kind": "message", "id": id, "role": "user", "createdAt": at, "content": "What is the weather in the next town?"})
            }
            'a' => {
                json!({"kind": "message", "id": id, "role": "assistant", "createdAt": at, "content": "It is raining there."})
            }
            't' => {
                json!({"kind": "thought", "id": id, "createdAt": at, "content": "The user asks for the weather.", "payload": {"signature": format!("EqQBCgIYAhIM{at}")}, "replayCompatibility": "wire-v1"})
            }
            _ => {
                json!({"kind": "toolCall", "id": id, "createdAt": at, "tool": "weather", "args": {"town": "next"}, "payload": {"signature": "s"}, "replayCompatibility": "wire-v1"})
            }
        }
    };
    let letters = pattern.chars().cycle().take(entries);
    letters.enumerate().map(entry).collect()
}

fn checks(criterion: &mut Criterion) {
    let guard = Guard::new(&[&EVERYTHING], Composition::UnionOfRules);
    let tools = [Tool {
        name: "weather",
        input_schema: None,
    }];
    let mut group = criterion.benchmark_group("ordering, a sound conversation");
    for entries in [10, 1_000, 10_000] {
        let value = conversation("utca", entries);
        let text = value.to_string();
        let timeline = JsonTimeline::read(&value).expect("a timeline");
        let options = Options {
            tools: Some(&tools),
            disable_advisory_rule_ids: &["stale"],
            ..Options::default()
        };
        let first = check(&guard, &timeline, &options);
        assert_eq!(first.findings().count(), 0, "the conversation is sound");
        let options = Options {
            previous: first.snapshot.as_ref(),
            ..options
        };
        group.throughput(Throughput::Elements(entries as u64));
        group.bench_function(BenchmarkId::new("parsed by serde_json", entries), |b| {
            b.iter(|| serde_json::from_str::<Value>(black_box(&text)));
        });
        group.bench_function(BenchmarkId::new("checked", entries), |b| {
            b.iter(|| check(&guard, black_box(&timeline), &options));
        });
    }
    group.finish();
}

fn repairs(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("ordering, a repair");
    group.sample_size(10);
    let cases: [(&str, &str, &'static [Rule]); 4] = [
        ("a thought behind each call", "ucta", &[THOUGHT_FIRST]),
        ("a message behind each call", "ca", &[NO_MESSAGE_AFTER_CALL]),
        (
            "no answer to anything",
            "u",
            &[TURNS, NO_MESSAGE_AFTER_CALL],
        ),
        (
            "rules that disturb each other",
            "catu",
            &[THOUGHT_FIRST, TURNS, NO_MESSAGE_AFTER_CALL],
        ),
    ];
    for (name, pattern, rules) in cases {
        let profile = Profile {
            name: "p",
            description: "",
            permissive: false,
            rules,
        };
        let guard = Guard::new(&[&profile], Composition::UnionOfRules);
        for entries in [1_000, 10_000] {
            let value = conversation(pattern, entries);
            let timeline = JsonTimeline::read(&value).expect("a timeline");
            assert_eq!(timeline.len(), entries);
            group.throughput(Throughput::Elements(entries as u64));
            group.bench_function(BenchmarkId::new(name, entries), |b| {
                b.iter(|| repair(&guard, black_box(&timeline), &Options::default()));
            });
        }
    }
    group.finish();
}

criterion_group!(benches, checks, repairs);
criterion_main!(benches);
