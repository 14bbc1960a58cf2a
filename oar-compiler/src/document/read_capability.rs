//! Reads a checked capability document.

use super::check::{Checker, Path};
use super::pattern::Pattern;
use super::{CapabilityDocument, CoreAnchor, HostFact, Spanned, take};
use crate::diagnostic::{Code, Diagnostic, Span, quote};
use crate::source::{Entry, Node};
use crate::vocabulary::SymbolType;

/// The least parse-tree limit a host may declare (OAR-EXPR-17).
const NODES_MIN: u64 = 256;

/// What is sound of a capability document.
pub(super) fn read(entries: &[Entry], at: Span, mut checker: Checker<'_>) -> CapabilityDocument {
    let host_facts = host_facts(entries, &mut checker);
    let anchors = take::members(entries, "anchors");
    let names = |name, pattern| take::names(take::items(entries, name), pattern);
    let anchor_names = |name| take::names(take::items(anchors, name), Pattern::Anchor);
    let anchors_span = entries
        .iter()
        .find(|entry| entry.key.text == "anchors")
        .map_or(at, |entry| entry.key.span);
    CapabilityDocument {
        span: at,
        broken: checker.broken,
        host: take::member(entries, "host").and_then(|node| take::name(node, Pattern::Namespace)),
        core: take::members(anchors, "core")
            .iter()
            .filter_map(core)
            .collect(),
        unsupported: anchor_names("unsupported"),
        host_anchors: anchor_names("host"),
        anchors_span,
        profiles: take::strings(take::items(entries, "profiles")),
        activity_window: take::member(entries, "activity_window")
            .and_then(|node| take::integer(node, 0)),
        detectors: names("detectors", Pattern::Detector),
        expression_nodes_max: take::member(entries, "expression_nodes_max")
            .and_then(|node| take::integer(node, NODES_MIN)),
        supports_transform: take::member(entries, "supports_transform").and_then(take::boolean),
        host_facts,
    }
}

fn core(Entry { key, value }: &Entry) -> Option<CoreAnchor> {
    Some(CoreAnchor {
        core: Spanned {
            value: key.text.clone(),
            span: key.span,
        },
        local: take::name(value, Pattern::Anchor)?,
    })
}

fn host_facts(entries: &[Entry], checker: &mut Checker<'_>) -> Vec<HostFact> {
    let items = take::items(entries, "host_facts");
    // Facts and functions share one namespace (OAR-FACT-2, OAR-FACT-27).
    let names = items
        .iter()
        .filter_map(|item| item.get("name")?.value.as_text());
    checker.unique(names, Path::top("host_facts"), "OAR-FACT-27");
    let facts: Vec<HostFact> = items.iter().filter_map(host_fact).collect();
    for fact in &facts {
        if !Pattern::FactName.matches(&fact.name.value) {
            checker.warn(unusable(&fact.name));
        }
    }
    facts
}

fn host_fact(item: &Node) -> Option<HostFact> {
    let entries = item.as_map()?;
    let ty = take::word(take::member(entries, "type")?, SymbolType::parse)?;
    Some(HostFact {
        name: take::name(take::member(entries, "name")?, Pattern::HostFact)?,
        ty,
        observation: take::member(entries, "observation")
            .and_then(take::string)
            .map(|text| text.value),
    })
}

/// A host may declare what no rule can name: namespaces allow hyphens and leading digits, fact names do not.
fn unusable(name: &Spanned<String>) -> Diagnostic {
    let message = format!("no rule can name the fact {}", quote(&name.value));
    Diagnostic::new(Code::UnusableHostFact, name.span, message)
        .label("rules write letters, digits and `_` between the dots")
        .help(
            "declare it under a namespace without hyphens and leading digits, if the host owns one",
        )
}
