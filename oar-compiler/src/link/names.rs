//! The identities of a rule set, and what a reference to a rule means.

use std::cell::Cell;
use std::collections::{HashMap, HashSet};

use crate::diagnostic::{Code, Diagnostic, Diagnostics, nearest};
use crate::document::{RuleDocument, RuleRef};

/// Near-misses are looked for this often in one run, for each look goes over every name.
const SUGGESTIONS: u32 = 16;

/// A rule's place in the list that `link` was given.
pub(super) type Place = usize;

/// The qualified identifier (OAR-DOC-8).
pub(super) fn qualified(namespace: Option<&str>, id: &str) -> String {
    match namespace {
        Some(namespace) => format!("{namespace}/{id}"),
        None => id.to_owned(),
    }
}

/// The qualified identifier of every document; `None` where the `id` did not read.
pub(super) fn identities(rules: &[RuleDocument]) -> Vec<Option<String>> {
    rules
        .iter()
        .map(|rule| {
            let namespace = rule.namespace.as_ref().map(|n| n.value.as_str());
            Some(qualified(namespace, &rule.id.as_ref()?.value))
        })
        .collect()
}

/// Qualified and bare identifiers to places. The first of several rules with one identity stands for all of them.
pub(super) struct Index<'a> {
    /// Every identity once, in the order of the list.
    identities: Vec<&'a str>,
    exact: HashMap<&'a str, Place>,
    bare: HashMap<&'a str, Vec<Place>>,
    suggestions: Cell<u32>,
}

impl<'a> Index<'a> {
    pub(super) fn new(identities: impl Iterator<Item = Option<&'a str>>) -> Self {
        let mut index = Index {
            identities: Vec::new(),
            exact: HashMap::new(),
            bare: HashMap::new(),
            suggestions: Cell::new(SUGGESTIONS),
        };
        for (place, identity) in identities.enumerate() {
            let Some(identity) = identity else { continue };
            if index.exact.contains_key(identity) {
                continue;
            }
            index.identities.push(identity);
            index.exact.insert(identity, place);
            index.bare.entry(split(identity).1).or_default().push(place);
        }
        index
    }

    /// The rule with exactly that qualified identifier.
    pub(super) fn exact(&self, identity: &str) -> Option<Place> {
        self.exact.get(identity).copied()
    }

    /// Every rule with that bare identifier, whatever its namespace, in the order of the list.
    pub(super) fn bare(&self, id: &str) -> &[Place] {
        self.bare.get(id).map_or(&[], Vec::as_slice)
    }

    /// A help line with the rule of any namespace whose bare identifier was probably meant.
    pub(super) fn did_you_mean_anywhere(&self, id: &str) -> Option<String> {
        self.look()?;
        let loaded = self.identities.iter().map(|loaded| split(loaded).1);
        let meant = *nearest(id, loaded).first()?;
        let place = *self.bare(meant).first()?;
        let identity = self.exact.iter().find(|(_, at)| **at == place)?.0;
        Some(format!("did you mean `{identity}`?"))
    }

    fn look(&self) -> Option<()> {
        let left = self.suggestions.get().checked_sub(1)?;
        self.suggestions.set(left);
        Some(())
    }

    /// A help line with the rule of the same namespace that was probably meant.
    pub(super) fn did_you_mean(&self, identity: &str) -> Option<String> {
        self.look()?;
        let (namespace, id) = split(identity);
        let siblings = self
            .identities
            .iter()
            .map(|loaded| split(loaded))
            .filter(|(other, _)| *other == namespace)
            .map(|(_, id)| id);
        let meant = nearest(id, siblings);
        let meant = qualified(namespace, meant.first()?);
        Some(format!("did you mean `{meant}`?"))
    }
}

/// What a reference leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Resolved {
    /// The rule at that place.
    Rule(Place),
    /// Nothing.
    Missing,
    /// Perhaps a document whose identity did not read, which was reported.
    Unclear,
}

