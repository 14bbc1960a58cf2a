//! The symbol environment: core, claimed profiles, host facts (OAR-FACT-14 to OAR-FACT-18, OAR-FACT-27).

use crate::diagnostic::{Code, Diagnostic, Diagnostics, Span};
use crate::document::{CapabilityDocument, HostFact, Spanned};
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
pub(super) fn declare_host(
    document: &CapabilityDocument,
    environment: &mut Environment,
    diags: &mut Diagnostics,
) {
    for fact in &document.host_facts {
        if let Some(defect) = defect(fact, document.host.as_ref()) {
            let shadows_standard = defect.code == Code::HostFactRedefines;
            diags.push(defect);
            if shadows_standard {
                continue;
            }
        }
        let declared = environment.declare(Symbol {
            name: fact.name.value.clone(),
            ty: fact.ty.value,
            tier: Tier::Host,
            declared: Some(fact.name.span),
        });
        if let Err(there) = declared {
            let first = environment.get(there).declared;
            diags.push(duplicate(&fact.name, first));
        }
    }
}

/// What is wrong with the name of a host fact, if anything.
fn defect(fact: &HostFact, host: Option<&Spanned<String>>) -> Option<Diagnostic> {
    let name = fact.name.value.as_str();
    if let Some((profile, _)) = vocabulary::entry(name) {
        return Some(redefines(&fact.name, profile, host));
    }
    let host = host?;
    let (namespace, last) = name.rsplit_once('.').unwrap_or(("", name));
    if owns(&host.value, namespace) {
        return None;
    }
    let message = if namespace.is_empty() {
        format!("the host fact `{name}` has no namespace")
    } else {
        format!(
            "the host fact `{name}` is published under `{namespace}`, which the host `{}` does not own",
            host.value
        )
    };
    let ancestor = match host.value.split_once('.') {
        Some((first, _)) => format!(
            "; a host owns its own name and every dotted ancestor of it, here up to `{first}`"
        ),
        None => String::new(),
    };
    Some(
        Diagnostic::new(Code::HostFactNamespace, fact.name.span, message)
            .secondary(host.span, "the host")
            .help(format!("write `{}.{last}`{ancestor}", host.value)),
    )
}

/// Whether a host of that name owns a namespace: its own name and every dotted ancestor of it, by whole labels
/// (OAR-FACT-18).
fn owns(host: &str, namespace: &str) -> bool {
    !namespace.is_empty()
        && host
            .strip_prefix(namespace)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

fn redefines(
    name: &Spanned<String>,
    profile: &Profile,
    host: Option<&Spanned<String>>,
) -> Diagnostic {
    let fact = &name.value;
    let core = profile.name == vocabulary::core().name;
    let whose = if core {
        "the core tier".to_owned()
    } else {
        format!("the profile `{}`", profile.name)
    };
    let own = host.map_or_else(String::new, |host| {
        format!(
            "give it a name of the host's own, such as `{}.{fact}`",
            host.value
        )
    });
    let help = match (core, own.is_empty()) {
        (true, _) => "remove it: every host has it without saying so".to_owned(),
        (false, true) => format!("claim `{}` under `profiles`", profile.name),
        (false, false) => format!("claim `{}` under `profiles`, or {own}", profile.name),
    };
    Diagnostic::new(
        Code::HostFactRedefines,
        name.span,
        format!("the host fact `{fact}` has a name that belongs to {whose}"),
    )
    .help(help)
}

fn duplicate(name: &Spanned<String>, first: Option<Span>) -> Diagnostic {
    let diagnostic = Diagnostic::new(
        Code::DuplicateHostFact,
        name.span,
        format!("the host fact `{}` is declared twice", name.value),
    )
    .help("facts and functions share one namespace: remove one of the two or rename it");
    match first {
        Some(span) => diagnostic.secondary(span, "first declared here"),
        None => diagnostic,
    }
}
