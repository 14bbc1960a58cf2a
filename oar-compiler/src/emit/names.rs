//! The Rust names of anchors, facts and detectors.

use std::collections::BTreeSet;

use crate::link::{AnchorId, DetectorId, RuleSet};
use crate::vocabulary::{SymbolId, Tier};

/// Names for everything a rule set names, chosen once so that they agree everywhere.
pub(super) struct Names {
    /// Method names of anchors, by anchor.
    anchors: Vec<String>,
    /// The types that hold the facts of anchors, by anchor.
    types: Vec<String>,
    /// The statics that hold the tables of anchors, by anchor.
    statics: Vec<String>,
    /// Method names of facts, by symbol. What stands beside them in generated code is named so that no host fact can have the
    /// name: without an underscore, which stands where a host fact has its dot, or with a number behind the last one, where a
    /// host fact has a letter or another underscore (OAR-FACT-18).
    facts: Vec<String>,
    /// Method names of detectors, by detector.
    detectors: Vec<String>,
}

impl Names {
    pub(super) fn new(set: &RuleSet) -> Self {
        let mut taken: BTreeSet<String> =
            POLICY_METHODS.iter().map(|&name| name.to_owned()).collect();
        let anchors: Vec<String> = set
            .anchors
            .iter()
            .map(|anchor| unique(&mut taken, identifier(&anchor.name)))
            .collect();
        let mut taken = BTreeSet::new();
        let types = anchors
            .iter()
            .map(|anchor| unique(&mut taken, type_name(anchor)))
            .collect();
        let mut taken: BTreeSet<String> = STATICS.iter().map(|&name| name.to_owned()).collect();
        let statics = anchors
            .iter()
            .map(|anchor| unique(&mut taken, anchor.to_uppercase()))
            .collect();
        let mut taken: BTreeSet<String> = set
            .environment
            .iter()
            .filter(|(_, symbol)| symbol.tier != Tier::Host)
            .map(|(_, symbol)| symbol.name.clone())
            .collect();
        let facts = set.environment.iter().map(|(_, symbol)| match symbol.tier {
            Tier::Host => unique(&mut taken, identifier(&symbol.name)),
            _ => symbol.name.clone(),
        });
        let facts = facts.collect();
        let mut taken = BTreeSet::new();
        let detectors = set
            .detectors
            .iter()
            .map(|name| unique(&mut taken, identifier(name)))
            .collect();
        Self {
            anchors,
            types,
            statics,
            facts,
            detectors,
        }
    }

    /// The method of an anchor: its local name with `_` for dots.
    pub(super) fn anchor(&self, anchor: AnchorId) -> &str {
        self.anchors.get(anchor.index()).map_or("", String::as_str)
    }

    /// The type that holds an anchor's facts.
    pub(super) fn anchor_type(&self, anchor: AnchorId) -> &str {
        self.types.get(anchor.index()).map_or("", String::as_str)
    }

    /// The static that holds an anchor's tables.
    pub(super) fn anchor_static(&self, anchor: AnchorId) -> &str {
        self.statics.get(anchor.index()).map_or("", String::as_str)
    }

    /// The accessor of a fact or function.
    pub(super) fn fact(&self, fact: SymbolId) -> &str {
        self.facts.get(fact.index()).map_or("", String::as_str)
    }

    /// The method of a detector.
    pub(super) fn detector(&self, detector: DetectorId) -> &str {
        self.detectors
            .get(detector.index())
            .map_or("", String::as_str)
    }
}

/// Names on `Policy` that an anchor's method must not take.
const POLICY_METHODS: [&str; 7] = [
    "new",
    "default",
    "with_config",
    "reconfigure",
    "evaluate",
    "rules",
    "anchors",
];

/// Statics of the generated module that an anchor's must not take the name of.
const STATICS: [&str; 2] = ["RULES", "TABLE"];

/// Words that cannot be a method's name as they stand.
const KEYWORDS: [&str; 50] = [
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "crate",
    "do", "dyn", "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl",
    "in", "let", "loop", "macro", "match", "mod", "move", "mut", "override", "priv", "pub", "ref",
    "return", "self", "static", "struct", "super", "trait", "true", "try", "type", "typeof",
    "unsafe", "unsized", "use", "virtual", "where", "while",
];

fn identifier(name: &str) -> String {
    let mut out = name.replace(['.', '-'], "_");
    if out.starts_with(|c: char| c.is_ascii_digit()) {
        out.insert(0, '_');
    }
    if KEYWORDS.contains(&out.as_str()) || out == "yield" {
        out.push('_');
    }
    out
}

/// `a_b` as `ABAt`. Anchors whose words run together come to the same name.
fn type_name(method: &str) -> String {
    let words = method.split('_').filter(|word| !word.is_empty());
    let mut name: String = words.map(capitalised).collect();
    name.push_str("At");
    name
}

/// A name not taken: with a number after it when two spellings come to the same identifier.
fn unique(taken: &mut BTreeSet<String>, name: String) -> String {
    let mut chosen = name.clone();
    let mut number = 2;
    while !taken.insert(chosen.clone()) {
        chosen = format!("{name}_{number}");
        number += 1;
    }
    chosen
}

fn capitalised(word: &str) -> String {
    let mut chars = word.chars();
    chars
        .next()
        .map(|first| first.to_ascii_uppercase())
        .into_iter()
        .chain(chars)
        .collect()
}

/// The trait of a profile.
pub(super) fn profile_trait(profile: &str) -> String {
    profile.split('-').map(capitalised).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identifiers_are_legal_and_distinct() {
        assert_eq!(identifier("tool.pre_invoke"), "tool_pre_invoke");
        assert_eq!(identifier("match"), "match_");
        assert_eq!(identifier("2fa-check"), "_2fa_check");
        let mut taken = BTreeSet::new();
        assert_eq!(unique(&mut taken, "a_b".into()), "a_b");
        assert_eq!(unique(&mut taken, "a_b".into()), "a_b_2");
        assert_eq!(profile_trait("prompt-injection"), "PromptInjection");
    }
}
