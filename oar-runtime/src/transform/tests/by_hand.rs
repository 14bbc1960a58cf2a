//! Results written out by hand from section 7.2; each holds for the reference as well.

use super::*;

#[track_caller]
fn gives(content: &str, transforms: &[Transform], expected: &str) {
    skips(content, transforms, expected, &[]);
}

/// `skipped` names rule, start and end.
#[track_caller]
fn skips(
    content: &str,
    transforms: &[Transform],
    expected: &str,
    skipped: &[(&str, usize, usize)],
) {
    for (result, actual) in [
        outcome(content, transforms),
        reference::apply(content, transforms),
    ] {
        assert_eq!(result, expected);
        let actual: Vec<_> = actual.iter().map(|s| (s.rule, s.start, s.end)).collect();
        assert_eq!(actual, skipped);
    }
}

#[test]
fn nothing_to_do_leaves_the_content() {
    for transforms in [vec![], vec![redact(&[], "x")], vec![redact(&[(3, 5)], "x")]] {
        assert_eq!(apply("abcd", &transforms), Applied::default());
    }
}

#[test]
fn spans_of_one_transform() {
    gives(
        "call 555-0100 or 555-0199 now",
        &[redact(&[(17, 25), (5, 13)], REDACTED)],
        "call [REDACTED] or [REDACTED] now",
    );
    // Offsets keep their meaning whatever the replacement's length.
    gives("abcdef", &[redact(&[(0, 2), (4, 5)], "")], "cdf");
    gives("abcd", &[on(Action::Replace, &[(1, 2)], "xyz")], "axyzcd");
}

#[test]
fn overlapping_spans_are_covered_by_one() {
    gives(
        "call 555-0100 or 555-0199 now",
        &[redact(&[(5, 10), (8, 13)], "[x]")],
        "call [x] or 555-0199 now",
    );
    gives(
        "abcdefgh",
        &[redact(&[(1, 3), (4, 6), (2, 5)], "x")],
        "axgh",
    );
    gives("abcdef", &[redact(&[(1, 5), (2, 3)], "x")], "axf");
    gives("abcdef", &[redact(&[(1, 3), (1, 3)], "x")], "axdef");
    gives("abcdef", &[annotate(&[(1, 5), (2, 3)], "!")], "abcde!f");
}

#[test]
fn touching_spans_are_two() {
    gives("abcd", &[redact(&[(0, 2), (2, 4)], "x")], "xx");
    gives(
        "abcd",
        &[redact(&[(0, 2)], "x"), redact(&[(2, 4)], "y")],
        "xy",
    );
}

#[test]
fn a_span_outside_the_content_is_ignored_not_clamped() {
    gives(
        "abcd",
        &[redact(&[(1, 2), (3, 5), (5, 5), (900, 950)], "x")],
        "axcd",
    );
    gives("abcd", &[redact(&[(4, 4)], "x")], "abcdx");
    // Dropped before merging: it does not widen its neighbour, and skips nothing later.
    gives(
        "abcd",
        &[redact(&[(1, 3), (2, 9)], "x"), redact(&[(3, 4)], "y")],
        "axy",
    );
}

#[test]
fn offsets_count_code_points() {
    gives(
        "\u{1F600}ab\u{1F600}",
        &[redact(&[(1, 2)], "x")],
        "\u{1F600}xb\u{1F600}",
    );
    gives("éé", &[redact(&[(1, 2)], "\u{1F980}")], "é\u{1F980}");
    // e and a combining accent are two.
    gives("e\u{301}", &[redact(&[(0, 1)], "a")], "a\u{301}");
    gives(
        "\u{1F600}",
        &[annotate(&[(0, 1)], "!"), redact(&[(1, 2)], "x")],
        "\u{1F600}!",
    );
}

#[test]
fn an_annotation_stands_after_its_span() {
    gives(
        "call 555-0100 or 555-0199 now",
        &[annotate(&[(5, 13)], "(pii)")],
        "call 555-0100(pii) or 555-0199 now",
    );
    gives("abc", &[whole(Action::Annotate, "!")], "abc!");
    gives("", &[whole(Action::Annotate, "!")], "!");
    gives(
        "abcd",
        &[annotate(&[(0, 1), (1, 2), (4, 4)], "!")],
        "a!b!cd!",
    );
}

