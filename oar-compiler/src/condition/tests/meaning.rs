//! Valid conditions and the trees they make. Symbols are numbered in the order of the test environment.

use super::good;
use crate::vocabulary::Type;

fn tree(condition: &str) -> String {
    format!("{:?}", good(condition))
}

#[test]
fn precedence_is_the_grammar_of_a_1() {
    assert_eq!(tree("true || false && true"), "(|| true (&& false true))");
    assert_eq!(tree("1 + 2 * 3 == 7"), "(== (+ 1 (* 2 3)) 7)");
    assert_eq!(tree("!true && false"), "(&& (! true) false)");
    assert_eq!(tree("-fire_count + 1 < 2"), "(< (+ (negate fact#1) 1) 2)");
    assert_eq!(tree("1 < 2 && 3 >= 2"), "(&& (< 1 2) (>= 3 2))");
    assert_eq!(
        tree("true || false ? true : false"),
        "(?: (|| true false) true false)"
    );
}

#[test]
fn binary_operators_associate_left_and_the_ternary_right() {
    assert_eq!(tree("7 - 2 - 1 == 4"), "(== (- (- 7 2) 1) 4)");
    assert_eq!(tree("8 / 2 % 3 == 1"), "(== (% (/ 8 2) 3) 1)");
    assert_eq!(
        tree("true ? false : true ? false : true"),
        "(?: true false (?: true false true))"
    );
    assert_eq!(
        tree("true ? false ? true : false : true"),
        "(?: true (?: false true false) true)"
    );
}

#[test]
fn parentheses_group_and_leave_no_trace() {
    assert_eq!(tree("((true))"), "true");
    assert_eq!(tree("(1 + 2) * 3 == 9"), "(== (* (+ 1 2) 3) 9)");
    assert_eq!(tree("(1 < 2) == true"), "(== (< 1 2) true)");
    assert_eq!(tree("!(!true)"), "(! (! true))");
    assert_eq!(tree("-(-1) == 1"), "(== (negate (negate 1)) 1)");
}

#[test]
fn minus_is_unary_where_an_operand_is_due() {
    assert_eq!(tree("1 - -1 == 2"), "(== (- 1 (negate 1)) 2)");
    assert_eq!(tree("1--1==2"), "(== (- 1 (negate 1)) 2)");
    assert_eq!(tree("-1.5 < 0.0"), "(< (negate 1.5) 0.0)");
}

#[test]
fn names_are_lexed_greedily_and_dots_belong_to_them() {
    assert_eq!(tree("acme.in"), "fact#14");
    assert_eq!(tree("acme.score > 0.5"), "(> fact#11 0.5)");
    assert_eq!(tree("\"a\"in arg_validation_errors"), "(in \"a\" fact#8)");
    assert_eq!(tree("tool in[\"a\"]"), "(in fact#5 (list \"a\"))");
}

#[test]
fn whitespace_is_space_tab_and_line_breaks() {
    assert_eq!(tree(" \t\r\n1\n<\r2\t"), "(< 1 2)");
}

#[test]
fn the_four_kinds_of_membership_and_index() {
    assert_eq!(tree("\"path\" in tool_args"), "(in \"path\" fact#6)");
    assert_eq!(tree("\"k\" in acme.labels"), "(in \"k\" fact#12)");
    assert_eq!(
        tree("acme.labels[\"k\"] == tool"),
        "(== (index fact#12 \"k\") fact#5)"
    );
    assert_eq!(
        tree("arg_validation_errors[0] == tool"),
        "(== (index fact#8 0) fact#5)"
    );
    assert_eq!(
        tree("\"start\" in acme.spans[-1]"),
        "(in \"start\" (index fact#13 (negate 1)))"
    );
    assert_eq!(
        tree("size(acme.spans[0]) == 2"),
        "(== (size (index fact#13 0)) 2)"
    );
}

#[test]
fn lists_are_of_strings_or_of_maps_of_either_type() {
    assert_eq!(
        tree("tool in [\"a\", tool + \"b\"]"),
        "(in fact#5 (list \"a\" (concat fact#5 \"b\")))"
    );
    assert_eq!(
        tree("size([tool_args, acme.labels]) == 2"),
        "(== (size (list fact#6 fact#12)) 2)"
    );
    assert_eq!(
        tree("\"k\" in [acme.labels, tool_args][1]"),
        "(in \"k\" (index (list fact#12 fact#6) 1))"
    );
    assert_eq!(
        tree("[\"a\"][0] == \"a\""),
        "(== (index (list \"a\") 0) \"a\")"
    );
}

#[test]
fn functions_and_built_ins() {
    assert_eq!(
        tree("tool_arg_string(\"path\") == \"x\""),
        "(== (call#9 \"path\") \"x\")"
    );
    assert_eq!(tree("acme.half(3) == 1.5"), "(== (call#15 3) 1.5)");
    assert_eq!(
        tree("starts_with(tool, \"r\")"),
        "(starts_with fact#5 \"r\")"
    );
    assert_eq!(tree("ends_with(tool, \"r\")"), "(ends_with fact#5 \"r\")");
    assert_eq!(tree("contains(tool, \"r\")"), "(contains fact#5 \"r\")");
    for sized in [
        "tool",
        "tool_args",
        "acme.labels",
        "acme.spans",
        "arg_validation_errors",
    ] {
        assert_eq!(good(&format!("size({sized}) == 0")).count(), 4, "{sized}");
    }
}

