//! The result of the edits, in one pass.

use super::edits::Ledger;
use super::offsets::Offsets;
use super::{Applied, Transform};

/// Apply the accumulated `transforms`, in their order, to `content`: the normative algorithm of
/// OAR-OPS-16. The caller has made sure that the decision is not `block` (OAR-OPS-17).
///
/// Takes time linear in content and result, plus sorting the spans.
#[must_use]
pub fn apply(content: &str, transforms: &[Transform<'_>]) -> Applied {
    if transforms.is_empty() {
        return Applied::default();
    }
    let length = match content.is_ascii() {
        true => content.len(),
        false => content.chars().count(),
    };
    let mut ledger = Ledger::new(transforms);
    ledger.settle(length);
    Applied {
        content: (!ledger.is_empty()).then(|| build(content, length, &ledger)),
        skipped: ledger.into_skipped(),
    }
}

/// `content`, which has `length` code points, with the edits made.
fn build(content: &str, length: usize, ledger: &Ledger<'_>) -> String {
    let mut result = String::with_capacity(ledger.capacity(content.len()));
    let mut offsets = Offsets::new(content, length);
    let mut kept_from = 0;
    ledger.edits(|edit| {
        let start = offsets.byte_of(edit.start);
        result.push_str(between(content, kept_from, start));
        result.push_str(edit.text);
        kept_from = offsets.byte_of(edit.end);
    });
    result.push_str(between(content, kept_from, content.len()));
    result
}

fn between(content: &str, start: usize, end: usize) -> &str {
    // INVARIANT: edits ascend and do not overlap, and `Offsets` gives boundaries of code points.
    content.get(start..end).unwrap_or_default()
}
