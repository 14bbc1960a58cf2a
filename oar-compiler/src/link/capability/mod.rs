//! Capability documents to what rules are linked against (OAR-FACT-24).

mod anchors;
mod facts;

use std::collections::HashMap;

use super::{AnchorId, LocalAnchor};
use crate::diagnostic::{Code, Diagnostic, Diagnostics, Severity, Span, did_you_mean, quote};
use crate::document::{CapabilityDocument, Spanned};
use crate::vocabulary::{self, DETECTOR_SCHEME, Environment, Profile, SymbolId};

/// What a host provides, ready for rules to be linked against.
#[derive(Clone, Debug)]
pub struct Capability {
    /// `host`
    pub host: String,
    /// The profiles it claims, in the vocabulary's order.
    pub profiles: Vec<&'static str>,
    /// Steps of activity kept (OAR-PROF-3).
    pub activity_window: Spanned<u64>,
    /// Whether it mutates content (OAR-OPS-18).
    pub supports_transform: Spanned<bool>,
    /// The largest condition it evaluates, in nodes (OAR-EXPR-17).
    pub nodes_max: u64,
    /// Every name that rules may use.
    pub environment: Environment,
    /// Every local anchor: those of the core map in the order of section 8.1, then the host's own.
    pub anchors: Vec<LocalAnchor>,
    /// Registered detectors without `detector://`, in document order.
    pub detectors: Vec<String>,
    /// Whether the document was checked without an error.
    pub(super) sound: bool,
    /// Whether a claimed profile does not exist, so that a rule's missing profile may be that one misspelled.
    pub(super) profiles_unclear: bool,
    /// One entry per core anchor, in the order of section 8.1.
    pub(super) core: Vec<CoreAnchorState>,
    /// `anchors.host`, by name.
    pub(super) catalogue: HashMap<String, AnchorId>,
    /// `environment` and behind it the names of the profiles that the host does not claim: rules are compiled
    /// against this, so that such a name is told from one that does not exist and is reported once.
    pub(super) everything: Environment,
}

/// What the host says about a core anchor (OAR-PROF-2).
#[derive(Clone, Copy, Debug)]
pub(super) enum CoreAnchorState {
    /// A local anchor implements it.
    Local(AnchorId),
    /// It is listed as unsupported, there.
    Unsupported(Span),
    /// Nothing, which was reported.
    Missing,
}

impl Capability {
    /// Whether the host provides a name that `everything` knows.
    pub(super) fn provides(&self, symbol: SymbolId) -> bool {
        symbol.index() < self.environment.iter().len()
    }
}

/// Checks a capability document and builds the environment it stands for.
///
/// Every defect is reported. What comes back is good enough to go on checking rules against, so that one run shows
/// the errors of the rules as well; it is `None` when too much is missing for that. Whether the host may start is for
/// `diags` to say: a capability that came with an error refuses every rule set linked against it (OAR-FACT-24).
pub fn capability(document: &CapabilityDocument, diags: &mut Diagnostics) -> Option<Capability> {
    let before = diags.as_slice().len();
    let profiles = profiles(document, diags);
    let (environment, everything) = environments(document, &profiles, diags);
    let map = anchors::map(document, diags);
    let detectors = document
        .detectors
        .iter()
        .map(|reference| {
            let text = reference.value.as_str();
            text.strip_prefix(DETECTOR_SCHEME)
                .unwrap_or(text)
                .to_owned()
        })
        .collect();
    if document.broken {
        return None;
    }
    let mut found = diags.as_slice().iter().skip(before);
    Some(Capability {
        host: document.host.as_ref()?.value.clone(),
        profiles: profiles.iter().map(|profile| profile.name).collect(),
        activity_window: document.activity_window.clone()?,
        supports_transform: document.supports_transform.clone()?,
        nodes_max: document.expression_nodes_max.as_ref()?.value,
        environment,
        anchors: map.anchors,
        detectors,
        sound: found.all(|diagnostic| diagnostic.severity() != Severity::Error),
        profiles_unclear: profiles.len() < document.profiles.len(),
        core: map.core,
        catalogue: map.catalogue,
        everything,
    })
}

/// The claimed profiles in the vocabulary's order.
fn profiles(document: &CapabilityDocument, diags: &mut Diagnostics) -> Vec<&'static Profile> {
    for claimed in &document.profiles {
        match vocabulary::profile(&claimed.value) {
            None => diags.push(unknown_profile(claimed)),
            // A list that did not read is empty as well, and was reported.
            Some(profile)
                if profile.by_detector && document.detectors.is_empty() && !document.broken =>
            {
                diags.push(without_detector(claimed));
            }
            Some(_) => {}
        }
    }
    vocabulary::profiles()
        .iter()
        .filter(|profile| document.profiles.iter().any(|p| p.value == profile.name))
        .collect()
}

fn unknown_profile(claimed: &Spanned<String>) -> Diagnostic {
    let names = || vocabulary::profiles().iter().map(|profile| profile.name);
    let help = did_you_mean(&claimed.value, names()).unwrap_or_else(|| {
        format!(
            "the profiles of Open Agent Rules 1.0 are {}; observations of this host alone go to `host_facts`",
            listed(names())
        )
    });
    Diagnostic::new(
        Code::UnknownProfile,
        claimed.span,
        format!("{} is not a capability profile", quote(&claimed.value)),
    )
    .help(help)
}

fn without_detector(claimed: &Spanned<String>) -> Diagnostic {
    let name = &claimed.value;
    Diagnostic::new(
        Code::ProfileWithoutDetector,
        claimed.span,
        format!("the profile `{name}` is claimed and no detector is registered that could produce its facts"),
    )
    .help(format!(
        "register the detector under `detectors`, or remove `{name}` from `profiles`: its rules would load and never fire"
    ))
}

/// The names rules may use, and those together with the names of unclaimed profiles.
fn environments(
    document: &CapabilityDocument,
    claimed: &[&'static Profile],
    diags: &mut Diagnostics,
) -> (Environment, Environment) {
    let mut environment = Environment::new();
    facts::declare_standard(&mut environment, vocabulary::core());
    for profile in claimed {
        facts::declare_standard(&mut environment, profile);
    }
    facts::declare_host(document, &mut environment, diags);
    let mut everything = environment.clone();
    for profile in vocabulary::profiles() {
        if !claimed.iter().any(|claimed| claimed.name == profile.name) {
            facts::declare_standard(&mut everything, profile);
        }
    }
    (environment, everything)
}

/// Names in backticks with commas.
pub(super) fn listed<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    let quoted: Vec<String> = names.into_iter().map(|name| format!("`{name}`")).collect();
    quoted.join(", ")
}

#[cfg(test)]
mod tests;
