//! What each repair does, and what it refuses.

use super::*;
use crate::ordering::{
    Action, ActiveOn, Adjacency, Alternation, ApplyTo, Decision, Fallback, IdentifierFormat,
    IdentifierUniqueness, Literal, Order, OrderScope, Reason, RenameDefect, RenameStrategy,
    RequiredMetadata,
};

fn order(before: Kind, after: Kind) -> Rule {
    Rule::Order(leak(Order {
        id: "o",
        severity: BLOCKING,
        before,
        after,
        scope: OrderScope::EntireTurn,
        only_latest_group: false,
    }))
}

fn adjacency(first: Kind, disallow_between: &'static [Kind]) -> Rule {
    Rule::Adjacency(leak(Adjacency {
        id: "d",
        severity: BLOCKING,
        first,
        disallow_between,
    }))
}

fn turns(max_per_group: Option<u64>) -> Rule {
    Rule::Alternation(leak(Alternation {
        id: "a",
        severity: BLOCKING,
        max_per_group,
    }))
}

fn reasons<P>(repaired: &Repaired<P>) -> Vec<Reason> {
    repaired
        .report
        .unrepaired
        .iter()
        .map(|left| left.reason.clone())
        .collect()
}

#[test]
fn every_late_entry_moves() {
    let list = items("t1@5 c2@10 t3@20 t4@30 c5@40");
    let result = repaired(&[order(Kind::Thought, Kind::ToolCall)], &list);
    assert_eq!(timeline(&result), "t1@5 t3@9 t4@9 c2@10 c5@40");
    assert_eq!(
        result.report.repaired,
        [Action::Reorder {
            rule_id: "o",
            moved: vec!["t3".to_owned(), "t4".to_owned()],
            before: "c2".to_owned(),
        }]
    );
    assert_eq!(result.timeline[1].new_created_at(), Some(9));
    assert_eq!(result.timeline[0].new_created_at(), None);
}

#[test]
fn times_stay_between_their_neighbours() {
    let rule = [order(Kind::Thought, Kind::ToolCall)];
    // Not before what stands in front, not before the epoch, not behind the blocker.
    assert_eq!(
        timeline(&repaired(&rule, &items("a1@10 c2@10 t3@20"))),
        "a1@10 t3@10 c2@10"
    );
    assert_eq!(timeline(&repaired(&rule, &items("c1@0 t2@5"))), "t2@0 c1@0");
    assert_eq!(
        timeline(&repaired(&rule, &items("c1@-7 t2@5"))),
        "t2@-7 c1@-7"
    );
}

#[test]
fn a_message_rises_over_a_run_of_calls() {
    let rule = [adjacency(Kind::ToolCall, &[Kind::Message])];
    let list = items("u1@1 c2@10 c3@20 a4@30");
    let result = repaired(&rule, &list);
    assert_eq!(timeline(&result), "u1@1 a4@9 c2@10 c3@20");
    assert_eq!(
        result.report.repaired,
        [Action::ReorderAdjacent {
            rule_id: "d",
            moved: "a4".to_owned(),
            before: "c2".to_owned(),
        }]
    );
    // As many repairs as messages, however far they rise.
    let long: String = (0..100)
        .map(|at| format!("c{at}@{at} a{at}@{at} "))
        .collect();
    let mut list = items(&long);
    for (at, item) in (0..).zip(&mut list) {
        item.at = at;
    }
    let result = repaired(&rule, &list);
    assert_eq!(result.report.repaired.len(), 100);
    assert_eq!(result.report.decision, Decision::Proceed);
}

#[test]
fn contradictions_end_in_a_rejection_and_an_untouched_timeline() {
    let rules = [
        order(Kind::ToolCall, Kind::Message),
        adjacency(Kind::ToolCall, &[Kind::Message]),
    ];
    let list = items("c1@10 a2@20");
    let result = repaired(&rules, &list);
    assert_eq!(result.report.decision, Decision::Reject);
    assert_eq!(timeline(&result), "c1@10 a2@20");
    assert_eq!(reasons(&result), [Reason::RepeatsEarlierState]);
    let attempted = result.attempted.unwrap();
    assert_eq!(attempted.first().map(Primitive::id), Some("a2"));
}

