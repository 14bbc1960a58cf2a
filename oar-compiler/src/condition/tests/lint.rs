//! Warnings about conditions that are certain.

use super::super::lint;
use super::super::testing::{environment, seen, text};
use super::good;
use crate::diagnostic::Diagnostics;

/// The warnings as `(marked text, message)`.
fn warnings(condition: &str) -> Vec<(String, String)> {
    let (sources, _) = text(condition);
    let mut diags = Diagnostics::new();
    lint(&good(condition), &environment(), &mut diags);
    assert!(!diags.has_errors());
    seen(&sources, &diags)
        .into_iter()
        .map(|seen| (seen.marked, seen.message))
        .collect()
}

#[track_caller]
fn always(condition: &str, value: bool) {
    let expected = format!("the condition is always {value}");
    assert_eq!(warnings(condition), [(condition.to_owned(), expected)]);
}

#[track_caller]
fn part_always(condition: &str, part: &str, value: bool) {
    let expected = format!("this part of the condition is always {value}");
    assert_eq!(warnings(condition), [(part.to_owned(), expected)]);
}

#[track_caller]
fn raises(condition: &str, part: &str, why: &str) {
    let found = warnings(condition);
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0].0, part);
    assert!(found[0].1.contains(why), "{found:?}");
}

#[track_caller]
fn quiet(condition: &str) {
    assert_eq!(warnings(condition), []);
}

#[test]
fn literals_decide() {
    always("true", true);
    always("false", false);
    always("!true", false);
    always("1 + 1 == 2", true);
    always("7 / 2 == 3 && -7 / 2 == -3 && -7 % 2 == -1", true);
    always("-9223372036854775808 % -1 == 0", true);
    always("1 < 1.5", true);
    always("9007199254740993 == 9007199254740992.0", true);
    always("'a' + 'b' == 'ab'", true);
    always("'\u{ff5e}' < '😀'", true);
    always("'a' in ['b', 'c']", false);
    always("['a', 'b'][1] == 'b'", true);
    always("size('é😀') == 2", true);
    always("size(['a', tool]) == 2", true);
    always(
        "starts_with('abc', 'ab') && ends_with('abc', 'bc') && contains('abc', 'b')",
        true,
    );
    always("true ? 1 > 2 : policy_denied", false);
    always("0.0 == -0.0", true);
}

#[test]
fn one_operand_may_decide() {
    always("policy_denied && false", false);
    always("true || policy_denied", true);
    always("false && 1 / 0 == 1", false);
    always("policy_denied ? true : true", true);
    part_always("true && policy_denied", "true", true);
    part_always("policy_denied == (1 > 2)", "1 > 2", false);
    part_always("policy_denied ? acme.in : 1 > 2", "1 > 2", false);
    part_always("true ? policy_denied : 1 / 0 == 1", "true", true);
    part_always("policy_denied || 1 > 2", "1 > 2", false);
    part_always(
        "(tool == tool ? policy_denied : true)",
        "tool == tool",
        true,
    );
}

#[test]
fn sizes_and_counters_are_not_negative() {
    always("size(tool) >= 0", true);
    always("size(tool_args) < 0", false);
    always("0 > fire_count", false);
    always("fire_count_of('A') == -1", false);
    always("breaker_count != -1", true);
    always("0 <= breaker_count", true);
    always("size(tool) > -0.5", true);
    quiet("size(tool) > 0");
    quiet("fire_count <= 0");
    quiet("fire_count == 0");
    quiet("0 >= size(tool)");
}

#[test]
fn an_expression_equals_itself() {
    always("tool == tool", true);
    always("fire_count < fire_count", false);
    always("acme.score * 2.0 >= acme.score * 2.0", true);
    always("acme.labels['a'] != acme.labels['a']", false);
    quiet("tool == anchor");
    quiet("tool_arg_string('a') == tool_arg_string('a')");
    quiet("acme.labels['a'] == acme.labels['b']");
    quiet("size(['a', tool]) == size(tool + 'a')");
}

