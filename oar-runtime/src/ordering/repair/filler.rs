//! `insert-alternation-filler`

use super::plan::{Outcome, Plan};
use super::{Action, Entry, Reason};
use crate::ordering::timeline::FILLER_PREFIX;
use crate::ordering::{Alternation, Primitive};

impl<P: Primitive> Plan<'_, P> {
    /// Puts a neutral message of the other role directly before the second of two messages of one role. Its id counts
    /// the fillers of this run and says nothing about its neighbours; the next run ignores it.
    pub(super) fn insert_filler(&mut self, rule: &'static Alternation, slots: &[usize]) -> Outcome {
        let &[first, second] = slots else {
            return Outcome::Moot;
        };
        let Some(place) = self.position(second) else {
            return Outcome::Moot;
        };
        // Two rules may ask for one gap; the first has filled it.
        let mut earlier = self.order.iter().take(place).rev();
        if earlier.find(|&&slot| self.is_message(slot)) != Some(&first) {
            return Outcome::Moot;
        }
        let Some(role) = self.entry(first).map(|entry| entry.role().opposite()) else {
            return Outcome::Moot;
        };
        let at = self.filler_time(first, second, place);
        let id = format!("{FILLER_PREFIX}{}", self.fillers);
        let slot = self.add(Entry::filler(id.clone(), role, at));
        let mut order = self.order.clone();
        order.insert(place, slot);
        if !self.options.can_persist_seq && !self.holds_naturally(&order, place..place + 1, at) {
            self.take_back();
            return Outcome::Refused(Reason::NeedsSharedMillisecond);
        }
        self.order = order;
        self.fillers += 1;
        Outcome::Done(Action::InsertFiller {
            rule_id: rule.id,
            between: [self.id(first), self.id(second)],
            filler: id,
            role,
            created_at: at,
        })
    }

    /// The midpoint of the two messages in whole milliseconds, kept between the neighbours.
    fn filler_time(&self, first: usize, second: usize, place: usize) -> i64 {
        let (from, to) = (self.at(first), self.at(second));
        let middle = from.saturating_add(to.saturating_sub(from) / 2);
        let in_front = place
            .checked_sub(1)
            .and_then(|position| self.order.get(position))
            .map_or(from, |&slot| self.at(slot));
        middle.max(in_front).min(to)
    }
}
