//! Diagnostics as JSON, for programs.

use serde_json::{Value, json};

use super::{Diagnostic, Severity, Sources, Span};

/// An array with one object per diagnostic: `code`, `clause`, `severity`, `message`, `file`, `line`, `column`,
/// `end_line`, `end_column`, `label`, `secondary`, `within`, `help`.
///
/// Lines and columns count from 1, columns in Unicode code points; the end is one past the last code point. `label` is
/// empty, `within` and `help` are null when there is none.
#[must_use]
pub fn to_json(diagnostics: &[Diagnostic], sources: &Sources) -> Value {
    diagnostics
        .iter()
        .map(|diagnostic| one(diagnostic, sources))
        .collect()
}

fn one(diagnostic: &Diagnostic, sources: &Sources) -> Value {
    let secondary: Vec<Value> = diagnostic
        .secondary
        .iter()
        .map(|label| {
            let mut place = place(label.span, sources);
            place["label"] = json!(label.text);
            place
        })
        .collect();
    let mut object = place(diagnostic.span, sources);
    object["code"] = json!(diagnostic.code.name());
    object["clause"] = json!(diagnostic.clause);
    object["severity"] = json!(severity(diagnostic.severity()));
    object["message"] = json!(diagnostic.message);
    object["label"] = json!(diagnostic.label);
    object["secondary"] = json!(secondary);
    object["within"] = json!(diagnostic.within);
    object["help"] = json!(diagnostic.help);
    object
}

fn place(span: Span, sources: &Sources) -> Value {
    let (start, end) = (sources.position(span), sources.end_position(span));
    json!({
        "file": sources.name(span),
        "line": start.line,
        "column": start.column,
        "end_line": end.line,
        "end_column": end.column,
    })
}

/// The word for a severity in machine-readable output.
pub(super) fn severity(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    }
}
