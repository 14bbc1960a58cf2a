//! Which rules an occurrence selects (OAR-SEL-7).

use smallvec::SmallVec;

use super::enforcements::Enforcements;
use super::evaluation::Evaluation;
use super::order::order;
use crate::program::{Enforcement, Index, More, Program};
use crate::raise::Raise;

impl<'a> Evaluation<'a> {
    /// Looks at each rule that may be selected, and puts those that are in order. The first index was read already when
    /// its key is given: a fact is produced at most once.
    pub(super) fn select<P: Program<'a>>(
        &mut self,
        enforcements: &Enforcements,
        program: &P,
        key: Option<Result<&'a str, Raise>>,
    ) {
        self.custom = enforcements.current();
        let mut selection = Selection {
            evaluation: self,
            program,
            selected: SmallVec::new(),
        };
        selection.gather(key);
        let mut selected = selection.selected;
        selected.sort_unstable();
        if self.anchor.suppression {
            let suppressors = |rule| self.more(rule).map_or(&[][..], |more| more.suppressors);
            let overrides = |rule| self.more(rule).map_or(&[][..], |more| more.overrides);
            selected = order(&selected, suppressors, overrides).unwrap_or(selected);
        }
        // Rules are numbered in 32 bits, so there are no more of them.
        self.end = selected.len() as u32;
        self.careful = !self.unread.is_empty();
        self.outcome.rest_mut().order = selected;
    }

    fn more(&self, rule: u32) -> Option<&'static More> {
        self.anchor.rule(rule).more
    }

    fn is_off(&self, rule: u32) -> bool {
        self.enforcement(rule, self.anchor.rule(rule)) == Enforcement::Off
    }
}

/// A selection in the making.
struct Selection<'s, 'a, P> {
    evaluation: &'s mut Evaluation<'a>,
    program: &'s P,
    selected: SmallVec<[u32; 8]>,
}

impl<'a, P: Program<'a>> Selection<'_, 'a, P> {
    fn gather(&mut self, mut first: Option<Result<&'a str, Raise>>) {
        let anchor = self.evaluation.anchor;
        let mut by_value = false;
        for (at, index) in anchor.indexes.iter().enumerate() {
            // An index whose rules are all off is not read: a rule that is off observes nothing.
            if index.all.iter().all(|&rule| self.evaluation.is_off(rule)) {
                continue;
            }
            let key = first.take().unwrap_or_else(|| self.program.key(at));
            by_value |= self.look_up(index, key);
        }
        // A lane found by value holds the rest as well where the lanes are merged.
        if !(anchor.merged && by_value) {
            self.consider_all(anchor.lane(0).rules, None);
        }
    }

    /// The rules of an index; whether there is a lane for the value.
    fn look_up(&mut self, index: &'static Index, key: Result<&'a str, Raise>) -> bool {
        match key {
            Ok(value) => {
                let lane = index.table.get(value);
                if let Some(lane) = lane {
                    self.consider_all(self.evaluation.anchor.lane(lane).rules, None);
                }
                lane.is_some()
            }
            Err(raise) => {
                self.consider_all(index.all, Some(&raise));
                false
            }
        }
    }

    fn consider_all(&mut self, rules: &[u32], unread: Option<&Raise>) {
        rules.iter().for_each(|&rule| self.consider(rule, unread));
    }

    fn consider(&mut self, rule: u32, unread: Option<&Raise>) {
        if self.evaluation.is_off(rule) {
            return;
        }
        let rest = match self.evaluation.more(rule) {
            Some(more) if more.selector => self.program.selector(rule),
            _ => Ok(true),
        };
        match (rest, unread) {
            // A clause that can be read and does not match keeps the rule out, whatever another clause does.
            (Ok(false), _) => return,
            (Ok(true), None) => {}
            (Err(raise), _) => self.evaluation.unread.push((rule, raise)),
            (Ok(true), Some(raise)) => self.evaluation.unread.push((rule, raise.clone())),
        }
        self.selected.push(rule);
    }
}
