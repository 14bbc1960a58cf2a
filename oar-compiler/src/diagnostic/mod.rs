//! What the stages report, and the files they report about.
//!
//! A stage never renders and never stops at the first error: it adds a [`Diagnostic`] to [`Diagnostics`] and goes
//! on with what is still sound. [`Code`] lists every diagnostic there is.

mod code;
mod excerpt;
mod json;
mod nearest;
mod render;
mod sarif;
mod sources;
mod words;

pub use code::Code;
pub use json::to_json;
pub use nearest::{did_you_mean, nearest};
pub use render::{Style, render, render_each};
pub use sarif::to_sarif;
pub use sources::{FileId, Position, SourceFile, Sources, Span};
pub use words::quote;

/// Whether a diagnostic refuses the rule set or only remarks on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// The documents do not load.
    Error,
    /// The documents load and are probably not what the author meant.
    Warning,
}

/// A second place that explains the first: the other rule, the capability line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// Where.
    pub span: Span,
    /// What stands there, in a few plain words.
    pub text: String,
}

/// One error or warning about a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Which one of the diagnostics there are.
    pub code: Code,
    /// The clause of the specification that asks for it, such as `OAR-DOC-27`.
    pub clause: &'static str,
    /// One line in plain words: lowercase, no full stop, user text in backticks.
    pub message: String,
    /// The exact bytes at fault.
    pub span: Span,
    /// Words beside the marked bytes; empty when the message says it all.
    pub label: String,
    /// Other places that matter.
    pub secondary: Vec<Label>,
    /// The field and the rule it stands in, where the marked bytes alone do not say: `` `copy.fix` of `acme/RULE` ``.
    pub within: Option<String>,
    /// What to do about it.
    pub help: Option<String>,
    /// Whether the user asked for this warning to refuse the documents.
    pub denied: bool,
}

impl Diagnostic {
    /// A diagnostic with the code's own clause and nothing but a message.
    pub fn new(code: Code, span: Span, message: impl Into<String>) -> Self {
        Self {
            code,
            clause: code.clause(),
            message: message.into(),
            span,
            label: String::new(),
            secondary: Vec::new(),
            within: None,
            help: None,
            denied: false,
        }
    }

    /// Names a clause more exact than the code's own.
    #[must_use]
    pub fn clause(mut self, clause: &'static str) -> Self {
        self.clause = clause;
        self
    }

    /// Puts words beside the marked bytes.
    #[must_use]
    pub fn label(mut self, text: impl Into<String>) -> Self {
        self.label = text.into();
        self
    }

    /// Points at a second place.
    #[must_use]
    pub fn secondary(mut self, span: Span, text: impl Into<String>) -> Self {
        self.secondary.push(Label {
            span,
            text: text.into(),
        });
        self
    }

    /// Names the field and the rule it stands in.
    #[must_use]
    pub fn within(mut self, text: impl Into<String>) -> Self {
        self.within = Some(text.into());
        self
    }

    /// Says what to do.
    #[must_use]
    pub fn help(mut self, text: impl Into<String>) -> Self {
        self.help = Some(text.into());
        self
    }

    /// Error or warning: the code's own, or an error when the warning is denied.
    #[must_use]
    pub fn severity(&self) -> Severity {
        if self.denied {
            Severity::Error
        } else {
            self.code.severity()
        }
    }
}

/// The most diagnostics kept of each severity: a hostile file can hold a mistake in every few bytes.
const KEPT_MAX: usize = 10_000;

/// Everything the stages reported, in the order they reported it. Beyond 10,000 of one severity they are not kept.
#[derive(Clone, Debug, Default)]
pub struct Diagnostics {
    list: Vec<Diagnostic>,
    errors: usize,
    warnings: usize,
}

impl Diagnostics {
    /// An empty collector.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds one.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        let count = match diagnostic.severity() {
            Severity::Error => &mut self.errors,
            Severity::Warning => &mut self.warnings,
        };
        *count += 1;
        if *count <= KEPT_MAX {
            self.list.push(diagnostic);
        }
    }

    /// Whether anything reported refuses the rule set.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.errors > 0
    }

    /// Names the field for what was reported from a position of [`Diagnostics::as_slice`] on and names none.
    pub(crate) fn name_field(&mut self, from: usize, within: &str) {
        for diagnostic in self.list.iter_mut().skip(from) {
            diagnostic.within.get_or_insert_with(|| within.to_owned());
        }
    }

    /// All of them, as reported.
    #[must_use]
    pub fn as_slice(&self) -> &[Diagnostic] {
        &self.list
    }

    /// All of them in the order a reader wants: by file, then place, then code; the same one twice only once.
    #[must_use]
    pub fn into_sorted(mut self) -> Vec<Diagnostic> {
        self.list
            .sort_by(|a, b| (a.span, a.code, &a.message).cmp(&(b.span, b.code, &b.message)));
        self.list.dedup();
        self.list
    }
}

#[cfg(test)]
mod tests;
