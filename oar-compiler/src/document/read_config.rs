//! Reads a checked configuration document.

use super::check::Checker;
use super::pattern::rule_ref;
use super::{ConfigDocument, Enforcement, Override, Spanned, take};
use crate::diagnostic::Span;
use crate::source::Entry;

/// What is sound of a configuration document.
pub(super) fn read(entries: &[Entry], at: Span, checker: Checker<'_>) -> ConfigDocument {
    ConfigDocument {
        span: at,
        broken: checker.broken,
        disable: take::items(entries, "disable")
            .iter()
            .filter_map(take::reference)
            .collect(),
        enforcement: take::members(entries, "enforcement")
            .iter()
            .filter_map(one)
            .collect(),
    }
}

fn one(Entry { key, value }: &Entry) -> Option<Override> {
    let rule = Spanned {
        value: rule_ref(&key.text)?,
        span: key.span,
    };
    let enforcement = take::word(value, Enforcement::parse)?;
    Some(Override { rule, enforcement })
}
