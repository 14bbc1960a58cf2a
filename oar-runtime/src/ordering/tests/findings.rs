//! What each rule type finds.

use super::*;
use crate::ordering::{
    ActiveOn, Adjacency, Alternation, ApplyTo, DatumList, IdentifierFormat, IdentifierUniqueness,
    NonEmptyTurn, Order, OrderScope, Pattern, RenameStrategy, RequiredMetadata, RoleRemap,
    SchemaIntegrity, StaleContentAdvisory, Surface, Tool, ToolIdentity,
};

fn order(scope: OrderScope, only_latest_group: bool) -> Rule {
    Rule::Order(leak(Order {
        id: "o",
        severity: BLOCKING,
        before: Kind::Thought,
        after: Kind::ToolCall,
        scope,
        only_latest_group,
    }))
}

#[test]
fn order_within_role_groups() {
    let rule = order(OrderScope::RoleGroup, false);
    assert_eq!(found(rule, "u1@1 t2@2 c3@3"), [""; 0]);
    assert_eq!(found(rule, "u1@1 c2@2 t3@3 c4@4 t5@5"), ["o: t3 t5 c2 c4"]);
    // Two turns of the assistant with the user in between: one finding each, and none across.
    assert_eq!(
        found(rule, "c1@1 t2@2 u3@3 c4@4 t5@5"),
        ["o: t2 c1", "o: t5 c4"]
    );
    assert_eq!(found(rule, "c1@1 u2@2 t3@3"), [""; 0]);
    // Thoughts and calls are the assistant's wherever they stand: between two user messages they are a group.
    assert_eq!(found(rule, "u1@1 c2@2 u3@3 t4@4"), [""; 0]);
    assert_eq!(found(rule, ""), [""; 0]);
}

#[test]
fn order_in_the_latest_group_only() {
    let rule = order(OrderScope::RoleGroup, true);
    assert_eq!(found(rule, "c1@1 t2@2 u3@3 t4@4 c5@5"), [""; 0]);
    assert_eq!(found(rule, "c1@1 t2@2 u3@3"), [""; 0]);
    assert_eq!(found(rule, "u1@1 a2@2 c3@3 t4@4"), ["o: t4 c3"]);
}

#[test]
fn order_across_the_whole_timeline() {
    // `only_latest_group` has no effect there.
    for only_latest_group in [false, true] {
        let rule = order(OrderScope::EntireTurn, only_latest_group);
        assert_eq!(found(rule, "c1@1 u2@2 t3@3 a4@4 u5@5"), ["o: t3 c1"]);
    }
}

#[test]
fn entries_of_one_millisecond() {
    let rule = order(OrderScope::EntireTurn, false);
    // A thought stands before a call however they are stored; calls keep their stored order.
    assert_eq!(found(rule, "c1@5 t2@5"), [""; 0]);
    assert_eq!(found(rule, "c1@5 c2@5 t3@6"), ["o: t3 c1 c2"]);
}

fn metadata(apply_to: ApplyTo, gate: Option<&'static [&'static str]>) -> Rule {
    Rule::RequiredMetadata(leak(RequiredMetadata {
        id: "m",
        severity: Severity::Advisory,
        kind: Kind::ToolCall,
        apply_to,
        key: path("a.0.b"),
        gate,
        fallback: None,
    }))
}

#[test]
fn metadata_is_about_presence() {
    let every = metadata(ApplyTo::Every, None);
    let held = |value: Data| {
        let inner = Data::List(vec![map(&[("b", value)])]);
        let mut item = items("c1@1").remove(0);
        item.payload = Some(map(&[("a", inner)]));
        lines(checked(&[every], &[item]).findings())
    };
    for value in [
        Data::Null,
        Data::Bool(false),
        Data::Int(0),
        Data::Str(String::new()),
    ] {
        assert_eq!(held(value), [""; 0]);
    }
    assert_eq!(found(every, "c1@1 t2@2 c3@3"), ["m: c1", "m: c3"]);
    // `null` is no payload, and a path through a string leads nowhere.
    let mut call = items("c1@1").remove(0);
    call.payload = Some(Data::Null);
    assert_eq!(
        lines(checked(&[every], &[call.clone()]).findings()),
        ["m: c1"]
    );
    assert_eq!(
        lines(checked(&[every], &[call.with("a", "text")]).findings()),
        ["m: c1"]
    );
}

