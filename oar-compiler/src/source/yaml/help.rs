//! What to do about YAML that does not parse.

use granit_parser::{ErrorKind, ScanError};

use crate::diagnostic::{Code, Diagnostic, Span};

/// The longest line that a help text repeats.
const LINE_MAX: usize = 200;

/// An error of the parser, with what to do about it.
pub(super) fn syntax(text: &str, at: usize, place: Span, error: &ScanError) -> Diagnostic {
    match error.kind() {
        ErrorKind::TabNotAllowed
        | ErrorKind::TabInBlockIndentation
        | ErrorKind::TabAtBlockScalarStart
        | ErrorKind::TabInIndentation => return tab(place),
        ErrorKind::DirectiveDisallowed => {
            return Diagnostic::new(
                Code::YamlDirective,
                place,
                "a line that begins with `%` is a YAML directive, which rule documents do not use",
            )
            .help("remove the line");
        }
        ErrorKind::UndeclaredTagHandle
        | ErrorKind::InvalidTagTerminator
        | ErrorKind::ExpectedTagBang
        | ErrorKind::MissingTagUri => {
            return with_help(
                Diagnostic::new(
                    Code::YamlTag,
                    place,
                    "a value that begins with `!` is a YAML tag",
                ),
                quote_value(text, at),
            );
        }
        _ => {}
    }
    let help = match error.kind() {
        ErrorKind::CommentInterceptedScalar => Some(
            "` #` begins a comment; put the whole value in quotes if the `#` belongs to it"
                .to_owned(),
        ),
        ErrorKind::UnclosedQuotedScalar => Some("add the closing quote".to_owned()),
        ErrorKind::UnclosedFlowCollection { open } => {
            Some(format!("`{open}` is opened here and never closed"))
        }
        _ => quote_value(text, at),
    };
    let message = format!(
        "this is not YAML: {}",
        error.info().replace('`', "'").replace("'", "`")
    );
    with_help(Diagnostic::new(Code::Syntax, place, message), help)
}

/// The error for a tab used as indentation.
pub(super) fn tab(place: Span) -> Diagnostic {
    Diagnostic::new(Code::YamlTab, place, "YAML does not indent with tabs")
        .help("indent with spaces")
}

fn with_help(diagnostic: Diagnostic, help: Option<String>) -> Diagnostic {
    match help {
        Some(help) => diagnostic.help(help),
        None => diagnostic,
    }
}

/// How to quote the value on the line of that offset, when the line is `key: value` or `- value` and the value cannot
/// stand there as it is.
pub(super) fn quote_value(text: &str, at: usize) -> Option<String> {
    let start = text.get(..at)?.rfind('\n').map_or(0, |newline| newline + 1);
    let line = text.get(start..)?.lines().next()?;
    if line.len() > LINE_MAX {
        return None;
    }
    let (key, value) = split(line)?;
    let suspect = value.starts_with(['!', '&', '*', '@', '`', '%', '|', '>', '{', '[', '"', '\''])
        || value.contains(": ");
    if !suspect || (value.starts_with('\'') && value.ends_with('\'')) {
        return None;
    }
    let quoted = value.replace('\'', "''");
    Some(format!(
        "put the whole value in single quotes: `{key} '{quoted}'`"
    ))
}

/// A line's key with its colon, or its dash, and the value behind it.
fn split(line: &str) -> Option<(&str, &str)> {
    let line = line.trim();
    let (key, value) = match line.strip_prefix("- ") {
        Some(value) if !value.contains(": ") => ("-", value),
        _ => {
            let colon = line.find(": ")?;
            (line.get(..=colon)?, line.get(colon + 2..)?)
        }
    };
    let value = value.trim();
    (!value.is_empty()).then_some((key, value))
}
