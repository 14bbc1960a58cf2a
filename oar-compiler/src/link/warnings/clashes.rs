//! Rules with one condition and different effects: only one of the effects can win (OAR-EVAL-6).

use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;

use super::Linked;
use crate::condition::{Typed, TypedKind};
use crate::diagnostic::{Code, Diagnostic, Diagnostics, Span};
use crate::document::{Effect, Enforcement};
use crate::link::{RuleId, RuleSet};
use crate::vocabulary::{self, SymbolId, Tier};

pub(super) fn check(
    rules: &[Linked],
    set: &RuleSet,
    unreachable: &HashSet<RuleId>,
    diags: &mut Diagnostics,
) {
    // For each condition, the first rule with each effect.
    let mut known: HashMap<String, Vec<&Linked>> = HashMap::new();
    for linked in rules {
        if unreachable.contains(&linked.id) || !speaks(linked) {
            continue;
        }
        let same = known.entry(occasion(linked, set)).or_default();
        let clash = same
            .iter()
            .find(|other| other.rule.effect != linked.rule.effect && !linked.settled_with(other));
        if let Some(other) = clash {
            diags.push(diagnostic(linked, other));
        }
        if same
            .iter()
            .all(|other| other.rule.effect != linked.rule.effect)
        {
            same.push(linked);
        }
    }
}

/// Whether the rule acts, and by its effect: one that allows in order to count says nothing against the others.
fn speaks(linked: &Linked) -> bool {
    let counts = linked.rule.effect == Effect::Allow && !linked.rule.on_fire.is_empty();
    linked.rule.enforcement == Enforcement::Enforce && !counts && !linked.never_selected()
}

/// When a rule fires, spelled so that two rules that fire on the same occurrences for the same reason spell it alike:
/// anchor, selector without regard to order, flow, detector, condition without regard to layout.
fn occasion(linked: &Linked, set: &RuleSet) -> String {
    let rule = linked.rule;
    let mut clauses: Vec<(SymbolId, Vec<&str>)> = rule
        .selector
        .iter()
        .map(|clause| {
            let mut values: Vec<&str> = clause.values.iter().map(String::as_str).collect();
            values.sort_unstable();
            (clause.fact, values)
        })
        .collect();
    clauses.sort_unstable();
    let mut key = format!(
        "{:?} {clauses:?} {:?} {:?}",
        rule.anchor, rule.flow, rule.detector
    );
    if let Some(when) = &rule.when {
        spell(when, linked.id, set, &mut key);
    }
    key
}

/// The condition in prefix form. Own counters belong to the rule, so they are spelled with it.
fn spell(when: &Typed, id: RuleId, set: &RuleSet, key: &mut String) {
    when.walk(&mut |node| {
        // Writing to a string does not fail.
        let _ = match &node.kind {
            TypedKind::Bool(value) => write!(key, " {value}"),
            TypedKind::Int(value) => write!(key, " {value}"),
            TypedKind::Double(value) => write!(key, " {value:?}"),
            TypedKind::Str(value) => write!(key, " {value:?}"),
            TypedKind::List(members) => write!(key, " list{}", members.len()),
            TypedKind::Fact(fact) => match own_counter(*fact, set) {
                true => write!(key, " own{} {id:?}", fact.index()),
                false => write!(key, " fact{}", fact.index()),
            },
            TypedKind::Call(function, _) => write!(key, " call{}", function.index()),
            TypedKind::CountOf {
                counter, target, ..
            } => write!(key, " {counter:?}{target:?}"),
            TypedKind::Builtin(builtin, _) => write!(key, " {builtin:?}"),
            TypedKind::Index(..) => write!(key, " []"),
            TypedKind::Not(_) => write!(key, " !"),
            TypedKind::Negate(_) => write!(key, " neg"),
            TypedKind::And(..) => write!(key, " &&"),
            TypedKind::Or(..) => write!(key, " ||"),
            TypedKind::Arithmetic(operator, ..) => write!(key, " {operator:?}"),
            TypedKind::Concat(..) => write!(key, " concat"),
            TypedKind::Relation(relation, ..) => write!(key, " {relation:?}"),
            TypedKind::In(..) => write!(key, " in"),
            TypedKind::Ternary(..) => write!(key, " ?"),
        };
    });
}

fn own_counter(fact: SymbolId, set: &RuleSet) -> bool {
    let symbol = set.environment.get(fact);
    symbol.tier == Tier::Core && symbol.name != vocabulary::ANCHOR
}

fn diagnostic(linked: &Linked, other: &Linked) -> Diagnostic {
    let (name, first) = (&linked.rule.qualified, &other.rule.qualified);
    let effects = [other.rule.effect, linked.rule.effect];
    let message = format!("`{name}` fires exactly when `{first}` does, with another effect");
    let help = match winner(effects) {
        Some(effect) => format!(
            "where both fire, `{}` decides: change one of the conditions, or let one rule override the other",
            effect.name()
        ),
        None => "change one of the conditions, or let one rule override the other".to_owned(),
    };
    let diagnostic = Diagnostic::new(Code::SameCondition, place(linked), message).help(help);
    match &other.source.document.effect {
        Some(effect) => diagnostic.secondary(effect.span, format!("the effect of `{first}`")),
        None => diagnostic,
    }
}

/// The effect that decides (OAR-EVAL-6).
fn winner(effects: [Effect; 2]) -> Option<Effect> {
    [
        Effect::Block,
        Effect::Transform,
        Effect::Nudge,
        Effect::Warn,
    ]
    .into_iter()
    .find(|effect| effects.contains(effect))
}

fn place(linked: &Linked) -> Span {
    let document = linked.source.document;
    document
        .effect
        .as_ref()
        .map_or(document.span, |effect| effect.span)
}