#[test]
fn metadata_of_the_first_in_a_group() {
    let first = metadata(ApplyTo::FirstInGroup, None);
    assert_eq!(
        found(first, "u1@1 t2@2 c3@3 c4@4 u5@5 c6@6"),
        ["m: c3", "m: c6"]
    );
    // A gate that leaves the first one out ends the search in its group.
    let gated = metadata(ApplyTo::FirstInGroup, Some(&["v1"]));
    let mut calls = items("c1@1 c2@2 u3@3 c4@4");
    calls[1].tag = Some("v1");
    calls[3].tag = Some("v1");
    assert_eq!(lines(checked(&[gated], &calls).findings()), ["m: c4"]);
}

#[test]
fn a_gate_matches_whole_tags() {
    let gated = metadata(ApplyTo::Every, Some(&["v1", "v2"]));
    let tags = [Some("v2"), Some("V1"), Some("v1-beta"), None];
    let mut calls = items("c1@1 c2@2 c3@3 c4@4");
    for (call, tag) in calls.iter_mut().zip(tags) {
        call.tag = tag;
    }
    assert_eq!(lines(checked(&[gated], &calls).findings()), ["m: c1"]);
}

fn alternation(max_per_group: Option<u64>) -> Rule {
    Rule::Alternation(leak(Alternation {
        id: "a",
        severity: BLOCKING,
        max_per_group,
    }))
}

#[test]
fn alternation_looks_at_messages() {
    let rule = alternation(None);
    assert_eq!(found(rule, "u1@1 u2@2 u3@3"), ["a: u1 u2", "a: u2 u3"]);
    // What stands between two messages does not part them.
    assert_eq!(found(rule, "u1@1 t2@2 c3@3 u4@4"), ["a: u1 u4"]);
    assert_eq!(found(rule, "a1@1 u2@2 a3@3"), [""; 0]);
}

#[test]
fn alternation_caps_calls_per_group() {
    let rule = alternation(Some(1));
    assert_eq!(
        found(rule, "u1@1 c2@2 a3@3 c4@4 a5@5"),
        ["a: a3 a5", "a: c2 c4"]
    );
    assert_eq!(found(rule, "u1@1 c2@2 u3@3 c4@4"), ["a: u1 u3"]);
    assert_eq!(found(alternation(Some(0)), "c1@1"), ["a: c1"]);
}

#[test]
fn adjacency_looks_at_the_next_entry() {
    let rule = Rule::Adjacency(leak(Adjacency {
        id: "d",
        severity: BLOCKING,
        first: Kind::ToolCall,
        disallow_between: &[Kind::Message, Kind::ToolCall],
    }));
    assert_eq!(
        found(rule, "c1@1 c2@2 a3@3 c4@4 t5@5 a6@6"),
        ["d: c1 c2", "d: c2 a3"]
    );
    assert_eq!(found(rule, "c1@1"), [""; 0]);
}

#[test]
fn role_tags_are_strings() {
    let rule = Rule::RoleRemap(leak(RoleRemap {
        id: "r",
        severity: BLOCKING,
        kind: Kind::ToolCall,
        variant: "v",
        tag: path("tag"),
    }));
    let mut calls = items("c1@1 c2@2 c3@3");
    calls[0] = calls[0].clone().with("tag", "v");
    calls[1] = calls[1].clone().with("tag", "w");
    assert_eq!(
        lines(checked(&[rule], &calls).findings()),
        ["r: c2", "r: c3"]
    );
}

#[test]
fn stale_content_is_one_advisory() {
    let rule = Rule::StaleContentAdvisory(leak(StaleContentAdvisory {
        id: "s",
        kind: Kind::Thought,
        opt_out_option_key: "k",
    }));
    let report = checked(&[rule], &items("t1@1 u2@2 t3@3 u4@4 t5@5"));
    assert_eq!(lines(report.advisories.iter()), ["s: t1 t3"]);
    assert_eq!(found(rule, "t1@1 a2@2"), [""; 0]);
    assert_eq!(found(rule, "u1@1 t2@2"), [""; 0]);
}

