//! Every character of a string knows the bytes of the file that made it.

use super::{Loaded, json, yaml};
use crate::source::Text;

/// The bytes in the file of every character of the string at `a`.
fn pieces(loaded: &Loaded) -> Vec<&str> {
    let text = text(loaded);
    let mut last = 0;
    text.value
        .char_indices()
        .map(|(at, ch)| {
            let span = text.slice(at, at + ch.len_utf8());
            assert!(span.start >= last, "places go backwards at {at}");
            last = span.end;
            loaded.sources.text(span)
        })
        .collect()
}

fn text(loaded: &Loaded) -> &Text {
    loaded.root().get("a").unwrap().value.as_text().unwrap()
}

/// Loads `source`, checks the value, and checks the bytes of every character against `expected`, in which the pieces
/// are separated by `·`.
#[track_caller]
fn check(source: &str, value: &str, expected: &str) {
    let loaded = yaml(source);
    assert_eq!(text(&loaded).value, value, "{source}");
    let expected: Vec<&str> = expected.split('·').collect();
    assert_eq!(pieces(&loaded), expected, "{source}");
}

#[test]
fn plain_scalars() {
    check("a: xyz\n", "xyz", "x·y·z");
    check("a: x é 😀  # c\n", "x é 😀", "x· ·é· ·😀");
    check("a: x\n  y\n", "x y", "x·\n·y");
    check("a: x  \n  y\n\n   \n  z\n", "x y\n\nz", "x·\n·y·\n·\n·z");
    check("a: x\r\n  y\r\n", "x y", "x·\r\n·y");
    check(
        "a: it's \"x\" \\n\n",
        "it's \"x\" \\n",
        "i·t·'·s· ·\"·x·\"· ·\\·n",
    );
}

#[test]
fn single_quoted_scalars() {
    check("a: 'x y'\n", "x y", "x· ·y");
    check("a: 'it''s'\n", "it's", "i·t·''·s");
    check("a: ''''\n", "'", "''");
    check("a: ' x\n\n  y '\n", " x\ny ", " ·x·\n·y· ");
    check("a: 'x \\n'\n", "x \\n", "x· ·\\·n");
}

