//! The request as captured: its text, its value, and how its members are written.

use std::io::Read;
use std::path::Path;

use oar_compiler::diagnostic::{Diagnostics, Sources, Style, render};
use oar_compiler::source::{self, Document, Format, Limits};
use serde_json::Value;

use super::print::Original;

/// Lists and objects inside each other: what the JSON reader takes, which would stop at 128.
const DEPTH: usize = 120;

/// A request carries images; policy does not.
const BYTES: usize = 1 << 28;

/// A request body or a timeline.
#[derive(Debug)]
pub struct Request {
    /// What it says.
    pub value: Value,
    /// How it is written.
    pub original: Original,
}

impl Request {
    /// Reads a file, or standard input for `-`.
    ///
    /// # Errors
    /// The file cannot be read, is no JSON, or writes a key twice.
    pub fn read(path: &Path) -> Result<Self, String> {
        let (name, bytes) = if path.as_os_str() == "-" {
            let mut bytes = Vec::new();
            std::io::stdin()
                .read_to_end(&mut bytes)
                .map_err(|error| format!("cannot read standard input: {error}"))?;
            ("(standard input)".to_owned(), bytes)
        } else {
            let bytes = std::fs::read(path)
                .map_err(|error| format!("cannot read `{}`: {error}", path.display()))?;
            (path.display().to_string(), bytes)
        };
        Self::parse(&name, &bytes)
    }

    fn parse(name: &str, bytes: &[u8]) -> Result<Self, String> {
        let (mut sources, mut diags) = (Sources::new(), Diagnostics::new());
        let limits = Limits {
            file_bytes: BYTES,
            depth: DEPTH,
            documents: usize::MAX,
        };
        // The strict reader first: it knows places, and refuses a key written twice.
        let documents = match is_empty_list(bytes) {
            true => Vec::new(),
            false => source::load(name, bytes, Format::Json, &limits, &mut sources, &mut diags),
        };
        if diags.has_errors() {
            return Err(format!(
                "`{name}` cannot be read\n{}",
                render(&diags.into_sorted(), &sources, Style::Plain)
            ));
        }
        let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        let value = serde_json::from_slice(bytes)
            .map_err(|error| format!("`{name}` cannot be read: {error}"))?;
        let roots: Vec<_> = documents.iter().map(|Document { root, .. }| root).collect();
        let text = String::from_utf8_lossy(bytes).trim().to_owned();
        Ok(Self {
            original: Original::of(text, &value, &roots, &sources),
            value,
        })
    }
}

/// The reader of documents wants at least one; a conversation may not have begun.
fn is_empty_list(bytes: &[u8]) -> bool {
    let bytes = bytes.iter().filter(|byte| !byte.is_ascii_whitespace());
    bytes.eq(b"[]")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn complaint(text: &str) -> String {
        Request::parse("a.json", text.as_bytes()).unwrap_err()
    }

    #[test]
    fn a_key_written_twice_is_refused() {
        let said = complaint(r#"{"messages": [], "messages": []}"#);
        assert!(said.contains("messages"), "{said}");
    }

    #[test]
    fn what_is_no_json_is_refused() {
        for text in ["", "{", "messages: []", "{\"a\": 1e999}"] {
            assert!(complaint(text).contains("a.json"), "{text}");
        }
    }

    #[test]
    fn an_empty_list_is_a_conversation_that_has_not_begun() {
        let request = Request::parse("a.json", b" [ ]\n").unwrap();
        assert_eq!(request.value, serde_json::json!([]));
    }
}