/// `[ab]`, one or more: state 1 is the start, 2 is inside.
const AB: Pattern = Pattern {
    source: "[ab]",
    classes: &{
        let mut classes = [0; 256];
        classes[b'a' as usize] = 1;
        classes[b'b' as usize] = 1;
        classes
    },
    class_count: 2,
    next: &[0, 0, 0, 2, 0, 2],
    accepts: &[false, false, true],
    start: 1,
};

#[test]
fn identifiers_have_a_format() {
    let rule = |max_length, pattern| {
        Rule::IdentifierFormat(leak(IdentifierFormat {
            id: "f",
            severity: BLOCKING,
            kind: Kind::ToolCall,
            max_length,
            pattern,
        }))
    };
    let call = |id: &str| {
        let mut item = items("c1@1").remove(0);
        item.id = id.to_owned();
        item
    };
    let found = |rule, id: &str| lines(checked(&[rule], &[call(id)]).findings()).len();
    // Code points, not bytes.
    assert_eq!(found(rule(Some(2), None), "éa"), 0);
    assert_eq!(found(rule(Some(2), None), "aaa"), 1);
    assert_eq!(found(rule(None, Some(AB)), "abba"), 0);
    assert_eq!(found(rule(None, Some(AB)), "abc"), 1);
    assert_eq!(found(rule(None, Some(AB)), "ab\n"), 1);
    // Too long and out of the alphabet is one finding.
    assert_eq!(found(rule(Some(2), Some(AB)), "xyz"), 1);
}

#[test]
fn identifiers_are_unique_in_their_kind() {
    let rule = |surface| {
        Rule::IdentifierUniqueness(leak(IdentifierUniqueness {
            id: "q",
            severity: BLOCKING,
            kind: Kind::ToolCall,
            surface,
            rename: RenameStrategy::UuidV6,
        }))
    };
    let both = rule(ActiveOn::Both);
    assert_eq!(
        found(both, "c1@1 c2@2 u3@3 c2@4 c1@5 c1@6"),
        ["q: c1 c1 c1", "q: c2 c2"]
    );
    let mut shared = items("c1@1 t2@2");
    shared[1].id = "c1".to_owned();
    assert_eq!(lines(checked(&[both], &shared).findings()), [""; 0]);
    // A rule for one surface is inert on the other.
    let twice = items("c1@1 c1@2");
    for (active, surface, expected) in [
        (ActiveOn::Dispatch, Surface::Dispatch, 1),
        (ActiveOn::Dispatch, Surface::Turn, 0),
        (ActiveOn::Turn, Surface::Turn, 1),
        (ActiveOn::Both, Surface::Turn, 1),
    ] {
        let options = Options {
            surface,
            ..Options::default()
        };
        let report = check(&guard(&[rule(active)]), &twice, &options);
        assert_eq!(report.blocking.len(), expected, "{active:?} on {surface:?}");
    }
}

fn non_empty(role: Role, only_terminal: bool) -> Rule {
    Rule::NonEmptyTurn(leak(NonEmptyTurn {
        id: "n",
        severity: BLOCKING,
        role,
        only_terminal,
    }))
}

/// `items`, the messages with an `x` in their id saying nothing.
fn blank(text: &str) -> Vec<Item> {
    let blank = |item: Item| {
        if item.id.contains('x') {
            item.says(" \u{feff}\n")
        } else {
            item
        }
    };
    items(text).into_iter().map(blank).collect()
}

#[test]
fn every_turn_says_something() {
    let rule = non_empty(Role::Assistant, false);
    let found = |text| lines(checked(&[rule], &blank(text)).findings());
    assert_eq!(found("u1@1 ax2@2"), ["n: ax2"]);
    // A call anywhere in its own turn is enough; one in another turn is not, and neither is a thought.
    assert_eq!(found("u1@1 c2@2 t3@3 ax4@4"), [""; 0]);
    assert_eq!(found("c1@1 u2@2 t3@3 ax4@4"), ["n: ax4"]);
    assert_eq!(found("ax1@1 a2@2 ax3@3"), ["n: ax1", "n: ax3"]);
    let user = non_empty(Role::User, false);
    assert_eq!(
        lines(checked(&[user], &blank("ux1@1 ax2@2 c3@3")).findings()),
        ["n: ux1"]
    );
}

