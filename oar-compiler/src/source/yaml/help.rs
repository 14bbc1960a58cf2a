//! What to do about YAML that does not parse.

use granit_parser::{ErrorKind, ScanError};

use super::super::text::span;
use crate::diagnostic::{Code, Diagnostic, Span, quote};

/// The longest line that a help text repeats.
const LINE_MAX: usize = 200;

/// An error of the parser, with what to do about it.
pub(super) fn syntax(text: &str, at: usize, place: Span, error: &ScanError) -> Diagnostic {
    match error.kind() {
        ErrorKind::TabNotAllowed
        | ErrorKind::TabInBlockIndentation
        | ErrorKind::TabAtBlockScalarStart
        | ErrorKind::TabInIndentation => return tab(tab_before(text, at, place).unwrap_or(place)),
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
    let (message, help) = words(&Line::around(text, at), at, error);
    with_help(Diagnostic::new(Code::Syntax, place, message), help)
}

/// What is wrong and what to do about it, in words that need no knowledge of the parser.
fn words(line: &Line<'_>, at: usize, error: &ScanError) -> (String, Option<String>) {
    let said = |message: &str, help: &str| (message.to_owned(), Some(help.to_owned()));
    let quoted = |message: &str| {
        let help = line.quoted();
        let help = help.unwrap_or_else(|| "put the whole value in quotes".to_owned());
        (message.to_owned(), Some(help))
    };
    match error.kind() {
        ErrorKind::CommentInterceptedScalar => said(
            "this comment stands inside a value of several lines",
            "put the whole value in quotes if the `#` belongs to it, or move the comment above it",
        ),
        ErrorKind::UnclosedQuotedScalar => {
            said("this quote is not closed", "add the closing quote")
        }
        ErrorKind::UnclosedFlowCollection { open } => (
            format!("this `{open}` is not closed"),
            Some(format!("add the closing `{}`", closing(*open))),
        ),
        ErrorKind::MismatchedFlowCollectionEnd { open, close } => (
            format!("`{open}` is opened here and closed by `{close}`"),
            Some(format!("close it with `{}`", closing(*open))),
        ),
        ErrorKind::InvalidTrailingDoubleQuotedScalar
        | ErrorKind::InvalidTrailingSingleQuotedScalar
            if line.value.starts_with(['[', '{']) =>
        {
            said(
                "text follows the closing quote of this item",
                "separate the items with commas",
            )
        }
        ErrorKind::InvalidTrailingDoubleQuotedScalar
        | ErrorKind::InvalidTrailingSingleQuotedScalar => {
            quoted("text follows the closing quote of this value")
        }
        ErrorKind::UnknownQuotedScalarEscape => said(
            "this is not an escape of YAML",
            "write `\\\\` for a backslash, or put the text in single quotes, which know no escapes",
        ),
        ErrorKind::MappingValueNotAllowed if line.has_colon() => {
            quoted("a value without quotes cannot hold `: `")
        }
        ErrorKind::UnexpectedCharacter { .. } if line.value.starts_with("{%") => {
            quoted("`{%` begins a YAML object here, not text")
        }
        ErrorKind::UnexpectedCharacter { character } => {
            let character = match character {
                '`' => "a backtick".to_owned(),
                other => quote(other.encode_utf8(&mut [0; 4])),
            };
            let message = format!("a value without quotes cannot begin with {character}");
            if at == line.value_start {
                quoted(&message)
            } else {
                said(&message, "put this text in quotes")
            }
        }
        ErrorKind::ExpectedBlockMappingKey | ErrorKind::InvalidIndentation
            if line.begins_at(at) =>
        {
            said(
                "this line is indented differently from the lines it belongs to",
                "indent the members of one object, or the items of one list, with the same number of spaces",
            )
        }
        ErrorKind::ExpectedBlockMappingKey if line.value.starts_with(['[', '{']) => {
            quoted("text follows the closing bracket of this value")
        }
        ErrorKind::SimpleKeyExpected if line.text.contains(':') => said(
            "no space follows the `:`",
            "write a space after it: `key: value`",
        ),
        ErrorKind::SimpleKeyExpected => said(
            "no `:` follows this text",
            "write `key: value`; a text of several lines stands behind `>-`, each line indented",
        ),
        _ => {
            let message = format!(
                "this is not YAML: {}",
                error.info().replace('`', "'").replace("'", "`")
            );
            (message, line.quoted())
        }
    }
}

fn closing(open: char) -> char {
    if open == '[' { ']' } else { '}' }
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

/// Where the first escape that YAML does not have stands in a text in double quotes, and its length.
pub(super) fn unknown_escape(text: &str) -> Option<(usize, usize)> {
    let mut chars = text.char_indices();
    while let Some((at, ch)) = chars.next() {
        if ch == '\\' {
            let (_, escaped) = chars.next()?;
            if !ESCAPES.contains(escaped) {
                return Some((at, 1 + escaped.len_utf8()));
            }
        }
    }
    None
}

/// What may follow a backslash in double quotes.
const ESCAPES: &str = "0abt\tnvfre \"/\\N_LPxuU\r\n";

/// The tab among the blanks that the line of that offset begins with.
fn tab_before(text: &str, at: usize, place: Span) -> Option<Span> {
    let line = Line::around(text, at);
    let indent = line.text.len() - line.text.trim_start().len();
    let tab = line.text.get(..indent)?.find('\t')?;
    Some(span(place.file, line.start + tab, line.start + tab + 1))
}

/// How to quote the value on the line of that offset, when the line is `key: value` or `- value` and the value cannot
/// stand there as it is.
pub(super) fn quote_value(text: &str, at: usize) -> Option<String> {
    let line = Line::around(text, at);
    line.quoted().filter(|_| at >= line.value_start)
}

/// A line of the file, taken apart as `key: value` or `- value` as far as it has that form.
struct Line<'s> {
    text: &'s str,
    /// Where it begins in the file.
    start: usize,
    /// The key with its colon, or the dash.
    key: &'s str,
    /// What stands behind it; empty when there is nothing.
    value: &'s str,
    /// Where the value begins in the file.
    value_start: usize,
}

impl<'s> Line<'s> {
    fn around(text: &'s str, at: usize) -> Line<'s> {
        let before = text.get(..at).unwrap_or_default();
        let start = before.rfind('\n').map_or(0, |newline| newline + 1);
        let line = text.get(start..).unwrap_or_default();
        let line = line.lines().next().unwrap_or_default();
        let trimmed = line.trim();
        let indent = line.len() - line.trim_start().len();
        let value_at = match trimmed.strip_prefix("- ") {
            Some(value) if !value.contains(": ") => 2,
            _ => trimmed.find(": ").map_or(trimmed.len(), |colon| colon + 2),
        };
        let (key, value) = trimmed.split_at_checked(value_at).unwrap_or_default();
        let blanks = value.len() - value.trim_start().len();
        Line {
            text: line,
            start,
            key: key.trim(),
            value: value.trim(),
            value_start: start + indent + value_at + blanks,
        }
    }

    /// Whether that offset is where the line's text begins.
    fn begins_at(&self, at: usize) -> bool {
        self.text.len() - self.text.trim_start().len() == at - self.start
    }

    fn has_colon(&self) -> bool {
        self.value.contains(": ")
    }

    /// The line with its value in quotes, when the value cannot stand there as it is.
    fn quoted(&self) -> Option<String> {
        let value = self.value;
        let begins = ['!', '&', '*', '@', '`', '%', '|', '>', '{', '[', '"', '\''];
        let suspect = value.starts_with(begins) || self.has_colon();
        let already = value.len() > 1 && value.starts_with('\'') && value.ends_with('\'');
        if !suspect || already || self.text.len() > LINE_MAX {
            return None;
        }
        let key = self.key;
        // Single quotes know no escapes; where the value has some of its own, double quotes read better.
        Some(if value.contains('\'') && !value.contains(['"', '\\']) {
            format!("put the whole value in double quotes: `{key} \"{value}\"`")
        } else {
            let value = value.replace('\'', "''");
            format!("put the whole value in single quotes: `{key} '{value}'`")
        })
    }
}
