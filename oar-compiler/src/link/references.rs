//! What a rule says about other rules: `overrides`, `on_error`, the counters it reads (OAR-CONF-6, OAR-FIRE-11).

use std::collections::HashSet;

use super::capability::Capability;
use super::names::{Names, Place, Resolved, spelled_out};
use super::rule::requires::{Reach, add_to_requires};
use crate::condition::{Typed, TypedKind};
use crate::diagnostic::{Code, Diagnostic, Diagnostics, Span};
use crate::document::{OnError, RuleDocument, RuleRef, Spanned};

/// A resolved entry of `overrides`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    /// The suppressed rule.
    pub(super) to: Place,
    /// The entry.
    pub(super) span: Span,
}

/// What looking up references needs at hand.
pub(super) struct References<'a> {
    pub(super) rules: &'a [RuleDocument],
    pub(super) names: &'a Names<'a>,
    pub(super) capability: Option<&'a Capability>,
}

impl References<'_> {
    /// Resolves `overrides`; an entry may lead to no loaded rule (OAR-EVAL-13) or to a mandatory one (OAR-EVAL-17).
    pub(super) fn overrides(&self, place: Place, diags: &mut Diagnostics) -> Vec<Edge> {
        let Some(rule) = self.rules.get(place) else {
            return Vec::new();
        };
        let mut edges = Vec::with_capacity(rule.overrides.len());
        for entry in &rule.overrides {
            match self.names.resolve(rule, &entry.value) {
                Resolved::Rule(to) => {
                    if to != place
                        && let Some(found) = self.mandatory(place, to, entry.span)
                    {
                        diags.push(found);
                    }
                    edges.push(Edge {
                        to,
                        span: entry.span,
                    });
                }
                Resolved::Missing => {
                    let words = format!("{} overrides", self.subject(rule));
                    diags.push(self.unresolved(rule, entry, Code::UnresolvedOverride, &words));
                }
                Resolved::Unclear => {}
            }
        }
        edges
    }

    fn mandatory(&self, place: Place, to: Place, span: Span) -> Option<Diagnostic> {
        let mark = self.rules.get(to)?.mandatory.as_ref()?;
        let names = self.names;
        mark.value.then(|| {
            Diagnostic::new(
                Code::OverrideOfMandatory,
                span,
                format!(
                    "`{}` overrides `{}`, which is mandatory",
                    names.of(place),
                    names.of(to)
                ),
            )
            .secondary(mark.span, "nothing may silence this rule")
            .help("remove the entry: a mandatory rule cannot be suppressed")
        })
    }

    /// Resolves `on_error`; `None` when it names no rule or the rule is not there (OAR-OPS-5).
    pub(super) fn on_error(&self, rule: &RuleDocument, diags: &mut Diagnostics) -> Option<Place> {
        let on_error = rule.on_error.as_ref()?;
        let OnError::Substitute(reference) = &on_error.value else {
            return None;
        };
        match self.names.resolve(rule, reference) {
            Resolved::Rule(place) => Some(place),
            Resolved::Missing => {
                let entry = Spanned {
                    value: reference.clone(),
                    span: on_error.span,
                };
                let words = format!("`on_error` of {} names", self.subject(rule));
                diags.push(self.unresolved(rule, &entry, Code::UnresolvedOnError, &words));
                None
            }
            Resolved::Unclear => None,
        }
    }

    /// Checks the rules whose counters a condition reads (OAR-FIRE-11).
    pub(super) fn counters(&self, rule: &RuleDocument, when: &Typed, diags: &mut Diagnostics) {
        let mut seen = HashSet::new();
        when.walk(&mut |node| {
            let TypedKind::CountOf { rule: entry, .. } = &node.kind else {
                return;
            };
            match self.names.resolve(rule, &entry.value) {
                Resolved::Rule(target) => {
                    if seen.insert(target)
                        && let Some(found) = self.undeclared_scope(rule, target, entry.span)
                    {
                        diags.push(found);
                    }
                }
                Resolved::Missing => {
                    let words = format!("{} reads a counter of", self.subject(rule));
                    diags.push(self.unresolved(rule, entry, Code::UnresolvedCounter, &words));
                }
                Resolved::Unclear => {}
            }
        });
    }

    /// The target's scope fact is an indirect dependency of the reader. The clause leaves its declaration to the target,
    /// and the published corpus refuses a reader that does not reach it as well
    /// (`fire-indirect-scope-requires-declaration`); passing the corpus is the claim of conformance (OAR-CONF-24), so a
    /// reader reaches it too.
    fn undeclared_scope(
        &self,
        rule: &RuleDocument,
        target: Place,
        span: Span,
    ) -> Option<Diagnostic> {
        let scope = self.rules.get(target)?.counter_scope.as_ref()?;
        let environment = &self.capability?.everything;
        let symbol = environment.get(environment.find(&scope.value)?);
        (!Reach::of(rule).covers(symbol)).then(|| {
            Diagnostic::new(
                Code::UndeclaredTargetScope,
                span,
                format!(
                    "{} reads a counter that `{}` keys by `{}`, without requiring that fact",
                    self.subject(rule),
                    self.names.of(target),
                    scope.value
                ),
            )
            .secondary(scope.span, "the fact that keys the counter")
            .help(add_to_requires(symbol))
        })
    }

    fn unresolved(
        &self,
        rule: &RuleDocument,
        entry: &Spanned<RuleRef>,
        code: Code,
        words: &str,
    ) -> Diagnostic {
        let meant = spelled_out(rule, &entry.value);
        Diagnostic::new(
            code,
            entry.span,
            format!("{words} `{meant}`, which is not loaded"),
        )
        .help(self.names.advice(rule, &entry.value))
    }

    fn subject(&self, rule: &RuleDocument) -> String {
        match &rule.id {
            Some(id) => {
                let own = RuleRef {
                    namespace: None,
                    id: id.value.clone(),
                };
                format!("`{}`", spelled_out(rule, &own))
            }
            None => "the rule".to_owned(),
        }
    }
}
