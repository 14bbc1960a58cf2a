//! Rule set to programs: one per local anchor, with everything decided that the documents alone decide.

mod facts;
mod index;
mod lanes;

use std::collections::BTreeSet;

use crate::document::{Effect, Enforcement};
use crate::link::{AnchorId, DetectorId, OnErrorPlan, Rule, RuleId, RuleSet};
use crate::vocabulary::SymbolId;

pub use facts::FactUse;
pub use index::{IndexPlan, Selector};
pub use lanes::{Lane, Lanes};

/// What is generated for a rule set.
#[derive(Clone, Debug)]
pub struct Plan<'r> {
    /// The rule set.
    pub rules: &'r RuleSet,
    /// One program for each local anchor, in the rule set's order.
    pub anchors: Vec<Program>,
}

/// What is generated for one local anchor.
#[derive(Clone, Debug)]
pub struct Program {
    /// The anchor.
    pub anchor: AnchorId,
    /// Rules that can be selected there, ascending.
    pub rules: Vec<RuleId>,
    /// The indexes.
    pub indexes: Vec<IndexPlan>,
    /// The lanes.
    pub lanes: Lanes,
    /// The selector clauses left to check, for the rules that have any, ascending.
    pub selectors: Vec<Selector>,
    /// For each rule that others of this program suppress: those others, ascending.
    pub suppressors: Vec<(RuleId, Vec<RuleId>)>,
    /// Facts read there, ascending, and how often.
    pub facts: Vec<FactUse>,
    /// Rules whose counters are read there, ascending.
    pub counters: Vec<RuleId>,
    /// Rules whose copy has bindings and may be rendered there, ascending: its own, and those that an error block
    /// there may carry.
    pub copies: Vec<RuleId>,
    /// Detectors that may run there, ascending.
    pub detectors: Vec<DetectorId>,
}

/// Plans a rule set. With `frozen`, rules that are off at build time are left out for good.
#[must_use]
pub fn plan(rules: &RuleSet, frozen: bool) -> Plan<'_> {
    let mut selectable: Vec<Vec<RuleId>> = vec![Vec::new(); rules.anchors.len()];
    for (at, rule) in rules.rules.iter().enumerate() {
        let dropped = frozen && rule.enforcement == Enforcement::Off;
        if !dropped
            && index::can_select(rules, rule)
            && let Some(list) = selectable.get_mut(rule.anchor.index())
        {
            list.push(RuleId::new(at));
        }
    }
    let anchors = selectable.into_iter().enumerate();
    Plan {
        rules,
        anchors: anchors
            .map(|(at, list)| program(rules, AnchorId::new(at), list))
            .collect(),
    }
}

fn program(set: &RuleSet, anchor: AnchorId, rules: Vec<RuleId>) -> Program {
    let (always, indexes, selectors) = index::build(set, &rules);
    let copies = copies(set, &rules);
    let detectors: BTreeSet<DetectorId> = rules
        .iter()
        .filter_map(|&id| set.rule(id).detector)
        .collect();
    let suppressors = suppressors(set, &rules);
    let lanes = lanes::lanes(set, &always, &indexes, &selectors, &suppressors);
    let uses = facts::uses(set, &rules, &copies, (&indexes, &selectors, &lanes));
    Program {
        anchor,
        suppressors,
        lanes,
        indexes,
        selectors,
        facts: uses.facts,
        counters: uses.counters,
        copies,
        detectors: detectors.into_iter().collect(),
        rules,
    }
}

fn suppressors(set: &RuleSet, rules: &[RuleId]) -> Vec<(RuleId, Vec<RuleId>)> {
    let mut pairs: Vec<(RuleId, RuleId)> = Vec::new();
    for &suppressor in rules {
        let targets = set.rule(suppressor).overrides.iter();
        pairs.extend(
            targets
                .filter(|target| rules.binary_search(target).is_ok())
                .map(|&target| (target, suppressor)),
        );
    }
    pairs.sort_unstable();
    let mut grouped: Vec<(RuleId, Vec<RuleId>)> = Vec::new();
    for (target, suppressor) in pairs {
        match grouped.last_mut() {
            Some((last, list)) if *last == target => list.push(suppressor),
            _ => grouped.push((target, vec![suppressor])),
        }
    }
    grouped
}

fn copies(set: &RuleSet, rules: &[RuleId]) -> Vec<RuleId> {
    let mut copies = BTreeSet::new();
    for &id in rules {
        copies.insert(id);
        if let OnErrorPlan::Substitute(other) = set.rule(id).on_error {
            copies.insert(other);
        }
    }
    copies
        .into_iter()
        .filter(|&id| has_bindings(set.rule(id)))
        .collect()
}

/// Whether rendering a rule's copy reads facts.
#[must_use]
pub fn has_bindings(rule: &Rule) -> bool {
    rule.copy
        .iter()
        .any(|(_, template)| !template.is_constant())
}

/// Whether firing reads the rule's counter scope.
#[must_use]
pub fn writes_scoped_counter(rule: &Rule) -> bool {
    use crate::document::Action;
    rule.counter_scope.is_some()
        && rule
            .on_fire
            .iter()
            .any(|action| *action != Action::PublishEvent)
}

/// The fact a rule's transform takes its spans from.
#[must_use]
pub fn span_fact(rule: &Rule) -> Option<SymbolId> {
    match rule.transform.as_ref()?.target {
        crate::link::Target::Content => None,
        crate::link::Target::Spans(fact) => Some(fact),
    }
}

/// Whether copy is part of the rule's decision.
#[must_use]
pub fn speaks(rule: &Rule) -> bool {
    rule.effect != Effect::Allow
}

#[cfg(test)]
mod tests;
