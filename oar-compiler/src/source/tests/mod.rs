//! What the loader reads, what it refuses, and where it says things stand.

mod hostile;
mod json;
mod places;
mod yaml;

use super::{Document, Format, Limits, Node, Value, load};
use crate::diagnostic::{Code, Diagnostic, Diagnostics, Sources};

/// What came of loading one file.
struct Loaded {
    documents: Vec<Document>,
    sources: Sources,
    found: Vec<Diagnostic>,
}

impl Loaded {
    fn with(bytes: &[u8], format: Format, limits: Limits) -> Self {
        let (mut sources, mut diags) = (Sources::new(), Diagnostics::new());
        let documents = load("file", bytes, format, &limits, &mut sources, &mut diags);
        Self {
            documents,
            sources,
            found: diags.into_sorted(),
        }
    }

    /// Code, line and column of every diagnostic.
    fn places(&self) -> Vec<(Code, u32, u32)> {
        self.found
            .iter()
            .map(|found| {
                let at = self.sources.position(found.span);
                (found.code, at.line, at.column)
            })
            .collect()
    }

    /// The bytes that each diagnostic marks.
    fn marked(&self) -> Vec<&str> {
        self.found
            .iter()
            .map(|found| self.sources.text(found.span))
            .collect()
    }

    /// The help of the only diagnostic.
    fn help(&self) -> &str {
        assert_eq!(self.found.len(), 1, "{:?}", self.found);
        self.found[0].help.as_deref().unwrap_or_default()
    }

    /// The root of the only document, which loaded without a word.
    fn root(&self) -> &Node {
        assert_eq!(self.found, []);
        assert_eq!(self.documents.len(), 1);
        &self.documents[0].root
    }
}

fn yaml(text: &str) -> Loaded {
    Loaded::with(text.as_bytes(), Format::Yaml, Limits::default())
}

fn json(text: &str) -> Loaded {
    Loaded::with(text.as_bytes(), Format::Json, Limits::default())
}

/// The tree in a notation of its own, in which a string is in quotes and a number is not.
fn show(node: &Node) -> String {
    match &node.value {
        Value::Null => "null".to_owned(),
        Value::Bool(value) => value.to_string(),
        Value::Number(number) => number.text.clone(),
        Value::String(text) => format!("{:?}", text.value),
        Value::List(items) => {
            let items: Vec<String> = items.iter().map(show).collect();
            format!("[{}]", items.join(" "))
        }
        Value::Map(entries) => {
            let entries: Vec<String> = entries
                .iter()
                .map(|entry| format!("{}={}", entry.key.text, show(&entry.value)))
                .collect();
            format!("{{{}}}", entries.join(" "))
        }
        Value::Refused => "refused".to_owned(),
    }
}
