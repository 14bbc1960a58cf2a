//! `preservation`: the one rule type that looks at the previous run.

use std::collections::HashMap;

use crate::ordering::snapshot::Record;
use crate::ordering::view::{Row, View};
use crate::ordering::{
    Data, Datum, Detail, Invariant, Path, Preservation, Primitive, Rule, Sink, Snapshot,
};

impl Preservation {
    /// One finding with the ids of all broken records, in the order of the snapshot. Without a snapshot there is
    /// nothing to compare with.
    pub fn evaluate<P: Primitive>(&'static self, view: &View<P>, sink: &mut Sink<'_>) {
        let options = sink.options();
        let Some(previous) = options.previous else {
            return;
        };
        if !sink.wants(Rule::Preservation(self)) || self.is_reset(previous, options.model) {
            return;
        }
        let broken = match self.invariant {
            Invariant::CountNonDecreasing => self.lost(view, previous),
            Invariant::PayloadFieldStable(path) => self.unstable(view, previous, path),
            Invariant::PrunedAfterLatestTurn => self.pruned(view, previous),
        };
        if !broken.is_empty() {
            let ids = broken.iter().map(|record| record.id.clone()).collect();
            let detail = Detail::History {
                kind: self.kind,
                invariant: self.invariant,
            };
            sink.about(Rule::Preservation(self), ids, detail);
        }
    }

    /// Only a switch between two models that are both known resets the baseline.
    fn is_reset(&self, previous: &Snapshot, model: Option<&str>) -> bool {
        self.reset_on_model_switch
            && match (previous.model.as_deref(), model) {
                (Some(before), Some(now)) => before != now,
                _ => false,
            }
    }

    fn records<'s>(&self, previous: &'s Snapshot) -> impl Iterator<Item = &'s Record> {
        let kind = self.kind;
        previous
            .records
            .iter()
            .filter(move |record| record.kind == kind)
    }

    /// Compares id multisets, and only when the count fell: a swapped id is no loss, a lost duplicate is one.
    fn lost<'s, P: Primitive>(&self, view: &View<P>, previous: &'s Snapshot) -> Vec<&'s Record> {
        let now = view.of_kind(self.kind).count();
        if now >= self.records(previous).count() {
            return Vec::new();
        }
        let mut left: HashMap<&str, usize> = HashMap::new();
        for (_, row) in view.of_kind(self.kind) {
            *left.entry(row.primitive.id()).or_default() += 1;
        }
        self.records(previous)
            .filter(|record| match left.get_mut(record.id.as_str()) {
                Some(count) if *count > 0 => {
                    *count -= 1;
                    false
                }
                _ => true,
            })
            .collect()
    }

    fn unstable<'s, P: Primitive>(
        &self,
        view: &View<P>,
        previous: &'s Snapshot,
        path: Path,
    ) -> Vec<&'s Record> {
        let now = self.by_id(view);
        self.records(previous)
            .filter(|record| match now.get(record.id.as_str()) {
                None => true,
                Some(row) => !same(
                    read(record.payload.as_ref(), path.segments),
                    path.read(row.payload()),
                ),
            })
            .collect()
    }

    /// From the latest user message on, its own millisecond included; everything when there is none.
    fn pruned<'s, P: Primitive>(&self, view: &View<P>, previous: &'s Snapshot) -> Vec<&'s Record> {
        let boundary = view
            .latest_user_message()
            .and_then(|at| view.rows().get(at))
            .map_or(i64::MIN, |row| row.at);
        let now = self.by_id(view);
        self.records(previous)
            .filter(|record| record.at >= boundary)
            .filter(|record| match now.get(record.id.as_str()) {
                None => true,
                Some(row) => !same(record.payload.as_ref(), row.payload()),
            })
            .collect()
    }

    /// The first entry of the kind under each id.
    fn by_id<'v, P: Primitive>(&self, view: &'v View<P>) -> HashMap<&'v str, &'v Row<P>> {
        let mut entries = HashMap::new();
        for (_, row) in view.of_kind(self.kind) {
            entries.entry(row.primitive.id()).or_insert(row);
        }
        entries
    }
}

/// What a recorded payload holds at a path.
fn read<'d>(payload: Option<&'d Data>, segments: &[&str]) -> Option<&'d Data> {
    segments
        .iter()
        .try_fold(payload?, |at, segment| at.member(segment))
}

/// Missing on both sides is the same; appearing or disappearing is a change.
fn same(before: Option<&Data>, now: Option<Datum<'_>>) -> bool {
    match (before, now) {
        (None, None) => true,
        (Some(before), Some(now)) => before.same(now),
        _ => false,
    }
}
