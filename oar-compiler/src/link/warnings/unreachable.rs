//! Rules that an unconditional block always precedes (OAR-EVAL-4).

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use super::Linked;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::document::{Effect, Enforcement};
use crate::link::{AnchorId, RuleId, RuleSet, Selection};
use crate::vocabulary::{self, SymbolId, Tier};

/// So many blocks are compared with one rule; past that a rule may go unwarned.
const COMPARED: usize = 64;

/// Reports the rules that are never reached, and gives them back.
///
/// A block that nothing suppresses is taken before every rule behind it in the base order, whatever those suppress
/// (OAR-EVAL-18): it waits for no suppressor, so it is always the first among the rest.
pub(super) fn check(rules: &[Linked], set: &RuleSet, diags: &mut Diagnostics) -> HashSet<RuleId> {
    let suppressed = suppressed(rules);
    let mut blocks = Blocks::default();
    let mut unreachable = HashSet::new();
    for linked in rules {
        if linked.rule.enforcement == Enforcement::Off || linked.never_selected() {
            continue;
        }
        if let Some(block) = blocks.before(linked) {
            unreachable.insert(linked.id);
            diags.push(diagnostic(linked, block));
        } else if is_unconditional_block(linked) && !suppressed.contains(&linked.id) {
            blocks.add(linked, set);
        }
    }
    unreachable
}

fn is_unconditional_block(linked: &Linked) -> bool {
    let rule = linked.rule;
    rule.effect == Effect::Block
        && rule.enforcement == Enforcement::Enforce
        && rule.when.is_none()
        && rule.flow.is_none()
        && rule.detector.is_none()
}

/// The rules that another rule of the same anchor may suppress.
fn suppressed(rules: &[Linked]) -> HashSet<RuleId> {
    let mut suppressed = HashSet::new();
    for linked in rules {
        if linked.rule.enforcement == Enforcement::Off {
            continue;
        }
        for &id in &linked.rule.overrides {
            let target = rules.get(id.index());
            if target.is_some_and(|target| target.rule.anchor == linked.rule.anchor) {
                suppressed.insert(id);
            }
        }
    }
    suppressed
}

/// A value of a selector clause.
type Value<'a> = (SymbolId, &'a str);

/// Unconditional blocks by anchor and by each value of their first clause; `None` for those without a clause.
#[derive(Default)]
struct Blocks<'a> {
    by_value: HashMap<(AnchorId, Option<Value<'a>>), Vec<Block<'a>>>,
}

#[derive(Clone)]
struct Block<'a> {
    linked: Linked<'a>,
    clauses: Rc<[(SymbolId, HashSet<&'a str>)]>,
}

impl<'a> Blocks<'a> {
    fn add(&mut self, linked: &Linked<'a>, set: &RuleSet) {
        let rule = linked.rule;
        let here = set
            .anchors
            .get(rule.anchor.index())
            .map(|anchor| anchor.fact.as_str());
        let mut clauses = Vec::new();
        for clause in &rule.selector {
            let values: HashSet<&str> = clause.values.iter().map(String::as_str).collect();
            let symbol = set.environment.get(clause.fact);
            if symbol.tier == Tier::Core && symbol.name == vocabulary::ANCHOR {
                // The fact has one value where the rule runs: the clause always matches, or never.
                if here.is_some_and(|here| values.contains(here)) {
                    continue;
                }
                return;
            }
            clauses.push((clause.fact, values));
        }
        let keys: Vec<Option<Value>> = match clauses.first() {
            None => vec![None],
            Some((fact, values)) => values.iter().map(|value| Some((*fact, *value))).collect(),
        };
        let block = Block {
            linked: *linked,
            clauses: clauses.into(),
        };
        for key in keys {
            let list = self.by_value.entry((rule.anchor, key)).or_default();
            list.push(block.clone());
        }
    }

    /// A block that fires wherever the rule is selected.
    fn before(&self, linked: &Linked<'a>) -> Option<&Linked<'a>> {
        let anchor = linked.rule.anchor;
        let by_clause = linked.rule.selector.iter().filter_map(|clause| {
            let value = clause.values.first()?;
            Some(Some((clause.fact, value.as_str())))
        });
        std::iter::once(None)
            .chain(by_clause)
            .filter_map(|key| self.by_value.get(&(anchor, key)))
            .flatten()
            .take(COMPARED)
            .find(|block| block.covers(&linked.rule.selector))
            .map(|block| &block.linked)
    }
}

impl Block<'_> {
    /// Whether every occurrence that a selector matches is one that this block is selected at.
    fn covers(&self, selector: &[Selection]) -> bool {
        self.clauses.iter().all(|(fact, values)| {
            selector.iter().any(|clause| {
                clause.fact == *fact && clause.values.iter().all(|v| values.contains(v.as_str()))
            })
        })
    }
}

fn diagnostic(linked: &Linked, block: &Linked) -> Diagnostic {
    let name = &linked.rule.qualified;
    let blocker = &block.rule.qualified;
    let place = |linked: &Linked| {
        let document = linked.source.document;
        document.id.as_ref().map_or(document.span, |id| id.span)
    };
    Diagnostic::new(
        Code::UnreachableRule,
        place(linked),
        format!("`{name}` is never reached: `{blocker}` comes first and blocks every occurrence it is selected at"),
    )
    .secondary(place(block), "blocks without a condition")
    .help(format!(
        "give `{blocker}` a `when` or a narrower `selector`, or let `{name}` override it"
    ))
}
