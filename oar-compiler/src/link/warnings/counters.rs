//! Counters that are read and never counted, or counted and never read (OAR-FIRE-3).

use std::collections::HashSet;

use super::Linked;
use crate::condition::{Counter, TypedKind};
use crate::diagnostic::{Code, Diagnostic, Diagnostics, Span};
use crate::document::Action;
use crate::link::{RuleId, RuleSet};
use crate::vocabulary::{self, Tier};

/// A place that reads a counter.
struct Read {
    target: RuleId,
    counter: Counter,
    span: Span,
}

pub(super) fn check(rules: &[Linked], set: &RuleSet, diags: &mut Diagnostics) {
    let mut read = HashSet::new();
    for linked in rules {
        let mut reported = HashSet::new();
        for place in reads(linked, set) {
            let key = (place.target, place.counter);
            read.insert(key);
            if let Some(target) = rules.get(place.target.index())
                && action(target, increment(place.counter)).is_none()
                && reported.insert(key)
            {
                diags.push(never_incremented(&place, linked, target));
            }
        }
    }
    for linked in rules {
        for counter in [Counter::Fire, Counter::Breaker] {
            if let Some(span) = action(linked, increment(counter))
                && !read.contains(&(linked.id, counter))
            {
                diags.push(never_read(linked, counter, span));
            }
        }
    }
}

/// Own counters in conditions and copy, and counters of rules by name.
fn reads(linked: &Linked, set: &RuleSet) -> Vec<Read> {
    let mut reads = Vec::new();
    for used in &linked.source.uses {
        let symbol = set.environment.get(used.symbol);
        let counter = match symbol.name.as_str() {
            _ if symbol.tier != Tier::Core => continue,
            vocabulary::FIRE_COUNT => Counter::Fire,
            vocabulary::BREAKER_COUNT => Counter::Breaker,
            _ => continue,
        };
        reads.push(Read {
            target: linked.id,
            counter,
            span: used.span,
        });
    }
    if let Some(when) = &linked.rule.when {
        when.walk(&mut |node| {
            if let TypedKind::CountOf {
                counter,
                target: Some(target),
                ..
            } = node.kind
            {
                reads.push(Read {
                    target,
                    counter,
                    span: node.span,
                });
            }
        });
    }
    reads
}

/// Where a rule declares an action.
fn action(linked: &Linked, action: Action) -> Option<Span> {
    let declared = &linked.source.document.on_fire;
    let found = declared.iter().find(|declared| declared.value == action);
    found.map(|declared| declared.span)
}

fn increment(counter: Counter) -> Action {
    match counter {
        Counter::Fire => Action::IncrementCounter,
        Counter::Breaker => Action::IncrementBreaker,
    }
}

fn fact(counter: Counter) -> &'static str {
    match counter {
        Counter::Fire => vocabulary::FIRE_COUNT,
        Counter::Breaker => vocabulary::BREAKER_COUNT,
    }
}

fn reader(counter: Counter) -> &'static str {
    match counter {
        Counter::Fire => vocabulary::FIRE_COUNT_OF,
        Counter::Breaker => vocabulary::BREAKER_COUNT_OF,
    }
}

fn never_incremented(read: &Read, linked: &Linked, target: &Linked) -> Diagnostic {
    let target = &target.rule.qualified;
    let fact = fact(read.counter);
    let increment = increment(read.counter).name();
    let help = if read.target == linked.id {
        // OAR-FIRE-11: adding the action to a rule that waits for its own count would count nothing either.
        format!(
            "let a rule that fires on what is to be counted declare `on_fire: [{increment}]`, and read its count with `{}`",
            reader(read.counter)
        )
    } else {
        format!("add `{increment}` to `on_fire` of `{target}`")
    };
    let message = format!("the `{fact}` of `{target}` is always 0: `{target}` never increments it");
    Diagnostic::new(Code::CounterNeverIncremented, read.span, message).help(help)
}

fn never_read(linked: &Linked, counter: Counter, span: Span) -> Diagnostic {
    let rule = &linked.rule.qualified;
    let message = format!(
        "nothing reads the `{}` that `{rule}` increments",
        fact(counter)
    );
    Diagnostic::new(Code::CounterNeverRead, span, message).help(format!(
        "read it in a condition with `{}(\"{rule}\")`, or remove the action",
        reader(counter)
    ))
}
