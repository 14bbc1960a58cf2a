//! The anchor profile map and the host's own anchors (OAR-PROF-2, OAR-PROF-5).

use std::collections::HashMap;

use super::{AnchorId, CoreAnchorState, LocalAnchor, listed};
use crate::diagnostic::{Code, Diagnostic, Diagnostics, Span, did_you_mean, nearest};
use crate::document::{CapabilityDocument, Spanned};
use crate::vocabulary;

/// The anchors of a host.
pub(super) struct AnchorMap {
    pub(super) anchors: Vec<LocalAnchor>,
    pub(super) core: Vec<CoreAnchorState>,
    pub(super) catalogue: HashMap<String, AnchorId>,
}

/// Checks `anchors` and builds the map.
pub(super) fn map(document: &CapabilityDocument, diags: &mut Diagnostics) -> AnchorMap {
    let misspelled = report_unknown(document, diags);
    let mut locals = Locals::default();
    let mut missing = Vec::new();
    let mut core = Vec::new();
    for anchor in vocabulary::anchors() {
        let local = document.core.iter().find(|c| c.core.value == anchor.name);
        let unsupported = document.unsupported.iter().find(|u| u.value == anchor.name);
        if let (Some(local), Some(unsupported)) = (local, unsupported) {
            diags.push(declared_twice(anchor.name, local.core.span, unsupported));
        }
        core.push(match (local, unsupported) {
            (Some(local), _) => {
                CoreAnchorState::Local(locals.implement(&local.local.value, anchor.name))
            }
            (None, Some(unsupported)) => CoreAnchorState::Unsupported(unsupported.span),
            (None, None) => {
                if !misspelled.contains(&anchor.name) {
                    missing.push(anchor.name);
                }
                CoreAnchorState::Missing
            }
        });
    }
    // What did not read may be what is missing, and was reported.
    if !missing.is_empty() && !document.broken {
        diags.push(omitted(&missing, document.anchors_span));
    }
    let mut catalogue = HashMap::new();
    for anchor in &document.host_anchors {
        if vocabulary::core_anchor(&anchor.value).is_some() {
            diags.push(collides(anchor));
        } else {
            catalogue.insert(anchor.value.clone(), locals.find_or_add(&anchor.value));
        }
    }
    AnchorMap {
        anchors: locals.list,
        core,
        catalogue,
    }
}

#[derive(Default)]
struct Locals {
    list: Vec<LocalAnchor>,
    by_name: HashMap<String, AnchorId>,
}

impl Locals {
    fn find_or_add(&mut self, name: &str) -> AnchorId {
        if let Some(&there) = self.by_name.get(name) {
            return there;
        }
        let id = AnchorId::new(self.list.len());
        self.by_name.insert(name.to_owned(), id);
        self.list.push(LocalAnchor {
            name: name.to_owned(),
            core: Vec::new(),
            fact: name.to_owned(),
        });
        id
    }

    /// Notes that the local anchor implements a core anchor. The first one in the order of section 8.1 is what the
    /// core fact `anchor` reads there: it is a property of the occurrence, not of a rule (section 5.3).
    fn implement(&mut self, name: &str, core: &'static str) -> AnchorId {
        let id = self.find_or_add(name);
        if let Some(local) = self.list.get_mut(id.index()) {
            if local.core.is_empty() {
                core.clone_into(&mut local.fact);
            }
            local.core.push(core);
        }
        id
    }
}

/// Reports names in the map that section 8.1 does not have, and gives back the core anchors they probably mean.
fn report_unknown(document: &CapabilityDocument, diags: &mut Diagnostics) -> Vec<&'static str> {
    let mut meant = Vec::new();
    let mapped = document.core.iter().map(|c| &c.core);
    for anchor in mapped.chain(&document.unsupported) {
        if vocabulary::core_anchor(&anchor.value).is_none() {
            let names = vocabulary::anchors().iter().map(|core| core.name);
            meant.extend(nearest(&anchor.value, names));
            diags.push(unknown(anchor));
        }
    }
    meant
}

fn unknown(anchor: &Spanned<String>) -> Diagnostic {
    let names = || vocabulary::anchors().iter().map(|core| core.name);
    let help = did_you_mean(&anchor.value, names()).unwrap_or_else(|| {
        format!(
            "an anchor of the host's own goes to `anchors.host`; the core anchors are {}",
            listed(names())
        )
    });
    Diagnostic::new(
        Code::UnknownCoreAnchor,
        anchor.span,
        format!("`{}` is not a core anchor", anchor.value),
    )
    .help(help)
}

fn declared_twice(name: &str, mapped: Span, unsupported: &Spanned<String>) -> Diagnostic {
    Diagnostic::new(
        Code::CoreAnchorTwice,
        unsupported.span,
        format!("the core anchor `{name}` is both implemented and unsupported"),
    )
    .secondary(mapped, "mapped to a local anchor here")
    .help("keep the one that is true")
}

fn omitted(missing: &[&'static str], anchors: Span) -> Diagnostic {
    let message = match missing {
        [one] => format!("`anchors` does not say how the host stands to the core anchor `{one}`"),
        several => format!(
            "`anchors` does not say how the host stands to the core anchors {}",
            listed(several.iter().copied())
        ),
    };
    Diagnostic::new(Code::CoreAnchorMissing, anchors, message).help(format!(
        "map {} to a local anchor under `anchors.core`, or list it under `anchors.unsupported`",
        if missing.len() == 1 {
            "it"
        } else {
            "each of them"
        }
    ))
}

fn collides(anchor: &Spanned<String>) -> Diagnostic {
    let name = &anchor.value;
    Diagnostic::new(
        Code::HostAnchorIsCore,
        anchor.span,
        format!("the host anchor `{name}` has the name of a core anchor"),
    )
    .help(format!(
        "remove it, and let `anchors.core` say which local anchor implements `{name}`; an anchor of the host's own needs another name"
    ))
}
