//! The rules that a decision names, with their copy.

use std::fmt;

use super::{Copy, Outcome, Spoken};
use crate::program::{CopySource, Rule};

/// One rule of the accumulated advisory list (OAR-EVAL-20).
#[derive(Clone, Copy, Debug)]
pub struct Advisory<'o> {
    rule: &'static Rule,
    copy: &'o Copy,
}

impl<'o> Advisory<'o> {
    /// The bare identifier.
    #[must_use]
    pub fn code(self) -> &'static str {
        self.rule.code()
    }

    /// The qualified identifier.
    #[must_use]
    pub fn rule(self) -> &'static str {
        self.rule.qualified
    }

    /// Its rendered copy.
    #[must_use]
    pub fn copy(self) -> &'o Copy {
        self.copy
    }
}

/// Rules with their copy, in evaluation order.
#[derive(Clone, Copy)]
pub struct Advisories<'o> {
    outcome: &'o Outcome,
    len: usize,
}

impl<'o> Advisories<'o> {
    /// The rules of a decision.
    pub(super) fn of(outcome: &'o Outcome) -> Self {
        let several = outcome.more.get().map_or(0, |more| more.spoken.len());
        let one = usize::from(outcome.rule != Outcome::NO_RULE);
        Self {
            outcome,
            len: several.max(one),
        }
    }

    /// None of them.
    pub(super) fn none(outcome: &'o Outcome) -> Self {
        Self { outcome, len: 0 }
    }

    /// How many there are.
    #[must_use]
    pub fn len(self) -> usize {
        self.len
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.len == 0
    }

    /// The one at an index from 0.
    #[must_use]
    pub fn get(self, index: usize) -> Option<Advisory<'o>> {
        if index >= self.len {
            return None;
        }
        let spoken = self
            .outcome
            .more
            .get()
            .and_then(|more| more.spoken.get(index));
        let number = spoken.map_or(self.outcome.rule, |spoken| spoken.rule);
        let rule = self.outcome.anchor.rule(number);
        let copy = match (spoken, &rule.copy) {
            (
                Some(Spoken {
                    rendered: Some(copy),
                    ..
                }),
                _,
            ) => copy,
            (_, CopySource::Constant(copy)) => copy,
            (_, CopySource::Bound) => Copy::NONE,
        };
        Some(Advisory { rule, copy })
    }

    /// The first of them.
    #[must_use]
    pub fn first(self) -> Option<Advisory<'o>> {
        self.get(0)
    }

    /// One after the other.
    #[must_use]
    pub fn iter(self) -> Iter<'o> {
        Iter {
            advisories: self,
            next: 0,
        }
    }
}

impl fmt::Debug for Advisories<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rules = self.iter().map(Advisory::rule);
        f.debug_list().entries(rules).finish()
    }
}

impl<'o> IntoIterator for Advisories<'o> {
    type Item = Advisory<'o>;
    type IntoIter = Iter<'o>;

    fn into_iter(self) -> Iter<'o> {
        self.iter()
    }
}

/// See [`Advisories::iter`].
#[derive(Clone, Debug)]
pub struct Iter<'o> {
    advisories: Advisories<'o>,
    next: usize,
}

impl<'o> Iterator for Iter<'o> {
    type Item = Advisory<'o>;

    fn next(&mut self) -> Option<Self::Item> {
        let advisory = self.advisories.get(self.next)?;
        self.next += 1;
        Some(advisory)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.advisories.len() - self.next;
        (left, Some(left))
    }
}

impl ExactSizeIterator for Iter<'_> {}
