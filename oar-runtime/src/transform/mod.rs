//! Transforms: applying the accumulated rewrites of an occurrence to its content (section 7.2).
//!
//! Every offset is in code points and means a place in the content as it was at the start of the
//! occurrence (OAR-OPS-16, OAR-OPS-20). So nothing is rewritten step by step: `edits` brings the
//! spans of each transform into order and settles in original offsets what it rewrites, inserts and
//! skips, and `apply` builds the result in one pass.

mod apply;
mod edits;
mod offsets;
#[cfg(test)]
mod tests;

use std::borrow::Cow;

pub use apply::apply;

/// What `redact` puts in place of a span when its rule gives no `replacement` (OAR-OPS-13).
pub const REDACTED: &str = "[REDACTED]";

/// A range of the content in code points, `start` inclusive and `end` exclusive (OAR-OPS-19).
///
/// A member of a fact with `start` beyond `end` is not a span but a fact-provider failure of the rule
/// that reads it, and does not get this far.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Span {
    /// The first code point.
    pub start: usize,
    /// The code point after the last.
    pub end: usize,
}

impl Span {
    /// The span from `start` to `end`, unless `start` is beyond `end`.
    #[must_use]
    pub const fn new(start: usize, end: usize) -> Option<Self> {
        if start <= end {
            Some(Self { start, end })
        } else {
            None
        }
    }

    /// Whether the span falls within content of `length` code points. One that reaches past the end
    /// is outside, not clamped (OAR-OPS-19).
    #[must_use]
    pub const fn within(self, length: usize) -> bool {
        self.start <= self.end && self.end <= length
    }

    /// Whether the span holds no code point. Such a span overlaps nothing (OAR-OPS-23) and is a
    /// place to insert at.
    const fn is_empty(self) -> bool {
        self.start == self.end
    }
}

/// What a transform does with its target (OAR-OPS-13, OAR-OPS-21).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Put the replacement in place of the target; the same as `Replace`, once [`REDACTED`] stands
    /// in for a replacement the rule left out.
    Redact,
    /// Put the replacement in place of the target.
    Replace,
    /// Insert the replacement after the target and remove nothing.
    Annotate,
}

/// What a transform applies to (OAR-OPS-14).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Target<'s> {
    /// The whole content.
    Content,
    /// Spans of it, in any order. Those that fall outside the content are ignored (OAR-OPS-19).
    Spans(Cow<'s, [Span]>),
}

/// The transform of one fired rule (OAR-OPS-15).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Transform<'s> {
    /// The qualified identifier of the rule.
    pub rule: &'static str,
    /// What to do.
    pub action: Action,
    /// What to do it to.
    pub target: Target<'s>,
    /// The text to put there.
    pub replacement: &'static str,
}

/// A span that was not rewritten, because an earlier transform had rewritten text that it overlaps:
/// an entry of `skipped_transforms`, whose `reason` is always `overlap` (OAR-OPS-23).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Skipped {
    /// The qualified identifier of the rule.
    pub rule: &'static str,
    /// The first code point, in the original content.
    pub start: usize,
    /// The code point after the last.
    pub end: usize,
}

/// What came of the accumulated transforms.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Applied {
    /// The rewritten content; `None` when nothing was rewritten or inserted.
    pub content: Option<String>,
    /// What was skipped: transforms in accumulation order, within one by descending start.
    pub skipped: Vec<Skipped>,
}
