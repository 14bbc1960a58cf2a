//! Fixture files as nodes: strict JSON, with the text of every value at hand.

use oar_compiler::diagnostic::{self, Diagnostics, Sources, Style};
use oar_compiler::source::{self, Format, Limits, Node, Value};
use serde_json::Value as Json;

/// Lists and objects inside each other in a fixture: what the readers of the batch programs take, with room for the
/// lines that carry an occurrence.
const DEPTH: usize = 120;

/// One JSON value of a file.
#[derive(Clone, Debug)]
pub struct Root {
    /// The value.
    pub node: Node,
    /// Whether it is a member of the file's array.
    pub member: bool,
}

/// A file that was read.
#[derive(Debug)]
pub struct Text {
    /// The name it is shown as.
    pub name: String,
    sources: Sources,
}

/// Reads a file: the value it holds, or each member of the array it holds.
///
/// # Errors
/// The text of what is wrong: not UTF-8, not JSON, a key written twice.
pub fn read(name: &str, bytes: &[u8]) -> Result<(Text, Vec<Root>), String> {
    let (mut sources, mut diags) = (Sources::new(), Diagnostics::new());
    let limits = Limits {
        depth: DEPTH,
        ..Limits::default()
    };
    let documents = source::load(name, bytes, Format::Json, &limits, &mut sources, &mut diags);
    if diags.has_errors() {
        return Err(diagnostic::render(
            &diags.into_sorted(),
            &sources,
            Style::Plain,
        ));
    }
    let roots = documents.into_iter().map(|document| Root {
        node: document.root,
        member: document.member,
    });
    let roots = roots.collect();
    let name = name.to_owned();
    Ok((Text { name, sources }, roots))
}

impl Text {
    /// The text of a value, as it stands in the file: every digit of a number and the order of members are kept.
    #[must_use]
    pub fn of(&self, node: &Node) -> &str {
        self.sources.text(node.span)
    }
}

/// A node as a value to compare with.
#[must_use]
pub fn value(node: &Node) -> Json {
    match &node.value {
        Value::Null | Value::Refused => Json::Null,
        Value::Bool(value) => Json::Bool(*value),
        // `1.0` is an integer as well, and compares as one.
        Value::Number(number) => match number.as_i64() {
            Some(integer) => integer.into(),
            None => serde_json::from_str(&number.text).unwrap_or(Json::Null),
        },
        Value::String(text) => Json::String(text.value.clone()),
        // Bounded: the reader refuses deeper files.
        Value::List(members) => members.iter().map(value).collect(),
        Value::Map(entries) => {
            let entries = entries.iter();
            Json::Object(
                entries
                    .map(|entry| (entry.key.text.clone(), value(&entry.value)))
                    .collect(),
            )
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_of_a_value_is_kept() {
        let (text, roots) = read("a.json", br#"{"a": [18446744073709551617, 1.50]}"#).unwrap();
        let a = &roots[0].node.get("a").unwrap().value;
        assert_eq!(text.of(a), "[18446744073709551617, 1.50]");
    }

    #[test]
    fn a_key_written_twice_is_refused() {
        let error = read("a.json", br#"{"id": "a", "id": "b"}"#).unwrap_err();
        assert!(error.contains("id"), "{error}");
    }

    #[test]
    fn members_of_an_array_stand_alone() {
        let (_, roots) = read("a.json", br#"[{"id": "a"}, {"id": "b"}]"#).unwrap();
        assert_eq!(roots.len(), 2);
        assert!(roots.iter().all(|root| root.member));
    }
}
