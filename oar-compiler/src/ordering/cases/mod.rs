//! Worked cases: a JSON file of timelines, rules and what they come to.
//!
//! A file holds `cases`, `sequences` (several runs, each seeing what the one before remembered) and `optionsValidation`.
//! [`prepare`] takes a case through the loader as any document is; what loads has to be run, by a generated program or by
//! [`run_cases`], with `ordering::json::replay` of the runtime; [`judge`] says what differs from what the case expects.

mod judge;

use oar_runtime::ordering as o;
use serde_json::Value;

use super::tables::choices;
use super::{Profile, instantiate, load_options, load_profile};
use crate::diagnostic::{Diagnostics, Sources};
use crate::source::{self, Format, Limits, Node};

pub use judge::judge;

/// What became of one case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CaseResult {
    /// The case's name.
    pub name: String,
    /// What differs from what it expects; empty when it passed.
    pub failures: Vec<String>,
}

/// A file that holds no cases.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotCases(pub String);

impl std::fmt::Display for NotCases {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for NotCases {}

/// What a section of a file of cases holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Section {
    /// `cases`: one run each.
    Cases,
    /// `sequences`: several runs each.
    Sequences,
    /// `optionsValidation`: options that load or do not.
    OptionsValidation,
}

impl Section {
    /// Every section, in the order in which they are run.
    pub const ALL: [Section; 3] = [
        Section::Cases,
        Section::Sequences,
        Section::OptionsValidation,
    ];

    /// The member of the file that holds it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Section::Cases => "cases",
            Section::Sequences => "sequences",
            Section::OptionsValidation => "optionsValidation",
        }
    }
}

/// Whether an object looks like a file of ordering cases.
#[must_use]
pub fn is_cases(root: &Node) -> bool {
    let mut sections = Section::ALL.iter();
    sections.any(|section| !members(root, *section).is_empty())
}

/// The cases of a section.
#[must_use]
pub fn members(root: &Node, section: Section) -> &[Node] {
    match root.get(section.name()).map(|entry| &entry.value.value) {
        Some(source::Value::List(items)) => items,
        _ => &[],
    }
}

/// A case that was taken through the loader.
#[derive(Clone, Debug)]
pub enum Prepared {
    /// Loading was all there is to it: what differs from what it expects.
    Judged(Vec<String>),
    /// Rules that have to be run.
    Run {
        /// The profiles, at least one.
        profiles: Vec<Profile>,
        /// How they work together.
        composition: super::Composition,
    },
}

/// Loads what a case states. `case` and `node` are the same value.
#[must_use]
pub fn prepare(section: Section, case: &Value, node: &Node) -> Prepared {
    let prepared = match section {
        Section::OptionsValidation => Ok(Prepared::Judged(options_case(case, node))),
        Section::Cases | Section::Sequences => rules_case(case, node),
    };
    prepared.unwrap_or_else(|failure| Prepared::Judged(vec![failure]))
}

fn rules_case(case: &Value, node: &Node) -> Result<Prepared, String> {
    let profiles = profiles(node);
    let invalid = case.pointer("/expected/invalid").is_some();
    match (profiles, invalid) {
        (Ok(_), true) => Err("the profile loads, and it must not".to_owned()),
        (Err(_), true) => Ok(Prepared::Judged(Vec::new())),
        (Err(reasons), false) => Err(format!("the profile does not load: {reasons}")),
        (Ok(profiles), false) => Ok(Prepared::Run {
            profiles,
            composition: composition(case)?,
        }),
    }
}

fn composition(case: &Value) -> Result<super::Composition, String> {
    match case.pointer("/options/mode").and_then(Value::as_str) {
        None | Some("union-of-rules") => Ok(super::Composition::UnionOfRules),
        Some("each") => Ok(super::Composition::Each),
        Some("first-only") => Ok(super::Composition::FirstOnly),
        Some(other) => Err(format!("there is no mode `{other}`")),
    }
}

