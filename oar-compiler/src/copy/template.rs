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

impl Template {
    /// The text of a constant template; of another one, its literals alone.
    #[must_use]
    pub fn constant_text(&self) -> String {
        let literal = |part: &Part| match part {
            Part::Literal(text) => text.clone(),
            Part::Binding { .. } | Part::If { .. } => String::new(),
        };
        self.parts.iter().map(literal).collect()
    }

    /// Whether it renders the same text at every occurrence.
    #[must_use]
    pub fn is_constant(&self) -> bool {
        self.parts
            .iter()
            .all(|part| matches!(part, Part::Literal(_)))
    }

    /// Every fact it names with the name's place, in the order of the text, conditionals and both their branches
    /// included (OAR-COPY-5). A fact named twice comes twice.
    pub fn references(&self) -> impl Iterator<Item = (SymbolId, Span)> {
        let mut due: Vec<&Part> = self.parts.iter().rev().collect();
        std::iter::from_fn(move || {
            while let Some(part) = due.pop() {
                match part {
                    Part::Literal(_) => {}
                    Part::Binding { fact, span } => return Some((*fact, *span)),
                    Part::If {
                        fact,
                        span,
                        then,
                        otherwise,
                        ..
                    } => {
                        due.extend(otherwise.iter().rev());
                        due.extend(then.iter().rev());
                        return Some((*fact, *span));
                    }
                }
            }
            None
        })
    }
}
