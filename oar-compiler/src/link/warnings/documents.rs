//! What shows in a single document: empty clauses, requirements that nothing uses, deprecation without a successor.

use std::collections::HashSet;

use super::Linked;
use crate::condition::TypedKind;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::link::RuleSet;
use crate::vocabulary::{SymbolId, Tier};

pub(super) fn check(linked: &Linked, set: &RuleSet, diags: &mut Diagnostics) {
    empty_clauses(linked, diags);
    unused_requires(linked, set, diags);
    deprecated(linked, diags);
}

/// OAR-SEL-6
fn empty_clauses(linked: &Linked, diags: &mut Diagnostics) {
    for clause in &linked.source.document.selector {
        if clause.values.is_empty() {
            let fact = &clause.fact.value;
            diags.push(
                Diagnostic::new(
                    Code::EmptySelectorClause,
                    clause.fact.span.to(clause.span),
                    format!(
                        "the selector clause `{fact}` is empty, so `{}` is never selected",
                        linked.rule.qualified
                    ),
                )
                .help(format!(
                    "list the values of `{fact}` that the rule is for, or remove the clause to match every value"
                )),
            );
        }
    }
}

/// Every requirement narrows the hosts that a rule loads on; one that nothing uses does so for nothing.
fn unused_requires(linked: &Linked, set: &RuleSet, diags: &mut Diagnostics) {
    let requires = &linked.source.document.requires;
    if requires.profiles.is_empty() && requires.facts.is_empty() {
        return;
    }
    let used = used(linked, set);
    let mut profiles = HashSet::new();
    let mut names = HashSet::new();
    for symbol in used {
        let symbol = set.environment.get(symbol);
        names.insert(symbol.name.as_str());
        if let Tier::Profile(profile) = symbol.tier {
            profiles.insert(profile);
        }
    }
    let rule = &linked.rule.qualified;
    for profile in &requires.profiles {
        let name = profile.value.as_str();
        if !profiles.contains(name) {
            let message = format!("`{rule}` requires the profile `{name}` and uses nothing of it");
            diags.push(
                Diagnostic::new(Code::UnusedRequires, profile.span, message)
                    .help("remove it: a host that does not provide it refuses the rule"),
            );
        }
    }
    for fact in &requires.facts {
        let name = fact.value.as_str();
        if !names.contains(name) {
            let message = format!("`{rule}` requires `{name}` and does not use it");
            diags.push(
                Diagnostic::new(Code::UnusedRequires, fact.span, message)
                    .help("remove it: a host that does not provide it refuses the rule"),
            );
        }
    }
}

/// The names that a rule refers to, and those that key the counters it reads (OAR-FIRE-11).
fn used(linked: &Linked, set: &RuleSet) -> Vec<SymbolId> {
    let mut used: Vec<SymbolId> = linked.source.uses.iter().map(|used| used.symbol).collect();
    if let Some(when) = &linked.rule.when {
        when.walk(&mut |node| {
            if let TypedKind::CountOf {
                target: Some(target),
                ..
            } = node.kind
            {
                let target = set.rules.get(target.index());
                used.extend(target.and_then(|rule| rule.counter_scope));
            }
        });
    }
    used
}

/// OAR-DOC-30: lineage is what keeps a retired identifier traceable.
fn deprecated(linked: &Linked, diags: &mut Diagnostics) {
    let document = linked.source.document;
    if let Some(span) = document.deprecated
        && !document.has_related
    {
        let message = format!(
            "`{}` is deprecated, and nothing says what replaces it",
            linked.rule.qualified
        );
        diags.push(
            Diagnostic::new(Code::DeprecatedWithoutRelated, span, message)
                .help("name the successor: `related: [{id: NEW_RULE, type: obsolete}]`"),
        );
    }
}
