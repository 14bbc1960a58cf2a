//! What a check and a repair cost, counted: how often a check asks the host, how often a repair evaluates the rules. Both
//! are counts and not times, so they come out the same on every machine; `benches/ordering.rs` has the times.

use std::cell::Cell;

use oar_runtime::ordering::{
    ActiveOn, Adjacency, Alternation, ApplyTo, Composition, Datum, DatumMap, Decision, Guard,
    IdentifierUniqueness, Invariant, Kind, NonEmptyTurn, Options, Order, OrderScope, Path,
    Preservation, Primitive, Profile, Reason, RenameStrategy, RequiredMetadata, Role, Rule,
    RuleSet, Severity, Sink, StaleContentAdvisory, Text, Tool, ToolIdentity, View, check, repair,
};

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

/// A host's message that counts what it is asked.
struct Item<'c> {
    kind: Kind,
    role: Role,
    id: String,
    at: i64,
    asked: &'c Cell<usize>,
}

impl Item<'_> {
    fn ask(&self) {
        self.asked.set(self.asked.get() + 1);
    }
}

impl DatumMap for Item<'_> {
    fn len(&self) -> usize {
        self.ask();
        1
    }

    fn get(&self, key: &str) -> Option<Datum<'_>> {
        self.ask();
        (key == "signature").then_some(Datum::Str("s"))
    }

    fn each(&self, visit: &mut dyn FnMut(&str, Datum<'_>)) {
        self.ask();
        visit("signature", Datum::Str("s"));
    }
}

impl Primitive for Item<'_> {
    fn kind(&self) -> Kind {
        self.ask();
        self.kind
    }

    fn id(&self) -> &str {
        self.ask();
        &self.id
    }

    fn created_at(&self) -> i64 {
        self.ask();
        self.at
    }

    fn role(&self) -> Role {
        self.ask();
        self.role
    }

    fn text(&self) -> Text<'_> {
        self.ask();
        Text::Known("hello")
    }

    fn has_attachments(&self) -> bool {
        self.ask();
        false
    }

    fn tool(&self) -> &str {
        self.ask();
        "weather"
    }

    fn payload(&self) -> Option<Datum<'_>> {
        self.ask();
        Some(Datum::Map(self))
    }

    fn replay_compatibility(&self) -> Option<&str> {
        self.ask();
        Some("wire-v1")
    }

    fn seq(&self) -> Option<u64> {
        self.ask();
        None
    }
}

/// A conversation that repeats a pattern: `u` and `a` are messages, `t` a thought, `c` a call.
fn conversation<'c>(pattern: &str, entries: usize, asked: &'c Cell<usize>) -> Vec<Item<'c>> {
    let letters = pattern.chars().cycle().take(entries);
    (0..)
        .zip(letters)
        .map(|(at, letter)| Item {
            kind: match letter {
                't' => Kind::Thought,
                'c' => Kind::ToolCall,
                _ => Kind::Message,
            },
            role: match letter {
                'u' => Role::User,
                _ => Role::Assistant,
            },
            id: format!("{letter}{at}"),
            at: at * 10,
            asked,
        })
        .collect()
}

/// A guard that counts how often its rules are evaluated.
struct Counted {
    guard: Guard,
    evaluations: Cell<usize>,
}

impl Counted {
    fn new(rules: &'static [Rule]) -> Self {
        let profile = Profile {
            name: "all",
            description: "",
            permissive: false,
            rules,
        };
        Self {
            guard: Guard::new(&[&profile], Composition::UnionOfRules),
            evaluations: Cell::new(0),
        }
    }
}

impl RuleSet for Counted {
    fn evaluate<P: Primitive>(&self, view: &View<P>, sink: &mut Sink<'_>) {
        self.evaluations.set(self.evaluations.get() + 1);
        self.guard.evaluate(view, sink);
    }

    fn evaluate_history<P: Primitive>(&self, view: &View<P>, sink: &mut Sink<'_>) {
        self.guard.evaluate_history(view, sink);
    }

    fn rules(&self) -> impl Iterator<Item = Rule> {
        self.guard.rules()
    }
}

/// How often a check of so many entries asks the host.
fn asked(entries: usize) -> usize {
    let count = Cell::new(0);
    let timeline = conversation("utca", entries, &count);
    let tools = [Tool {
        name: "weather",
        input_schema: None,
    }];
    let options = Options {
        tools: Some(&tools),
        ..Options::default()
    };
    let guard = Counted::new(RULES);
    let first = check(&guard, &timeline, &options);
    assert_eq!(first.finding_ids(), ["stale"]);
    let options = Options {
        previous: first.snapshot.as_ref(),
        disable_advisory_rule_ids: &["stale"],
        ..options
    };
    count.set(0);
    let report = check(&guard, &timeline, &options);
    assert_eq!(report.findings().count(), 0);
    assert_eq!(guard.evaluations.get(), 2);
    count.get()
}