/// Who is who. Documents with defects are in here as well, so that a reference to one is not reported as unresolved.
pub(super) struct Names<'a> {
    identities: &'a [Option<String>],
    index: Index<'a>,
    /// Bare identifiers of documents whose namespace may not have read.
    unplaced: HashSet<&'a str>,
    /// Whether there is a document whose identifier did not read.
    incomplete: bool,
}

impl<'a> Names<'a> {
    /// Collects the identities. `incomplete` says that a document of the run did not load at all.
    pub(super) fn new(
        rules: &'a [RuleDocument],
        identities: &'a [Option<String>],
        incomplete: bool,
    ) -> Self {
        let unplaced = rules
            .iter()
            .filter(|rule| rule.broken && rule.namespace.is_none())
            .filter_map(|rule| rule.id.as_ref().map(|id| id.value.as_str()));
        Names {
            identities,
            index: Index::new(identities.iter().map(Option::as_deref)),
            unplaced: unplaced.collect(),
            incomplete: incomplete || identities.iter().any(Option::is_none),
        }
    }

    pub(super) fn index(&self) -> &Index<'a> {
        &self.index
    }

    /// The qualified identifier of the rule at a place; empty when it did not read.
    pub(super) fn of(&self, place: Place) -> &'a str {
        let identity = self.identities.get(place).and_then(Option::as_deref);
        identity.unwrap_or("")
    }

    /// What a reference means when it is written inside `rule`: a bare identifier stays in the rule's own namespace
    /// (OAR-EVAL-13, OAR-OPS-5, OAR-FIRE-11).
    pub(super) fn resolve(&self, rule: &RuleDocument, reference: &RuleRef) -> Resolved {
        if let Some(place) = self.index.exact(&spelled_out(rule, reference)) {
            return Resolved::Rule(place);
        }
        if reference.namespace.is_none() && rule.namespace.is_none() && rule.broken {
            return Resolved::Unclear;
        }
        self.absent(reference)
    }

    /// Whether a reference that nothing answers to is known to lead nowhere.
    pub(super) fn absent(&self, reference: &RuleRef) -> Resolved {
        if self.incomplete || self.unplaced.contains(reference.id.as_str()) {
            Resolved::Unclear
        } else {
            Resolved::Missing
        }
    }

    /// What to do about a reference of `rule` that leads nowhere.
    pub(super) fn advice(&self, rule: &RuleDocument, reference: &RuleRef) -> String {
        match self.index.bare(&reference.id) {
            [] => self
                .index
                .did_you_mean(&spelled_out(rule, reference))
                .unwrap_or_else(|| "load a rule of that name, or remove the reference".to_owned()),
            [one] if reference.namespace.is_none() => format!(
                "a bare identifier means the rule's own namespace; write `{}` if that rule is meant",
                self.of(*one)
            ),
            [one, ..] => format!("did you mean `{}`?", self.of(*one)),
        }
    }
}

/// The qualified identifier that a reference written inside `rule` stands for.
pub(super) fn spelled_out(rule: &RuleDocument, reference: &RuleRef) -> String {
    let own = rule.namespace.as_ref().map(|n| n.value.as_str());
    qualified(reference.namespace.as_deref().or(own), &reference.id)
}

/// The namespace, if any, and the bare identifier.
fn split(identity: &str) -> (Option<&str>, &str) {
    match identity.rsplit_once('/') {
        Some((namespace, id)) => (Some(namespace), id),
        None => (None, identity),
    }
}

/// Reports rules that have the identity of an earlier one (OAR-DOC-9).
pub(super) fn report_duplicates(rules: &[RuleDocument], names: &Names, diags: &mut Diagnostics) {
    for (place, rule) in rules.iter().enumerate() {
        let name = names.of(place);
        let (Some(id), Some(first)) = (&rule.id, names.index.exact(name)) else {
            continue;
        };
        let first = rules.get(first).filter(|_| first != place);
        if let Some(first) = first.and_then(|rule| rule.id.as_ref()) {
            diags.push(
                Diagnostic::new(
                    Code::DuplicateRule,
                    id.span,
                    format!("two rules have the identity `{name}`"),
                )
                .secondary(first.span, "the first one")
                .help("rename one of them, or load only one: no rule replaces another"),
            );
        }
    }
}
