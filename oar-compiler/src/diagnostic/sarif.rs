//! Diagnostics as SARIF 2.1.0, for code review.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::json::severity;
use super::{Code, Diagnostic, Sources, Span};

/// One SARIF log with one run. Columns count Unicode code points.
#[must_use]
pub fn to_sarif(diagnostics: &[Diagnostic], sources: &Sources) -> Value {
    let codes: Vec<Code> = diagnostics
        .iter()
        .map(|diagnostic| diagnostic.code)
        .collect::<BTreeSet<_>>()
        .into_iter()
        .collect();
    let rules: Vec<Value> = codes.iter().map(|&code| rule(code)).collect();
    let results: Vec<Value> = diagnostics
        .iter()
        .map(|diagnostic| {
            let index = codes.iter().position(|&code| code == diagnostic.code);
            result(diagnostic, index.unwrap_or_default(), sources)
        })
        .collect();
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": {
                "driver": {
                    "name": "oar",
                    "version": env!("CARGO_PKG_VERSION"),
                    "informationUri": "https://openagentrules.org",
                    "rules": rules,
                },
            },
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    })
}

fn rule(code: Code) -> Value {
    json!({
        "id": code.name(),
        "shortDescription": { "text": code.about() },
        "defaultConfiguration": { "level": severity(code.severity()) },
    })
}

fn result(diagnostic: &Diagnostic, index: usize, sources: &Sources) -> Value {
    let mut text = diagnostic.message.clone();
    for (word, more) in [("in", &diagnostic.within), ("help", &diagnostic.help)] {
        if let Some(more) = more {
            text.push_str(&format!("\n{word}: {more}"));
        }
    }
    let related: Vec<Value> = diagnostic
        .secondary
        .iter()
        .map(|label| {
            let mut location = location(label.span, sources);
            location["message"] = json!({ "text": label.text });
            location
        })
        .collect();
    let mut result = json!({
        "ruleId": diagnostic.code.name(),
        "ruleIndex": index,
        "level": severity(diagnostic.severity()),
        "message": { "text": text },
        "locations": [location(diagnostic.span, sources)],
        "properties": { "clause": diagnostic.clause },
    });
    if !related.is_empty() {
        result["relatedLocations"] = Value::Array(related);
    }
    result
}

fn location(span: Span, sources: &Sources) -> Value {
    let (start, end) = (sources.position(span), sources.end_position(span));
    json!({
        "physicalLocation": {
            "artifactLocation": { "uri": uri(sources.name(span)) },
            "region": {
                "startLine": start.line,
                "startColumn": start.column,
                "endLine": end.line,
                "endColumn": end.column,
            },
        },
    })
}

/// A file name as a URI reference: separators as `/`, and everything that a path may not hold as its UTF-8 bytes in
/// hexadecimal.
fn uri(name: &str) -> String {
    let mut uri = String::with_capacity(name.len());
    for byte in name.bytes() {
        match byte {
            b'\\' => uri.push('/'),
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'-' | b'.' | b'_' | b'~' => {
                uri.push(char::from(byte));
            }
            _ => uri.push_str(&format!("%{byte:02X}")),
        }
    }
    uri
}
