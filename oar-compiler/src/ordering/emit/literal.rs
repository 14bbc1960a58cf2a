//! Values as Rust source.

use std::fmt::Write as _;

use crate::ordering::{Constant, Path};

/// A string literal.
pub(super) fn string(text: &str) -> String {
    format!("{text:?}")
}

/// User text for a comment. Nothing in it can end the comment, and nothing can make it read other than it is: what is
/// neither a letter, a digit nor visible ASCII is escaped.
pub(super) fn comment(text: &str) -> String {
    let mut out = String::new();
    for ch in text.chars() {
        if ch.is_alphanumeric() || ch.is_ascii_graphic() || ch == ' ' {
            out.push(ch);
        } else {
            out.extend(ch.escape_unicode());
        }
    }
    out
}

/// A path as a constant.
pub(super) fn path(path: &Path) -> String {
    let segments: Vec<_> = path.segments().map(string).collect();
    format!(
        "o::Path {{ text: {}, segments: &[{}] }}",
        string(&path.text),
        segments.join(", ")
    )
}

/// A JSON value as a constant.
pub(super) fn constant(value: &Constant) -> String {
    match value {
        Constant::Null => "o::Literal::Null".to_owned(),
        Constant::Bool(value) => format!("o::Literal::Bool({value})"),
        Constant::Int(value) => format!("o::Literal::Int({value})"),
        Constant::Float(value) => format!("o::Literal::Float({value:?})"),
        Constant::Str(value) => format!("o::Literal::Str({})", string(value)),
        Constant::List(values) => {
            let values: Vec<_> = values.iter().map(constant).collect();
            format!("o::Literal::List(&[{}])", values.join(", "))
        }
        Constant::Map(members) => {
            let members: Vec<_> = members
                .iter()
                .map(|(key, value)| format!("({}, {})", string(key), constant(value)))
                .collect();
            format!("o::Literal::Map(&[{}])", members.join(", "))
        }
    }
}

/// `None`, or `Some` of something written.
pub(super) fn option(value: Option<String>) -> String {
    value.map_or_else(|| "None".to_owned(), |value| format!("Some({value})"))
}

/// A list of numbers or words, broken into lines of at most `per_line`.
pub(super) fn table(values: impl Iterator<Item = String>, per_line: usize) -> String {
    let values: Vec<_> = values.collect();
    if values.len() <= per_line {
        return format!("[{}]", values.join(", "));
    }
    let mut out = String::from("[\n");
    for line in values.chunks(per_line) {
        // Writing to a string cannot fail.
        let _ = writeln!(out, "                {},", line.join(", "));
    }
    out.push_str("            ]");
    out
}
