//! The linear algorithm agrees with the reference.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

use super::*;

/// Content in which bytes and code points agree, or differ by every width.
fn content() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-z]{0,12}",
        "[a\u{E9}\u{20AC}\u{1F600}]{0,12}",
        "[a\u{1F600}]{30,80}"
    ]
}

fn target() -> impl Strategy<Value = Target<'static>> {
    let span = |start: std::ops::Range<usize>, width: std::ops::Range<usize>| {
        (start, width).prop_map(|(start, width)| Span {
            start,
            end: start + width,
        })
    };
    let spans = |span, most| vec(span, 0..most).prop_map(|s| Target::Spans(s.into()));
    prop_oneof![
        1 => Just(Target::Content),
        // Crowded, so that spans meet, touch, overlap and fall outside.
        8 => spans(span(0..14, 0..5).boxed(), 6),
        3 => spans(span(0..90, 0..12).boxed(), 12),
    ]
}

fn transforms() -> impl Strategy<Value = Vec<Transform<'static>>> {
    // A text of its own for each transform tells whose it is; some are empty or of wide characters.
    const TEXTS: [&str; 6] = ["1", "<two>", "", "\u{1F980}4", "five", "6\u{E9}"];
    let action = select(vec![Action::Redact, Action::Replace, Action::Annotate]);
    vec((action, target()), 0..=TEXTS.len()).prop_map(|parts| {
        let named = parts.into_iter().zip(TEXTS);
        named
            .map(|((action, target), text)| Transform {
                rule: text,
                action,
                target,
                replacement: text,
            })
            .collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4000, failure_persistence: None, ..Default::default() })]

    #[test]
    fn agrees_with_the_reference(content in content(), transforms in transforms()) {
        prop_assert_eq!(outcome(&content, &transforms), reference::apply(&content, &transforms));
    }
}
