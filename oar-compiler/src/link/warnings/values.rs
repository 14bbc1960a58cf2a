//! Values that a fact never has, and values that give away a verdict.

use super::Linked;
use crate::condition::{Relation, Typed, TypedKind};
use crate::diagnostic::{Code, Diagnostic, Diagnostics, Span, did_you_mean, quote};
use crate::link::RuleSet;
use crate::link::capability::listed;
use crate::vocabulary::{self, SymbolId, Tier};

pub(super) fn check(linked: &Linked, set: &RuleSet, diags: &mut Diagnostics) {
    for (clause, selection) in linked
        .source
        .document
        .selector
        .iter()
        .zip(&linked.rule.selector)
    {
        for value in &clause.values {
            impossible(selection.fact, &value.value, value.span, set, diags);
            verdict(linked, &value.value, value.span, diags);
        }
    }
    let Some(when) = &linked.rule.when else {
        return;
    };
    when.walk(&mut |node| match &node.kind {
        TypedKind::Str(text) => verdict(linked, text, node.span, diags),
        TypedKind::Relation(Relation::Equal | Relation::NotEqual, a, b) => {
            compared(a, b, set, diags);
            compared(b, a, set, diags);
        }
        TypedKind::In(member, list) => {
            compared(list, member, set, diags);
            if let TypedKind::List(members) = &list.kind {
                for value in members {
                    compared(member, value, set, diags);
                }
            }
        }
        _ => {}
    });
}

/// `observed` against `value`, when one is an enumerated fact, or a member of one, and the other a literal.
fn compared(observed: &Typed, value: &Typed, set: &RuleSet, diags: &mut Diagnostics) {
    let fact = match &observed.kind {
        TypedKind::Index(list, _) => &list.kind,
        other => other,
    };
    if let (TypedKind::Fact(fact), TypedKind::Str(text)) = (fact, &value.kind) {
        impossible(*fact, text, value.span, set, diags);
    }
}

/// A value outside the enumeration of its fact.
fn impossible(fact: SymbolId, value: &str, span: Span, set: &RuleSet, diags: &mut Diagnostics) {
    let values = values(fact, set);
    if values.is_empty() || values.contains(&value) {
        return;
    }
    let name = &set.environment.get(fact).name;
    let message = format!("`{name}` never has the value {}", quote(value));
    let help = did_you_mean(value, values.iter().copied())
        .unwrap_or_else(|| format!("its values are {}", listed(values.iter().copied())));
    diags.push(Diagnostic::new(Code::ImpossibleValue, span, message).help(help));
}

/// The values a fact can have, when they are known: what its observation enumerates, or the anchors of the host.
fn values(fact: SymbolId, set: &RuleSet) -> Vec<&str> {
    let symbol = set.environment.get(fact);
    if symbol.tier == Tier::Core && symbol.name == vocabulary::ANCHOR {
        return set
            .anchors
            .iter()
            .map(|anchor| anchor.fact.as_str())
            .collect();
    }
    match symbol.tier {
        Tier::Profile(_) => vocabulary::entry(&symbol.name)
            .map_or_else(Vec::new, |(_, entry)| entry.values.to_vec()),
        Tier::Core | Tier::Host => Vec::new(),
    }
}

/// A fact that says which rule should fire is that rule's verdict (OAR-FACT-5).
fn verdict(linked: &Linked, value: &str, span: Span, diags: &mut Diagnostics) {
    let rule = linked.rule;
    if value == rule.id || value == rule.qualified {
        let message = format!("`{}` compares a fact to its own identifier", rule.qualified);
        diags.push(
            Diagnostic::new(Code::VerdictComparison, span, message)
                .label("whoever publishes this value has already decided")
                .help("let the host publish what it observed, and write the conclusion as this condition"),
        );
    }
}
