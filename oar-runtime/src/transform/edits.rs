//! From transforms to one ordered list of edits, all in original offsets.
//!
//! Ranges that are rewritten never overlap, because a later one that would is skipped. So which text
//! survives depends only on each insertion and the one range, if any, around its offset:
//!
//! * text inserted at `E` belongs to the content beginning at `E` (OAR-OPS-21). A later rewrite that
//!   begins at `E` or strictly contains it consumes the text; one that ends at `E` keeps it;
//! * text inserted at the beginning of a range that is already rewritten stands before the rewritten
//!   text, at its end after it, and strictly inside directly after it;
//! * what stands in one place stands in accumulation order.

use std::slice;

use smallvec::SmallVec;

use super::{Action, Skipped, Span, Target, Transform};

/// `text` in place of the original code points from `start` to `end`.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Edit {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) text: &'static str,
}

/// A non-empty range and the index of the transform that rewrote it.
#[derive(Clone, Copy, Debug)]
struct Rewrite {
    span: Span,
    step: usize,
}

type Rewrites = SmallVec<[Rewrite; 8]>;

/// A place where the transform of index `step` inserted its text.
#[derive(Clone, Copy, Debug)]
struct Insertion {
    at: usize,
    step: usize,
}

/// What transforms do to content.
#[derive(Debug)]
pub(super) struct Ledger<'t> {
    transforms: &'t [Transform<'t>],
    /// Disjoint, ascending. There are few mostly.
    rewrites: Rewrites,
    /// Ascending; at one offset in accumulation order.
    insertions: Vec<Insertion>,
    skipped: Vec<Skipped>,
}