#[test]
fn a_check_asks_each_entry_a_few_times() {
    let short = asked(1_000);
    let long = asked(32_000);
    // Linear: the pattern divides both lengths. Sorting compares neighbours, one pair less than there are entries, and
    // asks two of them for their `seq`.
    assert_eq!(long - 2 * 31_999, (short - 2 * 999) * 32);
    // Six accessors to put an entry in its place, and what the nine rules want to know of it.
    assert!(short <= 1_000 * 10, "{short} questions about 1,000 entries");
}

fn blocking_order() -> Rule {
    Rule::Order(&Order {
        id: "order",
        severity: Severity::Blocking,
        before: Kind::Thought,
        after: Kind::ToolCall,
        scope: OrderScope::RoleGroup,
        only_latest_group: false,
    })
}

fn no_message_after_call() -> Rule {
    Rule::Adjacency(&Adjacency {
        id: "adjacency",
        severity: Severity::Blocking,
        first: Kind::ToolCall,
        disallow_between: &[Kind::Message],
    })
}

fn no_thought_after_message() -> Rule {
    Rule::Adjacency(&Adjacency {
        id: "thoughts",
        severity: Severity::Blocking,
        first: Kind::Message,
        disallow_between: &[Kind::Thought],
    })
}

fn turns() -> Rule {
    Rule::Alternation(&Alternation {
        id: "turns",
        severity: Severity::Blocking,
        max_per_group: None,
    })
}

/// How often a repair evaluates, how many repairs it makes, and whether it proceeds.
fn repaired(pattern: &str, entries: usize, rules: Vec<Rule>) -> (usize, usize, Decision) {
    let count = Cell::new(0);
    let timeline = conversation(pattern, entries, &count);
    let guard = Counted::new(Vec::leak(rules));
    let report = repair(&guard, &timeline, &Options::default()).report;
    (
        guard.evaluations.get(),
        report.repaired.len(),
        report.decision,
    )
}

/// One evaluation before, one after, and those in between: each class is taken in a round, and one round finds nothing.
#[test]
fn a_repair_evaluates_a_few_times_however_long_the_conversation() {
    let cases = [
        // Every turn has its thought behind its call.
        ("ucta", vec![blocking_order()], 10_000 / 4),
        // Every answer stands behind a call, and rises through all of them.
        ("ca", vec![no_message_after_call()], 10_000 / 2),
        // Nobody answers, with and without rules that a filler could break.
        ("u", vec![turns()], 9_999),
        ("u", vec![turns(), no_message_after_call()], 9_999),
        (
            "u",
            vec![turns(), blocking_order(), no_thought_after_message()],
            9_999,
        ),
    ];
    for (pattern, rules, repairs) in cases {
        let short = repaired(pattern, 1_000, rules.clone());
        let long = repaired(pattern, 10_000, rules);
        assert_eq!(long.1, repairs, "{pattern}");
        assert_eq!(
            (short.2, long.2),
            (Decision::Proceed, Decision::Proceed),
            "{pattern}"
        );
        assert_eq!(short.0, long.0, "{pattern}");
        assert!(long.0 <= 6, "{pattern}: {} evaluations", long.0);
    }
}

/// Rules that disturb each other all along: the number of evaluations is capped, and the repair ends in a rejection that
/// says so.
#[test]
fn a_repair_ends_where_rules_disturb_each_other() {
    let rules = vec![
        blocking_order(),
        no_message_after_call(),
        no_thought_after_message(),
        turns(),
    ];
    let count = Cell::new(0);
    let timeline = conversation("catu", 8_192, &count);
    let guard = Counted::new(Vec::leak(rules));
    let report = repair(&guard, &timeline, &Options::default()).report;
    assert_eq!(report.decision, Decision::Reject);
    let reasons = report.unrepaired.iter().map(|left| &left.reason);
    assert!(reasons.clone().any(|reason| *reason == Reason::StepLimit));
    // 2^23 / 8,192, and those before and after the repair; the last batch may end one short.
    let evaluations = guard.evaluations.get();
    assert!(evaluations <= 1_024 + 3, "{evaluations} evaluations");
}
