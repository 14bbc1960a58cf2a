//! The string operations of the condition language.
//!
//! A string is a sequence of Unicode code points (OAR-FACT-23). Nothing here normalises, folds
//! case or consults a locale (OAR-EXPR-22).

use std::cmp::Ordering;

/// `size(s)`: the number of Unicode code points (OAR-EXPR-16), not of bytes.
#[inline]
#[must_use]
pub fn length(text: &str) -> i64 {
    // A string has at most `isize::MAX` bytes, so the conversion never saturates.
    i64::try_from(text.chars().count()).unwrap_or(i64::MAX)
}

/// `starts_with(s, prefix)`; an empty prefix matches every string (OAR-EXPR-22).
#[inline]
#[must_use]
pub fn starts_with(text: &str, prefix: &str) -> bool {
    text.starts_with(prefix)
}

/// `ends_with(s, suffix)`; an empty suffix matches every string (OAR-EXPR-22).
#[inline]
#[must_use]
pub fn ends_with(text: &str, suffix: &str) -> bool {
    text.ends_with(suffix)
}

/// `contains(s, substring)`; an empty substring matches every string (OAR-EXPR-22).
#[inline]
#[must_use]
pub fn contains(text: &str, substring: &str) -> bool {
    text.contains(substring)
}

/// Order by Unicode code point (OAR-EXPR-10).
///
/// UTF-8 keeps the order of code points in the order of its bytes, so bytes are what is compared.
/// (UTF-16 does not: there U+1F600 sorts before U+FF5E.)
#[inline]
#[must_use]
pub fn compare(left: &str, right: &str) -> Ordering {
    left.as_bytes().cmp(right.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn length_counts_code_points() {
        assert_eq!(length(""), 0);
        assert_eq!(length("abc"), 3);
        assert_eq!(length("é"), 1);
        // e and a combining accent stay two: no normalisation.
        assert_eq!(length("e\u{301}"), 2);
        assert_eq!(length("a\u{1F600}b"), 3);
    }

    #[test]
    fn an_empty_needle_matches_every_string() {
        for text in ["", "a", "\u{1F600}"] {
            assert!(starts_with(text, ""));
            assert!(ends_with(text, ""));
            assert!(contains(text, ""));
        }
    }

    #[test]
    fn the_needles_are_found_where_they_stand() {
        assert!(starts_with("https://x", "https:"));
        assert!(!starts_with("xhttps:", "https:"));
        assert!(ends_with("a.rs", ".rs"));
        assert!(!ends_with("a.rs ", ".rs"));
        assert!(contains("rm -rf /", "-rf"));
        assert!(!contains("rm -r /", "-rf"));
    }

    #[test]
    fn nothing_folds_case_or_normalises() {
        assert!(!starts_with("ABC", "a"));
        assert!(!contains("\u{E9}", "e\u{301}"));
        assert!(!ends_with("STRASSE", "\u{DF}"));
    }

    #[test]
    fn order_is_by_code_point() {
        assert_eq!(compare("a", "b"), Ordering::Less);
        assert_eq!(compare("a", "a"), Ordering::Equal);
        assert_eq!(compare("ab", "a"), Ordering::Greater);
        assert_eq!(compare("Z", "a"), Ordering::Less);
        // U+FF5E sorts before U+1F600 by code point, after it by UTF-16 unit.
        assert_eq!(compare("\u{FF5E}", "\u{1F600}"), Ordering::Less);
    }
}
