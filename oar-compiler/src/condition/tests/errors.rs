//! Invalid conditions: the clause, the exact text marked, and what the message and the help name.

use super::{bad, error};

/// One error with that clause, marking exactly that text, whose message holds the words.
#[track_caller]
fn refused(condition: &str, clause: &str, marked: &str, words: &str) {
    let error = error(condition);
    assert_eq!(
        (error.clause, error.marked.as_str()),
        (clause, marked),
        "{error:#?}"
    );
    assert!(error.message.contains(words), "{error:#?}");
    assert!(error.message.contains(" (at offset "), "{error:#?}");
    assert!(!error.message.ends_with('.'), "{error:#?}");
}

/// The help of the one error about a condition holds the words.
#[track_caller]
fn helps(condition: &str, words: &str) {
    let error = error(condition);
    assert!(error.help.contains(words), "{error:#?}");
}

#[test]
fn offsets_count_code_points() {
    assert_eq!(
        error("tool == 'é😀' && ghost").message,
        "unknown name `ghost` (at offset 16, in code points)"
    );
    assert_eq!(
        error("tool == 'a' && ghost").message,
        "unknown name `ghost` (at offset 15)"
    );
}

#[test]
fn stray_characters_are_named() {
    refused("tool = 'a'", "OAR-EXPR-1", "=", "`=`");
    helps("tool = 'a'", "`==`");
    helps("tool === 'a'", "`==`");
    helps("fire_count => 2", "`>=`");
    helps("tool =~ 'a'", "no regular expressions");
    refused("true & false", "OAR-EXPR-1", "&", "`&`");
    helps("true & false", "`&&`");
    helps("true | false", "`||`");
    refused("{\"a\": 1} == null", "OAR-EXPR-1", "{", "`{`");
    helps("{\"a\": 1} == null", "no map literals");
    refused("true\u{a0}&& true", "OAR-EXPR-1", "\u{a0}", "U+00A0");
    refused("\u{feff}true", "OAR-EXPR-1", "\u{feff}", "U+FEFF");
    refused("true\u{b}", "OAR-EXPR-1", "\u{b}", "U+000B");
    refused("true\0", "OAR-EXPR-1", "\0", "U+0000");
    refused("tool == “a”", "OAR-EXPR-1", "“", "`“` (U+201C)");
    helps("tool == “a”", "straight quotes");
    refused("größe > 1", "OAR-EXPR-1", "ö", "`ö` (U+00F6)");
    refused("a\\b", "OAR-EXPR-1", "\\", "`\\`");
    helps("fire_count ≥ 2", "`>=`");
}

#[test]
fn comments_are_refused() {
    refused("true // always", "OAR-EXPR-6", "// always", "`// always`");
    refused("true /* a */", "OAR-EXPR-6", "/* a */", "no comments");
    refused("true # a\n&& false", "OAR-EXPR-6", "# a", "no comments");
    refused("true && 1 /2 == 0 //", "OAR-EXPR-6", "//", "no comments");
}

#[test]
fn strings_end_on_their_line() {
    refused("tool == \"abc", "OAR-EXPR-1", "\"abc", "does not end");
    refused("\"a\nb\" == tool", "OAR-EXPR-1", "\"a", "line break");
    refused("\"a\rb\" == tool", "OAR-EXPR-1", "\"a", "line break");
    helps("\"a\nb\" == tool", "`\\n`");
}

