//! Checked parts to the rule set: base order, ids in place of names.

use super::capability::Capability;
use super::names::{Names, Place, Resolved};
use super::references::Edge;
use super::rule::Body;
use super::rule::requires::Use;
use super::{OnErrorPlan, Origin, Rule, RuleId, RuleSet};
use crate::condition::{Typed, TypedKind};
use crate::diagnostic::Sources;
use crate::document::{Enforcement, OnError, RuleDocument, RuleRef};
use crate::vocabulary;

/// One rule with everything that was found out about it.
pub(super) struct Part<'a> {
    pub(super) place: Place,
    pub(super) document: &'a RuleDocument,
    pub(super) body: Body,
    pub(super) overrides: Vec<Edge>,
    /// The last statement of the configurations about it.
    pub(super) configured: Option<Enforcement>,
}

/// A linked rule's document and the names it uses, for the warnings.
pub(super) struct Source<'a> {
    pub(super) document: &'a RuleDocument,
    pub(super) uses: Vec<Use>,
}

/// The rule set, and where each rule of it comes from, by [`RuleId`]; `None` when a rule lacks a part.
pub(super) fn rule_set<'a>(
    capability: &Capability,
    mut parts: Vec<Part<'a>>,
    names: &Names,
    files: &Sources,
) -> Option<(RuleSet, Vec<Source<'a>>)> {
    // OAR-EVAL-1. The bytes of UTF-8 compare as the code points do.
    parts.sort_by_key(|part| {
        let kind = part.document.kind.as_ref().map(|kind| kind.value);
        (kind, names.of(part.place))
    });
    let ids = Ids::new(&parts);
    let mut rules = Vec::with_capacity(parts.len());
    let mut sources = Vec::with_capacity(parts.len());
    for mut part in parts {
        sources.push(Source {
            document: part.document,
            uses: std::mem::take(&mut part.body.uses),
        });
        rules.push(rule(part, &ids, names, files)?);
    }
    let set = RuleSet {
        host: capability.host.clone(),
        profiles: capability.profiles.clone(),
        activity_window: capability.activity_window.value,
        supports_transform: capability.supports_transform.value,
        environment: capability.environment.clone(),
        anchors: capability.anchors.clone(),
        detectors: capability.detectors.clone(),
        rules,
    };
    Some((set, sources))
}

/// From a document's place to the id of its rule.
struct Ids(Vec<RuleId>);

impl Ids {
    fn new(sorted: &[Part]) -> Self {
        let mut ids = vec![RuleId::new(0); sorted.len()];
        for (at, part) in sorted.iter().enumerate() {
            if let Some(id) = ids.get_mut(part.place) {
                *id = RuleId::new(at);
            }
        }
        Ids(ids)
    }

    fn of(&self, place: Place) -> Option<RuleId> {
        self.0.get(place).copied()
    }

    fn resolve(&self, names: &Names, rule: &RuleDocument, reference: &RuleRef) -> Option<RuleId> {
        match names.resolve(rule, reference) {
            Resolved::Rule(place) => self.of(place),
            Resolved::Missing | Resolved::Unclear => None,
        }
    }
}

fn rule(part: Part, ids: &Ids, names: &Names, files: &Sources) -> Option<Rule> {
    let Part {
        place,
        document,
        body,
        overrides,
        configured,
    } = part;
    let id = document.id.as_ref()?;
    let declared = document.enforcement.as_ref().map(|e| e.value);
    let declared = declared.unwrap_or(Enforcement::Enforce);
    Some(Rule {
        id: id.value.clone(),
        qualified: names.of(place).to_owned(),
        kind: document.kind.as_ref()?.value,
        effect: document.effect.as_ref()?.value,
        core_anchor: core_anchor(document),
        anchor: body.anchor?,
        declared,
        enforcement: configured.unwrap_or(declared),
        mandatory: document.mandatory.as_ref().is_some_and(|m| m.value),
        profiles: profiles(document),
        selector: body.selector,
        flow: flow(document),
        when: when(document, body.when, ids, names)?,
        detector: body.detector,
        on_fire: document.on_fire.iter().map(|action| action.value).collect(),
        overrides: suppressed(&overrides, ids)?,
        on_error: on_error(document, ids, names)?,
        counter_scope: body.counter_scope,
        transform: body.transform,
        copy: body.copy,
        origin: Origin {
            file: files.name(id.span).to_owned(),
            line: files.position(id.span).line,
        },
    })
}

fn core_anchor(document: &RuleDocument) -> Option<&'static str> {
    let at = vocabulary::core_anchor(&document.anchor.as_ref()?.value)?;
    vocabulary::anchors().get(at).map(|anchor| anchor.name)
}

fn profiles(document: &RuleDocument) -> Vec<String> {
    let profiles = document.requires.profiles.iter();
    profiles.map(|profile| profile.value.clone()).collect()
}

fn flow(document: &RuleDocument) -> Option<Vec<String>> {
    let flow = document.flow.as_ref()?;
    Some(flow.value.iter().map(|step| step.value.clone()).collect())
}

/// The condition with the targets of its counter readers. The outer `None` is a condition that was lost on the way,
/// which must never pass for the absence of one.
fn when(
    document: &RuleDocument,
    typed: Option<Typed>,
    ids: &Ids,
    names: &Names,
) -> Option<Option<Typed>> {
    if document.when.is_none() {
        return Some(None);
    }
    let mut typed = typed?;
    let mut complete = true;
    typed.walk_mut(&mut |node| {
        if let TypedKind::CountOf { rule, target, .. } = &mut node.kind {
            *target = ids.resolve(names, document, &rule.value);
            complete &= target.is_some();
        }
    });
    complete.then_some(Some(typed))
}

/// Rules named twice, bare and qualified, are suppressed once.
fn suppressed(overrides: &[Edge], ids: &Ids) -> Option<Vec<RuleId>> {
    let mut suppressed = overrides
        .iter()
        .map(|edge| ids.of(edge.to))
        .collect::<Option<Vec<_>>>()?;
    suppressed.sort_unstable();
    suppressed.dedup();
    Some(suppressed)
}

fn on_error(document: &RuleDocument, ids: &Ids, names: &Names) -> Option<OnErrorPlan> {
    let Some(on_error) = &document.on_error else {
        return Some(OnErrorPlan::FailClosed);
    };
    Some(match &on_error.value {
        OnError::FailClosed => OnErrorPlan::FailClosed,
        OnError::FailOpen => OnErrorPlan::FailOpen,
        OnError::Substitute(reference) => {
            OnErrorPlan::Substitute(ids.resolve(names, document, reference)?)
        }
    })
}
