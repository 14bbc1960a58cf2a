//! A changed body back to text: what did not change is written as it stood, down to the digits of a number and the order
//! of members, for caches of prompts and people who compare go by the text.

use std::collections::HashMap;

use oar_compiler::diagnostic::Sources;
use oar_compiler::source::{Node, Value as Written};
use serde_json::Value;

use crate::test::digest::digest;

/// A JSON text and where everything in it is written.
#[derive(Debug)]
pub struct Original {
    text: String,
    spans: HashMap<String, Spelling>,
    /// In which order members come: that of their names' first appearance.
    ranks: HashMap<String, usize>,
    pretty: bool,
}

/// How a value is written.
#[derive(Clone, Debug)]
enum Spelling {
    /// Everywhere the same.
    One(String),
    /// In several ways that mean the same.
    Several,
    /// In several ways, and one of them is a number that does not keep its digits when it is read.
    Unclear,
}

impl Original {
    /// Notes how each value is written.
    #[must_use]
    pub fn of(text: String, value: &Value, roots: &[&Node], sources: &Sources) -> Self {
        let mut original = Self {
            pretty: text.contains('\n'),
            text,
            spans: HashMap::new(),
            ranks: HashMap::new(),
        };
        match (value, roots) {
            // A list is read as documents, one for each member.
            (Value::Array(members), roots) => {
                for (member, root) in members.iter().zip(roots) {
                    original.note(member, root, sources);
                }
            }
            (value, [root]) => original.note(value, root, sources),
            _ => {}
        }
        original
    }

    /// The text as it stood.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    fn note(&mut self, value: &Value, node: &Node, sources: &Sources) {
        // Bounded: the reader refuses deeper texts.
        match (value, &node.value) {
            (Value::Array(members), Written::List(nodes)) => {
                for (member, node) in members.iter().zip(nodes) {
                    self.note(member, node, sources);
                }
            }
            (Value::Object(members), Written::Map(entries)) => {
                for entry in entries {
                    let rank = self.ranks.len();
                    self.ranks.entry(entry.key.text.clone()).or_insert(rank);
                    if let Some(member) = members.get(&entry.key.text) {
                        self.note(member, &entry.value, sources);
                    }
                }
            }
            _ => {}
        }
        let text = sources.text(node.span);
        self.spans
            .entry(key(value))
            .and_modify(|known| known.meet(text, value))
            .or_insert_with(|| Spelling::One(text.to_owned()));
    }

    /// A value as JSON text: pieces of the original as they stood.
    ///
    /// # Errors
    /// A number whose digits are lost where two are written differently and read the same.
    pub fn print(&self, value: &Value) -> Result<String, String> {
        let mut out = String::new();
        self.write(&mut out, value, 0)?;
        Ok(out)
    }

    fn write(&self, out: &mut String, value: &Value, depth: usize) -> Result<(), String> {
        match (self.spans.get(&key(value)), value) {
            (Some(Spelling::One(text)), _) => out.push_str(text),
            (_, Value::Array(members)) => {
                self.list(out, depth, ('[', ']'), members, |out, member| {
                    self.write(out, member, depth + 1)
                })?;
            }
            (_, Value::Object(members)) => {
                let mut members: Vec<_> = members.iter().collect();
                members
                    .sort_by_key(|(name, _)| self.ranks.get(*name).copied().unwrap_or(usize::MAX));
                self.list(out, depth, ('{', '}'), &members, |out, (name, member)| {
                    out.push_str(&Value::from(name.as_str()).to_string());
                    out.push_str(if self.pretty { ": " } else { ":" });
                    self.write(out, member, depth + 1)
                })?;
            }
            (Some(Spelling::Unclear), Value::Number(number)) => {
                return Err(format!(
                    "the body cannot be written back without losing digits of the number {number}, which several numbers in it read as"
                ));
            }
            (_, scalar) => out.push_str(&scalar.to_string()),
        }
        Ok(())
    }

    fn list<T>(
        &self,
        out: &mut String,
        depth: usize,
        (open, close): (char, char),
        members: &[T],
        mut each: impl FnMut(&mut String, &T) -> Result<(), String>,
    ) -> Result<(), String> {
        out.push(open);
        for (at, member) in members.iter().enumerate() {
            if at > 0 {
                out.push(',');
            }
            self.break_line(out, depth + 1);
            each(out, member)?;
        }
        if !members.is_empty() {
            self.break_line(out, depth);
        }
        out.push(close);
        Ok(())
    }

    fn break_line(&self, out: &mut String, depth: usize) {
        if self.pretty {
            out.push('\n');
            out.extend(std::iter::repeat_n("  ", depth));
        }
    }
}