#[test]
fn escapes_are_a_closed_set() {
    refused(r#"tool == "a\x41""#, "OAR-EXPR-3", r"\x", r"`\x`");
    helps(r#"tool == "a\x41""#, r"`\u`");
    refused(r#"tool == "\d+\d""#, "OAR-EXPR-3", r"\d", r"`\d`");
    refused(r#"tool == "\é""#, "OAR-EXPR-3", r"\é", r"`\é`");
    refused(r#"tool == "\0""#, "OAR-EXPR-3", r"\0", r"`\0`");
    refused(r#"tool == "\u12g4""#, "OAR-EXPR-3", r"\u12", r"`\u12`");
    refused(r#"tool == "\u{41}""#, "OAR-EXPR-3", r"\u", r"`\u`");
    refused(r#"tool == "\U0041""#, "OAR-EXPR-3", r"\U", r"`\U`");
}

#[test]
fn surrogates_stand_in_pairs() {
    refused(r#"tool == "\ud83d""#, "OAR-EXPR-3", r"\ud83d", r"`\ud83d`");
    refused(r#"tool == "\ude00""#, "OAR-EXPR-3", r"\ude00", r"`\ude00`");
    refused(
        r#"tool == "\ud83d\u0041""#,
        "OAR-EXPR-3",
        r"\ud83d",
        r"`\ud83d`",
    );
    refused(
        r#"tool == "\ud83d\ud83d""#,
        "OAR-EXPR-3",
        r"\ud83d",
        r"`\ud83d`",
    );
    refused(
        r#"tool == "\ude00\ud83d""#,
        "OAR-EXPR-3",
        r"\ude00",
        r"`\ude00`",
    );
    helps(r#"tool == "\ud83d""#, "pair");
}

#[test]
fn numbers_are_digits_with_digits_on_both_sides_of_the_dot() {
    refused("acme.score > 1.", "OAR-EXPR-1", "1.", "`1.`");
    helps("acme.score > 1.", "`1.0`");
    refused("acme.score > .5", "OAR-EXPR-1", ".5", "`.5`");
    helps("acme.score > .5", "`0.5`");
    refused("acme.score > 1e5", "OAR-EXPR-1", "1e5", "`1e5`");
    helps("acme.score > 1e5", "no exponent");
    helps("acme.score > 1.5e-5", "no exponent");
    refused("fire_count > 0x10", "OAR-EXPR-1", "0x10", "`0x10`");
    helps("fire_count > 0x10", "decimal");
    helps("fire_count > 1_000", "separators");
    refused("fire_count > 10u", "OAR-EXPR-1", "10u", "`10u`");
    refused("acme.score > 1.2.3", "OAR-EXPR-1", "1.2.3", "`1.2.3`");
}

#[test]
fn integers_fit_64_bits() {
    let too_large = "9223372036854775808";
    refused(
        "fire_count > 9223372036854775808",
        "OAR-EXPR-21",
        too_large,
        too_large,
    );
    refused(
        "0 - 9223372036854775808 < 0",
        "OAR-EXPR-21",
        too_large,
        too_large,
    );
    refused(
        "-(9223372036854775808) < 0",
        "OAR-EXPR-21",
        too_large,
        too_large,
    );
    refused(
        "-9223372036854775808[0] < 0",
        "OAR-EXPR-21",
        too_large,
        too_large,
    );
    refused(
        "-9223372036854775809 < 0",
        "OAR-EXPR-21",
        "9223372036854775809",
        "64 bits",
    );
    refused(
        "18446744073709551616 > 0",
        "OAR-EXPR-21",
        "18446744073709551616",
        "64 bits",
    );
}

#[test]
fn doubles_are_finite() {
    let huge = format!("1{}.0", "0".repeat(309));
    refused(&format!("{huge} > 0.0"), "OAR-EXPR-21", &huge, &huge);
}

#[test]
fn a_relation_has_one_operator() {
    refused(
        "1 < 2 == true",
        "OAR-EXPR-4",
        "==",
        "`==` cannot follow `1 < 2`",
    );
    refused(
        "fire_count < breaker_count < 3",
        "OAR-EXPR-4",
        "<",
        "one operator",
    );
    helps(
        "fire_count < breaker_count < 3",
        "`fire_count < breaker_count && breaker_count < …`",
    );
    helps("1 < 2 == true", "`(1 < 2) == …`");
    refused(
        "true && 'a' in tool_args == true",
        "OAR-EXPR-4",
        "==",
        "`'a' in tool_args`",
    );
    assert_eq!(
        error("1 < 2 == true").message,
        "`==` cannot follow `1 < 2`: a relation has one operator (at offset 6)"
    );
}

#[test]
fn unary_operators_do_not_stack() {
    refused(
        "!!policy_denied",
        "OAR-EXPR-1",
        "!!",
        "`!` cannot follow `!`",
    );
    refused(
        "- -fire_count < 0",
        "OAR-EXPR-1",
        "- -",
        "`-` cannot follow `-`",
    );
    helps("!-fire_count < 0", "`!(-x)`");
    helps("!!policy_denied", "`!(!x)`");
}

#[test]
fn operands_are_named_where_they_miss() {
    refused("", "OAR-EXPR-1", "", "the condition is empty");
    refused(" \n", "OAR-EXPR-1", " \n", "the condition is empty");
    refused("true &&", "OAR-EXPR-1", "&&", "ends after `&&`");
    refused("true && || false", "OAR-EXPR-1", "||", "found `||`");
    refused("()", "OAR-EXPR-1", ")", "found `)`");
    refused("size(tool,)", "OAR-EXPR-1", ")", "found `)`");
    helps("size(tool,)", "remove the comma");
    helps("tool in ['a',]", "remove the comma");
    refused("+1 > 0", "OAR-EXPR-1", "+", "found `+`");
    helps("+1 > 0", "no unary plus");
    helps("tool <> 'a'", "`!=`");
    refused("in tool_args", "OAR-EXPR-1", "in", "found `in`");
    helps("in tool_args", "reserved word");
    refused("tool_args[]", "OAR-EXPR-1", "]", "found `]`");
    refused("2 ** 3 > 1", "OAR-EXPR-1", "*", "found `*`");
}

#[test]
fn operators_are_named_where_they_miss() {
    refused("true and false", "OAR-EXPR-1", "and", "found `and`");
    helps("true and false", "`&&`");
    helps("true or false", "`||`");
    helps("'a' not in tool_args", "`!(x in y)`");
    refused(
        "not policy_denied",
        "OAR-EXPR-1",
        "not",
        "`not` is not an operator",
    );
    helps("not policy_denied", "`!`");
    helps("tool matches '^a'", "no regular expressions");
    helps("tool is 'a'", "`==`");
    refused("'a' ! in tool_args", "OAR-EXPR-1", "!", "found `!`");
    helps("'a' ! in tool_args", "`!(x in y)`");
    refused("tool 'a'", "OAR-EXPR-1", "'a'", "found `'a'`");
    refused(
        "tool == 'a' policy_denied",
        "OAR-EXPR-1",
        "policy_denied",
        "found `policy_denied`",
    );
    refused("true inb", "OAR-EXPR-1", "inb", "found `inb`");
    refused("true(1)", "OAR-EXPR-1", "(", "found `(`");
    refused("true true", "OAR-EXPR-1", "true", "found `true`");
}

#[test]
fn brackets_pair_up() {
    refused("(true", "OAR-EXPR-1", "(", "never closed");
    refused("size(tool > 1", "OAR-EXPR-1", "(", "never closed");
    refused("tool in ['a'", "OAR-EXPR-1", "[", "list is never closed");
    refused(
        "acme.labels['a' == tool",
        "OAR-EXPR-1",
        "[",
        "index is never closed",
    );
    refused("true)", "OAR-EXPR-1", ")", "no counterpart");
    refused("true]", "OAR-EXPR-1", "]", "no counterpart");
    refused("true, false", "OAR-EXPR-1", ",", "no counterpart");
    refused("(true]", "OAR-EXPR-1", "]", "expected `)`, found `]`");
    refused(
        "tool in ['a')",
        "OAR-EXPR-1",
        ")",
        "expected `]`, found `)`",
    );
    refused(
        "tool in ('a', 'b')",
        "OAR-EXPR-1",
        ",",
        "expected `)`, found `,`",
    );
    helps("tool in ('a', 'b')", "`[\"a\", \"b\"]`");
}

#[test]
fn ternaries_are_whole() {
    refused("true ? false", "OAR-EXPR-1", "?", "no `:`");
    refused("true : false", "OAR-EXPR-1", ":", "without a `?`");
    refused(
        "(true ? false) : true",
        "OAR-EXPR-1",
        ")",
        "expected `:`, found `)`",
    );
    refused(
        "true ? false : true : false",
        "OAR-EXPR-1",
        ":",
        "without a `?`",
    );
}

#[test]
fn dots_belong_to_names() {
    refused(
        "size(tool_args).count == 1",
        "OAR-EXPR-2",
        ".count",
        "`.count` selects a field",
    );
    refused(
        "acme . score > 0.5",
        "OAR-EXPR-2",
        "acme . score",
        "no space",
    );
    refused("acme.1 > 0", "OAR-EXPR-2", "acme.", "letters or `_`");
    refused("acme..score > 0.5", "OAR-EXPR-2", "acme.", "letters or `_`");
    refused("'a'.size > 0", "OAR-EXPR-2", ".size", "selects a field");
    refused(". == 1", "OAR-EXPR-1", ".", "found `.`");
}

#[test]
fn unknown_names_are_named() {
    refused(
        "ghost_fact == 'x'",
        "OAR-FACT-3",
        "ghost_fact",
        "`ghost_fact`",
    );
    refused(
        "polici_denied",
        "OAR-FACT-3",
        "polici_denied",
        "`polici_denied`",
    );
    helps("polici_denied", "did you mean `policy_denied`?");
    helps("siz(tool) > 1", "did you mean `size`?");
    helps("fire_count_off('A') > 1", "did you mean `fire_count_of`?");
    refused("tool == null", "OAR-EXPR-7", "null", "unknown name `null`");
    helps("tool == null", "no null");
    helps("policy_denied == True", "`true`");
    refused(
        "tool_args.path == '/etc'",
        "OAR-EXPR-2",
        "tool_args.path",
        "`tool_args.path`",
    );
    helps("tool_args.path == '/etc'", "`tool_arg_string(\"path\")`");
    helps("acme.labels.tier == 'a'", "`acme.labels[\"tier\"]`");
    helps("tool.name == 'a'", "`tool` is a `string`");
    helps("mcp_call_ok", "belongs to the profile `mcp`");
    helps(
        "path_outside_scope('a')",
        "belongs to the profile `filesystem`",
    );
    refused("in.x == 'a'", "OAR-FACT-3", "in.x", "`in.x`");
}

#[test]
fn unknown_functions_are_named() {
    refused(
        "startsWith(tool, 'r')",
        "OAR-EXPR-16",
        "startsWith",
        "`startsWith`",
    );
    helps("startsWith(tool, 'r')", "`starts_with(s, prefix)`");
    refused(
        "matches(tool, '^re.*')",
        "OAR-EXPR-23",
        "matches",
        "`matches`",
    );
    helps("matches(tool, '^re.*')", "no regular expressions");
    refused(
        "tool.startsWith('r')",
        "OAR-EXPR-16",
        "tool.startsWith",
        "`tool.startsWith`",
    );
    helps("tool.starts_with('r')", "`starts_with(tool, \"…\")`");
    helps("tool.size() > 1", "`size(tool)`");
    helps("len(tool) > 1", "`size(x)`");
    helps("not(policy_denied)", "`!`");
    helps("int(tool) > 1", "no conversions");
    refused(
        "ghost(1)",
        "OAR-FACT-3",
        "ghost",
        "unknown function `ghost`",
    );
}

#[test]
fn facts_are_not_called_and_functions_are() {
    refused(
        "tool('a') == 'b'",
        "OAR-FACT-27",
        "tool",
        "`tool` is a fact",
    );
    refused(
        "tool_arg_bool",
        "OAR-FACT-27",
        "tool_arg_bool",
        "is a function",
    );
    helps("tool_arg_bool", "`tool_arg_bool(…)`");
    refused("size > 1", "OAR-EXPR-16", "size", "`size` is a function");
    refused(
        "fire_count_of > 1",
        "OAR-FACT-27",
        "fire_count_of",
        "is a function",
    );
}

#[test]
fn calls_have_the_arguments_that_the_function_takes() {
    refused(
        "size() > 1",
        "OAR-EXPR-16",
        "size()",
        "takes 1 argument, and is given 0",
    );
    refused(
        "contains(tool)",
        "OAR-EXPR-16",
        "contains(tool)",
        "takes 2 arguments, and is given 1",
    );
    refused(
        "tool_arg_bool('a', 'b')",
        "OAR-FACT-27",
        "tool_arg_bool('a', 'b')",
        "given 2",
    );
    refused(
        "tool_arg_bool(1)",
        "OAR-FACT-27",
        "1",
        "takes a `string`, and `1` is an `int`",
    );
    refused(
        "acme.half(1.0) > 0.0",
        "OAR-FACT-27",
        "1.0",
        "takes an `int`",
    );
    refused(
        "size(1) > 0",
        "OAR-EXPR-16",
        "1",
        "a string, a list or a map",
    );
    refused(
        "contains(tool, 1)",
        "OAR-EXPR-16",
        "1",
        "`contains` takes a `string`",
    );
    refused(
        "contains(arg_validation_errors, 'a')",
        "OAR-EXPR-16",
        "arg_validation_errors",
        "`list<string>`",
    );
    helps(
        "contains(arg_validation_errors, 'a')",
        "`\"…\" in arg_validation_errors`",
    );
    assert_eq!(bad("contains(1, 2)").len(), 2);
}

#[test]
fn counter_readers_take_a_literal_reference() {
    refused(
        "fire_count_of(tool) > 0",
        "OAR-FIRE-11",
        "tool",
        "`fire_count_of`",
    );
    refused(
        "breaker_count_of('A' + 'B') > 0",
        "OAR-FIRE-11",
        "'A' + 'B'",
        "`breaker_count_of`",
    );
    refused(
        "fire_count_of() > 0",
        "OAR-FIRE-11",
        "fire_count_of()",
        "takes 1 argument",
    );
    refused(
        "fire_count_of('lower') > 0",
        "OAR-FIRE-11",
        "'lower'",
        "identifier of a rule",
    );
    refused(
        "fire_count_of('') > 0",
        "OAR-FIRE-11",
        "''",
        "identifier of a rule",
    );
    refused(
        "fire_count_of('a b/C') > 0",
        "OAR-FIRE-11",
        "'a b/C'",
        "identifier of a rule",
    );
}

#[test]
fn logic_takes_bools() {
    refused(
        "tool && true",
        "OAR-EXPR-8",
        "tool",
        "`&&` takes two `bool`, and `tool` is a `string`",
    );
    refused(
        "true || fire_count",
        "OAR-EXPR-8",
        "fire_count",
        "is an `int`",
    );
    refused("!tool", "OAR-EXPR-8", "tool", "`!` takes a `bool`");
    helps("!tool", "`tool == \"…\"`");
    helps("true || fire_count", "`fire_count > 0`");
    helps("tool_args && true", "`size(tool_args) > 0`");
    refused(
        "tool ? true : false",
        "OAR-EXPR-8",
        "tool",
        "`?` takes a `bool`",
    );
    refused("(true ? tool : 1) == 'read'", "OAR-EXPR-8", "1", "one type");
    refused(
        "(true ? 1.0 : 1) > 0",
        "OAR-EXPR-8",
        "1",
        "`1` is an `int` where `1.0` is a `double`",
    );
    assert_eq!(bad("tool && fire_count").len(), 2);
}

#[test]
fn arithmetic_does_not_mix() {
    refused(
        "1 + 2.5 > 0.0",
        "OAR-EXPR-9",
        "1 + 2.5",
        "not an `int` and a `double`",
    );
    helps("1 + 2.5 > 0.0", "write `1.0`");
    helps(
        "acme.score * fire_count > 0.0",
        "promoted in comparisons only",
    );
    refused(
        "1.5 % 2.0 > 0.0",
        "OAR-EXPR-9",
        "1.5 % 2.0",
        "`%` takes two `int`",
    );
    refused("tool - 'a' == 'b'", "OAR-EXPR-9", "tool - 'a'", "`-` takes");
    refused("tool + 1 == 'b'", "OAR-EXPR-9", "tool + 1", "two `string`");
    refused("true + true", "OAR-EXPR-9", "true + true", "a `bool`");
    refused(
        "-tool == 'a'",
        "OAR-EXPR-9",
        "tool",
        "`-` takes an `int` or a `double`",
    );
}

#[test]
fn comparisons_are_of_one_type() {
    refused(
        "tool == 1",
        "OAR-EXPR-11",
        "tool == 1",
        "not a `string` and an `int`",
    );
    helps("tool == 1", "`tool == \"1\"`");
    refused(
        "policy_denied != 0",
        "OAR-EXPR-11",
        "policy_denied != 0",
        "a `bool` and an `int`",
    );
    refused(
        "arg_validation_errors == 'a'",
        "OAR-EXPR-11",
        "arg_validation_errors == 'a'",
        "`list<string>`",
    );
    helps(
        "arg_validation_errors == 'a'",
        "`'a' in arg_validation_errors`",
    );
    refused(
        "acme.spans == acme.spans",
        "OAR-EXPR-21",
        "acme.spans == acme.spans",
        "`list<map>`",
    );
    refused(
        "tool_args != acme.labels",
        "OAR-EXPR-21",
        "tool_args != acme.labels",
        "`map`",
    );
    refused(
        "policy_denied < true",
        "OAR-EXPR-10",
        "policy_denied < true",
        "two numbers or two `string`",
    );
    refused(
        "tool > 1",
        "OAR-EXPR-10",
        "tool > 1",
        "a `string` and an `int`",
    );
    refused(
        "acme.spans > 1",
        "OAR-EXPR-10",
        "acme.spans > 1",
        "`list<map>`",
    );
    helps("acme.spans > 1", "`size(acme.spans)`");
}

#[test]
fn membership_is_of_a_string() {
    refused("1 in tool_args", "OAR-EXPR-12", "1", "is an `int`");
    refused(
        "tool in acme.spans",
        "OAR-EXPR-12",
        "acme.spans",
        "`list<map>`",
    );
    refused("'a' in tool", "OAR-EXPR-12", "tool", "`string`");
    helps("'a' in tool", "`contains(tool, 'a')`");
    assert_eq!(bad("!tool in tool_args")[0].clause, "OAR-EXPR-8");
    refused(
        "!policy_denied in tool_args",
        "OAR-EXPR-12",
        "!policy_denied",
        "is a `bool`",
    );
    helps("!policy_denied in tool_args", "`!(x in y)`");
    assert_eq!(bad("1 in 2").len(), 2);
}

#[test]
fn indexes_pair_with_their_base() {
    refused(
        "size(acme.spans['first']) > 0",
        "OAR-EXPR-13",
        "'first'",
        "`list<map>`",
    );
    refused(
        "acme.labels[0] == 'a'",
        "OAR-EXPR-13",
        "0",
        "indexed by a `string`, not by an `int`",
    );
    refused(
        "arg_validation_errors['a'] == 'a'",
        "OAR-EXPR-13",
        "'a'",
        "`list<string>`",
    );
    refused("tool[0] == 'a'", "OAR-EXPR-13", "tool", "is a `string`");
    refused(
        "tool_args['path'] == '/etc'",
        "OAR-EXPR-19",
        "tool_args['path']",
        "`tool_args`",
    );
    helps("tool_args['path'] == '/etc'", "`tool_arg_string(\"path\")`");
    helps("tool_args['\\n'] == '/etc'", "`tool_arg_string(\"key\")`");
    refused(
        "acme.spans[0]['k'] == 'a'",
        "OAR-EXPR-19",
        "acme.spans[0]['k']",
        "not indexed",
    );
}

#[test]
fn lists_have_a_type() {
    refused("tool in []", "OAR-EXPR-21", "[]", "no type");
    refused(
        "fire_count == size([1, 2])",
        "OAR-EXPR-21",
        "1",
        "strings or maps",
    );
    refused("tool in ['read', 1]", "OAR-EXPR-21", "1", "one type");
    refused(
        "size([['a']]) > 0",
        "OAR-EXPR-21",
        "['a']",
        "`list<string>`",
    );
    refused(
        "size([tool_args, 'a']) > 0",
        "OAR-EXPR-21",
        "'a'",
        "one type",
    );
}

#[test]
fn a_condition_is_a_bool() {
    refused(
        "tool",
        "OAR-FACT-4",
        "tool",
        "a `bool`, and `tool` is a `string`",
    );
    refused("1", "OAR-FACT-4", "1", "`bool`");
    refused("(1 + 2)", "OAR-FACT-4", "1 + 2", "an `int`");
    helps("tool_args", "`size(tool_args) > 0`");
}

#[test]
fn independent_errors_show_together() {
    let clauses: Vec<_> = bad("ghost && 1 + 2.5 > 0.0 && tool == 1")
        .into_iter()
        .map(|seen| seen.clause)
        .collect();
    assert_eq!(clauses, ["OAR-FACT-3", "OAR-EXPR-9", "OAR-EXPR-11"]);
}
