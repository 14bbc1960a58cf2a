//! What is selected together is put in order here, where the documents decide it.

use std::collections::BTreeMap;

use oar_runtime::engine::order;

use super::index::{IndexPlan, Selector};
use crate::document::Enforcement;
use crate::link::{RuleId, RuleSet};

/// Rules that may be selected together.
#[derive(Clone, Debug, Default)]
pub struct Lane {
    /// The rules, in evaluation order.
    pub rules: Vec<RuleId>,
    /// Whether all of them are selected: none is off, and no selector clause is left to check.
    pub straight: bool,
    /// How many of them, from the first, fire when their condition says so and that alone: they are enforced, and have no
    /// flow and no detector.
    pub plain: usize,
}

/// The lanes of a program.
#[derive(Clone, Debug)]
pub struct Lanes {
    /// The lanes; the first holds the rules that no index decides.
    pub lanes: Vec<Lane>,
    /// For each index, from value to the lane with the rules whose clause holds it.
    pub by_value: Vec<BTreeMap<String, usize>>,
    /// Whether the lanes of the one index there is hold the rules of the first lane as well.
    pub merged: bool,
}

impl Lanes {
    /// Whether one lane holds all rules that an occurrence selects.
    #[must_use]
    pub fn are_whole(&self) -> bool {
        self.merged || self.by_value.is_empty()
    }
}

/// Lanes hold each rule that no index decides once per value, so a program with many of both leaves them to be merged at
/// the occurrence. This many entries for each rule of a program are never too many.
const ENTRIES_PER_RULE: usize = 8;

/// And a small program may have as many as this.
const ENTRIES: usize = 1024;

/// Makes the lanes.
pub(super) fn lanes(
    set: &RuleSet,
    always: &[RuleId],
    indexes: &[IndexPlan],
    selectors: &[Selector],
    suppressors: &[(RuleId, Vec<RuleId>)],
) -> Lanes {
    let merged = match indexes {
        [index] => is_read(set, index) && is_small(always, index),
        _ => false,
    };
    let is_decided = |rule: RuleId| {
        selectors
            .binary_search_by_key(&rule, |selector| selector.rule)
            .is_err()
    };
    let lane = |rules: Vec<RuleId>| {
        let rules = in_order(set, rules, suppressors);
        let mut each = rules.iter();
        let straight = each.all(|&rule| !is_off(set, rule) && is_decided(rule));
        let plain = rules
            .iter()
            .take_while(|&&rule| is_plain(set, rule))
            .count();
        Lane {
            rules,
            straight,
            plain,
        }
    };
    let together = |hits: &[RuleId]| match merged {
        true => merge(always, hits),
        false => hits.to_vec(),
    };
    let mut numbered = vec![lane(always.to_vec())];
    let mut numbers: BTreeMap<Vec<RuleId>, usize> = BTreeMap::new();
    let mut by_value = Vec::new();
    for index in indexes {
        let mut lanes = BTreeMap::new();
        for (value, hits) in &index.values {
            // Values that select the same rules share a lane.
            let number = *numbers.entry(hits.clone()).or_insert_with(|| {
                numbered.push(lane(together(hits)));
                numbered.len() - 1
            });
            lanes.insert(value.clone(), number);
        }
        by_value.push(lanes);
    }
    Lanes {
        lanes: numbered,
        by_value,
        merged,
    }
}

/// An index whose rules are all off is not read: a rule that is off observes nothing.
fn is_read(set: &RuleSet, index: &IndexPlan) -> bool {
    index.all.iter().any(|&rule| !is_off(set, rule))
}

fn is_off(set: &RuleSet, rule: RuleId) -> bool {
    set.rule(rule).enforcement == Enforcement::Off
}

fn is_plain(set: &RuleSet, rule: RuleId) -> bool {
    let rule = set.rule(rule);
    rule.enforcement == Enforcement::Enforce && rule.flow.is_none() && rule.detector.is_none()
}

fn is_small(always: &[RuleId], index: &IndexPlan) -> bool {
    let entries = always.len().saturating_mul(index.values.len());
    let rules = always.len() + index.all.len();
    entries <= ENTRIES.max(rules.saturating_mul(ENTRIES_PER_RULE))
}

fn merge(left: &[RuleId], right: &[RuleId]) -> Vec<RuleId> {
    let mut rules = [left, right].concat();
    rules.sort_unstable();
    rules
}

/// Suppressors before the rules they suppress (OAR-EVAL-18), by the function that the engine uses where a selection is
/// known at the occurrence only.
fn in_order(
    set: &RuleSet,
    rules: Vec<RuleId>,
    suppressors: &[(RuleId, Vec<RuleId>)],
) -> Vec<RuleId> {
    let suppressors_of = |rule: RuleId| {
        let at = suppressors.binary_search_by_key(&rule, |(target, _)| *target);
        at.ok()
            .and_then(|at| suppressors.get(at))
            .map_or(&[][..], |(_, list)| list)
    };
    let ordered = order(&rules, suppressors_of, |rule| &set.rule(rule).overrides);
    ordered.map_or(rules, |ordered| ordered.to_vec())
}
