//! The whole pipeline: a pack to source, or to everything that is wrong with it.

use std::fmt;

use crate::diagnostic::{self, Code, Diagnostic, Diagnostics, Severity, Sources, Span, Style};
use crate::document::{self, CapabilityDocument, ConfigDocument, Documents};
use crate::emit::{self, Options};
use crate::guards::{self, Guard};
use crate::link::{self, Capability, RuleSet};
use crate::pack::{File, Pack};
use crate::plan;
use crate::schema::Host;
use crate::source::{self, Limits};
use crate::warnings::Levels;

/// How a pack is compiled.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// How the source is written.
    pub options: Options,
    /// How much is loaded before the loader refuses.
    pub limits: Limits,
    /// Which warnings are silenced, and which refuse the pack.
    pub levels: Levels,
}

/// A pack that was looked at.
#[derive(Debug)]
pub struct Checked {
    /// The files.
    pub sources: Sources,
    /// Everything found, in the order a reader wants.
    pub diagnostics: Vec<Diagnostic>,
    /// How many rule documents there are, sound or not.
    pub rule_documents: usize,
    /// The linked rules, when nothing refuses them; `None` as well for a pack of ordering profiles alone.
    pub rules: Option<RuleSet>,
    /// The ordering profiles that read, those of the pack first.
    pub profiles: Vec<Guard>,
    /// The host, when its capability document is sound.
    pub capability: Option<Capability>,
}

impl Checked {
    /// The diagnostics as text.
    #[must_use]
    pub fn render(&self, style: Style) -> String {
        diagnostic::render(&self.diagnostics, &self.sources, style)
    }
}

/// A pack compiled.
#[derive(Debug)]
pub struct Compiled {
    /// The Rust source.
    pub source: String,
    /// The rules it was made from; `None` for a pack of ordering profiles alone.
    pub rules: Option<RuleSet>,
    /// The ordering profiles it was made from, those of the pack first.
    pub profiles: Vec<Guard>,
    /// The files.
    pub sources: Sources,
    /// The warnings that are not silenced.
    pub warnings: Vec<Diagnostic>,
}

/// A pack that does not compile.
#[derive(Debug)]
pub struct Failure {
    /// The files.
    pub sources: Sources,
    /// Everything found, at least one error among it.
    pub diagnostics: Vec<Diagnostic>,
    /// Rust source with everything that a host names and no rule behind it, so that a wrong rule is one error and not
    /// twenty. It decides nothing and must not run.
    pub stand_in: String,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&diagnostic::render(
            &self.diagnostics,
            &self.sources,
            Style::Plain,
        ))
    }
}

impl std::error::Error for Failure {}

/// Loads and links a pack.
#[must_use]
pub fn check(pack: &Pack, limits: &Limits) -> Checked {
    let mut sources = Sources::new();
    let mut diags = Diagnostics::new();
    let mut documents = read(&pack.files, limits, &mut sources, &mut diags);
    let orderings = std::mem::take(&mut documents.orderings);
    let rule_documents = documents.rules.len();
    let profiles = guards::read(&orderings, &pack.catalogue, &mut sources, &mut diags);
    let guards_only = documents.rules.is_empty()
        && documents.capabilities.is_empty()
        && documents.configs.is_empty()
        && pack.capability.is_none()
        && !(orderings.is_empty() && pack.catalogue.is_empty());
    let (rules, capability) = if guards_only {
        (None, None)
    } else {
        rule_set(pack, documents, limits, &mut sources, &mut diags)
    };
    Checked {
        sources,
        diagnostics: diags.into_sorted(),
        rule_documents,
        rules,
        profiles,
        capability,
    }
}

