//! Which local anchor a rule runs at (OAR-CONF-3).

use super::{AnchorId, Linker};
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::document::{RuleDocument, Spanned};
use crate::link::capability::CoreAnchorState;
use crate::vocabulary;

/// Resolves a core anchor through the profile map and any other value in the host's catalogue.
pub(super) fn resolve(rule: &RuleDocument, linker: &mut Linker) -> Option<AnchorId> {
    let anchor = rule.anchor.as_ref()?;
    let capability = linker.capability;
    let state = vocabulary::core_anchor(&anchor.value).and_then(|at| capability.core.get(at));
    match state {
        Some(CoreAnchorState::Local(id)) => Some(*id),
        Some(CoreAnchorState::Unsupported(span)) => {
            let diagnostic = unsupported(anchor, *span, linker);
            linker.report(diagnostic);
            None
        }
        Some(CoreAnchorState::Missing) => {
            linker.sound = false;
            None
        }
        None => match capability.catalogue.get(&anchor.value) {
            Some(&id) => Some(id),
            None => {
                let diagnostic = unknown(anchor, linker);
                linker.report(diagnostic);
                None
            }
        },
    }
}

fn unsupported(anchor: &Spanned<String>, declared: Span, linker: &Linker) -> Diagnostic {
    Diagnostic::new(
        Code::UnsupportedAnchor,
        anchor.span,
        format!(
            "the host `{}` does not support the anchor `{}`",
            linker.capability.host, anchor.value
        ),
    )
    .secondary(declared, "declared unsupported here")
    .help("map it under `anchors.core` of the capability document if the host has the moment, or load this rule elsewhere")
}

fn unknown(anchor: &Spanned<String>, linker: &Linker) -> Diagnostic {
    let name = anchor.value.as_str();
    Diagnostic::new(
        Code::UnknownAnchor,
        anchor.span,
        format!(
            "`{name}` is neither a core anchor nor an anchor of the host `{}`",
            linker.capability.host
        ),
    )
    .help(advice(name, linker))
}

fn advice(name: &str, linker: &Linker) -> String {
    let capability = linker.capability;
    let implemented = capability.anchors.iter().find(|local| local.name == name);
    if let Some(core) = implemented.and_then(|local| local.core.first()) {
        return format!("`{name}` is how this host implements `{core}`: write `anchor: {core}`");
    }
    let core = vocabulary::anchors().iter().map(|anchor| anchor.name);
    let locals = capability.anchors.iter().map(|local| local.name.as_str());
    let own = locals.filter(|name| capability.catalogue.contains_key(*name));
    linker.did_you_mean(name, core.chain(own)).unwrap_or_else(|| {
        format!(
            "add `{name}` to `anchors.host` of the capability document if the host has it; a rule at an anchor that does not exist would never run"
        )
    })
}
