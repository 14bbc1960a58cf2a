//! Names that look like other names.

/// Longest name that is compared: the cost grows with the square.
const LENGTH_MAX: usize = 64;

/// The candidate most like `name`, if one is close enough to be a slip of the keyboard; the first of equals.
pub(super) fn nearest<'n>(
    name: &str,
    candidates: impl Iterator<Item = &'n str>,
) -> Option<&'n str> {
    if name.len() > LENGTH_MAX {
        return None;
    }
    let allowed = (name.len() / 3).clamp(1, 3);
    candidates
        .filter(|candidate| candidate.len().abs_diff(name.len()) <= allowed)
        .map(|candidate| (distance(name, candidate), candidate))
        .filter(|&(distance, _)| distance <= allowed)
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, candidate)| candidate)
}

/// Insertions, deletions, replacements and swaps of neighbours, letter case for free.
fn distance(a: &str, b: &str) -> usize {
    let a: Vec<u8> = a.to_ascii_lowercase().into_bytes();
    let b: Vec<u8> = b.to_ascii_lowercase().into_bytes();
    let mut before: Vec<usize> = Vec::new();
    let mut above: Vec<usize> = (0..=b.len()).collect();
    for (i, &x) in a.iter().enumerate() {
        let mut row = Vec::with_capacity(above.len());
        row.push(i + 1);
        for (j, &y) in b.iter().enumerate() {
            // INVARIANT: `above` has b.len() + 1 entries, `row` j + 1, and `before` is full once i > 0.
            let mut best = (above[j] + usize::from(x != y))
                .min(above[j + 1] + 1)
                .min(row[j] + 1);
            if i > 0 && j > 0 && x == b[j - 1] && a[i - 1] == y {
                best = best.min(before[j - 1] + 1);
            }
            row.push(best);
        }
        before = std::mem::replace(&mut above, row);
    }
    above.last().copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_count_edits() {
        assert_eq!(distance("tool", "tool"), 0);
        assert_eq!(distance("tol", "tool"), 1);
        assert_eq!(distance("otol", "tool"), 1);
        assert_eq!(distance("Tool", "tool"), 0);
        assert_eq!(distance("abc", "xyz"), 3);
        assert_eq!(distance("", "ab"), 2);
    }

    #[test]
    fn only_slips_are_offered() {
        let names = || ["tool", "tool_args", "anchor"].into_iter();
        assert_eq!(nearest("tol", names()), Some("tool"));
        assert_eq!(nearest("tool_arg", names()), Some("tool_args"));
        assert_eq!(nearest("ghost", names()), None);
        assert_eq!(nearest(&"t".repeat(65), names()), None);
    }
}