/// Compiles a pack to Rust source.
///
/// # Errors
/// Everything that refuses the pack, and the warnings with it.
pub fn compile(pack: &Pack, settings: &Settings) -> Result<Compiled, Box<Failure>> {
    let Checked {
        sources,
        diagnostics,
        rules,
        profiles,
        capability,
        ..
    } = check(pack, &settings.limits);
    let options = &settings.options;
    let guards = guards::emit(&profiles, &options.krate, &sources);
    let diagnostics = settings.levels.judge(diagnostics);
    if diagnostics.iter().any(|d| d.severity() == Severity::Error) {
        return Err(Box::new(Failure {
            sources,
            diagnostics,
            stand_in: stand_in(capability.as_ref(), options) + &guards,
        }));
    }
    let mut source = String::new();
    if let Some(rules) = &rules {
        source.push_str(&emit::emit(&plan::plan(rules, options.frozen), options));
    }
    source.push_str(&guards);
    Ok(Compiled {
        source,
        rules,
        profiles,
        sources,
        warnings: diagnostics,
    })
}

/// Reads a host from the file with its capability document.
///
/// # Errors
/// Everything that refuses the document.
pub fn host(file: &File, limits: &Limits) -> Result<Host, Box<Failure>> {
    let mut sources = Sources::new();
    let mut diags = Diagnostics::new();
    let mut documents = read(std::slice::from_ref(file), limits, &mut sources, &mut diags);
    let one = |documents: &Documents| documents.capabilities.len() == 1;
    refuse_others(&documents, "capability", one, &sources, &mut diags);
    let document = documents.capabilities.pop();
    let capability = document
        .as_ref()
        .and_then(|document| link::capability(document, &mut diags));
    match (document, capability) {
        (Some(document), Some(capability)) if !diags.has_errors() => Ok(Host {
            document,
            capability,
        }),
        _ => Err(Box::new(Failure {
            sources,
            diagnostics: diags.into_sorted(),
            stand_in: String::new(),
        })),
    }
}

/// The code of the host without a rule, or, where not even the host is known, what every host has.
fn stand_in(capability: Option<&Capability>, options: &Options) -> String {
    let nothing = Documents::default();
    let mut ignored = Diagnostics::new();
    let rules = link::link(&nothing, &[], capability, &Sources::new(), &mut ignored);
    match rules {
        Some(rules) => emit::emit(&plan::plan(&rules, options.frozen), options),
        None => emit::skeleton(options),
    }
}

fn rule_set(
    pack: &Pack,
    mut documents: Documents,
    limits: &Limits,
    sources: &mut Sources,
    diags: &mut Diagnostics,
) -> (Option<RuleSet>, Option<Capability>) {
    let named = pack
        .capability
        .as_ref()
        .map(|file| read(std::slice::from_ref(file), limits, sources, diags));
    let capability = match named {
        Some(mut named) => {
            refuse_others(
                &named,
                "capability",
                |d| d.capabilities.len() == 1,
                sources,
                diags,
            );
            std::mem::take(&mut named.capabilities).pop()
        }
        None => choose_capability(&mut documents, sources, diags),
    };
    let configs = match &pack.configs {
        None => std::mem::take(&mut documents.configs),
        Some(files) => named_configs(files, limits, sources, diags),
    };
    let capability = capability.and_then(|document| link::capability(&document, diags));
    let rules = link::link(&documents, &configs, capability.as_ref(), sources, diags);
    (rules, capability)
}

fn read(
    files: &[File],
    limits: &Limits,
    sources: &mut Sources,
    diags: &mut Diagnostics,
) -> Documents {
    let mut loaded = Vec::new();
    for file in files {
        loaded.extend(source::load(
            &file.name,
            &file.bytes,
            file.format(),
            limits,
            sources,
            diags,
        ));
    }
    document::read(loaded, limits, sources, diags)
}

pub(crate) fn named_configs(
    files: &[File],
    limits: &Limits,
    sources: &mut Sources,
    diags: &mut Diagnostics,
) -> Vec<ConfigDocument> {
    let mut configs = Vec::new();
    for file in files {
        let mut read = read(std::slice::from_ref(file), limits, sources, diags);
        refuse_others(
            &read,
            "configuration",
            |d| !d.configs.is_empty(),
            sources,
            diags,
        );
        configs.append(&mut read.configs);
    }
    configs
}

