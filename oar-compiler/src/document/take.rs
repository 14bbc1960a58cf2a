//! Takes what is sound out of a checked document, silently: what is not was reported by the check.

use super::pattern::{Pattern, rule_ref};
use super::{RuleRef, Spanned};
use crate::source::{Entry, Node, Text, Value};

/// The value of a member.
pub(super) fn member<'e>(entries: &'e [Entry], name: &str) -> Option<&'e Node> {
    let entry = entries.iter().find(|entry| entry.key.text == name)?;
    Some(&entry.value)
}

/// The members of a member that is an object.
pub(super) fn members<'e>(entries: &'e [Entry], name: &str) -> &'e [Entry] {
    member(entries, name)
        .and_then(Node::as_map)
        .unwrap_or_default()
}

/// The items of a member that is a list.
pub(super) fn items<'e>(entries: &'e [Entry], name: &str) -> &'e [Node] {
    match member(entries, name).map(|node| &node.value) {
        Some(Value::List(items)) => items,
        _ => &[],
    }
}

/// Any string.
pub(super) fn string(node: &Node) -> Option<Spanned<String>> {
    node.as_text().map(spanned)
}

/// A string that follows a grammar.
pub(super) fn name(node: &Node, pattern: Pattern) -> Option<Spanned<String>> {
    node.as_text()
        .filter(|text| pattern.matches(&text.value))
        .map(spanned)
}

/// Strings that are not empty; the others were reported.
pub(super) fn strings(items: &[Node]) -> Vec<Spanned<String>> {
    let full = |text: &Spanned<String>| !text.value.is_empty();
    items.iter().filter_map(string).filter(full).collect()
}

/// Strings that follow a grammar.
pub(super) fn names(items: &[Node], pattern: Pattern) -> Vec<Spanned<String>> {
    items
        .iter()
        .filter_map(|item| name(item, pattern))
        .collect()
}

/// A rule identifier.
pub(super) fn reference(node: &Node) -> Option<Spanned<RuleRef>> {
    let value = rule_ref(&node.as_text()?.value)?;
    Some(Spanned {
        value,
        span: node.span,
    })
}

/// One of a closed set of words.
pub(super) fn word<T>(node: &Node, parse: impl Fn(&str) -> Option<T>) -> Option<Spanned<T>> {
    let value = parse(&node.as_text()?.value)?;
    Some(Spanned {
        value,
        span: node.span,
    })
}

/// A boolean.
pub(super) fn boolean(node: &Node) -> Option<Spanned<bool>> {
    match node.value {
        Value::Bool(value) => Some(Spanned {
            value,
            span: node.span,
        }),
        _ => None,
    }
}

/// A whole number of at least `least`.
pub(super) fn integer(node: &Node, least: u64) -> Option<Spanned<u64>> {
    let Value::Number(number) = &node.value else {
        return None;
    };
    let value = u64::try_from(number.as_i64()?).ok()?;
    (value >= least).then_some(Spanned {
        value,
        span: node.span,
    })
}

fn spanned(text: &Text) -> Spanned<String> {
    Spanned {
        value: text.value.clone(),
        span: text.span,
    }
}
