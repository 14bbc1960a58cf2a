//! Size: nodes are counted as OAR-EXPR-20 counts them, and no size overflows the stack.

use super::super::testing::{Seen, environment, seen, text};
use super::{Typed, compile};
use crate::diagnostic::Diagnostics;

const MANY: usize = 100_000;

fn compiled(condition: &str, nodes_max: u64) -> (Option<Typed>, Vec<Seen>) {
    let (sources, text) = text(condition);
    let mut diags = Diagnostics::new();
    let typed = compile(&text, &environment(), nodes_max, &mut diags);
    (typed, seen(&sources, &diags))
}

/// The condition has exactly that many nodes: one less is refused.
#[track_caller]
fn counts(condition: &str, nodes: u64) {
    assert_eq!(compiled(condition, nodes).1, []);
    let (typed, seen) = compiled(condition, nodes - 1);
    assert!(typed.is_none());
    assert_eq!(seen.len(), 1);
    assert_eq!(
        (seen[0].clause, seen[0].marked.as_str()),
        ("OAR-EXPR-17", condition)
    );
    let words = format!(
        "{nodes} nodes, and the host's `expression_nodes_max` is {}",
        nodes - 1
    );
    assert!(seen[0].message.contains(&words), "{}", seen[0].message);
}

#[test]
fn nodes_are_counted_before_folding_and_without_parentheses() {
    counts("true", 1);
    counts("((policy_denied))", 1);
    counts("!true", 2);
    counts("1 == 2", 3);
    counts("-9223372036854775808 == 0", 4);
    counts("-1 == 0", 4);
    counts("tool in ['a', 'b']", 5);
    counts("size(tool) == 1", 4);
    counts("contains(tool, 'a')", 3);
    counts("fire_count_of('A') > 1", 4);
    counts("acme.labels['a'] == tool", 5);
    counts("true ? false : true", 4);
}

#[test]
fn long_chains_compile() {
    for op in ["&&", "||"] {
        let condition = vec!["policy_denied"; MANY].join(op);
        let (typed, seen) = compiled(&condition, u64::MAX);
        assert_eq!(seen, []);
        let typed = typed.expect("it compiles");
        assert_eq!(typed.count(), 2 * MANY - 1);
        let clone = typed.clone();
        assert_eq!(clone.postorder().len(), 2 * MANY - 1);
        assert_eq!(format!("{clone:?}").len(), format!("{typed:?}").len());
    }
    let condition = format!("{} == 0", vec!["1"; MANY].join(" - "));
    assert!(compiled(&condition, u64::MAX).0.is_some());
}

#[test]
fn deep_nesting_compiles() {
    let groups = format!("{}true{}", "(".repeat(MANY), ")".repeat(MANY));
    assert!(compiled(&groups, 1).0.is_some());
    let nots = format!("{}true{}", "!(".repeat(MANY), ")".repeat(MANY));
    assert!(compiled(&nots, u64::MAX).0.is_some());
    let ternaries = format!("{}true", "true ? false : ".repeat(MANY));
    assert!(compiled(&ternaries, u64::MAX).0.is_some());
    let conditions = format!("{}true{}", "true ? ".repeat(MANY), " : false".repeat(MANY));
    assert!(compiled(&conditions, u64::MAX).0.is_some());
    let calls = format!(
        "{}tool{} == ''",
        "tool_arg_string(".repeat(MANY),
        ")".repeat(MANY)
    );
    assert!(compiled(&calls, u64::MAX).0.is_some());
}

#[test]
fn long_and_deep_nonsense_is_refused() {
    for piece in [
        "(",
        "[",
        "!",
        "-",
        "true ? ",
        "size(",
        "acme.labels[",
        "'",
        ")",
        "1 + ",
        "a.",
        "0",
        "\\",
        ". ",
    ] {
        let (typed, seen) = compiled(&piece.repeat(MANY), u64::MAX);
        assert!(typed.is_none(), "{piece}");
        assert!(!seen.is_empty(), "{piece}");
    }
}

#[test]
fn the_errors_of_one_condition_are_capped() {
    let condition = vec!["ghost"; MANY].join(" && ");
    assert_eq!(compiled(&condition, u64::MAX).1.len(), 32);
    let condition = vec!["'\\x'"; MANY].join(" + ");
    assert_eq!(compiled(&condition, u64::MAX).1.len(), 32);
}
