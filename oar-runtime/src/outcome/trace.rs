//! The applied-rules trace.

use std::fmt;

use super::{Outcome, RuleOutcome};

/// The applied-rules trace (OAR-OPS-9), in evaluation order.
///
/// Most rules pass. So an outcome keeps the evaluation order, how far it was reached, and a mark for each rule that did
/// anything else: passing costs nothing, however many rules are selected.
#[derive(Clone, Copy)]
pub struct Trace<'o>(&'o Outcome);

impl<'o> Trace<'o> {
    pub(super) fn new(outcome: &'o Outcome) -> Self {
        Self(outcome)
    }

    /// Each selected rule that was reached, by qualified identifier, with its outcome.
    pub fn iter(self) -> impl ExactSizeIterator<Item = (&'static str, RuleOutcome)> + use<'o> {
        Entries {
            outcome: self.0,
            at: 0,
            mark: 0,
            left: self.len(),
        }
    }

    /// The number of entries.
    #[must_use]
    pub fn len(self) -> usize {
        let reached = self.0.reached;
        let marks = (0..self.0.marks())
            .rev()
            .map_while(|index| self.0.mark(index));
        // A rule that was not reached is listed all the same when it is suppressed (OAR-OPS-10).
        reached as usize + marks.take_while(|&(at, _)| at >= reached).count()
    }

    /// Whether no rule was selected.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }
}

impl fmt::Debug for Trace<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}

struct Entries<'o> {
    outcome: &'o Outcome,
    /// The next position.
    at: u32,
    /// The next mark.
    mark: usize,
    /// Entries to come.
    left: usize,
}

impl Iterator for Entries<'_> {
    type Item = (&'static str, RuleOutcome);

    fn next(&mut self) -> Option<Self::Item> {
        let reached = self.outcome.reached;
        let (at, what) = match self.outcome.mark(self.mark) {
            Some((marked, what)) if marked == self.at || self.at >= reached => {
                self.mark += 1;
                (marked, what)
            }
            _ if self.at < reached => (self.at, RuleOutcome::Passed),
            _ => return None,
        };
        self.at = at + 1;
        self.left = self.left.saturating_sub(1);
        let rule = self.outcome.order().get(at as usize);
        let rule = rule.and_then(|&rule| self.outcome.anchor.table.rules.get(rule as usize));
        Some((rule.map_or("", |rule| rule.qualified), what))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}

impl ExactSizeIterator for Entries<'_> {}
