//! The name that was probably meant.

/// Names longer than this are not compared: nobody mistypes them, and the comparison is quadratic in their length.
const LONGEST: usize = 128;

/// The candidate closest to `name`, when one is close enough to be a slip: the same letters in another case or with
/// other separators, or a few edits away.
///
/// Of equally close candidates the first in code point order is chosen, so that the answer does not depend on the
/// order they come in.
pub(super) fn nearest<'a>(
    name: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    let letters: Vec<char> = name.chars().take(LONGEST + 1).collect();
    if letters.is_empty() || letters.len() > LONGEST {
        return None;
    }
    let folded = fold(name);
    let limit = (letters.len() / 3).clamp(1, 3);
    candidates
        .into_iter()
        .filter(|candidate| *candidate != name)
        .filter_map(|candidate| {
            let distance = if fold(candidate) == folded {
                0
            } else {
                distance(&letters, candidate, limit)?
            };
            Some((distance, candidate))
        })
        .min()
        .map(|(_, candidate)| candidate)
}

/// Letters and digits only, in lower case.
fn fold(name: &str) -> String {
    name.chars()
        .filter(|c| c.is_alphanumeric())
        .flat_map(char::to_lowercase)
        .collect()
}

/// Insertions, deletions, replacements and swaps of neighbours between the two; `None` above the limit, or when
/// nothing of the name would be left.
fn distance(from: &[char], to: &str, limit: usize) -> Option<usize> {
    let to: Vec<char> = to.chars().take(LONGEST + 1).collect();
    if to.len().abs_diff(from.len()) > limit || to.len() > LONGEST {
        return None;
    }
    let mut before: Vec<usize> = Vec::new();
    let mut previous: Vec<usize> = (0..=to.len()).collect();
    for (row, &a) in from.iter().enumerate() {
        let mut current = Vec::with_capacity(previous.len());
        current.push(row + 1);
        for (column, &b) in to.iter().enumerate() {
            let replaced = at(&previous, column) + usize::from(a != b);
            let inserted = at(&current, column) + 1;
            let deleted = at(&previous, column + 1) + 1;
            let mut best = replaced.min(inserted).min(deleted);
            let swapped = column > 0
                && row > 0
                && to.get(column - 1) == Some(&a)
                && from.get(row - 1) == Some(&b);
            if swapped {
                best = best.min(at(&before, column - 1) + 1);
            }
            current.push(best);
        }
        before = std::mem::replace(&mut previous, current);
    }
    let distance = at(&previous, to.len());
    (distance <= limit && distance < from.len()).then_some(distance)
}

fn at(row: &[usize], column: usize) -> usize {
    row.get(column).copied().unwrap_or(usize::MAX / 2)
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn slips_are_found() {
        let facts = ["tool", "tool_args", "principal", "policy_denied"];
        assert_eq!(nearest("tol", facts), Some("tool"));
        assert_eq!(nearest("tool_agrs", facts), Some("tool_args"));
        assert_eq!(nearest("PolicyDenied", facts), Some("policy_denied"));
        assert_eq!(
            nearest("tool.preinvoke", ["tool.handler", "tool.pre_invoke"]),
            Some("tool.pre_invoke")
        );
        assert_eq!(
            nearest("gateway.pre_rendr", ["gateway.pre_render"]),
            Some("gateway.pre_render")
        );
    }

    #[test]
    fn other_names_are_not() {
        assert_eq!(nearest("ledger", ["tool", "principal"]), None);
        assert_eq!(nearest("x", ["y"]), None);
        assert_eq!(nearest("", ["a"]), None);
        assert_eq!(nearest("tool", ["tool"]), None);
        assert_eq!(nearest(&"a".repeat(500), [&*"a".repeat(499)]), None);
    }

    #[test]
    fn ties_do_not_depend_on_order() {
        assert_eq!(nearest("cat", ["car", "bat"]), Some("bat"));
        assert_eq!(nearest("cat", ["bat", "car"]), Some("bat"));
    }
}
