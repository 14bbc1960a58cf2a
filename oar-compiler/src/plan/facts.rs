//! Which facts and counters a program reads, and which of them it must remember.

use std::collections::{BTreeMap, BTreeSet};

use super::{IndexPlan, Selector, has_bindings, span_fact, writes_scoped_counter};
use crate::condition::{Typed, TypedKind};
use crate::copy::{Part, Template};
use crate::link::{RuleId, RuleSet};
use crate::vocabulary::{BREAKER_COUNT, FIRE_COUNT, SymbolId};

/// A fact or function that a program reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FactUse {
    /// Which.
    pub fact: SymbolId,
    /// Whether it can be consumed more than once in an occurrence, and so is kept: a fact is produced at most once.
    pub kept: bool,
}

/// What a program reads.
pub(super) struct Uses {
    pub(super) facts: Vec<FactUse>,
    pub(super) counters: Vec<RuleId>,
}

/// Collects what the rules of a program read.
pub(super) fn uses(
    set: &RuleSet,
    rules: &[RuleId],
    copies: &[RuleId],
    indexes: &[IndexPlan],
    selectors: &[Selector],
) -> Uses {
    let mut uses = Collector {
        set,
        sites: BTreeMap::new(),
        counters: BTreeSet::new(),
    };
    indexes.iter().for_each(|index| uses.fact(index.fact, 1));
    for clause in selectors.iter().flat_map(|selector| &selector.clauses) {
        uses.fact(clause.fact, 1);
    }
    for &id in rules {
        let rule = set.rule(id);
        if let Some(when) = &rule.when {
            uses.condition(id, when);
        }
        if let Some(fact) = span_fact(rule) {
            uses.fact(fact, 1);
        }
        if writes_scoped_counter(rule) {
            uses.scope(id);
        }
    }
    for &id in copies {
        let rule = set.rule(id);
        if has_bindings(rule) {
            rule.copy
                .iter()
                .for_each(|(_, template)| uses.template(id, template));
        }
    }
    // The counters read there read their rules' scopes, selected or not (OAR-FIRE-11).
    for &id in &uses.counters.clone() {
        uses.scope(id);
    }
    Uses {
        facts: uses
            .sites
            .into_iter()
            .map(|(fact, sites)| FactUse {
                fact,
                kept: sites > 1,
            })
            .collect(),
        counters: uses.counters.into_iter().collect(),
    }
}

struct Collector<'r> {
    set: &'r RuleSet,
    /// How many places may read each fact in one occurrence.
    sites: BTreeMap<SymbolId, usize>,
    counters: BTreeSet<RuleId>,
}

impl Collector<'_> {
    fn fact(&mut self, fact: SymbolId, sites: usize) {
        *self.sites.entry(fact).or_default() += sites;
    }

    fn scope(&mut self, rule: RuleId) {
        if let Some(scope) = self.set.rule(rule).counter_scope {
            self.named(rule, scope, 1);
        }
    }

    /// A core fact reads no provider: `anchor` is constant, the counts are the rule's own counters.
    fn named(&mut self, rule: RuleId, fact: SymbolId, sites: usize) {
        let symbol = self.set.environment.get(fact);
        match symbol.name.as_str() {
            crate::vocabulary::ANCHOR => {}
            FIRE_COUNT | BREAKER_COUNT => {
                self.counters.insert(rule);
            }
            _ => self.fact(fact, sites),
        }
    }

    fn condition(&mut self, rule: RuleId, when: &Typed) {
        when.walk(&mut |node| match &node.kind {
            TypedKind::Fact(fact) => self.named(rule, *fact, 1),
            TypedKind::Call(function, _) => self.fact(*function, 1),
            TypedKind::CountOf { target, .. } => self.counters.extend(target),
            _ => {}
        });
    }

    /// Copy may be rendered twice: for the decision, and for an error block.
    fn template(&mut self, rule: RuleId, template: &Template) {
        let mut parts: Vec<&Part> = template.parts.iter().collect();
        while let Some(part) = parts.pop() {
            match part {
                Part::Literal(_) => {}
                Part::Binding { fact, .. } => self.named(rule, *fact, 2),
                Part::If {
                    fact,
                    then,
                    otherwise,
                    ..
                } => {
                    self.named(rule, *fact, 2);
                    parts.extend(then.iter().chain(otherwise));
                }
            }
        }
    }
}
