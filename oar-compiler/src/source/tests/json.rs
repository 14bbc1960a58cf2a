//! JSON: what it means, and what is refused.

use super::{Loaded, json, show};
use crate::diagnostic::Code;

#[test]
fn values_and_their_nesting() {
    let text =
        " {\"a\": [1, -0.5e+3, true, false, null, {}, []], \"b\": {\"c\": \"d\"}, \"\": \"\"}\r\n";
    assert_eq!(
        show(json(text).root()),
        r#"{a=[1 -0.5e+3 true false null {} []] b={c="d"} =""}"#
    );
    assert_eq!(show(json("\u{feff}{}").root()), "{}");
    assert_eq!(show(json("\"x\"").root()), "\"x\"");
    assert_eq!(
        show(json("{\"a\": 12345678901234567890123}").root()),
        "{a=12345678901234567890123}"
    );
}

#[test]
fn an_array_is_a_set_of_documents() {
    let loaded = json("[{\"a\": 1}, {\"b\": 2}]");
    assert_eq!(loaded.found, []);
    let shown: Vec<String> = loaded.documents.iter().map(|d| show(&d.root)).collect();
    assert_eq!(shown, ["{a=1}", "{b=2}"]);
    assert!(loaded.documents.iter().all(|d| d.member));
    assert!(json("[{}]").documents[0].member);
    assert!(!json("{}").documents[0].member);
}

#[test]
fn an_error_breaks_its_own_document_only() {
    let loaded = json("[{\"a\": 1, \"a\": 2}, {\"b\": 2}]");
    let broken: Vec<bool> = loaded.documents.iter().map(|d| d.broken).collect();
    assert_eq!(broken, [true, false]);
    assert_eq!(loaded.places(), [(Code::DuplicateKey, 1, 11)]);
    assert_eq!(loaded.marked(), ["\"a\""]);
}

/// The place of the one error, and what it says.
fn refused(text: &str) -> (Code, u32, String) {
    let loaded: Loaded = json(text);
    assert!(loaded.documents.is_empty(), "{text}");
    let places = loaded.places();
    assert_eq!(places.len(), 1, "{text}");
    let (code, _, column) = places[0];
    (code, column, loaded.found[0].message.clone())
}

#[track_caller]
fn refuses(text: &str, column: u32, message: &str) {
    let expected = (Code::Syntax, column, message.to_owned());
    assert_eq!(refused(text), expected, "{text}");
}

#[test]
fn commas() {
    refuses("[1,]", 3, "JSON has no trailing commas");
    refuses("{\"a\": 1 , }", 9, "JSON has no trailing commas");
    refuses("[1 2]", 4, "`,` or `]` is due here, not `2`");
    refuses("[,1]", 2, "a value is due here, not `,`");
    refuses("[1,,2]", 4, "a value is due here, not `,`");
    refuses("{\"a\": 1 \"b\": 2}", 9, "`,` or `}` is due here, not `\"`");
}

#[test]
fn brackets() {
    refuses("[1", 3, "the file ends inside an array");
    refuses("{\"a\": {}", 9, "the file ends inside an object");
    refuses("[1}", 3, "`,` or `]` is due here, not `}`");
    refuses("{]", 2, "a key is due here, not `]`");
    refuses("]", 1, "a value is due here, not `]`");
    refuses("{} {}", 4, "there is text after the end of the JSON value");
    refuses("{},", 3, "there is text after the end of the JSON value");
}

#[test]
fn keys() {
    refuses("{a: 1}", 2, "the key `a` has no quotes");
    refuses("{1: 1}", 2, "a key is due here, not `1`");
    refuses("{\"a\" 1}", 6, "`:` is due here, not `1`");
    refuses("{\"a\": }", 7, "a value is due here, not `}`");
    refuses("{\"a\"}", 5, "`:` is due here, not `}`");
    refuses("{\"a\":", 6, "the file ends where a value is due");
}

#[test]
fn comments_and_other_quotes() {
    refuses(
        "{} // x",
        4,
        "there is text after the end of the JSON value",
    );
    refuses("[/* x */ 1]", 2, "a value is due here, not `/`");
    refuses("[# x\n1]", 2, "a value is due here, not `#`");
    refuses("['x']", 2, "a value is due here, not `'`");
    assert!(json("[/* x */ 1]").help().contains("no comments"));
    assert!(json("['x']").help().contains("double quotes"));
}

#[test]
fn numbers() {
    for text in [
        "01",
        "-",
        "1.",
        "1e",
        "1e+",
        "0x10",
        "--1",
        "1.2.3",
        "-Infinity",
        "1e5.0",
        "-01",
    ] {
        refuses(
            &format!("[{text}]"),
            2,
            &format!("`{text}` is not a JSON number"),
        );
    }
    refuses("[.5]", 2, "a value is due here, not `.`");
    refuses("[+1]", 2, "a value is due here, not `+`");
    refuses("[1_0]", 3, "`,` or `]` is due here, not `_`");
}

#[test]
fn words() {
    refuses("[NaN]", 2, "`NaN` is not a JSON value");
    refuses("[True]", 2, "`True` is not a JSON value");
    refuses("[nul]", 2, "`nul` is not a JSON value");
    refuses("[truee]", 2, "`truee` is not a JSON value");
    refuses("oar", 1, "`oar` is not a JSON value");
}

#[test]
fn strings() {
    refuses("[\"a]", 2, "the string is not closed");
    refuses(
        "[\"a\nb\"]",
        4,
        "a JSON string may not hold a line break or another control character as it is",
    );
    refuses(
        "[\"a\tb\"]",
        4,
        "a JSON string may not hold a line break or another control character as it is",
    );
    refuses(r#"["\x41"]"#, 3, r"`\x` is not an escape of JSON");
    refuses(r#"["\u00g0"]"#, 3, r"`\u` needs four hexadecimal digits");
    refuses(r#"["\u12"]"#, 3, r"`\u` needs four hexadecimal digits");
    refuses(r#"["\u+123"]"#, 3, r"`\u` needs four hexadecimal digits");
    refuses(r#"["\"#, 3, r"`\` is not an escape of JSON");
}

#[test]
fn half_a_surrogate_pair_is_no_character() {
    for text in [
        r#"{"a": "\ud800"}"#,
        r#"{"a": "\udc00"}"#,
        r#"{"a": "\ud800x"}"#,
        r#"{"a": "\ud800\u0041"}"#,
        r#"{"a": "\ud800\ud800"}"#,
        r#"{"\uDFFF": 1}"#,
    ] {
        let (code, ..) = refused(text);
        assert_eq!(code, Code::LoneSurrogate, "{text}");
    }
    let loaded = json(r#"{"a": "x\ud800"}"#);
    assert_eq!(loaded.marked(), [r"\ud800"]);
}
