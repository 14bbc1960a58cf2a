//! The profiles that a run asks for, by name or by file.

use std::collections::BTreeSet;
use std::path::Path;

use oar_compiler::diagnostic::{Severity, Style, render};
use oar_compiler::ordering::{self as documents, catalogue};
use oar_compiler::pack::{File, Pack};
use oar_compiler::source::Limits;
use oar_runtime::ordering::{Composition, Finding, Guard, Profile, Rule};

/// Profiles, and the guard that they make together.
#[derive(Debug)]
pub struct Profiles {
    all: Vec<&'static Profile>,
    /// What each was asked for by.
    asked: Vec<String>,
    /// The guard.
    pub guard: Guard,
    composition: Composition,
}

impl Profiles {
    /// Finds every profile asked for.
    ///
    /// # Errors
    /// A name that the catalogue does not have, a file that holds no sound profile, two profiles of one name.
    pub fn find(asked: &[String], composition: Composition) -> Result<Self, String> {
        let mut found = Vec::new();
        for name in asked {
            match is_file(name) {
                true => found.extend(from_file(name)?),
                false => found.push(catalogue(name).map_err(|unknown| {
                    let help = unknown.help.clone().unwrap_or_else(|| {
                        "`oar order --list` shows the catalogue; a file is named with its extension".to_owned()
                    });
                    format!("{unknown}\nhelp: {help}")
                })?),
            }
        }
        let mut names = BTreeSet::new();
        if let Some(twice) = found.iter().find(|profile| !names.insert(&profile.name)) {
            return Err(format!(
                "two profiles have the name `{}`, so findings could not be told apart\nhelp: leave one of them out",
                twice.name
            ));
        }
        let all: Vec<_> = found.iter().map(documents::instantiate).collect();
        Ok(Self {
            guard: Guard::new(&all, composition),
            all,
            asked: asked.to_vec(),
            composition,
        })
    }

    /// What the profiles are called together: as they were asked for.
    #[must_use]
    pub fn title(&self) -> String {
        self.asked.join(", ")
    }

    /// What the profile that a finding comes from is there for.
    #[must_use]
    pub fn purpose(&self, finding: &Finding) -> &'static str {
        let holds =
            |profile: &&&Profile| profile.rules.iter().any(|rule| same(*rule, finding.rule));
        let found = self.all.iter().find(holds);
        found.map_or("", |profile| profile.description.trim())
    }

    /// Every rule that is evaluated.
    pub fn rules(&self) -> impl Iterator<Item = Rule> {
        self.active()
            .flat_map(|profile| profile.rules.iter().copied())
    }

    /// The ids that no rule has.
    pub fn unknown<'i>(&self, ids: &'i [String]) -> impl Iterator<Item = &'i String> {
        ids.iter()
            .filter(|id| !self.rules().any(|rule| rule.id() == id.as_str()))
    }

    fn active(&self) -> impl Iterator<Item = &'static Profile> {
        let most = match self.composition {
            Composition::FirstOnly => 1,
            Composition::UnionOfRules | Composition::Each => usize::MAX,
        };
        self.all.iter().take(most).copied()
    }
}

/// Whether two are one rule: rules live as long as the program, so what they are and where they stand says it.
fn same(one: Rule, other: Rule) -> bool {
    one.rule_type() == other.rule_type()
        && one.id() == other.id()
        && std::ptr::eq(one.id(), other.id())
}

/// Whether it names a file: by its extension or a separator, which a catalogue name has only behind a colon.
fn is_file(name: &str) -> bool {
    let (atom, _) = name.split_once(':').unwrap_or((name, ""));
    if documents::CATALOGUE.iter().any(|(known, _)| *known == atom) {
        return false;
    }
    let path = Path::new(name);
    let extension = path.extension().and_then(|extension| extension.to_str());
    matches!(extension, Some("yaml" | "yml" | "json")) || name.contains(['/', '\\'])
}

fn from_file(name: &str) -> Result<Vec<documents::Profile>, String> {
    let file = File::read(Path::new(name), name).map_err(|error| error.to_string())?;
    let pack = Pack {
        files: vec![file],
        ..Pack::default()
    };
    let checked = oar_compiler::check(&pack, &Limits::default());
    let wrong = checked
        .diagnostics
        .iter()
        .any(|found| found.severity() == Severity::Error);
    if wrong {
        return Err(format!(
            "`{name}` does not load\n{}",
            render(&checked.diagnostics, &checked.sources, Style::Plain)
        ));
    }
    let profiles: Vec<_> = checked
        .profiles
        .into_iter()
        .map(|found| found.profile)
        .collect();
    match profiles.is_empty() {
        true => Err(format!(
            "`{name}` holds no ordering profile\nhelp: a profile is a document with `ordering: \"1.0\"`"
        )),
        false => Ok(profiles),
    }
}