#[test]
fn double_quoted_scalars() {
    check(r#"a: "x\"y\\z""#, "x\"y\\z", r#"x·\"·y·\\·z"#);
    check(
        r#"a: "\x41\u00e9\U0001F600""#,
        "Aé😀",
        r"\x41·\u00e9·\U0001F600",
    );
    check(r#"a: "\ud83d\ude00!""#, "😀!", r"\ud83d\ude00·!");
    check(r#"a: "\t\n\0\_""#, "\t\n\0\u{a0}", r"\t·\n·\0·\_");
    check("a: \"x\n  y\"\n", "x y", "x·\n·y");
    check("a: \"x \\\n   y\"\n", "x y", "x· ·y");
    check("a: \"x\\\n  \\  y\"\n", "x  y", "x·\\ · ·y");
    check("a: \"x\n\n\n  y\"\n", "x\n\ny", "x·\n·\n·y");
    check("a: \"x\\\n\n  y\"\n", "x\ny", "x·\n·y");
    check("a: \" x \"\n", " x ", " ·x· ");
}

#[test]
fn literal_block_scalars() {
    check("a: |\n  x\n  y\n", "x\ny\n", "x·\n·y·\n");
    check("a: |-\n  x\n   y\n", "x\n y", "x·\n· ·y");
    check("a: |+\n  x\n\n\nb: c\n", "x\n\n\n", "x·\n·\n·\n");
    check("a: |2\n   x\n  y\n", " x\ny\n", " ·x·\n·y·\n");
    check("a: |1-  # c\n  x\n", " x", " ·x");
    check("a: |\n\n  x\n\n  y\n", "\nx\n\ny\n", "\n·x·\n·\n·y·\n");
    check("a: |-\r\n  x\r\n  y\r\n", "x\ny", "x·\r\n·y");
    check("b:\n  - a\na: |\n    x # y\n", "x # y\n", "x· ·#· ·y·\n");
}

#[test]
fn folded_block_scalars() {
    check("a: >\n  x\n  y\n", "x y\n", "x·\n·y·\n");
    check("a: >-\n  x\n\n  y\n", "x\ny", "x·\n·y");
    check("a: >-\n  x\n\n\n  y\n", "x\n\ny", "x·\n·\n·y");
    check(
        "a: >-\n  x\n    y\n    z\n  w\n",
        "x\n  y\n  z\nw",
        "x·\n· · ·y·\n· · ·z·\n·w",
    );
    check("a: >+\n  x\n\n", "x\n\n", "x·\n·\n");
    check("a: >-\n\n  x\n  y\n", "\nx y", "\n·x·\n·y");
}

#[test]
fn json_strings() {
    let loaded = json(r#"{"a": "x\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00é"}"#);
    assert_eq!(text(&loaded).value, "x\"\\/\u{8}\u{c}\n\r\té😀é");
    let expected = r#"x·\"·\\·\/·\b·\f·\n·\r·\t·\u00e9·\ud83d\ude00·é"#;
    let expected: Vec<&str> = expected.split('·').collect();
    assert_eq!(pieces(&loaded), expected);
}

#[test]
fn ranges_end_where_their_last_character_does() {
    let loaded = yaml("a: \"x \\\"y\\\" \n  z\"\n");
    let text = text(&loaded);
    assert_eq!(text.value, "x \"y\" z");
    let quoted = text.value.find('"').unwrap();
    assert_eq!(
        loaded.sources.text(text.slice(quoted, quoted + 3)),
        r#"\"y\""#
    );
    assert_eq!(loaded.sources.text(text.slice(0, 1)), "x");
    // A range that ends at a fold does not reach into the next line.
    assert_eq!(loaded.sources.text(text.slice(0, 5)), r#"x \"y\""#);
    let all = text.slice(0, text.value.len());
    assert_eq!(loaded.sources.text(all), "x \\\"y\\\" \n  z");
    // The place behind the last character, for "something is missing here".
    let end = text.slice(text.value.len(), text.value.len());
    assert_eq!((end.start, end.end), (all.end, all.end));
}

#[test]
fn without_places_every_slice_is_the_whole() {
    let loaded = yaml("a: xyz\n");
    let text = text(&loaded);
    let opaque = Text::new("xyz".to_owned(), text.span, Vec::new());
    assert_eq!(opaque.slice(1, 2), text.span);
    // Pairs as another stage may give them.
    let pairs = Text::new("xyz".to_owned(), text.span, vec![(0, 3), (2, 5)]);
    assert_eq!(loaded.sources.text(pairs.slice(1, 3)), "yz");
}

#[test]
fn nodes_span_what_they_hold() {
    let loaded = yaml("a:\n  - 'x'\n  - {b: c}\nd: e # f\n");
    let root = loaded.root();
    let shown = |name: &str| loaded.sources.text(root.get(name).unwrap().value.span);
    assert_eq!(
        loaded.sources.text(root.span),
        "a:\n  - 'x'\n  - {b: c}\nd: e"
    );
    assert_eq!(shown("a"), "- 'x'\n  - {b: c}");
    assert_eq!(shown("d"), "e");
    let loaded = json("{\"a\": [1, {\"b\": \"c\"} ] }");
    let root = loaded.root();
    assert_eq!(
        loaded.sources.text(root.span),
        "{\"a\": [1, {\"b\": \"c\"} ] }"
    );
    let entry = root.get("a").unwrap();
    assert_eq!(loaded.sources.text(entry.key.span), "\"a\"");
    assert_eq!(
        loaded.sources.text(entry.value.span),
        "[1, {\"b\": \"c\"} ]"
    );
}
