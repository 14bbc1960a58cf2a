//! The ordering profiles of a pack: those among its files, and those named from the catalogue.

use std::collections::BTreeMap;

use crate::diagnostic::{Code, Diagnostic, Diagnostics, Sources, Span, quote};
use crate::ordering::{self, EmitOptions, Profile};
use crate::source::Document;

/// An ordering profile of a pack.
#[derive(Clone, Debug)]
pub struct Guard {
    /// The profile.
    pub profile: Profile,
    /// The module that is generated for it.
    pub module: String,
    /// Whether it comes from the catalogue; its places are then in the catalogue's documents.
    pub catalogued: bool,
}

/// Reads the documents with the marker `ordering`, and finds the profiles named.
pub(crate) fn read(
    documents: &[Document],
    catalogue: &[String],
    sources: &mut Sources,
    diags: &mut Diagnostics,
) -> Vec<Guard> {
    let own = documents.iter();
    let own: Vec<Profile> = own
        .filter_map(|document| ordering::load(&document.root, diags))
        .collect();
    ordering::check_names(&own, diags);
    let mut guards = Vec::new();
    let mut modules: BTreeMap<String, String> = BTreeMap::new();
    for profile in own {
        let span = profile.span;
        add(&mut guards, &mut modules, profile, None, span, diags);
    }
    for name in catalogue {
        let file = sources.add("(ordering profiles named)", name.as_str());
        let end = u32::try_from(name.len()).unwrap_or(u32::MAX);
        let span = Span {
            file,
            start: 0,
            end,
        };
        match ordering::catalogue(name) {
            Ok(profile) => add(&mut guards, &mut modules, profile, Some(name), span, diags),
            Err(unknown) => {
                let mut diagnostic =
                    Diagnostic::new(Code::OrderingUnknownProfile, span, unknown.message);
                diagnostic.help = unknown.help;
                diags.push(diagnostic);
            }
        }
    }
    guards
}

/// Adds a profile under its module's name, which two profiles cannot share.
fn add(
    guards: &mut Vec<Guard>,
    modules: &mut BTreeMap<String, String>,
    profile: Profile,
    asked: Option<&String>,
    span: Span,
    diags: &mut Diagnostics,
) {
    let module = ordering::module_name(asked.unwrap_or(&profile.name));
    match modules.insert(module.clone(), profile.name.clone()) {
        // Two profiles of one name are reported as that.
        Some(other) if other != profile.name || asked.is_some() => {
            let message = format!(
                "the profiles {} and {} both come to the module `{module}`",
                quote(&other),
                quote(&profile.name)
            );
            let help = "give one of them another name";
            diags.push(Diagnostic::new(Code::OrderingDuplicate, span, message).help(help));
        }
        _ => guards.push(Guard {
            profile,
            module,
            catalogued: asked.is_some(),
        }),
    }
}

/// Writes the profiles as modules of the module `ordering`; nothing when there is none.
pub(crate) fn emit(guards: &[Guard], krate: &str, sources: &Sources) -> String {
    if guards.is_empty() {
        return String::new();
    }
    let catalogue = ordering::sources();
    let mut out = "\n/// The ordering profiles of this pack.\npub mod ordering {\n".to_owned();
    for guard in guards {
        let sources = if guard.catalogued {
            &catalogue
        } else {
            sources
        };
        let options = EmitOptions {
            krate,
            module: &guard.module,
            sources,
        };
        out.push_str(&ordering::emit(&guard.profile, &options));
    }
    out.push_str("}\n");
    out
}
