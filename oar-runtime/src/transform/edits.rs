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

use super::spans::Places;
use super::{Action, Skipped, Span, Transform};

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

/// A place where the transform of index `step` inserted its text.
#[derive(Clone, Copy, Debug)]
struct Insertion {
    at: usize,
    step: usize,
}

/// What the transforms so far do.
#[derive(Debug, Default)]
struct Ledger {
    /// Disjoint, ascending.
    rewrites: Vec<Rewrite>,
    /// In accumulation order.
    insertions: Vec<Insertion>,
    skipped: Vec<Skipped>,
}

/// The edits that `transforms` make to content of `length` code points, by ascending offset and in
/// the order their texts stand in; and the spans they skip.
pub(super) fn resolve(transforms: &[Transform], length: usize) -> (Vec<Edit>, Vec<Skipped>) {
    let mut ledger = Ledger::default();
    for (step, transform) in transforms.iter().enumerate() {
        let places = Places::of(&transform.target, length);
        match transform.action {
            Action::Redact | Action::Replace => {
                ledger.rewrite(&places.ranges, step, transform.rule);
            }
            // Never skipped, and nothing counts as rewritten (OAR-OPS-21).
            Action::Annotate => ledger.insert(places.ranges.iter().map(|span| span.end), step),
        }
        // Rewriting no text is inserting some.
        ledger.insert(places.points.into_iter(), step);
    }
    ledger.insertions.sort_by_key(|insertion| insertion.at);
    (in_order(&ledger, transforms), ledger.skipped)
}

impl Ledger {
    /// Rewrite the ascending `spans`, except those that overlap an earlier rewrite.
    fn rewrite(&mut self, spans: &[Span], step: usize, rule: &'static str) {
        let earlier = self.rewrites.len();
        let mut accepted = Vec::with_capacity(spans.len());
        for span in spans.iter().rev() {
            if overlaps(&self.rewrites, *span) {
                self.skipped.push(Skipped {
                    rule,
                    start: span.start,
                    end: span.end,
                });
            } else {
                accepted.push(Rewrite { span: *span, step });
            }
        }
        self.rewrites.extend(accepted.into_iter().rev());
        if (1..self.rewrites.len()).contains(&earlier) {
            // Two ascending runs: the stable sort finds and merges them in linear time.
            self.rewrites.sort_by_key(|rewrite| rewrite.span.start);
        }
    }

    fn insert(&mut self, points: impl Iterator<Item = usize>, step: usize) {
        self.insertions
            .extend(points.map(|at| Insertion { at, step }));
    }
}

/// Whether the non-empty `span` overlaps one of the disjoint, ascending `rewrites`.
fn overlaps(rewrites: &[Rewrite], span: Span) -> bool {
    let next = rewrites.partition_point(|rewrite| rewrite.span.end <= span.start);
    rewrites
        .get(next)
        .is_some_and(|rewrite| rewrite.span.start < span.end)
}

/// The edits of rewrites and insertions that are both ascending.
fn in_order(ledger: &Ledger, transforms: &[Transform]) -> Vec<Edit> {
    let mut edits = Edits {
        list: Vec::with_capacity(ledger.rewrites.len() + ledger.insertions.len()),
        transforms,
    };
    let mut inside: Vec<Insertion> = Vec::new();
    let mut insertions = ledger.insertions.as_slice();
    for Rewrite { span, step } in &ledger.rewrites {
        let before = take_until(&mut insertions, span.start);
        let at_start = take_until(&mut insertions, span.start + 1);
        let within = take_until(&mut insertions, span.end);

        edits.insert_all(before);
        // Within one transform spans apply from the highest end of equal starts to the lowest: the
        // range comes before the empty span at its beginning, and does not consume it.
        edits.insert_all(at_start.iter().filter(|insertion| insertion.step >= *step));
        edits.push(*span, *step);
        // Within one transform the higher start applies first, and is consumed.
        inside.clear();
        inside.extend(within.iter().filter(|insertion| insertion.step > *step));
        // All of these stand in one place.
        inside.sort_by_key(|insertion| insertion.step);
        for insertion in &inside {
            edits.push(
                Span {
                    start: span.end,
                    end: span.end,
                },
                insertion.step,
            );
        }
    }
    edits.insert_all(insertions);
    edits.list
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

struct Edits<'a> {
    list: Vec<Edit>,
    transforms: &'a [Transform],
}

impl Edits<'_> {
    fn insert_all<'i>(&mut self, insertions: impl IntoIterator<Item = &'i Insertion>) {
        for Insertion { at, step } in insertions {
            self.push(
                Span {
                    start: *at,
                    end: *at,
                },
                *step,
            );
        }
    }

    fn push(&mut self, span: Span, step: usize) {
        // INVARIANT: a step is an index of the transforms it was counted from.
        let text = self
            .transforms
            .get(step)
            .map_or("", |transform| transform.replacement);
        self.list.push(Edit {
            start: span.start,
            end: span.end,
            text,
        });
    }
}
