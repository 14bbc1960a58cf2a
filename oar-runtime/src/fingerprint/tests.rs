use sha2::{Digest, Sha256};

use super::*;
use crate::args::Arg;

/// The digest of a canonical array written out by hand.
fn digest(array: &str) -> String {
    let hash = Sha256::digest(format!("oar-tool-1.0\0{array}"));
    hash.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[track_caller]
fn canonical(tool: &str, args: Args<'_>, array: &str) {
    assert_eq!(
        fingerprint(tool, args).expect("canonical").as_str(),
        digest(array),
        "{array}"
    );
}

/// The canonical form of a single argument `v` of tool `t`.
#[track_caller]
fn value(arg: Arg<'_>, json: &str) {
    canonical(
        "t",
        Args::Pairs(&[("v", arg)]),
        &format!(r#"["t",{{"v":{json}}}]"#),
    );
}

#[track_caller]
fn refused(pairs: &[(&str, Arg<'_>)]) -> FingerprintError {
    fingerprint("t", Args::Pairs(pairs)).expect_err("no canonical form")
}

#[test]
fn the_published_digest() {
    // The corpus: {"name": "read", "arguments": {"b": "x", "a": 1}}.
    let args = Args::Pairs(&[("b", Arg::Str("x")), ("a", Arg::Int(1))]);
    let fingerprint = fingerprint("read", args).expect("canonical");
    assert_eq!(
        fingerprint.as_str(),
        "6a1efedf3850e2046a15f321a6d974931912bd11d5eb8e9db79baf718ce5785e"
    );
    assert_eq!(fingerprint.to_string(), fingerprint.as_str());
}

#[test]
fn the_tool_is_part_of_the_digest() {
    canonical("read", Args::Empty, r#"["read",{}]"#);
    canonical("write", Args::Pairs(&[]), r#"["write",{}]"#);
    canonical("a\"b", Args::Empty, r#"["a\"b",{}]"#);
}

#[test]
fn numbers_take_the_decimal_form_of_copy() {
    value(Arg::Int(3), "3.0");
    value(Arg::Double(3.0), "3.0");
    value(Arg::Int(-9_007_199_254_740_992), "-9007199254740992.0");
    value(Arg::Int(0), "0.0");
    value(Arg::Double(-0.0), "0.0");
    value(Arg::Double(1e-7), "0.0000001");
    value(Arg::Double(1e21), "1000000000000000000000.0");
    // Exact as a double, although above 2^53, and rendered in shortest form.
    value(Arg::Int(i64::MIN), "-9223372036854776000.0");
}

#[test]
fn literals_lists_and_objects() {
    value(Arg::Null, "null");
    value(Arg::Bool(true), "true");
    value(Arg::Bool(false), "false");
    value(Arg::List(&[]), "[]");
    value(Arg::Map(&[]), "{}");
    value(
        Arg::List(&[Arg::Str("b"), Arg::Str("a"), Arg::List(&[Arg::Null])]),
        r#"["b","a",[null]]"#,
    );
    value(
        Arg::Map(&[("b", Arg::Null), ("a", Arg::Map(&[]))]),
        r#"{"a":{},"b":null}"#,
    );
}

#[test]
fn strings_escape_only_what_the_clause_names() {
    value(Arg::Str(""), r#""""#);
    value(Arg::Str("\"\\/"), r#""\"\\/""#);
    value(
        Arg::Str("\0\n\t\u{8}\u{1f} "),
        r#""\u0000\u000a\u0009\u0008\u001f ""#,
    );
    value(
        Arg::Str("\u{7f}é\u{2028}\u{1F600}"),
        "\"\u{7f}é\u{2028}\u{1F600}\"",
    );
}

#[test]
fn long_strings_pass_the_buffer_whole() {
    for length in [254, 255, 256, 257, 1000] {
        let plain = "é".repeat(length / 2);
        value(Arg::Str(&plain), &format!("\"{plain}\""));
        let escaped = "ab\"".repeat(length);
        value(
            Arg::Str(&escaped),
            &format!("\"{}\"", r#"ab\""#.repeat(length)),
        );
    }
}

#[test]
fn keys_sort_by_code_point() {
    // U+FF5E sorts before U+1F600 by code point, after it by UTF-16 unit.
    canonical(
        "t",
        Args::Pairs(&[
            ("\u{1F600}", Arg::Null),
            ("\u{FF5E}", Arg::Null),
            ("", Arg::Null),
        ]),
        "[\"t\",{\"\":null,\"\u{FF5E}\":null,\"\u{1F600}\":null}]",
    );
    // The key itself is what sorts, not its escaped form: line feed (0x0A) before `!` (0x21).
    canonical(
        "t",
        Args::Pairs(&[
            ("!", Arg::Null),
            ("\n", Arg::Null),
            ("B", Arg::Null),
            ("a", Arg::Null),
        ]),
        r#"["t",{"\u000a":null,"!":null,"B":null,"a":null}]"#,
    );
}

#[test]
fn more_keys_than_fit_inline() {
    let keys: Vec<String> = (0..40).map(|n| format!("k{n:02}")).collect();
    let pairs: Vec<_> = keys
        .iter()
        .rev()
        .map(|key| (key.as_str(), Arg::Null))
        .collect();
    let members: Vec<String> = keys.iter().map(|key| format!("\"{key}\":null")).collect();
    canonical(
        "t",
        Args::Pairs(&pairs),
        &format!("[\"t\",{{{}}}]", members.join(",")),
    );
}

#[test]
fn inexact_integers_are_refused() {
    let error = refused(&[("id", Arg::List(&[Arg::Int(9_007_199_254_740_993)]))]);
    assert_eq!(
        error,
        FingerprintError::InexactInteger {
            argument: "id".to_owned(),
            integer: "9007199254740993".to_owned()
        }
    );
    assert_eq!(
        error.to_string(),
        "tool argument `id` holds the integer 9007199254740993, which a 64-bit float does not hold \
         exactly; pass it as a string"
    );
    assert!(matches!(
        refused(&[("id", Arg::Int(i64::MAX))]),
        FingerprintError::InexactInteger { .. }
    ));
}

#[test]
fn what_is_not_finite_is_refused() {
    for double in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        let expected = FingerprintError::NotFinite {
            argument: "x".to_owned(),
        };
        assert_eq!(
            refused(&[("a", Arg::Null), ("x", Arg::Double(double))]),
            expected
        );
    }
}

#[test]
fn repeated_names_are_refused() {
    let repeated = |argument: &str, key: &str| FingerprintError::DuplicateKey {
        argument: argument.to_owned(),
        key: key.to_owned(),
    };
    assert_eq!(
        refused(&[("b", Arg::Null), ("a", Arg::Null), ("b", Arg::Int(1))]),
        repeated("b", "b")
    );
    assert_eq!(
        refused(&[("a", Arg::Null), ("a", Arg::Null)]),
        repeated("a", "a")
    );
    let inner = [("k", Arg::Null), ("k", Arg::Null)];
    assert_eq!(refused(&[("m", Arg::Map(&inner))]), repeated("m", "k"));
}

/// The fingerprint of lists nested to `levels`, the arguments being the first.
fn nested_lists(levels: usize, inner: Arg<'_>) -> Result<Fingerprint, FingerprintError> {
    if levels == 1 {
        fingerprint("t", Args::Pairs(&[("v", inner)]))
    } else {
        nested_lists(levels - 1, Arg::List(&[inner]))
    }
}

/// The same with objects.
fn nested_maps(levels: usize, inner: Arg<'_>) -> Result<Fingerprint, FingerprintError> {
    if levels == 1 {
        fingerprint("t", Args::Pairs(&[("v", inner)]))
    } else {
        nested_maps(levels - 1, Arg::Map(&[("k", inner)]))
    }
}

#[test]
fn depth_is_bounded() {
    let too_deep = FingerprintError::TooDeep {
        argument: "v".to_owned(),
    };
    let lists = format!(
        r#"["t",{{"v":{}null{}}}]"#,
        "[".repeat(127),
        "]".repeat(127)
    );
    assert_eq!(
        nested_lists(128, Arg::Null).expect("canonical").as_str(),
        digest(&lists)
    );
    assert_eq!(nested_lists(129, Arg::Null), Err(too_deep.clone()));
    let maps = format!(
        r#"["t",{{"v":{}null{}}}]"#,
        r#"{"k":"#.repeat(127),
        "}".repeat(127)
    );
    assert_eq!(
        nested_maps(128, Arg::Null).expect("canonical").as_str(),
        digest(&maps)
    );
    assert_eq!(nested_maps(1000, Arg::Null), Err(too_deep));
}

#[cfg(feature = "json")]
mod json {
    use super::*;

    fn json(arguments: &str) -> Result<Fingerprint, FingerprintError> {
        let map = serde_json::from_str(arguments).expect("an object");
        fingerprint("t", Args::Json(&map))
    }

    #[track_caller]
    fn same(arguments: &str, canonical: &str) {
        let array = format!("[\"t\",{canonical}]");
        assert_eq!(
            json(arguments).expect("canonical").as_str(),
            digest(&array),
            "{array}"
        );
    }

    #[test]
    fn objects_of_every_kind_of_value() {
        same(
            r#"{ "b" : {"y": [], "x": {}}, "B": [null, true, false, -5e-1, -0.0, 1e3],
                 "\n\u001f": "\"\\\/\u00e9\ud83d\ude00" }"#,
            "{\"\\u000a\\u001f\":\"\\\"\\\\/é\u{1F600}\",\"B\":[null,true,false,-0.5,0.0,1000.0],\
             \"b\":{\"x\":{},\"y\":[]}}",
        );
    }

    #[test]
    fn equal_arguments_have_equal_fingerprints() {
        assert_eq!(json(r#"{"a": 1, "b": 2}"#), json(r#"{"b": 2.0, "a": 1e0}"#));
        assert_eq!(json("{}"), fingerprint("t", Args::Empty));
        assert_ne!(json(r#"{"a": 1}"#), json(r#"{"a": "1"}"#));
    }

    #[test]
    fn wide_integers_must_be_exact() {
        same(
            r#"{"n": 9223372036854775808}"#,
            r#"{"n":9223372036854776000.0}"#,
        );
        same(
            r#"{"n": 18446744073709551616}"#,
            r#"{"n":18446744073709552000.0}"#,
        );
        for inexact in [
            "9007199254740993",
            "-9223372036854775807",
            "18446744073709551615",
        ] {
            let expected = FingerprintError::InexactInteger {
                argument: "n".to_owned(),
                integer: inexact.to_owned(),
            };
            assert_eq!(json(&format!("{{\"n\": [{inexact}]}}")), Err(expected));
        }
    }
}