#[test]
fn counter_readers_hold_a_reference() {
    assert_eq!(
        tree("fire_count_of(\"A_RULE\") > 1"),
        "(> fire_count_of RuleRef { namespace: None, id: \"A_RULE\" } None 1)"
    );
    assert_eq!(
        tree("breaker_count_of((\"acme.x/B\")) > 1"),
        "(> breaker_count_of RuleRef { namespace: Some(\"acme.x\"), id: \"B\" } None 1)"
    );
}

#[test]
fn numbers_compare_across_types_and_strings_with_strings() {
    assert_eq!(tree("fire_count == 1.0"), "(== fact#1 1.0)");
    assert_eq!(tree("1.5 <= 2"), "(<= 1.5 2)");
    assert_eq!(tree("tool < \"m\""), "(< fact#5 \"m\")");
    assert_eq!(tree("policy_denied != acme.in"), "(!= fact#7 fact#14)");
}

#[test]
fn arithmetic_on_each_type() {
    assert_eq!(tree("1.0 / 0.0 > 0.0"), "(> (/ 1.0 0.0) 0.0)");
    assert_eq!(
        tree("tool + \"x\" == \"ax\""),
        "(== (concat fact#5 \"x\") \"ax\")"
    );
    assert_eq!(
        tree("(true ? 1 : 2) % 2 == 1"),
        "(== (% (?: true 1 2) 2) 1)"
    );
}

#[test]
fn integers_reach_both_ends_of_64_bits() {
    assert_eq!(tree("9223372036854775807 > 0"), "(> 9223372036854775807 0)");
    assert_eq!(
        tree("-9223372036854775808 < 0"),
        "(< -9223372036854775808 0)"
    );
    assert_eq!(
        tree("- 9223372036854775808 < 0"),
        "(< -9223372036854775808 0)"
    );
    assert_eq!(
        tree("-0009223372036854775808 < 0"),
        "(< -9223372036854775808 0)"
    );
    assert_eq!(
        tree("0 - -9223372036854775808 < 0"),
        "(< (- 0 -9223372036854775808) 0)"
    );
    assert_eq!(tree("007 == 7"), "(== 7 7)");
}

#[test]
fn strings_unescape() {
    assert_eq!(
        tree(r#"tool == "\\\"\'\n\r\t\u0041\u00e9""#),
        r#"(== fact#5 "\\\"'\n\r\tAé")"#
    );
    assert_eq!(
        tree(r#"tool == 'it\'s "so"'"#),
        r#"(== fact#5 "it's \"so\"")"#
    );
    assert_eq!(tree(r#"tool == "\ud83d\ude00""#), "(== fact#5 \"😀\")");
    assert_eq!(tree(r#"tool == "\uD83D\uDE00😀""#), "(== fact#5 \"😀😀\")");
    assert_eq!(
        tree("tool == \"a\tb\u{0}\u{2028}\""),
        "(== fact#5 \"a\\tb\\0\\u{2028}\")"
    );
    assert_eq!(tree("'' == \"\""), "(== \"\" \"\")");
}

#[test]
fn spans_are_those_of_the_sub_expressions() {
    let condition = "(tool == 'é') && size( acme.spans ) > 1";
    let (sources, _) = super::text(condition);
    let typed = good(condition);
    let mut marked = Vec::new();
    typed.walk(&mut |t| marked.push(sources.text(t.span).to_owned()));
    assert_eq!(
        marked,
        [
            condition,
            "tool == 'é'",
            "tool",
            "'é'",
            "size( acme.spans ) > 1",
            "size( acme.spans )",
            "acme.spans",
            "1"
        ]
    );
}

#[test]
fn types_are_those_of_the_results() {
    let typed = good("true ? acme.labels[\"k\"] == \"v\" : false");
    let mut types = Vec::new();
    typed.walk(&mut |t| types.push(t.ty));
    assert_eq!(
        types,
        [
            Type::Bool,
            Type::Bool,
            Type::Bool,
            Type::String,
            Type::MapString,
            Type::String,
            Type::String,
            Type::Bool
        ]
    );
}

#[test]
fn clones_are_equal_and_walks_agree() {
    let typed = good(
        "size([tool, 'x']) > 1 ? !policy_denied : tool_arg_bool('b') || fire_count_of('R') == 2",
    );
    let clone = typed.clone();
    assert_eq!(format!("{clone:?}"), format!("{typed:?}"));
    let mut preorder = Vec::new();
    typed.walk(&mut |t| preorder.push(std::ptr::from_ref(t)));
    let postorder: Vec<_> = typed
        .postorder()
        .into_iter()
        .map(std::ptr::from_ref)
        .collect();
    assert_eq!(postorder.last(), preorder.first());
    assert_eq!(postorder.len(), 15);
    let (mut preorder_sorted, mut postorder_sorted) = (preorder, postorder);
    preorder_sorted.sort();
    postorder_sorted.sort();
    assert_eq!(preorder_sorted, postorder_sorted);
}
