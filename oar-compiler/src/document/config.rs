//! Configuration documents (section 9).

use super::{Enforcement, RuleRef, Spanned};
use crate::diagnostic::Span;

/// One entry of `enforcement`.
#[derive(Clone, Debug)]
pub struct Override {
    /// The rule it is about.
    pub rule: Spanned<RuleRef>,
    /// What applies in place of the rule's own.
    pub enforcement: Spanned<Enforcement>,
}

/// An operator's configuration.
#[derive(Clone, Debug)]
pub struct ConfigDocument {
    /// The document's first bytes.
    pub span: Span,
    /// Whether an error was reported in it.
    pub broken: bool,
    /// `disable`
    pub disable: Vec<Spanned<RuleRef>>,
    /// `enforcement`, in document order
    pub enforcement: Vec<Override>,
}