#[test]
fn a_host_without_positions_gets_no_tie_that_it_cannot_keep() {
    let rule = [order(Kind::ToolCall, Kind::Message)];
    let options = Options {
        can_persist_seq: false,
        ..Options::default()
    };
    // There is room for a time of its own.
    let list = items("a1@5 c2@9");
    let result = repair(&guard(&rule), &list, &options);
    assert_eq!(timeline(&result), "c2@4 a1@5");
    // Here there is none, and a message of one millisecond stands before a call.
    let list = items("a1@0 c2@9");
    let result = repair(&guard(&rule), &list, &options);
    assert_eq!(reasons(&result), [Reason::NeedsSharedMillisecond]);
    assert_eq!(timeline(&repaired(&rule, &list)), "c2@0 a1@0");
}

#[test]
fn one_filler_per_gap() {
    let list = items("u1@1 u2@4 c3@7 u4@8");
    let result = repaired(&[turns(None), turns(None)], &list);
    assert_eq!(
        timeline(&result),
        "u1@1 __ordering-guard-filler-0@2 u2@4 c3@7 __ordering-guard-filler-1@7 u4@8"
    );
    let filler = &result.timeline[1];
    assert!(filler.is_filler());
    assert_eq!(
        (filler.role(), filler.text()),
        (Role::Assistant, Text::Known("Understood."))
    );
    assert_eq!(result.report.repaired.len(), 2);
}

#[test]
fn a_cap_is_never_repaired() {
    let list = items("u1@1 c2@2 c3@3");
    let result = repaired(&[turns(Some(1))], &list);
    assert_eq!(reasons(&result), [Reason::TooManyCalls]);
}

fn metadata(fallback: Option<Fallback>) -> Rule {
    Rule::RequiredMetadata(leak(RequiredMetadata {
        id: "m",
        severity: BLOCKING,
        kind: Kind::ToolCall,
        apply_to: ApplyTo::Every,
        key: path("a.b"),
        gate: None,
        fallback,
    }))
}

fn fallback(authorized: bool) -> Option<Fallback> {
    Some(Fallback {
        value: Literal::Str("x"),
        replay_compatibility: "new",
        authorized,
    })
}

#[test]
fn metadata_is_written_beside_what_is_there() {
    let mut list = items("c1@1 c2@2");
    list[0].payload = Some(map(&[
        ("a", map(&[("c", Data::Int(1))])),
        ("d", Data::Int(2)),
    ]));
    list[0].tag = Some("old");
    let result = repaired(&[metadata(fallback(true))], &list);
    let filled = |value| map(&[("b", Data::Str("x".to_owned())), value]);
    assert_eq!(
        result.timeline[0].new_payload(),
        Some(&map(&[
            ("a", filled(("c", Data::Int(1)))),
            ("d", Data::Int(2))
        ]))
    );
    assert_eq!(result.timeline[0].replay_compatibility(), Some("old"));
    assert_eq!(result.timeline[1].replay_compatibility(), Some("new"));
    assert_eq!(result.timeline[1].new_replay_compatibility(), Some("new"));
}

#[test]
fn metadata_needs_leave() {
    let list = items("c1@1");
    let result = repaired(&[metadata(None)], &list);
    assert_eq!(reasons(&result), [Reason::NoFallback]);
    let result = repaired(&[metadata(fallback(false))], &list);
    assert_eq!(reasons(&result), [Reason::NotAuthorized]);
    let options = Options {
        allow_metadata_fallback_repair: true,
        ..Options::default()
    };
    let result = repair(&guard(&[metadata(fallback(false))]), &list, &options);
    assert_eq!(result.report.decision, Decision::Proceed);
}

#[test]
fn a_payload_that_is_no_object_is_not_lost() {
    let mut list = items("c1@1");
    list[0].payload = Some(Data::Str("opaque".to_owned()));
    let result = repaired(&[metadata(fallback(true))], &list);
    assert_eq!(reasons(&result), [Reason::PayloadNotWritable]);
}

fn unique(rename: RenameStrategy) -> Rule {
    Rule::IdentifierUniqueness(leak(IdentifierUniqueness {
        id: "q",
        severity: BLOCKING,
        kind: Kind::ToolCall,
        surface: ActiveOn::Both,
        rename,
    }))
}

