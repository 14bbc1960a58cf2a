//! Documents to a rule set: everything that a rule names is found, and what cannot be found is refused.

mod assemble;
mod capability;
mod config;
mod cycles;
mod names;
mod references;
mod rule;
mod ruleset;
#[cfg(test)]
mod testing;
mod warnings;

pub use capability::{Capability, capability};
pub use config::{Subject, configure};
pub use ruleset::{
    AnchorId, DetectorId, LocalAnchor, OnErrorPlan, Origin, Rule, RuleId, RuleSet, Selection,
    Target, TransformRule,
};

use crate::diagnostic::{Diagnostics, Sources};
use crate::document::{ConfigDocument, Documents, Enforcement, RuleDocument};
use assemble::Part;
use config::Loaded;
use names::{Names, Resolved};
use references::{Edge, References};
use rule::Body;

/// Links rules to each other and to a host.
///
/// The rules are those of `documents`; the configurations are what the caller chose and apply in the order given. Every
/// error and every warning goes to `diags`; a reference to a rule
/// that is there and has a defect of its own is not reported on top of that defect. Without a capability only what
/// rules say about each other is checked. The result is `None` when anything in `diags` refuses the documents,
/// earlier stages included.
pub fn link(
    documents: &Documents,
    configs: &[ConfigDocument],
    capability: Option<&Capability>,
    sources: &Sources,
    diags: &mut Diagnostics,
) -> Option<RuleSet> {
    let rules = documents.rules.as_slice();
    let identities = names::identities(rules);
    let names = Names::new(rules, &identities, documents.incomplete);
    names::report_duplicates(rules, &names, diags);

    let bodies = capability.map(|capability| bodies(rules, &names, capability, sources, diags));
    let references = References {
        rules,
        names: &names,
        capability,
    };
    let overrides = overrides(&references, bodies.as_deref(), diags);
    cycles::report(&overrides, &names, diags);
    let configured = configured(rules, &names, configs, diags);

    let (bodies, capability) = (bodies?, capability?);
    let unsound = documents.incomplete
        || !capability.sound
        || bodies.iter().any(|body| !body.sound)
        || configs.iter().any(|c| c.broken);
    if unsound || diags.has_errors() {
        return None;
    }
    let parts = rules
        .iter()
        .zip(bodies)
        .zip(overrides)
        .zip(configured)
        .enumerate()
        .map(
            |(place, (((document, body), overrides), configured))| Part {
                place,
                document,
                body,
                overrides,
                configured,
            },
        )
        .collect();
    let (set, linked) = assemble::rule_set(capability, parts, &names, sources)?;
    warnings::check(&set, &linked, diags);
    Some(set)
}

fn bodies(
    rules: &[RuleDocument],
    names: &Names,
    capability: &Capability,
    sources: &Sources,
    diags: &mut Diagnostics,
) -> Vec<Body> {
    let suggestions = rule::suggestions();
    let link = |(place, document)| {
        let identity = Some(names.of(place)).filter(|name| !name.is_empty());
        rule::link(document, identity, capability, sources, &suggestions, diags)
    };
    rules.iter().enumerate().map(link).collect()
}

/// Checks every reference from rule to rule, and gives back the `overrides` of each.
fn overrides(
    references: &References,
    bodies: Option<&[Body]>,
    diags: &mut Diagnostics,
) -> Vec<Vec<Edge>> {
    let mut overrides = Vec::with_capacity(references.rules.len());
    for (place, document) in references.rules.iter().enumerate() {
        overrides.push(references.overrides(place, diags));
        references.on_error(document, diags);
        let body = bodies.and_then(|bodies| bodies.get(place));
        if let Some(when) = body.and_then(|body| body.when.as_ref()) {
            references.counters(document, when, diags);
        }
    }
    overrides
}

fn configured(
    rules: &[RuleDocument],
    names: &Names,
    configs: &[ConfigDocument],
    diags: &mut Diagnostics,
) -> Vec<Option<Enforcement>> {
    let subject = |(place, rule): (usize, &RuleDocument)| Subject {
        qualified: names.of(place),
        mandatory: rule.mandatory.as_ref().is_some_and(|m| m.value),
        declared: rule.mandatory.as_ref().map(|m| m.span),
    };
    let subjects: Vec<Subject> = rules.iter().enumerate().map(subject).collect();
    let loaded = Loaded {
        subjects: &subjects,
        index: names.index(),
        unclear: &|rule| names.absent(rule) == Resolved::Unclear,
    };
    loaded.apply(configs, diags)
}

#[cfg(test)]
mod tests;
