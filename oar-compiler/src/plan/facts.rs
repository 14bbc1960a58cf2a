//! Which facts and counters a program reads, and which of them it must remember.

use std::collections::{BTreeMap, BTreeSet};

use super::{IndexPlan, Lanes, Selector, has_bindings, span_fact, writes_scoped_counter};
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
    selection: (&[IndexPlan], &[Selector], &Lanes),
) -> Uses {
    let (indexes, selectors, lanes) = selection;
    let mut uses = Collector::new(set);
    indexes.iter().for_each(|index| uses.fact(index.fact, 1));
    for clause in selectors.iter().flat_map(|selector| &selector.clauses) {
        uses.fact(clause.fact, 1);
    }
    for &id in copies {
        let rule = set.rule(id);
        if has_bindings(rule) {
            rule.copy
                .iter()
                .for_each(|(_, template)| uses.template(id, template));
        }
    }
    let mut each = BTreeMap::new();
    for &id in rules {
        let mut own = Collector::new(set);
        own.rule(id);
        uses.counters.append(&mut own.counters);
        each.insert(id, own.sites);
    }
    // The counters read there read their rules' scopes, selected or not (OAR-FIRE-11).
    for &id in &uses.counters.clone() {
        uses.scope(id);
    }
    for (fact, sites) in together(rules, lanes, &each) {
        uses.fact(fact, sites);
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

/// How often rules that may be selected together read each fact, at most.
fn together(
    rules: &[RuleId],
    lanes: &Lanes,
    each: &BTreeMap<RuleId, BTreeMap<SymbolId, usize>>,
) -> BTreeMap<SymbolId, usize> {
    // Rules are selected from several lanes at once unless one lane holds all.
    let selections: Vec<&[RuleId]> = match lanes.are_whole() {
        true => lanes.lanes.iter().map(|lane| &lane.rules[..]).collect(),
        false => vec![rules],
    };
    let mut most = BTreeMap::new();
    for selection in selections {
        let mut sites: BTreeMap<SymbolId, usize> = BTreeMap::new();
        let reads = selection.iter().filter_map(|rule| each.get(rule)).flatten();
        for (&fact, &count) in reads {
            *sites.entry(fact).or_default() += count;
        }
        for (fact, count) in sites {
            let most = most.entry(fact).or_insert(count);
            *most = count.max(*most);
        }
    }
    most
}

struct Collector<'r> {
    set: &'r RuleSet,
    /// How many places may read each fact in one occurrence.
    sites: BTreeMap<SymbolId, usize>,
    counters: BTreeSet<RuleId>,
}

impl<'r> Collector<'r> {
    fn new(set: &'r RuleSet) -> Self {
        Self {
            set,
            sites: BTreeMap::new(),
            counters: BTreeSet::new(),
        }
    }

    /// A rule reads for its condition and for firing.
    fn rule(&mut self, id: RuleId) {
        let rule = self.set.rule(id);
        if let Some(when) = &rule.when {
            self.condition(id, when);
        }
        if let Some(fact) = span_fact(rule) {
            self.fact(fact, 1);
        }
        if writes_scoped_counter(rule) {
            self.scope(id);
        }
    }

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