/// The profiles of a case: `profiles`, or `rules` as the one profile `p`. `Err` holds why they do not load.
fn profiles(node: &Node) -> Result<Vec<Profile>, String> {
    let mut diags = Diagnostics::new();
    let list = |name: &str| {
        node.get(name).and_then(|entry| match &entry.value.value {
            source::Value::List(items) => Some((entry, items)),
            _ => None,
        })
    };
    let loaded: Option<Vec<Profile>> = match (list("profiles"), list("rules")) {
        (Some((_, items)), _) => {
            let loaded = items.iter().map(|item| load_profile(item, &mut diags));
            // Every one of them, so that all reasons are there.
            loaded.collect::<Vec<_>>().into_iter().collect()
        }
        (None, Some((entry, _))) => {
            load_profile(&profile_p(entry), &mut diags).map(|profile| vec![profile])
        }
        (None, None) => return Err("the case has neither `profiles` nor `rules`".to_owned()),
    };
    loaded.ok_or_else(|| reasons(&diags))
}

fn reasons(diags: &Diagnostics) -> String {
    let reasons = diags.as_slice().iter().map(|found| found.message.as_str());
    reasons.collect::<Vec<_>>().join("; ")
}

/// `rules` in a profile named `p`, as if it stood in the file.
fn profile_p(rules: &source::Entry) -> Node {
    let span = rules.value.span;
    let text = |value: &str| Node {
        span,
        value: source::Value::String(source::Text::new(value.to_owned(), span, Vec::new())),
    };
    let entry = |key: &str, value: Node| source::Entry {
        key: source::Key {
            text: key.to_owned(),
            span,
        },
        value,
    };
    Node {
        span,
        value: source::Value::Map(vec![
            entry("name", text("p")),
            entry("description", text("p")),
            entry("rules", rules.value.clone()),
        ]),
    }
}

fn options_case(case: &Value, node: &Node) -> Vec<String> {
    let mut diags = Diagnostics::new();
    let loaded = node
        .get("options")
        .and_then(|entry| load_options(&entry.value, &mut diags));
    let found = if loaded.is_some() { "accept" } else { "reject" };
    let expected = case.get("expected").and_then(Value::as_str).unwrap_or("");
    if found == expected {
        return Vec::new();
    }
    let reasons = reasons(&diags);
    vec![format!("expected {expected}, found {found}: {reasons}")]
}

/// The name of a case.
#[must_use]
pub fn case_name(case: &Value) -> &str {
    let name = case.get("name").and_then(Value::as_str);
    name.unwrap_or("a case without a name")
}

/// Runs every case of a file, without a detour through rustc.
///
/// # Errors
/// A file that is not JSON or has none of the sections. A case that cannot be read is a failure of that case.
pub fn run_cases(name: &str, text: &str) -> Result<Vec<CaseResult>, NotCases> {
    let value: Value = serde_json::from_str(text).map_err(|error| NotCases(error.to_string()))?;
    // The same text twice: as values for what is data, with places for what is loaded as a document.
    let (mut sources, mut diags) = (Sources::new(), Diagnostics::new());
    let bytes = text.as_bytes();
    let limits = Limits::default();
    let documents = source::load(name, bytes, Format::Json, &limits, &mut sources, &mut diags);
    let root = match documents.first() {
        Some(document) if !diags.has_errors() => &document.root,
        _ => return Err(NotCases(reasons(&diags))),
    };
    if !is_cases(root) {
        let sections = choices(Section::ALL.iter().map(|section| section.name()));
        return Err(NotCases(format!("the file has none of {sections}")));
    }
    let mut results = Vec::new();
    for section in Section::ALL {
        let values = value[section.name()].as_array().into_iter().flatten();
        for (case, node) in values.zip(members(root, section)) {
            results.push(CaseResult {
                name: case_name(case).to_owned(),
                failures: run(case, prepare(section, case, node)),
            });
        }
    }
    Ok(results)
}

fn run(case: &Value, prepared: Prepared) -> Vec<String> {
    let (profiles, composition) = match prepared {
        Prepared::Judged(failures) => return failures,
        Prepared::Run {
            profiles,
            composition,
        } => (profiles, composition),
    };
    let composition = match composition {
        super::Composition::UnionOfRules => o::Composition::UnionOfRules,
        super::Composition::Each => o::Composition::Each,
        super::Composition::FirstOnly => o::Composition::FirstOnly,
    };
    let profiles: Vec<_> = profiles.iter().map(instantiate).collect();
    match o::json::replay(&o::Guard::new(&profiles, composition), case) {
        Ok(reports) => judge(case, &reports),
        Err(failure) => vec![failure],
    }
}