impl<'t> Ledger<'t> {
    /// Nothing yet. It stays where it is put while it is filled: what was just written is slow to move.
    #[inline]
    pub(super) fn new(transforms: &'t [Transform<'t>]) -> Self {
        Self {
            transforms,
            rewrites: Rewrites::new(),
            insertions: Vec::new(),
            skipped: Vec::new(),
        }
    }

    /// Settles what the transforms do to content of `length` code points.
    pub(super) fn settle(&mut self, length: usize) {
        let transforms = self.transforms;
        for (step, transform) in transforms.iter().enumerate() {
            self.take(step, transform, length);
        }
        self.insertions.sort_by_key(|insertion| insertion.at);
    }

    fn take(&mut self, step: usize, transform: &Transform<'_>, length: usize) {
        let earlier = self.rewrites.len();
        let whole = Span {
            start: 0,
            end: length,
        };
        let spans = match &transform.target {
            Target::Content => slice::from_ref(&whole),
            Target::Spans(spans) => spans,
        };
        self.rewrites.reserve(spans.len());
        // Most come in order and apart.
        let mut tidy = true;
        let mut last = 0;
        // Those outside are ignored (OAR-OPS-19).
        for &span in spans.iter().filter(|span| span.within(length)) {
            if span.is_empty() {
                // Rewriting no text is inserting some.
                let at = span.start;
                self.insertions.push(Insertion { at, step });
            } else {
                tidy &= span.start >= last;
                last = span.end;
                self.rewrites.push(Rewrite { span, step });
            }
        }
        if !tidy {
            cover(&mut self.rewrites, earlier);
        }
        match transform.action {
            Action::Redact | Action::Replace => self.skip(earlier, transform.rule),
            // Never skipped, and nothing counts as rewritten (OAR-OPS-21).
            Action::Annotate => {
                let ends = self.rewrites.drain(earlier..).map(|rewrite| Insertion {
                    at: rewrite.span.end,
                    step,
                });
                self.insertions.extend(ends);
            }
        }
    }

    /// Takes those of the latest rewrites back that overlap an earlier one, and merges the others with the earlier ones.
    fn skip(&mut self, earlier: usize, rule: &'static str) {
        if !(1..self.rewrites.len()).contains(&earlier) {
            return;
        }
        let first = self.skipped.len();
        let (before, latest) = self.rewrites.split_at_mut(earlier);
        let mut kept = 0;
        for next in 0..latest.len() {
            // INVARIANT: `kept` never gets ahead of `next`, which is below the length.
            let Span { start, end } = latest[next].span;
            if overlaps(before, latest[next].span) {
                self.skipped.push(Skipped { rule, start, end });
            } else {
                if kept != next {
                    latest[kept] = latest[next];
                }
                kept += 1;
            }
        }
        self.rewrites.truncate(earlier + kept);
        // INVARIANT: `skipped` only grew.
        self.skipped[first..].reverse();
        // Two ascending runs: the stable sort finds and merges them in linear time.
        self.rewrites.sort_by_key(|rewrite| rewrite.span.start);
    }

    /// Whether the transforms change nothing.
    pub(super) fn is_empty(&self) -> bool {
        self.rewrites.is_empty() && self.insertions.is_empty()
    }

    /// At most how many bytes longer than `before` the content gets.
    pub(super) fn capacity(&self, before: usize) -> usize {
        let rewrites = self.rewrites.iter();
        let insertions = self.insertions.iter();
        // A code point takes a byte at least, and the ranges are disjoint.
        let removed: usize = rewrites
            .clone()
            .map(|rewrite| rewrite.span.end - rewrite.span.start)
            .sum();
        let rewritten: usize = rewrites.map(|rewrite| self.text(rewrite.step).len()).sum();
        let inserted: usize = insertions
            .map(|insertion| self.text(insertion.step).len())
            .sum();
        before.saturating_sub(removed) + rewritten + inserted
    }

    /// What was skipped.
    pub(super) fn into_skipped(self) -> Vec<Skipped> {
        self.skipped
    }

    /// Gives the edits, by ascending offset and in the order their texts stand in.
    pub(super) fn edits(&self, mut edit: impl FnMut(Edit)) {
        let mut insertions = self.insertions.as_slice();
        for &Rewrite { span, step } in &self.rewrites {
            if !insertions.is_empty() {
                self.around(span, step, &mut insertions, &mut edit);
                continue;
            }
            edit(self.rewrite(span, step));
        }
        insertions
            .iter()
            .for_each(|insertion| edit(self.insert(insertion)));
    }

    /// The edits of a rewrite and of the insertions before and within it.
    fn around(
        &self,
        span: Span,
        step: usize,
        insertions: &mut &[Insertion],
        edit: &mut impl FnMut(Edit),
    ) {
        let before = take_until(insertions, span.start);
        let at_start = take_until(insertions, span.start + 1);
        let within = take_until(insertions, span.end);

        before
            .iter()
            .for_each(|insertion| edit(self.insert(insertion)));
        // Within one transform spans apply from the highest end of equal starts to the lowest: the
        // range comes before the empty span at its beginning, and does not consume it.
        let kept = at_start.iter().filter(|insertion| insertion.step >= step);
        kept.for_each(|insertion| edit(self.insert(insertion)));
        edit(self.rewrite(span, step));
        // Within one transform the higher start applies first, and is consumed.
        let mut inside: Vec<Insertion> = within
            .iter()
            .filter(|insertion| insertion.step > step)
            .map(|insertion| Insertion {
                at: span.end,
                ..*insertion
            })
            .collect();
        // All of these stand in one place.
        inside.sort_by_key(|insertion| insertion.step);
        inside
            .iter()
            .for_each(|insertion| edit(self.insert(insertion)));
    }

    fn rewrite(&self, span: Span, step: usize) -> Edit {
        Edit {
            start: span.start,
            end: span.end,
            text: self.text(step),
        }
    }

    fn insert(&self, insertion: &Insertion) -> Edit {
        Edit {
            start: insertion.at,
            end: insertion.at,
            text: self.text(insertion.step),
        }
    }

    fn text(&self, step: usize) -> &'static str {
        // INVARIANT: a step is an index of the transforms it was counted from.
        self.transforms
            .get(step)
            .map_or("", |transform| transform.replacement)
    }
}

/// Brings the rewrites from `first` on, which are one transform's, into ascending order, and covers those that overlap by
/// one (OAR-OPS-20). Spans that only touch do not overlap.
fn cover(rewrites: &mut Rewrites, first: usize) {
    let Some(latest) = rewrites.get_mut(first..) else {
        return;
    };
    latest.sort_unstable_by_key(|rewrite| rewrite.span.start);
    let mut kept = 0_usize;
    for next in 0..latest.len() {
        // INVARIANT: `kept` never gets ahead of `next`, which is below the length.
        let Span { start, end } = latest[next].span;
        match kept.checked_sub(1).map(|last| &mut latest[last].span) {
            Some(covering) if start < covering.end => covering.end = covering.end.max(end),
            _ => {
                latest[kept] = latest[next];
                kept += 1;
            }
        }
    }
    rewrites.truncate(first + kept);
}

/// Whether the non-empty `span` overlaps one of the disjoint, ascending `rewrites`.
fn overlaps(rewrites: &[Rewrite], span: Span) -> bool {
    let next = rewrites.partition_point(|rewrite| rewrite.span.end <= span.start);
    rewrites
        .get(next)
        .is_some_and(|rewrite| rewrite.span.start < span.end)
}

/// Split off the insertions below `offset`.
fn take_until<'a>(insertions: &mut &'a [Insertion], offset: usize) -> &'a [Insertion] {
    let below = insertions
        .iter()
        .take_while(|insertion| insertion.at < offset)
        .count();
    let (taken, rest) = insertions.split_at(below);
    *insertions = rest;
    taken
}
