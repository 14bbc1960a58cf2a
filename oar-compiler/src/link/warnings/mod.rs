//! What loads and is probably not what the author meant.
//!
//! Only rule sets without errors are looked at, so that no warning follows from an error.

mod clashes;
mod counters;
mod documents;
mod unreachable;
mod values;

use std::collections::HashSet;

use super::assemble::Source;
use super::{Rule, RuleId, RuleSet};
use crate::diagnostic::Diagnostics;

/// A linked rule with its document.
#[derive(Clone, Copy)]
struct Linked<'a> {
    id: RuleId,
    rule: &'a Rule,
    source: &'a Source<'a>,
}

/// Reports every warning of a rule set; `sources` has an entry for each of its rules.
pub(super) fn check(set: &RuleSet, sources: &[Source], diags: &mut Diagnostics) {
    let rules: Vec<Linked> = set
        .rules
        .iter()
        .zip(sources)
        .enumerate()
        .map(|(at, (rule, source))| Linked {
            id: RuleId::new(at),
            rule,
            source,
        })
        .collect();
    for linked in &rules {
        documents::check(linked, set, diags);
        values::check(linked, set, diags);
    }
    counters::check(&rules, set, diags);
    let unreachable: HashSet<RuleId> = unreachable::check(&rules, set, diags);
    clashes::check(&rules, set, &unreachable, diags);
}

impl Linked<'_> {
    /// Whether a selector clause of the rule matches nothing.
    fn never_selected(&self) -> bool {
        self.rule
            .selector
            .iter()
            .any(|clause| clause.values.is_empty())
    }

    /// Whether one of the two suppresses the other.
    fn settled_with(&self, other: &Linked) -> bool {
        self.rule.overrides.binary_search(&other.id).is_ok()
            || other.rule.overrides.binary_search(&self.id).is_ok()
    }
}

#[cfg(test)]
mod tests;
