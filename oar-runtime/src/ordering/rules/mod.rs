//! The evaluators: one `evaluate` per rule type, each a single pass over the view.

mod adjacency;
mod alternation;
mod identifier;
mod non_empty;
mod order;
mod payload;
mod preservation;
mod stale;
mod tools;

use super::view::View;
use super::{Primitive, Rule, Sink};

impl Rule {
    /// Looks for violations. `preservation` belongs after all other rules; the caller sees to it.
    pub fn evaluate<P: Primitive>(&self, view: &View<P>, sink: &mut Sink<'_>) {
        match self {
            Rule::Order(rule) => rule.evaluate(view, sink),
            Rule::RequiredMetadata(rule) => rule.evaluate(view, sink),
            Rule::Alternation(rule) => rule.evaluate(view, sink),
            Rule::Adjacency(rule) => rule.evaluate(view, sink),
            Rule::Preservation(rule) => rule.evaluate(view, sink),
            Rule::RoleRemap(rule) => rule.evaluate(view, sink),
            Rule::StaleContentAdvisory(rule) => rule.evaluate(view, sink),
            Rule::IdentifierFormat(rule) => rule.evaluate(view, sink),
            Rule::NonEmptyTurn(rule) => rule.evaluate(view, sink),
            Rule::ToolIdentity(rule) => rule.evaluate(view, sink),
            Rule::SchemaIntegrity(rule) => rule.evaluate(view, sink),
            Rule::IdentifierUniqueness(rule) => rule.evaluate(view, sink),
        }
    }
}
