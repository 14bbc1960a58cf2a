//! `reorder` and `reorder-adjacent`: position is the truth, times follow it.

use std::collections::{HashMap, HashSet};

use super::plan::{Outcome, Plan, Tried};
use super::{Action, Reason};
use crate::ordering::{Adjacency, Finding, Kind, Order, Primitive};

/// A new order being put together from the old one, from its beginning.
pub(super) struct Pass<'p, 'o, P> {
    pub(super) plan: &'p mut Plan<'o, P>,
    /// The slots so far.
    pub(super) order: Vec<usize>,
}

impl<'p, 'o, P: Primitive> Pass<'p, 'o, P> {
    /// Begins a new order; the second value is the old one.
    pub(super) fn begin(plan: &'p mut Plan<'o, P>) -> (Self, Vec<usize>) {
        let old = std::mem::take(&mut plan.order);
        let order = Vec::with_capacity(old.len());
        (Self { plan, order }, old)
    }

    /// Makes it the order of the plan.
    pub(super) fn end(self) {
        self.plan.order = self.order;
    }

    /// Puts slots next and stamps them one millisecond before `blocker`, which will follow, but never before what
    /// stands in front of them and never before the epoch, which elsewhere means "before everything".
    fn put_before(&mut self, moved: &[usize], blocker: usize) -> Result<(), Reason> {
        let latest = self.plan.at(blocker);
        let earliest = self.order.last().map_or(0, |&slot| self.plan.at(slot));
        let at = latest.saturating_sub(1).max(earliest).min(latest);
        if !self.plan.options.can_persist_seq && !self.holds_naturally(moved, at, blocker) {
            return Err(Reason::NeedsSharedMillisecond);
        }
        for &slot in moved {
            self.plan.move_to(slot, at);
        }
        self.order.extend_from_slice(moved);
        Ok(())
    }

    /// Whether slots of one time keep their place between what stands there and `next` when the timeline is sorted by
    /// nothing but time, kind and stored order.
    pub(super) fn holds_naturally(&self, slots: &[usize], at: i64, next: usize) -> bool {
        let plan = &self.plan;
        let key = |slot: usize, at: i64| (at, plan.kind(slot), plan.stored(slot));
        let neighbour = |slot: usize| key(slot, plan.at(slot));
        let before = self.order.last().map(|&slot| neighbour(slot));
        let between = slots.iter().map(|&slot| key(slot, at));
        let keys = before.into_iter().chain(between).chain([neighbour(next)]);
        keys.is_sorted()
    }
}

/// Entries that go directly in front of another.
struct Move {
    blocker: usize,
    /// All behind the blocker, and in front of the next move's.
    moved: Vec<usize>,
    /// What the finding is about.
    about: Vec<usize>,
}

