//! Several profiles as one set of rules.

use std::borrow::Cow;

use super::view::View;
use super::{Primitive, Profile, Rule, RuleSet, Sink};

/// How several profiles work together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Composition {
    /// All rules in order, as one profile named `union(a+b)`.
    #[default]
    UnionOfRules,
    /// Each profile by itself; findings carry its name.
    Each,
    /// Only the first profile. Nothing is matched.
    FirstOnly,
}

/// Profiles composed. A host that uses one profile has no need of it: the compiled profile is a set of rules itself.
#[derive(Clone, Debug)]
pub struct Guard {
    rules: Vec<(Cow<'static, str>, Rule)>,
}

impl Guard {
    /// Composes profiles. An empty list has no rules.
    ///
    /// In a union a second `preservation` rule with the id of an earlier one is left out: the two would report one
    /// loss twice.
    #[must_use]
    pub fn new(profiles: &[&Profile], composition: Composition) -> Self {
        let rules = match composition {
            Composition::UnionOfRules => {
                let name = union_name(profiles.iter().map(|profile| profile.name));
                let all = profiles.iter().flat_map(|profile| profile.rules);
                without_repeated_history(all.map(|rule| (Cow::Owned(name.clone()), *rule)))
            }
            Composition::Each => profiles.iter().copied().flat_map(named).collect(),
            Composition::FirstOnly => profiles.iter().copied().take(1).flat_map(named).collect(),
        };
        Self { rules }
    }
}

fn named(profile: &Profile) -> impl Iterator<Item = (Cow<'static, str>, Rule)> {
    let name = profile.name;
    profile
        .rules
        .iter()
        .map(move |rule| (Cow::Borrowed(name), *rule))
}

/// The name of a union of profiles.
#[must_use]
pub fn union_name<'a>(names: impl Iterator<Item = &'a str>) -> String {
    format!("union({})", names.collect::<Vec<_>>().join("+"))
}

fn without_repeated_history(
    rules: impl Iterator<Item = (Cow<'static, str>, Rule)>,
) -> Vec<(Cow<'static, str>, Rule)> {
    let mut seen = std::collections::HashSet::new();
    rules
        .filter(|(_, rule)| !is_history(rule) || seen.insert(rule.id()))
        .collect()
}

fn is_history(rule: &Rule) -> bool {
    matches!(rule, Rule::Preservation(_))
}

impl RuleSet for Guard {
    fn evaluate<P: Primitive>(&self, view: &View<P>, sink: &mut Sink<'_>) {
        for (profile, rule) in self.rules.iter().filter(|(_, rule)| !is_history(rule)) {
            sink.profile(profile.clone());
            rule.evaluate(view, sink);
        }
    }

    fn evaluate_history<P: Primitive>(&self, view: &View<P>, sink: &mut Sink<'_>) {
        for (profile, rule) in self.rules.iter().filter(|(_, rule)| is_history(rule)) {
            sink.profile(profile.clone());
            rule.evaluate(view, sink);
        }
    }

    fn rules(&self) -> impl Iterator<Item = Rule> {
        self.rules.iter().map(|(_, rule)| *rule)
    }
}
