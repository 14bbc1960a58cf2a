//! `insert-alternation-filler`

use std::collections::HashMap;

use super::moves::Pass;
use super::plan::{Outcome, Plan, Tried};
use super::{Action, Entry, Reason};
use crate::ordering::timeline::FILLER_PREFIX;
use crate::ordering::{Alternation, Finding, Primitive};

impl<P: Primitive> Plan<'_, P> {
    /// Puts a neutral message of the other role directly before the second of two messages of one role, for one finding
    /// after the other. Its id counts the fillers of this run and says nothing about its neighbours; the next run ignores
    /// it.
    pub(super) fn insert_fillers(
        &mut self,
        rule: &'static Alternation,
        findings: &[&Finding],
        limit: usize,
    ) -> Vec<Tried> {
        let mut gaps = HashMap::new();
        for finding in findings {
            if let &[first, second] = self.slots(finding).as_slice() {
                gaps.insert(second, first);
            }
        }
        let (mut pass, old) = Pass::begin(self);
        let (mut tried, mut done) = (Vec::new(), 0);
        for slot in old {
            if done < limit
                && let Some(&first) = gaps.get(&slot)
            {
                let outcome = pass.fill_gap(rule, first, slot);
                done += usize::from(matches!(outcome, Outcome::Done(_)));
                tried.push((vec![first, slot], outcome));
            }
            pass.order.push(slot);
        }
        pass.end();
        tried
    }
}

impl<P: Primitive> Pass<'_, '_, P> {
    fn fill_gap(&mut self, rule: &'static Alternation, first: usize, second: usize) -> Outcome {
        let Some(role) = self.plan.entry(first).map(|entry| entry.role().opposite()) else {
            return Outcome::Moot;
        };
        let at = self.filler_time(first, second);
        let filler = format!("{FILLER_PREFIX}{}", self.plan.fillers);
        let slot = self.plan.add(Entry::filler(filler.clone(), role, at));
        if !self.plan.options.can_persist_seq && !self.holds_naturally(&[slot], at, second) {
            self.plan.take_back();
            return Outcome::Refused(Reason::NeedsSharedMillisecond);
        }
        self.order.push(slot);
        self.plan.fillers += 1;
        Outcome::Done(Action::InsertFiller {
            rule_id: rule.id,
            between: [self.plan.id(first), self.plan.id(second)],
            filler,
            role,
            created_at: at,
        })
    }

    /// The midpoint of the two messages in whole milliseconds, kept between the neighbours.
    fn filler_time(&self, first: usize, second: usize) -> i64 {
        let (from, to) = (self.plan.at(first), self.plan.at(second));
        let middle = from.saturating_add(to.saturating_sub(from) / 2);
        let in_front = self.order.last().map_or(from, |&slot| self.plan.at(slot));
        middle.max(in_front).min(to)
    }
}
