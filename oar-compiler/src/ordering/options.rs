//! The options of a run as data: what a test case or a tool states in JSON.

use std::collections::HashSet;

use super::fields::{Fields, Optional, Required};
use super::load::{errors, load_profile};
use super::tables::Words;
use super::{Profile, catalogue, check_names};
use crate::diagnostic::{Code, Diagnostic, Diagnostics, did_you_mean, quote};
use crate::source::{Node, Value};

/// What a run does about blocking findings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Action {
    /// `enforce`: reports.
    #[default]
    Enforce,
    /// `mutate`: repairs, and reports what is left.
    Mutate,
}

/// How several profiles work together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Composition {
    /// `union-of-rules`
    #[default]
    UnionOfRules,
    /// `each`
    Each,
    /// `first-only`
    FirstOnly,
}

/// How a rejection is delivered: the host's business.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum OnViolation {
    /// `nack`
    #[default]
    Nack,
    /// `throw`
    Throw,
}

/// Whether repairs are logged: the host's business.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum OnRepair {
    /// `log`
    #[default]
    Log,
    /// `silent`
    Silent,
}

/// The options of a guard, checked and with their defaults.
#[derive(Clone, Debug)]
pub struct GuardOptions {
    /// `profiles`, at least one; names are resolved.
    pub profiles: Vec<Profile>,
    /// `mode`
    pub mode: Composition,
    /// `action`
    pub action: Action,
    /// `onViolation`
    pub on_violation: OnViolation,
    /// `onRepair`
    pub on_repair: OnRepair,
    /// `allowMetadataFallbackRepair`
    pub allow_metadata_fallback_repair: bool,
    /// `snapshotStashKey`
    pub snapshot_stash_key: Option<String>,
    /// `disableAdvisoryRuleIds`
    pub disable_advisory_rule_ids: Vec<String>,
}

const ACTIONS: Words<Action> = &[("enforce", Action::Enforce), ("mutate", Action::Mutate)];

const COMPOSITIONS: Words<Composition> = &[
    ("union-of-rules", Composition::UnionOfRules),
    ("each", Composition::Each),
    ("first-only", Composition::FirstOnly),
];

const ON_VIOLATION: Words<OnViolation> =
    &[("nack", OnViolation::Nack), ("throw", OnViolation::Throw)];

const ON_REPAIR: Words<OnRepair> = &[("log", OnRepair::Log), ("silent", OnRepair::Silent)];

/// Reads the options of a guard. A profile is a name of the catalogue or an object.
///
/// # Errors
/// Every defect is reported into `diags`; `None` if there was one. An unknown profile name is one of them.
pub fn load_options(node: &Node, diags: &mut Diagnostics) -> Option<GuardOptions> {
    let before = errors(diags);
    let mut fields = Fields::new(node, "the options object", diags)?;
    let list = fields.list("profiles", Required);
    if let Some((place, [])) = list {
        fields.push(
            Diagnostic::new(Code::OrderingValue, place, "`profiles` is empty")
                .help("name at least one profile"),
        );
    }
    let mode = fields.word("mode", Optional, COMPOSITIONS);
    let action = fields.word("action", Optional, ACTIONS);
    let on_violation = fields.word("onViolation", Optional, ON_VIOLATION);
    let on_repair = fields.word("onRepair", Optional, ON_REPAIR);
    let allow = fields.flag("allowMetadataFallbackRepair");
    let key = fields.text("snapshotStashKey", Optional);
    let disabled = fields.texts("disableAdvisoryRuleIds");
    fields.finish();
    let profiles = read_profiles(list.map_or(&[], |(_, items)| items), diags);
    check_names(&profiles, diags);
    if errors(diags) > before {
        return None;
    }
    let known: HashSet<&str> = rule_ids(&profiles).collect();
    let disabled = disabled.map_or_else(Vec::new, |list| list.value);
    for id in &disabled {
        if !known.contains(id.value.as_str()) {
            let message = format!("no profile has a rule {}", quote(&id.value));
            let help = did_you_mean(&id.value, rule_ids(&profiles))
                .unwrap_or_else(|| "remove it".to_owned());
            diags.push(Diagnostic::new(Code::OrderingUnknownRule, id.span, message).help(help));
        }
    }
    Some(GuardOptions {
        profiles,
        mode: mode.unwrap_or_default(),
        action: action.unwrap_or_default(),
        on_violation: on_violation.unwrap_or_default(),
        on_repair: on_repair.unwrap_or_default(),
        allow_metadata_fallback_repair: allow.is_some_and(|flag| flag.value),
        snapshot_stash_key: key.map(|key| key.value.clone()),
        disable_advisory_rule_ids: disabled.into_iter().map(|id| id.value).collect(),
    })
}

fn rule_ids(profiles: &[Profile]) -> impl Iterator<Item = &str> {
    profiles
        .iter()
        .flat_map(|profile| &profile.rules)
        .map(|rule| rule.id.as_str())
}

fn read_profiles(items: &[Node], diags: &mut Diagnostics) -> Vec<Profile> {
    items
        .iter()
        .filter_map(|item| match &item.value {
            Value::String(name) => catalogue(&name.value)
                .map_err(|error| {
                    let mut diagnostic =
                        Diagnostic::new(Code::OrderingUnknownProfile, name.span, error.message);
                    diagnostic.help = error.help;
                    diags.push(diagnostic);
                })
                .ok(),
            _ => load_profile(item, diags),
        })
        .collect()
}