#[test]
fn every_member_of_a_collision_is_renamed() {
    // Stored order gives the index, not time.
    let mut list = items("c1@20 c1@10 t1@5");
    list[2].id = "c1".to_owned();
    let result = repaired(&[unique(RenameStrategy::SuffixIndex)], &list);
    assert_eq!(timeline(&result), "c1@5 c1-1@10 c1-0@20");
    let mut pair = items("c@1 c@2");
    for item in &mut pair {
        item.id = "call|fc_1|x".to_owned();
    }
    let result = repaired(&[unique(RenameStrategy::KeepItemId)], &pair);
    assert_eq!(timeline(&result), "call-0|fc_1|x@1 call-1|fc_1|x@2");
    let result = repaired(&[unique(RenameStrategy::UuidV6)], &pair);
    assert!(result.timeline.iter().all(|entry| entry.id().len() == 36));
    assert_eq!(
        timeline(&result),
        timeline(&repaired(&[unique(RenameStrategy::UuidV6)], &pair))
    );
}

#[test]
fn new_identifiers_are_verified() {
    let list = items("u7@0 c1@1 c1@2");
    let rules = [unique(RenameStrategy::UuidV6)];
    let refused = |rename: &dyn Fn(&str, usize) -> String| {
        let options = Options {
            rename: Some(rename),
            ..Options::default()
        };
        reasons(&repair(&guard(&rules), &list, &options))
    };
    let text = str::to_owned;
    let defects = [
        (refused(&|_, _| text("")), RenameDefect::Empty),
        (
            refused(&|_, _| text("same")),
            RenameDefect::Repeated(text("same")),
        ),
        (
            refused(&|_, index| text(["u7", "new"][index])),
            RenameDefect::Taken(text("u7")),
        ),
        (
            refused(&|old, index| text([old, "new"][index])),
            RenameDefect::Taken(text("c1")),
        ),
        (
            refused(&|_, index| format!("__ordering-guard-filler-{index}")),
            RenameDefect::Reserved(text("__ordering-guard-filler-0")),
        ),
    ];
    for (found, defect) in defects {
        assert_eq!(found, [Reason::RenameRefused(defect)]);
    }
}

#[test]
fn new_identifiers_keep_to_the_format() {
    let format = Rule::IdentifierFormat(leak(IdentifierFormat {
        id: "f",
        severity: BLOCKING,
        kind: Kind::ToolCall,
        max_length: Some(3),
        pattern: None,
    }));
    let list = items("c1@1 c1@2");
    let result = repaired(&[unique(RenameStrategy::SuffixIndex), format], &list);
    let defect = RenameDefect::BreaksRule {
        id: "c1-0".to_owned(),
        rule: "f",
    };
    assert_eq!(reasons(&result), [Reason::RenameRefused(defect)]);
}

#[test]
fn a_host_may_not_be_able_to_replace_a_group() {
    let options = Options {
        can_replace_group: false,
        ..Options::default()
    };
    let list = items("c1@1 c1@2");
    let result = repair(&guard(&[unique(RenameStrategy::UuidV6)]), &list, &options);
    assert_eq!(reasons(&result), [Reason::NoGroupReplacement]);
    assert!(result.report.unrepaired[0].reason.is_failure());
}

#[test]
fn advisories_are_never_repaired_and_are_told_of_the_final_timeline() {
    let advisory = Rule::Order(leak(Order {
        id: "late",
        severity: Severity::Advisory,
        before: Kind::Thought,
        after: Kind::ToolCall,
        scope: OrderScope::EntireTurn,
        only_latest_group: false,
    }));
    let list = items("c1@1 t2@2");
    let result = repaired(&[advisory], &list);
    assert_eq!(timeline(&result), "c1@1 t2@2");
    assert_eq!(result.report.finding_ids(), ["late"]);
    // Another rule's repair puts it right as well.
    let both = [advisory, order(Kind::Thought, Kind::ToolCall)];
    let result = repaired(&both, &list);
    assert_eq!(result.report.found.len(), 2);
    assert_eq!(result.report.finding_ids(), [""; 0]);
}

#[test]
fn a_snapshot_is_of_the_repaired_timeline_without_fillers() {
    let history = Rule::Preservation(leak(crate::ordering::Preservation {
        id: "h",
        severity: BLOCKING,
        kind: Kind::ToolCall,
        invariant: crate::ordering::Invariant::CountNonDecreasing,
        reset_on_model_switch: false,
    }));
    let list = items("u1@1 u2@5 c3@6 c3@7");
    let result = repaired(
        &[turns(None), unique(RenameStrategy::SuffixIndex), history],
        &list,
    );
    assert_eq!(result.timeline.len(), 5);
    let snapshot = result.report.snapshot.unwrap();
    let ids: Vec<_> = snapshot
        .records
        .iter()
        .map(|record| record.id.as_str())
        .collect();
    assert_eq!(ids, ["u1", "u2", "c3-0", "c3-1"]);
}
