//! Runs worked cases: a JSON file of timelines, rules and what they come to.
//!
//! A file holds `cases`, `sequences` (several runs, each seeing what the one before remembered) and `optionsValidation`.
//! Rules go through the loader as any document does; what loads is run as the compiled code would run it.

mod compare;
mod input;
mod one;

use serde_json::Value;

use super::load_options;
use super::tables::choices;
use crate::diagnostic::{Diagnostics, Sources};
use crate::source::{self, Format, Limits, Node};

/// What became of one case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CaseResult {
    /// The case's name.
    pub name: String,
    /// What differs from what it expects; empty when it passed.
    pub failures: Vec<String>,
}

/// A file that holds no cases.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotCases(pub String);

impl std::fmt::Display for NotCases {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for NotCases {}

/// The sections a file of cases may have.
const SECTIONS: &[&str] = &["cases", "sequences", "optionsValidation"];

/// Whether a JSON value looks like a file of ordering cases.
#[must_use]
pub fn is_cases(value: &Value) -> bool {
    SECTIONS
        .iter()
        .any(|name| value.get(name).is_some_and(Value::is_array))
}

/// Runs every case of a file.
///
/// # Errors
/// A file that is not JSON or has none of the sections. A case that cannot be read is a failure of that case.
pub fn run_cases(name: &str, text: &str) -> Result<Vec<CaseResult>, NotCases> {
    let value: Value = serde_json::from_str(text).map_err(|error| NotCases(error.to_string()))?;
    if !is_cases(&value) {
        let sections = choices(SECTIONS.iter().copied());
        return Err(NotCases(format!("the file has none of {sections}")));
    }
    // The same text twice: as values for what is data, with places for what is loaded as a document.
    let mut sources = Sources::new();
    let mut diags = Diagnostics::new();
    let limits = Limits::default();
    let documents = source::load(
        name,
        text.as_bytes(),
        Format::Json,
        &limits,
        &mut sources,
        &mut diags,
    );
    let Some(document) = documents.first() else {
        let first = diags.as_slice().first();
        let message = first.map_or("the file does not load", |first| first.message.as_str());
        return Err(NotCases(message.to_owned()));
    };
    let mut results = Vec::new();
    for &section in SECTIONS {
        for (case, node) in pairs(&value, &document.root, section) {
            results.push(CaseResult {
                name: case_name(case),
                failures: match section {
                    "optionsValidation" => options_case(case, node),
                    "sequences" => one::sequence(case, node),
                    _ => one::case(case, node),
                },
            });
        }
    }
    Ok(results)
}

fn pairs<'a>(
    value: &'a Value,
    root: &'a Node,
    section: &str,
) -> impl Iterator<Item = (&'a Value, &'a Node)> {
    let values = value.get(section).and_then(Value::as_array);
    let nodes = root
        .get(section)
        .map_or(&[][..], |entry| match &entry.value.value {
            source::Value::List(items) => items.as_slice(),
            _ => &[],
        });
    values.into_iter().flatten().zip(nodes)
}

fn case_name(case: &Value) -> String {
    case.get("name")
        .and_then(Value::as_str)
        .unwrap_or("a case without a name")
        .to_owned()
}

fn options_case(case: &Value, node: &Node) -> Vec<String> {
    let mut diags = Diagnostics::new();
    let loaded = node
        .get("options")
        .and_then(|entry| load_options(&entry.value, &mut diags));
    let found = if loaded.is_some() { "accept" } else { "reject" };
    let expected = case.get("expected").and_then(Value::as_str).unwrap_or("");
    if found == expected {
        return Vec::new();
    }
    let reasons: Vec<_> = diags
        .as_slice()
        .iter()
        .map(|d| d.message.as_str())
        .collect();
    vec![format!(
        "expected {expected}, found {found}: {}",
        reasons.join("; ")
    )]
}
