//! What the stages of one text report: each message carries the offset of the construct it is about.

use std::ops::Range;

use crate::diagnostic::{Code, Diagnostic, Diagnostics, Severity, Span, quote};
use crate::source::Text;

/// Errors shown of one text. A text that is wrong in more places is mostly not in this language at all, and the cap
/// keeps a hostile one from costing more than its length.
const ERRORS_MAX: usize = 32;

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
        quote(self.source().get(range).unwrap_or(""))
    }

    /// [`Reporter::excerpt`] without its backticks, for a longer piece of code.
    pub(crate) fn bare_excerpt(&self, range: Range<usize>) -> String {
        let excerpt = self.excerpt(range);
        let bare = excerpt.strip_prefix('`').and_then(|e| e.strip_suffix('`'));
        bare.unwrap_or(&excerpt).to_owned()
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
