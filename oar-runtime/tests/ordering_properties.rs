//! What holds of every timeline and every set of rules, on a host's own types.

use std::collections::HashSet;

use oar_runtime::ordering::{
    ActiveOn, Adjacency, Alternation, ApplyTo, Composition, Data, Datum, DatumMap, Decision, Entry,
    Fallback, Guard, IdentifierUniqueness, Kind, Literal, NonEmptyTurn, Options, Order, OrderScope,
    Path, Primitive, Profile, Reason, RenameStrategy, RequiredMetadata, Role, Rule, Severity, Text,
    check, repair,
};
use proptest::prelude::*;
use proptest::sample::subsequence;

/// A host's message type.
#[derive(Clone, Debug)]
struct Item {
    kind: Kind,
    id: String,
    at: i64,
    role: Role,
    signature: Option<String>,
    tag: Option<String>,
    seq: Option<u64>,
}

impl DatumMap for Item {
    fn len(&self) -> usize {
        usize::from(self.signature.is_some())
    }

    fn get(&self, key: &str) -> Option<Datum<'_>> {
        let signature = self.signature.as_deref().filter(|_| key == "signature")?;
        Some(Datum::Str(signature))
    }

    fn each(&self, visit: &mut dyn FnMut(&str, Datum<'_>)) {
        if let Some(signature) = &self.signature {
            visit("signature", Datum::Str(signature));
        }
    }
}

impl Primitive for Item {
    fn kind(&self) -> Kind {
        self.kind
    }

    fn id(&self) -> &str {
        &self.id
    }

    fn created_at(&self) -> i64 {
        self.at
    }

    fn role(&self) -> Role {
        self.role
    }

    fn text(&self) -> Text<'_> {
        Text::Known("hello")
    }

    fn payload(&self) -> Option<Datum<'_>> {
        self.signature.is_some().then_some(Datum::Map(self))
    }

    fn replay_compatibility(&self) -> Option<&str> {
        self.tag.as_deref()
    }

    fn seq(&self) -> Option<u64> {
        self.seq
    }
}

const SIGNATURE: Path = Path {
    text: "signature",
    segments: &["signature"],
};

/// Rules of every repairable type, among them pairs that contradict each other.
static RULES: &[Rule] = &[
    Rule::Order(&Order {
        id: "thought-first",
        severity: Severity::Blocking,
        before: Kind::Thought,
        after: Kind::ToolCall,
        scope: OrderScope::RoleGroup,
        only_latest_group: false,
    }),
    Rule::Order(&Order {
        id: "call-first",
        severity: Severity::Blocking,
        before: Kind::ToolCall,
        after: Kind::Thought,
        scope: OrderScope::EntireTurn,
        only_latest_group: false,
    }),
    Rule::Order(&Order {
        id: "message-first",
        severity: Severity::Blocking,
        before: Kind::Message,
        after: Kind::ToolCall,
        scope: OrderScope::RoleGroup,
        only_latest_group: true,
    }),
    Rule::Adjacency(&Adjacency {
        id: "no-message-after-call",
        severity: Severity::Blocking,
        first: Kind::ToolCall,
        disallow_between: &[Kind::Message],
    }),
    Rule::Adjacency(&Adjacency {
        id: "nothing-after-thought",
        severity: Severity::Blocking,
        first: Kind::Thought,
        disallow_between: &[Kind::Thought, Kind::ToolCall],
    }),
    Rule::Alternation(&Alternation {
        id: "turns",
        severity: Severity::Blocking,
        max_per_group: Some(3),
    }),
    Rule::Alternation(&Alternation {
        id: "turns-again",
        severity: Severity::Blocking,
        max_per_group: None,
    }),
    Rule::RequiredMetadata(&RequiredMetadata {
        id: "signed",
        severity: Severity::Blocking,
        kind: Kind::ToolCall,
        apply_to: ApplyTo::FirstInGroup,
        key: SIGNATURE,
        gate: None,
        fallback: Some(Fallback {
            value: Literal::Str("bypass"),
            replay_compatibility: "wire-v1",
            authorized: true,
        }),
    }),
    Rule::RequiredMetadata(&RequiredMetadata {
        id: "signed-if-tagged",
        severity: Severity::Blocking,
        kind: Kind::Thought,
        apply_to: ApplyTo::Every,
        key: SIGNATURE,
        gate: Some(&["wire-v1"]),
        fallback: None,
    }),
    Rule::IdentifierUniqueness(&IdentifierUniqueness {
        id: "unique",
        severity: Severity::Blocking,
        kind: Kind::ToolCall,
        surface: ActiveOn::Both,
        rename: RenameStrategy::UuidV6,
    }),
    Rule::IdentifierUniqueness(&IdentifierUniqueness {
        id: "unique-suffix",
        severity: Severity::Blocking,
        kind: Kind::ToolCall,
        surface: ActiveOn::Both,
        rename: RenameStrategy::SuffixIndex,
    }),
    Rule::NonEmptyTurn(&NonEmptyTurn {
        id: "not-empty",
        severity: Severity::Blocking,
        role: Role::Assistant,
        only_terminal: true,
    }),
];

