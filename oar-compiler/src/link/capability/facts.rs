//! The symbol environment: core, claimed profiles, host facts (OAR-FACT-14 to OAR-FACT-18, OAR-FACT-27).

use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::document::{CapabilityDocument, Spanned};
use crate::vocabulary::{self, Environment, Profile, Symbol, Tier};

/// Declares the names of the core tier or of a profile.
pub(super) fn declare_standard(environment: &mut Environment, profile: &'static Profile) {
    let tier = if profile.name == vocabulary::core().name {
        Tier::Core
    } else {
        Tier::Profile(profile.name)
    };
    for entry in profile.entries {
        // Standard names are all different, and host facts have a dot that standard names do not.
        let _ = environment.declare(Symbol {
            name: entry.name.to_owned(),
            ty: entry.ty,
            tier,
            declared: None,
        });
    }
}

/// Checks and declares the host's own names.
///
/// A host fact has a dot and a standard name has none, so that no host fact can redefine one (OAR-FACT-17). That every
/// name stands once (OAR-FACT-27) was checked when the document was read.
pub(super) fn declare_host(
    document: &CapabilityDocument,
    environment: &mut Environment,
    diags: &mut Diagnostics,
) {
    for fact in &document.host_facts {
        if let Some(host) = &document.host
            && let Some(defect) = foreign(&fact.name, host)
        {
            diags.push(defect);
        }
        let _ = environment.declare(Symbol {
            name: fact.name.value.clone(),
            ty: fact.ty.value,
            tier: Tier::Host,
            declared: Some(fact.name.span),
        });
    }
}

/// What is wrong with the namespace of a host fact, if anything (OAR-FACT-18).
fn foreign(name: &Spanned<String>, host: &Spanned<String>) -> Option<Diagnostic> {
    let fact = name.value.as_str();
    let (namespace, last) = fact.rsplit_once('.').unwrap_or(("", fact));
    if owns(&host.value, namespace) {
        return None;
    }
    let host_name = &host.value;
    let ancestors = match host_name.split_once('.') {
        Some((first, _)) => {
            format!("; a host owns its own name and every dotted ancestor of it, up to `{first}`")
        }
        None => String::new(),
    };
    Some(
        Diagnostic::new(
            Code::HostFactNamespace,
            name.span,
            format!(
                "the host fact `{fact}` is published under `{namespace}`, which the host `{host_name}` does not own"
            ),
        )
        .secondary(host.span, "the host")
        .help(format!("write `{host_name}.{last}`{ancestors}")),
    )
}

/// Whether a host of that name owns a namespace: its own name and every dotted ancestor of it, by whole labels.
fn owns(host: &str, namespace: &str) -> bool {
    !namespace.is_empty()
        && host
            .strip_prefix(namespace)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}
