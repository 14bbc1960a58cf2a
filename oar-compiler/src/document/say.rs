//! How messages speak of shapes and of what stands in their place.

use super::shape::Shape;
use crate::diagnostic::quote;
use crate::source::{Node, Value};

/// The clause about an unknown member inside a member of that clause: rules have one for all (OAR-DOC-27), the others
/// that of the member.
pub(super) fn closed_world(clause: &'static str) -> &'static str {
    match clause {
        "OAR-DOC-21" | "OAR-DOC-23" | "OAR-DOC-24" | "OAR-DOC-30" | "OAR-OPS-13" => "OAR-DOC-27",
        other => other,
    }
}

/// What a shape asks for, to follow "must be".
pub(super) fn describe(shape: &Shape) -> String {
    match shape {
        Shape::Bool => "`true` or `false`".to_owned(),
        Shape::Integer(least) => format!("a whole number of at least {least}"),
        Shape::Text | Shape::NonEmpty => "a string".to_owned(),
        Shape::Name(pattern) => pattern.describe().to_owned(),
        Shape::Word(words) => one_of(words),
        Shape::List(_) => "a list".to_owned(),
        Shape::Map { .. } | Shape::Object(_) => "an object".to_owned(),
    }
}

/// Words in backticks, the last one after "or".
pub(super) fn one_of(words: &[&str]) -> String {
    let quoted: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
    match quoted.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
        _ => quoted.concat(),
    }
}

/// What stands there instead, with the value when it is short.
pub(super) fn found(node: &Node) -> String {
    match &node.value {
        Value::Bool(value) => format!("the boolean `{value}`"),
        Value::Number(number) => format!("the number {}", quote(&number.text)),
        Value::String(text) => format!("the string {}", quote(&text.value)),
        _ => node.kind().to_owned(),
    }
}
