//! The spans of one transform, brought into order.

use super::{Span, Target};

/// Where one transform acts, in ascending order.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Places {
    /// Non-empty spans, none overlapping another.
    pub(super) ranges: Vec<Span>,
    /// Offsets of empty spans, one for each.
    pub(super) points: Vec<usize>,
}

impl Places {
    /// Steps 2 to 4 of OAR-OPS-16 for content of `length` code points: resolve the target, drop
    /// what falls outside, and cover overlapping spans by one (OAR-OPS-20). Spans that only touch
    /// do not overlap, and an empty one overlaps nothing.
    pub(super) fn of(target: &Target, length: usize) -> Self {
        let whole = [Span {
            start: 0,
            end: length,
        }];
        let spans = match target {
            Target::Content => &whole,
            Target::Spans(spans) => spans.as_slice(),
        };
        let mut places = Self::default();
        places.ranges.reserve(spans.len());
        for span in spans.iter().filter(|span| span.within(length)) {
            if span.is_empty() {
                places.points.push(span.start);
            } else {
                places.ranges.push(*span);
            }
        }
        places.points.sort_unstable();
        places.ranges.sort_unstable_by_key(|span| span.start);
        places.ranges.dedup_by(|next, covering| {
            let overlaps = next.start < covering.end;
            if overlaps {
                covering.end = covering.end.max(next.end);
            }
            overlaps
        });
        places
    }
}