impl<P: Primitive> Plan<'_, P> {
    /// Moves, for one finding after the other, every `before` entry that stands after the first `after` directly before
    /// it, in their relative order. Groups share no entry, so what is done for one does not touch another.
    pub(super) fn reorder(
        &mut self,
        rule: &'static Order,
        findings: &[&Finding],
        limit: usize,
    ) -> Vec<Tried> {
        let moves = findings
            .iter()
            .filter_map(|finding| self.late(rule, finding));
        let moves: Vec<_> = moves.collect();
        self.place(moves, limit, |moved, before| Action::Reorder {
            rule_id: rule.id,
            moved,
            before,
        })
    }

    /// What stands too late: a finding lists the `before` entries in order, then the `after` entries in order.
    fn late(&self, rule: &Order, finding: &Finding) -> Option<Move> {
        let about = self.slots(finding);
        let is_after = |&slot: &usize| self.kind(slot) == Some(rule.after);
        let first = about.iter().position(is_after)?;
        let place = finding.entries.get(first)?;
        let befores = about.iter().zip(&finding.entries).take(first);
        Some(Move {
            blocker: *about.get(first)?,
            moved: befores
                .filter(|(_, position)| *position > place)
                .map(|(&slot, _)| slot)
                .collect(),
            about,
        })
    }

    /// Moves entries in front of those that they may not follow. Nothing is dropped.
    ///
    /// An entry goes in front of the whole run that may not be followed by it, and runs that meet because of it are one:
    /// otherwise a message would rise through a run of calls one repair at a time, and the number of repairs would grow
    /// with the square of the timeline.
    pub(super) fn reorder_adjacent(
        &mut self,
        rule: &'static Adjacency,
        findings: &[&Finding],
        limit: usize,
    ) -> Vec<Tried> {
        if rule.disallow_between.contains(&rule.first) {
            return self.reorder_one(rule, findings);
        }
        let action = |moved, before| reorder_adjacent(rule, moved, before);
        let (mut pass, old) = Pass::begin(self);
        let (mut tried, mut done, mut run) = (Vec::new(), 0, Vec::new());
        for slot in old {
            let kind = pass.plan.kind(slot);
            if kind == Some(rule.first) {
                run.push(slot);
                continue;
            }
            let forbidden = kind.is_some_and(|kind| rule.disallow_between.contains(&kind));
            if let (true, true, [blocker, ..], Some(&last)) =
                (forbidden, done < limit, run.as_slice(), run.last())
            {
                let placed = pass.put_before(&[slot], *blocker);
                let outcome = match placed {
                    Ok(()) => Outcome::Done(action(pass.plan.id(slot), pass.plan.id(*blocker))),
                    Err(reason) => Outcome::Refused(reason),
                };
                let moved = matches!(outcome, Outcome::Done(_));
                tried.push((vec![last, slot], outcome));
                if moved {
                    done += 1;
                    continue;
                }
            }
            pass.order.append(&mut run);
            pass.order.push(slot);
        }
        pass.order.append(&mut run);
        pass.end();
        tried
    }

    /// The same for a kind that may not follow itself: a run of it never ends, so one move at a time shows whether they
    /// lead back to where they began.
    fn reorder_one(&mut self, rule: &'static Adjacency, findings: &[&Finding]) -> Vec<Tried> {
        let mut tried = Vec::new();
        for finding in findings {
            let about = self.slots(finding);
            let (&[_, next], &[place, _]) = (about.as_slice(), finding.entries.as_slice()) else {
                continue;
            };
            let Some(blocker) = self.start_of_run(rule.first, place) else {
                continue;
            };
            let only = Move {
                blocker,
                moved: vec![next],
                about,
            };
            let action = |mut moved: Vec<String>, before| {
                reorder_adjacent(rule, moved.pop().unwrap_or_default(), before)
            };
            tried.extend(self.place(vec![only], 1, action));
            if let Some((_, Outcome::Done(_))) = tried.last() {
                break;
            }
        }
        tried
    }

    /// The first of the entries of a kind that stand together up to a position.
    fn start_of_run(&self, kind: Kind, place: usize) -> Option<usize> {
        let earlier = self.order.iter().take(place + 1).rev();
        earlier
            .take_while(|&&slot| self.kind(slot) == Some(kind))
            .last()
            .copied()
    }

    /// Makes moves, at most so many.
    fn place(
        &mut self,
        moves: Vec<Move>,
        limit: usize,
        action: impl Fn(Vec<String>, String) -> Action,
    ) -> Vec<Tried> {
        let mut by_blocker: HashMap<usize, Move> = HashMap::new();
        by_blocker.extend(moves.into_iter().map(|each| (each.blocker, each)));
        let (mut pass, old) = Pass::begin(self);
        let (mut tried, mut done, mut leaving) = (Vec::new(), 0, HashSet::new());
        for slot in old {
            if done < limit
                && let Some(Move {
                    blocker,
                    moved,
                    about,
                }) = by_blocker.remove(&slot)
            {
                let outcome = match pass.put_before(&moved, blocker) {
                    Ok(()) => {
                        let ids = moved.iter().map(|&slot| pass.plan.id(slot)).collect();
                        let action = action(ids, pass.plan.id(blocker));
                        leaving.extend(moved);
                        done += 1;
                        Outcome::Done(action)
                    }
                    Err(reason) => Outcome::Refused(reason),
                };
                tried.push((about, outcome));
            }
            if !leaving.contains(&slot) {
                pass.order.push(slot);
            }
        }
        pass.end();
        tried
    }

    /// The place among stored entries of its kind; fillers are stored last, in the order made.
    fn stored(&self, slot: usize) -> (bool, usize) {
        match self.entry(slot).and_then(super::Entry::index) {
            Some(index) => (false, index),
            None => (true, slot),
        }
    }
}

fn reorder_adjacent(rule: &'static Adjacency, moved: String, before: String) -> Action {
    Action::ReorderAdjacent {
        rule_id: rule.id,
        moved,
        before,
    }
}