fn guard() -> impl Strategy<Value = Guard> {
    subsequence(RULES.to_vec(), 0..=5).prop_map(|rules| {
        let profile = Profile {
            name: "p",
            description: "",
            permissive: false,
            rules: Vec::leak(rules),
        };
        Guard::new(&[&profile], Composition::UnionOfRules)
    })
}

fn item() -> impl Strategy<Value = Item> {
    let kind = prop_oneof![
        Just(Kind::Message),
        Just(Kind::Thought),
        Just(Kind::ToolCall)
    ];
    let role = prop_oneof![Just(Role::User), Just(Role::Assistant)];
    // Few ids and few times, so that collisions and shared milliseconds are common.
    (kind, 0..6_u8, -2..12_i64, role, any::<[bool; 3]>()).prop_map(
        |(kind, id, at, role, [signed, tagged, filler])| Item {
            kind,
            id: match (filler, id) {
                (true, 0) => "__ordering-guard-filler-3".to_owned(),
                (_, id) => format!("i{id}"),
            },
            at,
            role,
            signature: (signed && kind != Kind::Message).then(|| "s".to_owned()),
            tag: ((signed || tagged) && kind != Kind::Message).then(|| "wire-v1".to_owned()),
            seq: None,
        },
    )
}

fn timeline() -> impl Strategy<Value = Vec<Item>> {
    prop::collection::vec(item(), 0..24)
}

/// All that another run can see of an entry.
fn seen<P: Primitive>(entry: &Entry<P>) -> (Kind, String, i64, u64, Option<Data>, Option<String>) {
    (
        entry.kind(),
        entry.id().to_owned(),
        entry.created_at(),
        entry.position(),
        entry.payload().map(Datum::to_data),
        entry.replay_compatibility().map(str::to_owned),
    )
}

/// What a host would store, its fillers under ids of their own so that a check sees them.
fn stored<P: Primitive>(entry: &Entry<P>) -> Item {
    Item {
        kind: entry.kind(),
        id: match entry.is_filler() {
            true => format!("filler {}", entry.position()),
            false => entry.id().to_owned(),
        },
        at: entry.created_at(),
        role: entry.role(),
        signature: entry.payload().map(|_| "s".to_owned()),
        tag: entry.replay_compatibility().map(str::to_owned),
        seq: Some(entry.position()),
    }
}