impl Spelling {
    /// Meets the value again.
    fn meet(&mut self, text: &str, value: &Value) {
        let clear = match self {
            Spelling::One(known) if known == text => return,
            Spelling::One(known) => keeps_digits(known, value) && keeps_digits(text, value),
            Spelling::Several => keeps_digits(text, value),
            Spelling::Unclear => false,
        };
        *self = if clear {
            Spelling::Several
        } else {
            Spelling::Unclear
        };
    }
}

/// Whether reading a number kept what its digits say. Every decimal of fifteen digits survives a double.
fn keeps_digits(text: &str, value: &Value) -> bool {
    let Value::Number(number) = value else {
        return true;
    };
    let mantissa = text.split(['e', 'E']).next().unwrap_or(text);
    let digits = mantissa.trim_start_matches(['-', '0', '.']);
    number.to_string() == text || digits.bytes().filter(u8::is_ascii_digit).count() <= 15
}

/// Equal values have equal keys: the members of an object in text come sorted by name.
fn key(value: &Value) -> String {
    digest([value.to_string().as_bytes()])
}

#[cfg(test)]
mod tests {
    use oar_compiler::diagnostic::Diagnostics;
    use oar_compiler::source::{self, Format, Limits};
    use serde_json::json;

    use super::*;

    fn original(text: &str) -> Original {
        let (mut sources, mut diags) = (Sources::new(), Diagnostics::new());
        let limits = Limits::default();
        let documents = source::load(
            "a",
            text.as_bytes(),
            Format::Json,
            &limits,
            &mut sources,
            &mut diags,
        );
        let roots: Vec<_> = documents.iter().map(|document| &document.root).collect();
        let value = serde_json::from_str(text).unwrap();
        Original::of(text.to_owned(), &value, &roots, &sources)
    }

    #[test]
    fn unchanged_pieces_keep_their_text() {
        let text = r#"{"z": [{"b": 1.50, "a": "\u00e9"}, {"b":2}], "a": 12345678901234567890123}"#;
        let mut value: Value = serde_json::from_str(text).unwrap();
        value["z"].as_array_mut().unwrap().reverse();
        assert_eq!(
            original(text).print(&value).unwrap(),
            r#"{"z":[{"b":2},{"b": 1.50, "a": "\u00e9"}],"a":12345678901234567890123}"#
        );
    }

    #[test]
    fn changed_objects_keep_the_order_of_their_members() {
        let text = r#"{"role":"user","content":"a","id":"x"}"#;
        let value = json!({"id": "y", "content": "a", "role": "user", "extra": true});
        assert_eq!(
            original(text).print(&value).unwrap(),
            r#"{"role":"user","content":"a","id":"y","extra":true}"#
        );
    }

    #[test]
    fn a_text_of_several_lines_stays_one() {
        let text = "{\n  \"a\": [1, 2]\n}";
        assert_eq!(
            original(text)
                .print(&json!({"a": [2, 1], "b": {}}))
                .unwrap(),
            "{\n  \"a\": [\n    2,\n    1\n  ],\n  \"b\": {}\n}"
        );
    }

    #[test]
    fn digits_are_not_lost() {
        // Both read as one double. Either piece alone would be written back as it stands.
        let text = r#"{"a": [{"n": 18446744073709551617}, {"n": 18446744073709551618}]}"#;
        let value = json!({"a": [{"n": 18_446_744_073_709_551_617.0, "x": 1}]});
        let complaint = original(text).print(&value).unwrap_err();
        assert!(complaint.contains("losing digits"), "{complaint}");
        // Two spellings of one number are no loss.
        let text = r#"{"a": [{"n": 1.0}, {"n": 1.00}]}"#;
        let value = json!({"a": [{"n": 1.0, "x": 1}]});
        assert_eq!(
            original(text).print(&value).unwrap(),
            r#"{"a":[{"n":1.0,"x":1}]}"#
        );
    }
}