#[test]
fn empty_parts_match_every_string() {
    always("starts_with(tool, '')", true);
    always("contains(tool, '')", true);
    quiet("contains('', tool)");
}

#[test]
fn chains_contradict_themselves() {
    always("policy_denied && !policy_denied", false);
    always("!policy_denied || acme.in || policy_denied", true);
    always("tool == 'a' && tool == 'b'", false);
    always("'a' == tool && policy_denied && tool == 'b'", false);
    always("tool != 'a' || tool != 'b'", true);
    always("fire_count == 1 && fire_count == 2.0", false);
    part_always(
        "acme.in || tool == 'a' && tool == 'b'",
        "tool == 'a' && tool == 'b'",
        false,
    );
    quiet("tool == 'a' || tool == 'b'");
    quiet("tool != 'a' && tool != 'b'");
    quiet("tool == 'a' && tool == 'a'");
    quiet("tool == 'a' && anchor == 'b'");
    quiet("tool_arg_bool('a') && !tool_arg_bool('a')");
    quiet("tool == 'a' && tool != 'b'");
    quiet("fire_count == 1 && fire_count == 1.0");
}

#[test]
fn what_raises_is_not_constant() {
    raises("1 / 0 == 1", "1 / 0", "divides by zero");
    raises("1 / (2 - 2) == 1", "1 / (2 - 2)", "divides by zero");
    raises("fire_count % 0 == 1", "fire_count % 0", "divides by zero");
    raises(
        "acme.score / 0.0 > 1.0",
        "acme.score / 0.0",
        "divides by zero",
    );
    raises("policy_denied && 1 / 0 == 1", "1 / 0", "divides by zero");
    raises("1 / 0 == 1 || true", "1 / 0", "divides by zero");
    raises(
        "9223372036854775807 + 1 > 0",
        "9223372036854775807 + 1",
        "64 bits",
    );
    raises(
        "-9223372036854775808 / -1 > 0",
        "-9223372036854775808 / -1",
        "64 bits",
    );
    raises(
        "-(-9223372036854775808) > 0",
        "-(-9223372036854775808)",
        "64 bits",
    );
    let huge = format!("1{}.0", "0".repeat(308));
    raises(
        &format!("{huge} * {huge} > 0.0"),
        &format!("{huge} * {huge}"),
        "not finite",
    );
    raises(
        "arg_validation_errors[-1] == 'a'",
        "arg_validation_errors[-1]",
        "no member",
    );
    raises("['a'][1] == tool", "['a'][1]", "no member");
    quiet("policy_denied || fire_count / fire_count == 1");
    quiet("arg_validation_errors[0] == 'a'");
}

#[test]
fn ordinary_conditions_are_quiet() {
    for condition in [
        "policy_denied",
        "tool == 'bash' && contains(tool_arg_string('command'), 'rm -rf')",
        "\"path\" in tool_args && tool_arg_string(\"path\") == \"/etc/passwd\"",
        "fire_count_of('A') >= 2 && size(acme.spans) > 0",
        "acme.score > 0.5 ? policy_denied : acme.in",
        "policy_denied ? true : acme.in",
        "policy_denied == true",
        "(policy_denied ? acme.in : false) && acme.in",
    ] {
        quiet(condition);
    }
}

#[test]
fn long_conditions_are_looked_at_in_linear_time() {
    let many = 50_000;
    for (piece, join) in [
        ("tool == 'a'", " || "),
        ("policy_denied", " && "),
        ("'a' in ['b']", " || "),
    ] {
        let condition = vec![piece; many].join(join);
        let (_, text) = text(&condition);
        let mut diags = Diagnostics::new();
        let typed =
            super::compile(&text, &environment(), u64::MAX, &mut diags).expect("it compiles");
        lint(&typed, &environment(), &mut diags);
    }
    let condition = format!("{} == tool", vec!["'a'"; many].join(" + "));
    let (_, text) = text(&condition);
    let mut diags = Diagnostics::new();
    let typed = super::compile(&text, &environment(), u64::MAX, &mut diags).expect("it compiles");
    lint(&typed, &environment(), &mut diags);
    assert_eq!(diags.as_slice(), []);
}
