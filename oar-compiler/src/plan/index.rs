//! Selection as an index: the cost of a decision follows the rules selected, not the rules loaded.

use std::collections::{BTreeMap, BTreeSet};

use crate::link::{Rule, RuleId, RuleSet, Selection};
use crate::vocabulary::{ANCHOR, SymbolId, SymbolType, Type};

/// Rules found by the value of one `string` fact.
#[derive(Clone, Debug)]
pub struct IndexPlan {
    /// The fact.
    pub fact: SymbolId,
    /// From value to the rules whose clause holds it, ascending.
    pub values: BTreeMap<String, Vec<RuleId>>,
    /// Every rule of the index, ascending.
    pub all: Vec<RuleId>,
}

/// The clauses of one rule that no index decides.
#[derive(Clone, Debug)]
pub struct Selector {
    /// The rule.
    pub rule: RuleId,
    /// The clauses, in document order.
    pub clauses: Vec<Selection>,
}

/// Whether a rule can be selected at all: a clause on the core fact `anchor` is decided here, and an empty clause
/// matches nothing (OAR-SEL-6).
pub(super) fn can_select(set: &RuleSet, rule: &Rule) -> bool {
    rule.selector.iter().all(|clause| {
        !clause.values.is_empty()
            && (!is_anchor(set, clause.fact)
                || clause.values.contains(&set.anchor(rule.anchor).fact))
    })
}

/// Splits the clauses of a program's rules between indexes and checks.
pub(super) fn build(
    set: &RuleSet,
    rules: &[RuleId],
) -> (Vec<RuleId>, Vec<IndexPlan>, Vec<Selector>) {
    let popularity = popularity(set, rules);
    let mut always = Vec::new();
    let mut indexes: BTreeMap<SymbolId, IndexPlan> = BTreeMap::new();
    let mut selectors = Vec::new();
    for &id in rules {
        let clauses = set
            .rule(id)
            .selector
            .iter()
            .filter(|clause| !is_anchor(set, clause.fact));
        let mut rest: Vec<Selection> = clauses.cloned().collect();
        // The clause that most rules share goes to the index, so that few indexes serve all of them.
        let indexed = (0..rest.len())
            .filter(|&at| is_string(set, rest[at].fact))
            .max_by_key(|&at| {
                (
                    popularity.get(&rest[at].fact).copied(),
                    std::cmp::Reverse(at),
                )
            });
        match indexed {
            None => always.push(id),
            Some(at) => {
                let clause = rest.remove(at);
                let empty = || IndexPlan {
                    fact: clause.fact,
                    values: BTreeMap::new(),
                    all: Vec::new(),
                };
                let index = indexes.entry(clause.fact).or_insert_with(empty);
                index.all.push(id);
                for value in clause.values {
                    index.values.entry(value).or_default().push(id);
                }
            }
        }
        if !rest.is_empty() {
            selectors.push(Selector {
                rule: id,
                clauses: rest,
            });
        }
    }
    (always, indexes.into_values().collect(), selectors)
}

fn popularity(set: &RuleSet, rules: &[RuleId]) -> BTreeMap<SymbolId, usize> {
    let mut count = BTreeMap::new();
    for &id in rules {
        let facts: BTreeSet<SymbolId> = set
            .rule(id)
            .selector
            .iter()
            .map(|clause| clause.fact)
            .collect();
        for fact in facts {
            *count.entry(fact).or_default() += 1;
        }
    }
    count
}

fn is_anchor(set: &RuleSet, fact: SymbolId) -> bool {
    set.environment.get(fact).name == ANCHOR
}

fn is_string(set: &RuleSet, fact: SymbolId) -> bool {
    set.environment.get(fact).ty == SymbolType::Fact(Type::String)
}
