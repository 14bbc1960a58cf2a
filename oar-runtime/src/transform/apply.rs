//! The result of the edits, in one pass.

use super::edits::{self, Edit};
use super::offsets::Offsets;
use super::{Applied, Transform};

/// Apply the accumulated `transforms`, in their order, to `content`: the normative algorithm of
/// OAR-OPS-16. The caller has made sure that the decision is not `block` (OAR-OPS-17).
///
/// Takes time linear in content and result, plus sorting the spans.
#[must_use]
pub fn apply(content: &str, transforms: &[Transform]) -> Applied {
    if transforms.is_empty() {
        return Applied::default();
    }
    let length = content.chars().count();
    let (edits, skipped) = edits::resolve(transforms, length);
    let content = (!edits.is_empty()).then(|| build(content, length, &edits));
    Applied { content, skipped }
}

/// `content`, which has `length` code points, with the ascending `edits` made.
fn build(content: &str, length: usize, edits: &[Edit]) -> String {
    // INVARIANT: edits are disjoint ranges of the content, and a code point takes a byte at least: no
    // difference is negative, and the capacity suffices.
    let removed: usize = edits.iter().map(|edit| edit.end - edit.start).sum();
    let added: usize = edits.iter().map(|edit| edit.text.len()).sum();
    let mut result = String::with_capacity(content.len() - removed + added);

    let mut offsets = Offsets::new(content, length);
    let mut kept_from = 0;
    for edit in edits {
        let start = offsets.byte_of(edit.start);
        result.push_str(between(content, kept_from, start));
        result.push_str(edit.text);
        kept_from = offsets.byte_of(edit.end);
    }
    result.push_str(between(content, kept_from, content.len()));
    result
}

fn between(content: &str, start: usize, end: usize) -> &str {
    // INVARIANT: edits ascend and do not overlap, and `Offsets` gives boundaries of code points.
    content.get(start..end).unwrap_or_default()
}