#[test]
fn attachments_and_dynamic_text_are_content() {
    let rule = non_empty(Role::User, false);
    let mut user = blank("ux1@1").remove(0);
    user.attaches = true;
    assert_eq!(lines(checked(&[rule], &[user]).findings()), [""; 0]);
    let dynamic = items("u1@1").remove(0).says("<dynamic>");
    assert_eq!(lines(checked(&[rule], &[dynamic]).findings()), [""; 0]);
    // U+0085 is no whitespace here.
    let next_line = items("u1@1").remove(0).says("\u{85}");
    assert_eq!(lines(checked(&[rule], &[next_line]).findings()), [""; 0]);
}

#[test]
fn the_last_turn_says_something() {
    let rule = non_empty(Role::Assistant, true);
    let found = |text| lines(checked(&[rule], &blank(text)).findings());
    assert_eq!(found("u1@1 t2@2 ax3@3"), ["n: t2 ax3"]);
    assert_eq!(found("u1@1 t2@2 c3@3"), [""; 0]);
    assert_eq!(found("u1@1 t2@2 a3@3"), [""; 0]);
    assert_eq!(found("ax1@1 u2@2"), [""; 0]);
    assert_eq!(found("t1@1"), ["n: t1"]);
    assert_eq!(found(""), [""; 0]);
    let user = non_empty(Role::User, true);
    let found = |text| lines(checked(&[user], &blank(text)).findings());
    assert_eq!(found("a1@1 ux2@2"), ["n: ux2"]);
    assert_eq!(found("c1@1 ux2@2"), [""; 0]);
    assert_eq!(found("ux1@1 a2@2"), [""; 0]);
}

#[test]
fn calls_name_declared_tools() {
    let rule = Rule::ToolIdentity(leak(ToolIdentity {
        id: "i",
        severity: BLOCKING,
    }));
    let mut calls = items("c1@1 c2@2");
    calls[1] = calls[1].clone().calls("Search");
    let search = [Tool {
        name: "search",
        input_schema: None,
    }];
    let found = |tools: Option<&[Tool<'_>]>| {
        let options = Options {
            tools,
            ..Options::default()
        };
        lines(check(&guard(&[rule]), &calls, &options).findings())
    };
    assert_eq!(found(None), [""; 0]);
    assert_eq!(found(Some(&[])), ["i: c1", "i: c2"]);
    assert_eq!(found(Some(&search)), ["i: c2"]);
}

#[test]
fn schemas_define_what_they_require() {
    let rule = Rule::SchemaIntegrity(leak(SchemaIntegrity {
        id: "z",
        severity: BLOCKING,
    }));
    let text = |text: &str| Data::Str(text.to_owned());
    let schema = |properties: Option<Data>, required: Data| {
        let mut members = vec![("required", required)];
        members.extend(properties.map(|properties| ("properties", properties)));
        map(&members)
    };
    let both = Data::List(vec![text("a"), text("b"), Data::Int(1)]);
    let good = schema(
        Some(map(&[("a", Data::Null), ("b", Data::Null)])),
        both.clone(),
    );
    let half = schema(Some(map(&[("a", Data::Null)])), both.clone());
    let none = schema(None, both);
    let word = schema(None, text("a"));
    let tools: Vec<_> = [
        ("good", &good),
        ("half", &half),
        ("none", &none),
        ("word", &word),
    ]
    .into_iter()
    .map(|(name, schema)| Tool {
        name,
        input_schema: schema.as_datum(),
    })
    .collect();
    let options = Options {
        tools: Some(&tools),
        ..Options::default()
    };
    // On an empty timeline as well, and without a primitive to blame.
    let report = check(&guard(&[rule]), &Vec::<Item>::new(), &options);
    let words: Vec<_> = report.blocking.iter().map(ToString::to_string).collect();
    assert_eq!(
        words,
        [
            "z: the schema of `half` requires what it does not define: `b`",
            "z: the schema of `none` requires what it does not define: `a`, `b`",
        ]
    );
    assert!(
        report
            .blocking
            .iter()
            .all(|finding| finding.primitive_ids.is_empty())
    );
    assert_eq!(report.blocking[0].tools(), ["half"]);
    assert!(!DatumList::is_empty(&vec![Data::Null]));
}
