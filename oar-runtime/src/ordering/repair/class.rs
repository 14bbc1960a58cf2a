//! In which order findings are taken.

use crate::ordering::{Detail, Finding, Kind, Rule, Severity};

/// How a finding is repaired; the order of the variants is the order in which they are taken. Ids come first because
/// the others tell entries apart; what moves entries comes before what fills the gaps between them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Class {
    Id,
    Metadata,
    Order,
    Adjacency,
    Filler,
}

/// Where a rule stands: two profiles may use one id for different rules.
pub(super) fn address_of(rule: Rule) -> usize {
    match rule {
        Rule::Order(r) => std::ptr::from_ref(r).addr(),
        Rule::RequiredMetadata(r) => std::ptr::from_ref(r).addr(),
        Rule::Alternation(r) => std::ptr::from_ref(r).addr(),
        Rule::Adjacency(r) => std::ptr::from_ref(r).addr(),
        Rule::IdentifierUniqueness(r) => std::ptr::from_ref(r).addr(),
        // Never repaired, so never looked up.
        _ => 0,
    }
}

/// Whether two are one rule.
pub(super) fn is_same(one: Rule, other: Rule) -> bool {
    one.id() == other.id() && address_of(one) == address_of(other)
}

/// Whether two findings are of one rule.
pub(super) fn same_rule((class, a): &(Class, Finding), (other, b): &(Class, Finding)) -> bool {
    class == other && is_same(a.rule, b.rule)
}

/// When findings of a rule that changes the order, or that a changed order can break, are taken.
pub(super) fn ranked(rule: Rule) -> Option<(Class, Rule)> {
    let class = match rule {
        Rule::RequiredMetadata(_) => Class::Metadata,
        Rule::Order(_) => Class::Order,
        Rule::Adjacency(_) => Class::Adjacency,
        Rule::Alternation(_) => Class::Filler,
        _ => return None,
    };
    (rule.severity() == Severity::Blocking).then_some((class, rule))
}

/// How a finding is repaired; `None` when it never is.
pub(super) fn class_of(finding: &Finding) -> Option<Class> {
    match &finding.detail {
        Detail::IdCollision { kind, .. } if *kind == Kind::ToolCall => Some(Class::Id),
        Detail::MissingMetadata { .. } => Some(Class::Metadata),
        Detail::Order { .. } => Some(Class::Order),
        Detail::Adjacency { .. } => Some(Class::Adjacency),
        Detail::RepeatedRole { .. } => Some(Class::Filler),
        _ => None,
    }
}
