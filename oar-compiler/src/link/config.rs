//! Configuration documents over a rule set (section 9).

use std::collections::HashMap;

use super::capability::listed;
use super::names::{Index, Place};
use crate::diagnostic::{Code, Diagnostic, Diagnostics, Span};
use crate::document::{ConfigDocument, Enforcement, RuleRef, Spanned};

/// A loaded rule as far as configurations are concerned.
#[derive(Clone, Copy, Debug)]
pub struct Subject<'a> {
    /// The qualified identifier.
    pub qualified: &'a str,
    /// Whether nothing may silence it.
    pub mandatory: bool,
    /// Where the rule says so, when its document is at hand.
    pub declared: Option<Span>,
}

/// What configurations say about loaded rules: for each rule the last statement about it, or `None`.
///
/// The documents apply in the order given (OAR-CFG-7); inside a document `disable` comes first. Errors go to `diags`
/// under the clauses of section 9, and a configuration with an error is to be refused whole.
#[must_use]
pub fn configure(
    subjects: &[Subject],
    configs: &[ConfigDocument],
    diags: &mut Diagnostics,
) -> Vec<Option<Enforcement>> {
    let index = Index::new(subjects.iter().map(|subject| Some(subject.qualified)));
    let loaded = Loaded {
        subjects,
        index: &index,
        unclear: &|_| false,
    };
    loaded.apply(configs, diags)
}

/// The rules that configurations may speak of.
pub(super) struct Loaded<'a> {
    pub(super) subjects: &'a [Subject<'a>],
    pub(super) index: &'a Index<'a>,
    /// Whether a reference that leads nowhere may mean a rule whose document did not read.
    pub(super) unclear: &'a dyn Fn(&RuleRef) -> bool,
}

/// What one document says about a rule under `enforcement`.
type Said = HashMap<Place, Spanned<Enforcement>>;

impl Loaded<'_> {
    pub(super) fn apply(
        &self,
        configs: &[ConfigDocument],
        diags: &mut Diagnostics,
    ) -> Vec<Option<Enforcement>> {
        let mut result = vec![None; self.subjects.len()];
        for config in configs {
            for rule in &config.disable {
                self.state(rule, Enforcement::Off, rule.span, &mut result, diags);
            }
            let mut said = Said::new();
            for entry in &config.enforcement {
                let enforcement = entry.enforcement.value;
                let span = entry.enforcement.span;
                let place = self.state(&entry.rule, enforcement, span, &mut result, diags);
                if let Some(place) = place
                    && let Some(found) =
                        self.disagreement(place, &entry.rule, enforcement, &mut said)
                {
                    diags.push(found);
                }
            }
        }
        result
    }

    /// Takes one statement: `rule` is to run with `enforcement`.
    fn state(
        &self,
        rule: &Spanned<RuleRef>,
        enforcement: Enforcement,
        span: Span,
        result: &mut [Option<Enforcement>],
        diags: &mut Diagnostics,
    ) -> Option<Place> {
        let place = self.resolve(rule, diags)?;
        let subject = self.subjects.get(place)?;
        if subject.mandatory && enforcement != Enforcement::Enforce {
            diags.push(weakened(subject, enforcement, span));
        }
        if let Some(slot) = result.get_mut(place) {
            *slot = Some(enforcement);
        }
        Some(place)
    }

    /// OAR-CFG-8: the rule with exactly that qualified identifier, and only if there is none, the one rule with that
    /// bare identifier in any namespace.
    fn resolve(&self, rule: &Spanned<RuleRef>, diags: &mut Diagnostics) -> Option<Place> {
        let written = spelled(&rule.value);
        if let Some(place) = self.index.exact(&written) {
            return Some(place);
        }
        let everywhere = self.index.bare(&rule.value.id);
        if rule.value.namespace.is_none() {
            match everywhere {
                [] => {}
                [one] => return Some(*one),
                several => {
                    diags.push(self.ambiguous(rule, several));
                    return None;
                }
            }
        }
        if !(self.unclear)(&rule.value) {
            diags.push(self.unknown(rule, &written, everywhere));
        }
        None
    }

    fn ambiguous(&self, rule: &Spanned<RuleRef>, several: &[Place]) -> Diagnostic {
        let mut names: Vec<&str> = several.iter().map(|&place| self.name(place)).collect();
        names.sort_unstable();
        Diagnostic::new(
            Code::AmbiguousConfiguredRule,
            rule.span,
            format!(
                "`{}` may be any of {}",
                rule.value.id,
                listed(names.iter().copied())
            ),
        )
        .help("write the qualified identifier of the rule that is meant")
    }

    fn unknown(&self, rule: &Spanned<RuleRef>, written: &str, everywhere: &[Place]) -> Diagnostic {
        let meant = match everywhere {
            [first, ..] => Some(format!("did you mean `{}`?", self.name(*first))),
            [] if rule.value.namespace.is_none() => self.index.did_you_mean_anywhere(written),
            [] => self.index.did_you_mean(written),
        };
        let help =
            meant.unwrap_or_else(|| "remove the entry, or load the rule it is about".to_owned());
        Diagnostic::new(
            Code::UnknownConfiguredRule,
            rule.span,
            format!("the configuration names `{written}`, which is not loaded"),
        )
        .help(help)
    }

    /// A JSON object has no order, so two entries about one rule have to say the same.
    fn disagreement(
        &self,
        place: Place,
        rule: &Spanned<RuleRef>,
        enforcement: Enforcement,
        said: &mut Said,
    ) -> Option<Diagnostic> {
        let now = Spanned {
            value: enforcement,
            span: rule.span,
        };
        let before = said.insert(place, now)?;
        (before.value != enforcement).then(|| {
            Diagnostic::new(
                Code::ConflictingConfiguration,
                rule.span,
                format!(
                    "`enforcement` speaks of `{}` twice, and once as `{}`, once as `{}`",
                    self.name(place),
                    before.value.name(),
                    enforcement.name()
                ),
            )
            .secondary(before.span, "the other entry about the same rule")
            .help("keep one of the two: the members of an object have no order")
        })
    }

    fn name(&self, place: Place) -> &str {
        self.subjects
            .get(place)
            .map_or("", |subject| subject.qualified)
    }
}

fn weakened(subject: &Subject, enforcement: Enforcement, span: Span) -> Diagnostic {
    let diagnostic = Diagnostic::new(
        Code::MandatoryWeakened,
        span,
        format!(
            "the configuration sets `{}` to `{}`, and the rule is mandatory",
            subject.qualified,
            enforcement.name()
        ),
    )
    .help("remove the entry: only the publisher of a mandatory rule can change whether it runs");
    match subject.declared {
        Some(declared) => diagnostic.secondary(declared, "nothing may silence this rule"),
        None => diagnostic,
    }
}

fn spelled(rule: &RuleRef) -> String {
    super::names::qualified(rule.namespace.as_deref(), &rule.id)
}

#[cfg(test)]
mod tests;
