//! `reorder` and `reorder-adjacent`: position is the truth, times follow it.

use super::plan::{Outcome, Plan};
use super::{Action, Reason};
use crate::ordering::{Adjacency, Kind, Order, Primitive};

impl<P: Primitive> Plan<'_, P> {
    /// Moves every `before` entry that stands after the first `after` directly before it, in their relative order.
    pub(super) fn reorder(&mut self, rule: &'static Order, slots: &[usize]) -> Outcome {
        // The finding lists the `before` entries in order, then the `after` entries in order.
        let split = slots
            .iter()
            .position(|&slot| self.kind(slot) == Some(rule.after))
            .unwrap_or(slots.len());
        let (befores, afters) = slots.split_at(split);
        let Some((blocker, place)) = afters
            .first()
            .and_then(|&slot| Some((slot, self.position(slot)?)))
        else {
            return Outcome::Moot;
        };
        let misplaced = self.standing_after(place, befores);
        if misplaced.is_empty() {
            return Outcome::Moot;
        }
        match self.place_before(&misplaced, blocker) {
            Err(outcome) => outcome,
            Ok(()) => Outcome::Done(Action::Reorder {
                rule_id: rule.id,
                moved: misplaced.iter().map(|&slot| self.id(slot)).collect(),
                before: self.id(blocker),
            }),
        }
    }

    /// Moves an entry in front of the one that it may not follow, and in the same go over what stands before that one
    /// and may not be followed by it either: otherwise a message would rise through a run of calls one repair at a time,
    /// and the number of repairs would grow with the square of the timeline. Nothing is dropped.
    pub(super) fn reorder_adjacent(
        &mut self,
        rule: &'static Adjacency,
        slots: &[usize],
    ) -> Outcome {
        let &[first, next] = slots else {
            return Outcome::Moot;
        };
        let blocker = self.start_of_run(rule.first, first);
        match self.place_before(&[next], blocker) {
            Err(outcome) => outcome,
            Ok(()) => Outcome::Done(Action::ReorderAdjacent {
                rule_id: rule.id,
                moved: self.id(next),
                before: self.id(blocker),
            }),
        }
    }

    /// The first of the entries of a kind that stand together up to a slot.
    fn start_of_run(&self, kind: Kind, slot: usize) -> usize {
        let place = self.position(slot).unwrap_or(0);
        let earlier = self.order.iter().take(place).rev();
        earlier
            .take_while(|&&slot| self.kind(slot) == Some(kind))
            .last()
            .copied()
            .unwrap_or(slot)
    }

    /// The slots among `candidates` that stand after a position, in timeline order.
    fn standing_after(&self, place: usize, candidates: &[usize]) -> Vec<usize> {
        // Both lists are in timeline order, so one walk finds them.
        let mut candidates = candidates.iter().copied().peekable();
        let mut found = Vec::new();
        for (position, &slot) in self.order.iter().enumerate() {
            if candidates.next_if_eq(&slot).is_some() && position > place {
                found.push(slot);
            }
        }
        found
    }

    /// Puts slots directly before another and stamps them one millisecond before it, but never before what stands in
    /// front of them and never before the epoch, which elsewhere means "before everything".
    fn place_before(&mut self, moved: &[usize], blocker: usize) -> Result<(), Outcome> {
        let mut order = Vec::with_capacity(self.order.len());
        let mut in_front = None;
        let mut at_place = 0;
        let mut leaving = moved.iter().copied().peekable();
        for &slot in &self.order {
            if slot == blocker {
                in_front = order.last().copied();
                at_place = order.len();
                order.extend_from_slice(moved);
            }
            // What moves stands behind the blocker, in the order given.
            if leaving.next_if_eq(&slot).is_none() {
                order.push(slot);
            }
        }
        if self.is_repeated(&order) {
            return Err(Outcome::Stop(Reason::RepeatsEarlierState));
        }
        let latest = self.at(blocker);
        let earliest = in_front.map_or(0, |slot: usize| self.at(slot));
        let at = latest.saturating_sub(1).max(earliest).min(latest);
        let span = at_place..at_place + moved.len();
        if !self.options.can_persist_seq && !self.holds_naturally(&order, span, at) {
            return Err(Outcome::Refused(Reason::NeedsSharedMillisecond));
        }
        for &slot in moved {
            self.change(slot, |entry| entry.move_to(at));
        }
        self.order = order;
        Ok(())
    }

    /// Whether entries at a range of positions, all of one time, keep their place when the timeline is sorted by
    /// nothing but time, kind and stored order.
    pub(super) fn holds_naturally(
        &self,
        order: &[usize],
        range: std::ops::Range<usize>,
        at: i64,
    ) -> bool {
        let start = range.start.saturating_sub(1);
        let keys = order
            .iter()
            .enumerate()
            .take(range.end + 1)
            .skip(start)
            .map(|(position, &slot)| {
                let at = if range.contains(&position) {
                    at
                } else {
                    self.at(slot)
                };
                (at, self.kind(slot), self.stored(slot))
            });
        keys.is_sorted()
    }

    /// The place among stored entries of its kind; fillers are stored last, in the order made.
    fn stored(&self, slot: usize) -> (bool, usize) {
        match self.entry(slot).and_then(super::Entry::index) {
            Some(index) => (false, index),
            None => (true, slot),
        }
    }

    /// The kind of a slot as a message's opposite would need it.
    pub(super) fn is_message(&self, slot: usize) -> bool {
        self.kind(slot) == Some(Kind::Message)
    }
}