#[test]
fn an_annotation_outlives_the_rewrite_of_its_span() {
    gives(
        "abcd",
        &[annotate(&[(0, 2)], "<A>"), redact(&[(0, 2)], REDACTED)],
        "[REDACTED]<A>cd",
    );
    gives(
        "abcd",
        &[redact(&[(0, 2)], REDACTED), annotate(&[(0, 2)], "<A>")],
        "[REDACTED]<A>cd",
    );
    gives(
        "abc",
        &[whole(Action::Annotate, "!"), whole(Action::Redact, "x")],
        "x!",
    );
    gives(
        "abc",
        &[whole(Action::Redact, "x"), whole(Action::Annotate, "!")],
        "x!",
    );
}

#[test]
fn a_rewrite_consumes_what_was_inserted_at_its_beginning_or_inside() {
    gives(
        "abcd",
        &[annotate(&[(0, 2)], "<A>"), redact(&[(2, 4)], "[B]")],
        "ab[B]",
    );
    gives(
        "abcd",
        &[annotate(&[(0, 2)], "<A>"), redact(&[(1, 3)], "[B]")],
        "a[B]d",
    );
    gives(
        "abcd",
        &[annotate(&[(0, 0)], "<A>"), whole(Action::Redact, "x")],
        "x",
    );
    // Consumed, and then annotated again.
    gives(
        "abcd",
        &[
            annotate(&[(0, 2)], "<A>"),
            redact(&[(2, 4)], "[B]"),
            annotate(&[(1, 2)], "<C>"),
        ],
        "ab<C>[B]",
    );
}

#[test]
fn an_annotation_at_the_beginning_of_a_rewrite_stands_before_it() {
    gives(
        "abcd",
        &[redact(&[(2, 4)], "[B]"), annotate(&[(0, 2)], "<A>")],
        "ab<A>[B]",
    );
    // A rewrite that ends there keeps it.
    gives(
        "abcd",
        &[
            redact(&[(2, 4)], "[B]"),
            annotate(&[(0, 2)], "<A>"),
            redact(&[(0, 2)], "[C]"),
        ],
        "[C]<A>[B]",
    );
}

#[test]
fn an_annotation_inside_a_rewrite_stands_directly_after_it() {
    gives(
        "abcd",
        &[redact(&[(0, 3)], "[A]"), annotate(&[(0, 1)], "<B>")],
        "[A]<B>d",
    );
    // Before text that was inserted at the end, whenever that was.
    gives(
        "abcd",
        &[
            annotate(&[(0, 3)], "<E>"),
            redact(&[(0, 3)], "[A]"),
            annotate(&[(0, 1)], "<B>"),
        ],
        "[A]<B><E>d",
    );
    // Its place is not the content beginning at the end: a rewrite from there keeps it.
    gives(
        "abcd",
        &[
            redact(&[(0, 3)], "[A]"),
            annotate(&[(0, 1)], "<B>"),
            redact(&[(3, 4)], "[C]"),
        ],
        "[A]<B>[C]",
    );
    // Several keep accumulation order, whichever offset is lower.
    gives(
        "abcd",
        &[
            redact(&[(0, 3)], "[A]"),
            annotate(&[(0, 2)], "<B>"),
            annotate(&[(0, 1)], "<C>"),
        ],
        "[A]<B><C>d",
    );
    gives(
        "abcd",
        &[
            redact(&[(0, 4)], "[A]"),
            annotate(&[(0, 1), (1, 2), (2, 4)], "!"),
        ],
        "[A]!!!",
    );
}

#[test]
fn annotations_at_one_offset_keep_accumulation_order() {
    gives(
        "abcd",
        &[annotate(&[(0, 2)], "<A>"), annotate(&[(1, 2)], "<B>")],
        "ab<A><B>cd",
    );
    gives(
        "abcd",
        &[annotate(&[(2, 2)], "<B>"), annotate(&[(0, 2)], "<A>")],
        "ab<B><A>cd",
    );
    gives(
        "ab",
        &[whole(Action::Annotate, "1"), whole(Action::Annotate, "2")],
        "ab12",
    );
}

#[test]
fn an_empty_span_is_an_insertion() {
    gives("abcd", &[redact(&[(2, 2)], "x")], "abxcd");
    gives("abcd", &[redact(&[(2, 2), (2, 2)], "x")], "abxxcd");
    gives(
        "abcd",
        &[annotate(&[(0, 2)], "<A>"), redact(&[(2, 2)], "x")],
        "ab<A>xcd",
    );
    gives(
        "abcd",
        &[redact(&[(2, 2)], "x"), annotate(&[(0, 2)], "<A>")],
        "abx<A>cd",
    );
    // Never skipped, also strictly inside what is already rewritten.
    gives(
        "abcd",
        &[redact(&[(0, 3)], "[A]"), redact(&[(1, 1)], "x")],
        "[A]xd",
    );
    gives(
        "abcd",
        &[redact(&[(1, 3)], "[A]"), redact(&[(1, 1), (3, 3)], "x")],
        "ax[A]xd",
    );
    // And rewrites nothing, so it stands in nobody's way.
    gives(
        "abcd",
        &[redact(&[(2, 2)], "x"), redact(&[(1, 3)], "y")],
        "ayd",
    );
    gives(
        "abcd",
        &[redact(&[(2, 2)], "x"), redact(&[(0, 2)], "y")],
        "yxcd",
    );
}

