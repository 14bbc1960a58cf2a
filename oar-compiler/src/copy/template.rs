//! Templates: what a `copy` member renders.

use crate::diagnostic::Span;
use crate::vocabulary::SymbolId;

/// The parsed text of one `copy` member. No two literals stand side by side, and none is empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Template {
    /// What is rendered, in order.
    pub parts: Vec<Part>,
}

/// A piece of a template.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// Text as it stands.
    Literal(String),
    /// `{{ fact }}` (OAR-COPY-4)
    Binding {
        /// The fact.
        fact: SymbolId,
        /// The name's bytes in the file.
        span: Span,
    },
    /// `{% if fact %}…{% else %}…{% endif %}` (OAR-COPY-3)
    If {
        /// The fact.
        fact: SymbolId,
        /// The name's bytes in the file.
        span: Span,
        /// Whether `not` stands before it.
        negated: bool,
        /// Rendered when the fact is non-zero (zero when negated).
        then: Vec<Part>,
        /// Rendered otherwise.
        otherwise: Vec<Part>,
    },
}