/// A file named for one kind of document holds nothing else.
fn refuse_others(
    documents: &Documents,
    wanted: &str,
    sound: impl Fn(&Documents) -> bool,
    sources: &Sources,
    diags: &mut Diagnostics,
) {
    let strays = [
        (
            // Beside documents of other kinds it was reported as a mixed set.
            documents
                .rules
                .first()
                .map(|rule| rule.span)
                .filter(|_| documents.capabilities.is_empty() && documents.configs.is_empty()),
            "a rule document",
            "leave rules to the other files of the pack",
        ),
        (
            documents
                .orderings
                .first()
                .map(|ordering| ordering.root.span),
            "an ordering profile",
            "leave ordering profiles to the other files of the pack",
        ),
        (
            documents.configs.first().map(|config| config.span),
            "a configuration document",
            "name this file as a configuration, and another one as the capability document",
        ),
        (
            documents
                .capabilities
                .first()
                .map(|capability| capability.span),
            "a capability document",
            "name this file as the capability document, not as a configuration",
        ),
    ];
    let stray = strays
        .into_iter()
        .filter(|(_, what, _)| !what.contains(wanted))
        .find_map(|(span, what, help)| Some((span?, what, help)));
    let diagnostic = if let Some((span, what, help)) = stray {
        let marker = marker(wanted);
        let message =
            format!("the file named as the {wanted} document, marked `{marker}`, holds {what}");
        Diagnostic::new(Code::MisplacedDocument, span, message).help(help)
    } else if !documents.incomplete && !sound(documents) {
        let Some(span) = documents
            .capabilities
            .last()
            .map(|capability| capability.span)
            .or_else(|| last_file(sources))
        else {
            return;
        };
        let marker = marker(wanted);
        let message =
            format!("the file named as the {wanted} document holds exactly one, marked `{marker}`");
        let help = "keep one document in it";
        Diagnostic::new(Code::MisplacedDocument, span, message).help(help)
    } else {
        return;
    };
    diags.push(diagnostic);
}

/// The member that marks such a document.
fn marker(wanted: &str) -> &'static str {
    match wanted {
        "capability" => "oar_capability_version",
        _ => "oar_config",
    }
}

fn last_file(sources: &Sources) -> Option<Span> {
    sources.iter().last().map(|(file, _)| Span {
        file,
        start: 0,
        end: 0,
    })
}

/// The one capability document among the files of a pack.
fn choose_capability(
    documents: &mut Documents,
    sources: &mut Sources,
    diags: &mut Diagnostics,
) -> Option<CapabilityDocument> {
    let mut found = std::mem::take(&mut documents.capabilities);
    match found.len() {
        1 => found.pop(),
        0 if documents.incomplete => None,
        0 => {
            let first = sources.iter().next().map(|(file, _)| file);
            let file = first.unwrap_or_else(|| sources.add("(no files)", ""));
            let message = match first {
                Some(_) => {
                    "no document with `oar_capability_version`: rules are checked against what a host provides"
                }
                None => "there are no documents to check",
            };
            let help = match first {
                Some(_) => {
                    "put the host's capability document beside the rules, or name its file: `--capability FILE` on the command line, `capability = \"…\"` in `include_rules!`"
                }
                None => "documents are files that end in `.yaml`, `.yml` or `.json`",
            };
            diags.push(
                Diagnostic::new(
                    Code::MissingCapability,
                    Span {
                        file,
                        start: 0,
                        end: 0,
                    },
                    message,
                )
                .help(help),
            );
            None
        }
        _ => {
            // INVARIANT: two or more were found.
            let (first, rest) = found.split_first()?;
            for other in rest {
                let diagnostic = Diagnostic::new(
                    Code::SeveralCapabilities,
                    other.span,
                    "a second document with `oar_capability_version`",
                );
                let diagnostic = diagnostic.secondary(first.span, "the first one");
                diags.push(diagnostic.help(
                    "keep one beside the rules, or name the one meant: `--capability FILE` on the command line, `capability = \"…\"` in `include_rules!`",
                ));
            }
            None
        }
    }
}
