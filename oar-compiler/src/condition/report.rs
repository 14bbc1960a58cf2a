//! What the stages of one text report: each message carries the offset of the construct it is about.

use std::ops::Range;

use crate::diagnostic::{Code, Diagnostic, Diagnostics, Severity, Span};
use crate::source::Text;

/// Errors shown of one text. A text that is wrong in more places is mostly not in this language at all, and the cap
/// keeps a hostile one from costing more than its length.
const ERRORS_MAX: usize = 32;

/// Longest excerpt of user text in a message, in code points.
const EXCERPT_MAX: usize = 60;

/// Collects what is wrong with one text. Ranges count bytes of the text; messages count code points.
pub(crate) struct Reporter<'a> {
    text: &'a Text,
    diags: &'a mut Diagnostics,
    errors: usize,
}

impl<'a> Reporter<'a> {
    pub(crate) fn new(text: &'a Text, diags: &'a mut Diagnostics) -> Self {
        Self {
            text,
            diags,
            errors: 0,
        }
    }

    /// The text itself.
    pub(crate) fn source(&self) -> &'a str {
        &self.text.value
    }

    /// Where a range of the text stands in its file.
    pub(crate) fn span(&self, range: Range<usize>) -> Span {
        self.text.slice(range.start, range.end)
    }

    /// The text of a range, in backticks, shortened when it is long.
    pub(crate) fn excerpt(&self, range: Range<usize>) -> String {
        quoted(self.source().get(range).unwrap_or(""))
    }

    /// A diagnostic about a range, with its offset (OAR-EXPR-1). It counts once pushed.
    pub(crate) fn about(&self, code: Code, range: Range<usize>, message: &str) -> Diagnostic {
        let before = self.source().get(..range.start).unwrap_or(self.source());
        let offset = before.chars().count();
        // The unit only matters, and is only worth saying, where a byte is not a code point.
        let unit = if before.is_ascii() {
            ""
        } else {
            ", in code points"
        };
        let message = format!("{message} (at offset {offset}{unit})");
        Diagnostic::new(code, self.span(range), message)
    }

    /// Adds a diagnostic, unless the text has had its share.
    pub(crate) fn push(&mut self, diagnostic: Diagnostic) {
        if self.is_full() {
            return;
        }
        if diagnostic.severity() == Severity::Error {
            self.errors += 1;
        }
        self.diags.push(diagnostic);
    }

    /// Whether no error was reported.
    pub(crate) fn is_clean(&self) -> bool {
        self.errors == 0
    }

    /// Whether further errors would not be shown.
    pub(crate) fn is_full(&self) -> bool {
        self.errors >= ERRORS_MAX
    }
}

/// User text in backticks: on one line, and shortened when it is long.
pub(crate) fn quoted(text: &str) -> String {
    quoted_up_to(text, EXCERPT_MAX)
}

/// [`quoted`] with a length of its own, in code points.
pub(crate) fn quoted_up_to(text: &str, max: usize) -> String {
    let mut out = String::from("`");
    for (count, c) in text.chars().enumerate() {
        if count == max {
            out.push('…');
            break;
        }
        if c.is_control() {
            out.extend(c.escape_default());
        } else {
            out.push(c);
        }
    }
    out.push('`');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_keep_one_line_and_a_bounded_length() {
        assert_eq!(quoted("a\nb"), "`a\\nb`");
        assert_eq!(quoted_up_to("äöü", 2), "`äö…`");
        assert_eq!(quoted_up_to("äö", 2), "`äö`");
    }
}