/// Findings in words.
fn words(report: &oar_runtime::ordering::Report) -> Vec<(String, Vec<String>)> {
    let findings = report.findings();
    findings
        .map(|finding| (finding.to_string(), finding.primitive_ids.clone()))
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if cfg!(debug_assertions) { 600 } else { 20_000 }))]

    /// What a repair lets through is clean; what it refuses comes with a reason, and untouched.
    #[test]
    fn clean_or_explained(guard in guard(), items in timeline()) {
        let options = Options::default();
        let repaired = repair(&guard, &items, &options);
        let after: Vec<Item> = repaired.timeline.iter().map(stored).collect();
        let after = check(&guard, &after, &options);
        match repaired.report.decision {
            Decision::Proceed => {
                prop_assert!(repaired.report.unrepaired.is_empty());
                prop_assert!(after.blocking.is_empty(), "{:?}", after.blocking);
            }
            Decision::Reject => {
                prop_assert!(!repaired.report.unrepaired.is_empty());
                prop_assert!(!repaired.timeline.iter().any(Entry::is_filler));
                prop_assert_eq!(words(&check(&guard, &items, &options)), words(&after));
            }
        }
    }

    /// Every finding that is left and could have been repaired says what stood in the way.
    #[test]
    fn reasons_are_true(guard in guard(), items in timeline()) {
        let repaired = repair(&guard, &items, &Options::default());
        for left in &repaired.report.unrepaired {
            let repairable = left.finding.rule_type().name() != "nonEmptyTurn";
            prop_assert_eq!(left.reason == Reason::NotRepairable, !repairable, "{:?}", left);
        }
    }

    /// Running it on its own output changes nothing.
    #[test]
    fn repair_is_idempotent(guard in guard(), items in timeline()) {
        let options = Options::default();
        let once = repair(&guard, &items, &options);
        let twice = repair(&guard, &once.timeline, &options);
        prop_assert_eq!(once.report.decision, twice.report.decision);
        prop_assert_eq!(
            once.timeline.iter().map(seen).collect::<Vec<_>>(),
            twice.timeline.iter().map(seen).collect::<Vec<_>>(),
        );
    }

    /// Every primitive of the host is there exactly once, and time never runs backwards.
    #[test]
    fn nothing_is_lost(guard in guard(), items in timeline()) {
        let repaired = repair(&guard, &items, &Options::default());
        let kept = repaired.timeline.iter().filter_map(Entry::index);
        let mut all: Vec<usize> = kept.chain(repaired.report.stale_fillers.iter().copied()).collect();
        all.sort_unstable();
        prop_assert_eq!(all, (0..items.len()).collect::<Vec<_>>());
        prop_assert!(repaired.timeline.is_sorted_by_key(|entry| (entry.created_at(), entry.position())));
        let ids: HashSet<_> = repaired.timeline.iter().filter(|entry| entry.is_filler()).map(Primitive::id).collect();
        prop_assert_eq!(ids.len(), repaired.timeline.iter().filter(|entry| entry.is_filler()).count());
    }

    /// The number of repairs is bounded.
    #[test]
    fn repairs_are_bounded(guard in guard(), items in timeline()) {
        let repaired = repair(&guard, &items, &Options::default());
        prop_assert!(repaired.report.repaired.len() <= 4 * items.len() + 16);
    }

    /// A host that stores no positions gets an order that its own sorting keeps.
    #[test]
    fn natural_order_holds_without_positions(guard in guard(), items in timeline()) {
        let options = Options { can_persist_seq: false, ..Options::default() };
        let repaired = repair(&guard, &items, &options);
        let mut stored: Vec<_> = repaired.timeline.iter().collect();
        // Stored order: the host's own, then the fillers.
        stored.sort_by_key(|entry| (entry.index().is_none(), entry.index(), entry.position()));
        stored.sort_by_key(|entry| (entry.created_at(), entry.kind()));
        prop_assert!(stored.iter().map(|entry| entry.position()).is_sorted());
    }

    /// The order in which a host stores things that have times of their own does not matter.
    #[test]
    fn storage_order_does_not_matter(guard in guard(), mut items in timeline(), turn in 0..24_usize) {
        for (at, item) in (0..).zip(&mut items) {
            item.at = at;
        }
        let straight = words(&check(&guard, &items, &Options::default()));
        let turn = turn.min(items.len());
        items.rotate_left(turn);
        prop_assert_eq!(straight, words(&check(&guard, &items, &Options::default())));
    }
}