#[test]
fn an_empty_span_beside_a_range_of_its_own_transform() {
    // Descending start, then descending end (OAR-OPS-20): (2,2) is inserted first, and consumed.
    gives("abcd", &[redact(&[(1, 3), (2, 2)], "x")], "axd");
    // The wider of equal starts first: (1,1) is inserted before what has been rewritten.
    gives("abcd", &[redact(&[(1, 3), (1, 1)], "x")], "axxd");
    // (3,3) is inserted first, and the range that ends there keeps it.
    gives("abcd", &[redact(&[(1, 3), (3, 3)], "x")], "axxd");
    gives("abcd", &[annotate(&[(1, 3), (2, 2)], "!")], "ab!c!d");
}

#[test]
fn a_span_over_an_earlier_rewrite_is_skipped() {
    skips(
        "call 555-0100 or 555-0199 now",
        &[
            redact(&[(5, 13)], "[A]"),
            redact(&[(9, 20), (26, 29)], "[B]"),
        ],
        "call [A] or 555-0199 [B]",
        &[("[B]", 9, 20)],
    );
    skips(
        "abc",
        &[redact(&[(0, 1)], REDACTED), whole(Action::Replace, "X")],
        "[REDACTED]bc",
        &[("X", 0, 3)],
    );
    skips(
        "abc",
        &[whole(Action::Redact, "1"), whole(Action::Redact, "2")],
        "1",
        &[("2", 0, 3)],
    );
    // What was skipped is not rewritten: a third transform may have its text.
    skips(
        "abcdef",
        &[
            redact(&[(0, 2)], "1"),
            redact(&[(1, 4)], "2"),
            redact(&[(2, 4)], "3"),
        ],
        "13ef",
        &[("2", 1, 4)],
    );
}

#[test]
fn the_covering_span_is_what_is_skipped() {
    skips(
        "abcdef",
        &[redact(&[(0, 1)], "1"), redact(&[(0, 3), (2, 5)], "2")],
        "1bcdef",
        &[("2", 0, 5)],
    );
}

#[test]
fn skips_are_listed_by_transform_then_descending() {
    skips(
        "abcdef",
        &[
            redact(&[(1, 2), (4, 5)], "1"),
            redact(&[(0, 2), (3, 5), (2, 3)], "2"),
            redact(&[(4, 6), (1, 3)], "3"),
        ],
        "a12d1f",
        &[("2", 3, 5), ("2", 0, 2), ("3", 4, 6), ("3", 1, 3)],
    );
}

#[test]
fn empty_content_has_only_insertions() {
    gives(
        "",
        &[whole(Action::Redact, "x"), whole(Action::Redact, "y")],
        "xy",
    );
    gives(
        "",
        &[
            whole(Action::Annotate, "x"),
            redact(&[(0, 0)], "y"),
            redact(&[(0, 1)], "z"),
        ],
        "xy",
    );
}

#[test]
fn a_span_holds_its_ends_in_order() {
    assert_eq!(Span::new(1, 1), Some(Span { start: 1, end: 1 }));
    assert_eq!(Span::new(2, 1), None);
    assert!(Span { start: 0, end: 3 }.within(3));
    assert!(Span { start: 3, end: 3 }.within(3));
    assert!(!Span { start: 2, end: 4 }.within(3));
    assert!(!Span { start: 2, end: 1 }.within(3));
}

#[test]
fn many_spans_over_long_content() {
    // Every other code point is rewritten by the first transform; the second is skipped at each of
    // them and rewrites every fourth of the others.
    let content = "\u{1F600}b\u{E9}d".repeat(20_000);
    let first: Vec<_> = (0..40_000).map(|n| (2 * n, 2 * n + 1)).collect();
    let second: Vec<_> = (0..20_000)
        .map(|n| (4 * n + 1, 4 * n + 2))
        .chain(first.iter().copied())
        .collect();
    let (result, skipped) = outcome(&content, &[redact(&first, "1"), redact(&second, "2")]);
    assert_eq!(result, "121d".repeat(20_000));
    assert_eq!(skipped.len(), 40_000);
    assert_eq!(
        skipped.first(),
        Some(&Skipped {
            rule: "2",
            start: 79_998,
            end: 79_999
        })
    );
}
