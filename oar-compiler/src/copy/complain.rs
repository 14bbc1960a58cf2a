//! What is said about copy that does not compile.

use std::ops::Range;

use super::scan::{Malformed, Name};
use crate::condition::report::Reporter;
use crate::condition::suggest;
use crate::condition::{Builtin, leading_identifier};
use crate::diagnostic::{Code, Diagnostic, quote};
use crate::vocabulary::{Environment, SymbolType, Type};

const GRAMMAR: &str =
    "copy has `{{ fact }}` and `{% if fact %}…{% else %}…{% endif %}`, and nothing else";

/// A `{{` or `{%` that the grammar does not derive (OAR-COPY-3).
pub(super) fn malformed(
    report: &Reporter<'_>,
    malformed: &Malformed<'_>,
    range: Range<usize>,
) -> Diagnostic {
    let excerpt = report.excerpt(range.clone());
    let closer = if malformed.opener == "{{" { "}}" } else { "%}" };
    let (message, help) = if !malformed.closed {
        (
            format!("{excerpt} has no `{closer}`"),
            format!(
                "close it with `{closer}`; `{}` cannot stand in copy as text",
                malformed.opener
            ),
        )
    } else if malformed.opener == "{{" {
        (
            format!("{excerpt} is not a binding"),
            binding_help(malformed.inside),
        )
    } else {
        (
            format!("{excerpt} is not a construct of copy"),
            tag_help(malformed.inside),
        )
    };
    report.about(Code::CopySyntax, range, &message).help(help)
}

fn binding_help(inside: &str) -> String {
    let name = leading_identifier(inside);
    let after = name.and_then(|name| inside.get(name.len()..)).unwrap_or("");
    match (name, after.trim_start().chars().next()) {
        _ if inside.is_empty() => "name a fact: `{{ fact }}`".into(),
        _ if inside.starts_with('{') => {
            "a binding has two braces on each side: `{{ fact }}`".into()
        }
        _ if inside.starts_with('-') || inside.ends_with('-') => {
            "there is no whitespace control: `{{ fact }}`".into()
        }
        (Some(name), Some('|')) => format!(
            "there are no filters: write {}",
            quote(&format!("{{{{ {name} }}}}"))
        ),
        (Some(_), Some('(')) => "functions do not stand in copy: name a fact".into(),
        (Some(name), Some('[')) => {
            format!(
                "copy reaches no members: {} names the fact alone",
                quote(&format!("{{{{ {name} }}}}"))
            )
        }
        _ => format!("a binding names one fact; {GRAMMAR}"),
    }
}

fn tag_help(inside: &str) -> String {
    let word = leading_identifier(inside).unwrap_or("");
    match word {
        "if" => {
            "`{% if fact %}` and `{% if not fact %}` test one fact each: nest conditionals for more"
        }
        "else" | "endif" => {
            "the tags are `{% else %}` and `{% endif %}`, with nothing else in them"
        }
        "elif" | "elseif" | "elsif" | "elsewhen" => {
            "there is no `elif`: nest a conditional after `{% else %}`"
        }
        "for" | "endfor" | "while" | "endwhile" => {
            "there are no loops: a `list<string>` prints its members with `{{ fact }}`"
        }
        "end" | "fi" => "a conditional ends with `{% endif %}`",
        _ if inside.starts_with('-') || inside.ends_with('-') => "there is no whitespace control",
        _ if word.starts_with("if") => "a space separates `if` from what it tests: `{% if fact %}`",
        _ => GRAMMAR,
    }
    .into()
}

/// A name that is not in the environment.
pub(super) fn unknown(
    environment: &Environment,
    report: &Reporter<'_>,
    name: &Name<'_>,
) -> Diagnostic {
    let message = format!("unknown fact {}", report.excerpt(name.range.clone()));
    let error = report.about(Code::CopyUnknownFact, name.range.clone(), &message);
    if Builtin::find(name.text).is_some() {
        return error.help("functions do not stand in copy: name a fact");
    }
    match suggest::fact_help(environment, name.text) {
        Some(help) => error.help(help),
        None => error.help("copy names facts of the rule's `requires`, and `anchor`, `fire_count`, `breaker_count`"),
    }
}

/// A name that is a function.
pub(super) fn function(report: &Reporter<'_>, name: &Name<'_>, ty: SymbolType) -> Diagnostic {
    let message = format!("`{}` is a function `{ty}`, and copy names facts", name.text);
    report
        .about(Code::CopyType, name.range.clone(), &message)
        .help("name a fact, or publish what the function observes as one")
}

/// A binding to a fact of a type that does not print.
pub(super) fn unprintable(report: &Reporter<'_>, name: &Name<'_>, ty: Type) -> Diagnostic {
    let message = format!("`{}` is a `{ty}`, which copy does not print", name.text);
    report.about(Code::CopyType, name.range.clone(), &message).help(format!(
        "bindings print `bool`, `int`, `double`, `string` and `list<string>`; a `{ty}` can be tested with `{{% if {} %}}`",
        name.text
    ))
}

/// A conditional inside too many others.
pub(super) fn too_deep(report: &Reporter<'_>, tag: Range<usize>, depth_max: usize) -> Diagnostic {
    let message = format!("conditionals nest more than {depth_max} deep");
    report
        .about(Code::CopySyntax, tag, &message)
        .help("split the copy, or move the choice into rules of their own")
}
