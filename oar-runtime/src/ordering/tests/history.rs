//! `preservation` and snapshots.

use super::*;
use crate::ordering::{Decision, Invariant, Preservation, Record, Snapshot};

fn preservation(kind: Kind, invariant: Invariant, reset_on_model_switch: bool) -> Rule {
    Rule::Preservation(leak(Preservation {
        id: "h",
        severity: BLOCKING,
        kind,
        invariant,
        reset_on_model_switch,
    }))
}

/// The findings of a second run over `now` after a first over `before`.
fn after(rule: Rule, before: &[Item], now: &[Item]) -> Vec<String> {
    let first = checked(&[rule], before);
    let options = Options {
        previous: first.snapshot.as_ref(),
        ..Options::default()
    };
    lines(check(&guard(&[rule]), now, &options).findings())
}

#[test]
fn counts_do_not_fall() {
    let rule = preservation(Kind::ToolCall, Invariant::CountNonDecreasing, false);
    assert_eq!(
        after(rule, &items("c1@1 c2@2"), &items("c2@2 u3@3")),
        ["h: c1"]
    );
    // As many as before is no loss, whatever their ids; a lost twin is one.
    assert_eq!(
        after(rule, &items("c1@1 c2@2"), &items("c8@1 c9@2")),
        [""; 0]
    );
    assert_eq!(after(rule, &items("c1@1 c1@2"), &items("c1@1")), ["h: c1"]);
    assert_eq!(after(rule, &items("c1@1 t2@2"), &items("c1@1")), [""; 0]);
}

#[test]
fn fields_stay() {
    let rule = preservation(
        Kind::Thought,
        Invariant::PayloadFieldStable(path("sig")),
        false,
    );
    let thought = |value: Option<Data>| {
        let mut item = items("t1@1").remove(0);
        item.payload = value.map(|value| map(&[("sig", value), ("other", Data::Int(1))]));
        vec![item]
    };
    let same = [
        (Data::Int(1), Data::Float(1.0)),
        (
            map(&[("a", Data::Int(1)), ("b", Data::Null)]),
            map(&[("b", Data::Null), ("a", Data::Int(1))]),
        ),
    ];
    for (before, now) in same {
        assert_eq!(
            after(rule, &thought(Some(before)), &thought(Some(now))),
            [""; 0]
        );
    }
    let text = |text: &str| Some(Data::Str(text.to_owned()));
    assert_eq!(
        after(rule, &thought(text("x")), &thought(text("y"))),
        ["h: t1"]
    );
    assert_eq!(after(rule, &thought(text("x")), &thought(None)), ["h: t1"]);
    assert_eq!(after(rule, &thought(None), &thought(text("x"))), ["h: t1"]);
    assert_eq!(after(rule, &thought(None), &thought(None)), [""; 0]);
    assert_eq!(after(rule, &thought(text("x")), &items("u2@2")), ["h: t1"]);
    // New ones are free.
    assert_eq!(after(rule, &[], &thought(text("x"))), [""; 0]);
}

#[test]
fn only_what_is_old_may_be_pruned() {
    let rule = preservation(Kind::Thought, Invariant::PrunedAfterLatestTurn, false);
    let before = items("t1@1 u2@2 t3@2 t4@3");
    assert_eq!(after(rule, &before, &items("u2@2 t3@2 t4@3")), [""; 0]);
    // The boundary's own millisecond is recent.
    assert_eq!(after(rule, &before, &items("t1@1 u2@2 t4@3")), ["h: t3"]);
    // A new user message lets everything go.
    assert_eq!(after(rule, &before, &items("u2@2 u5@9")), [""; 0]);
    // Without one everything is recent.
    assert_eq!(after(rule, &items("t1@1"), &items("c2@2")), ["h: t1"]);
}

#[test]
fn a_switch_between_known_models_resets() {
    let now = items("u2@2");
    let record = Record {
        id: "c1".to_owned(),
        kind: Kind::ToolCall,
        payload: None,
        at: 1,
    };
    let cases = [
        (true, Some("m"), Some("n"), 0),
        (true, Some("m"), Some("m"), 1),
        (true, None, Some("n"), 1),
        (true, Some("m"), None, 1),
        (false, Some("m"), Some("n"), 1),
    ];
    for (resets, before, model, expected) in cases {
        let rule = preservation(Kind::ToolCall, Invariant::CountNonDecreasing, resets);
        let previous = Snapshot {
            records: vec![record.clone()],
            model: before.map(str::to_owned),
        };
        let options = Options {
            previous: Some(&previous),
            model,
            ..Options::default()
        };
        let report = check(&guard(&[rule]), &now, &options);
        assert_eq!(
            report.blocking.len(),
            expected,
            "{resets} {before:?} {model:?}"
        );
    }
}

#[test]
fn the_baseline_moves_only_when_the_run_proceeds() {
    let rule = preservation(Kind::ToolCall, Invariant::CountNonDecreasing, false);
    let first = checked(&[rule], &items("c1@1 c2@2"));
    assert_eq!(
        first
            .snapshot
            .as_ref()
            .map(|snapshot| snapshot.records.len()),
        Some(2)
    );
    let options = Options {
        previous: first.snapshot.as_ref(),
        model: Some("m"),
        ..Options::default()
    };
    let second = check(&guard(&[rule]), &items("c1@1"), &options);
    assert_eq!((second.decision, second.snapshot), (Decision::Reject, None));
    let third = check(&guard(&[rule]), &items("c1@1 c2@2 c3@3"), &options);
    assert_eq!(third.snapshot.unwrap().model.as_deref(), Some("m"));
    // Nobody asks for a snapshot where no rule reads one.
    assert_eq!(checked(&[], &items("c1@1")).snapshot, None);
}
