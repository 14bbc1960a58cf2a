//! Fixtures to programs, through the compiler that hosts use (OAR-CONF-38).

use std::panic::{AssertUnwindSafe, catch_unwind};

use oar_compiler::diagnostic::{Diagnostic, Severity};
use oar_compiler::emit::Options;
use oar_compiler::link::RuleSet;
use oar_compiler::vocabulary::{self, DETECTOR_SCHEME, Tier};
use oar_compiler::{Compiled, Failure, Settings, compile};

use super::digest::digest;
use super::fixture::Fixture;

/// What loading the documents of a fixture came to.
#[derive(Debug)]
pub enum Loaded {
    /// The documents load: source to build and run.
    Program(Program),
    /// A load rejection.
    Rejected(Rejection),
    /// A capability set that the runner cannot adopt (OAR-CONF-20).
    Unadoptable(String),
    /// The fixture contradicts itself, or the compiler failed.
    Broken(String),
    /// Loading was all there is to an ordering case: what differs from what it expects.
    Judged(Vec<String>),
}

/// Generated source and its digest, by which equal programs are built once.
#[derive(Clone, Debug)]
pub struct Program {
    /// The digest.
    pub digest: String,
    /// The source: a module with a function `run`.
    pub source: String,
    /// What `run` takes.
    pub kind: Kind,
}

/// The kinds of program, by the names that the harness has for them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Evaluates occurrences.
    Rules,
    /// Checks and repairs timelines.
    Ordering,
}

impl Program {
    /// A program of a source.
    #[must_use]
    pub fn new(source: String, kind: Kind) -> Self {
        Self {
            digest: digest([source.as_bytes()]),
            source,
            kind,
        }
    }
}

/// What a program of rules has beside the generated code.
const RUN: &str = "
pub fn run(
    anchor: &str,
    occurrence: &oar::json::Occurrence<'_>,
    session: &mut oar::Session,
) -> Option<oar::Outcome> {
    Policy::new().evaluate(anchor, occurrence, session)
}
";

/// A load rejection.
#[derive(Debug)]
pub struct Rejection {
    /// What the engine itself says, without the excerpts of the documents that it shows: a fixture's own text must not
    /// answer for the engine (OAR-CONF-30).
    pub said: String,
    /// The whole text, as a person sees it.
    pub shown: String,
}

/// Loads a fixture's documents and generates their program.
#[must_use]
pub fn load(fixture: &Fixture) -> Loaded {
    let settings = Settings {
        options: Options {
            json: true,
            ..Options::default()
        },
        ..Settings::default()
    };
    match catch_unwind(AssertUnwindSafe(|| compile(&fixture.pack, &settings))) {
        Err(_) => Loaded::Broken("the compiler panicked on these documents".to_owned()),
        Ok(Err(failure)) => Loaded::Rejected(rejection(&failure)),
        Ok(Ok(compiled)) => loaded(fixture, compiled),
    }
}

fn loaded(fixture: &Fixture, compiled: Compiled) -> Loaded {
    let rules = match &compiled.rules {
        Some(rules) if rules.rules.len() == fixture.rules => rules,
        _ => {
            let reason = "`rules` holds a document that is not a rule document (OAR-CONF-17)";
            return Loaded::Broken(reason.to_owned());
        }
    };
    if let Some(reason) = undeclared(fixture, rules) {
        return Loaded::Broken(reason);
    }
    // A fixture that expects a rejection has failed already, whatever its rules would do.
    if fixture.error().is_none()
        && let Some(reason) = missing_detector(rules)
    {
        return Loaded::Unadoptable(reason);
    }
    Loaded::Program(Program::new(compiled.source + RUN, Kind::Rules))
}

fn rejection(failure: &Failure) -> Rejection {
    let errors = failure.diagnostics.iter();
    let errors = errors.filter(|diagnostic| diagnostic.severity() == Severity::Error);
    Rejection {
        said: errors.map(words).collect(),
        shown: failure.to_string(),
    }
}

fn words(diagnostic: &Diagnostic) -> String {
    let mut words = format!(
        "{}: {} ({})\n",
        diagnostic.code.name(),
        diagnostic.message,
        diagnostic.clause
    );
    let labels = diagnostic.secondary.iter().map(|label| &label.text);
    for text in std::iter::once(&diagnostic.label)
        .chain(labels)
        .chain(&diagnostic.within)
        .chain(&diagnostic.help)
    {
        words.push_str(text);
        words.push('\n');
    }
    words
}

/// A name that the fixture supplies and its host does not declare: the value could reach no rule, so it would assert
/// nothing (OAR-CONF-23).
fn undeclared(fixture: &Fixture, rules: &RuleSet) -> Option<String> {
    let environment = &rules.environment;
    let supplied = fixture
        .moments
        .iter()
        .flat_map(|moment| moment.facts.iter().map(move |fact| (moment, fact)));
    for (moment, (name, member)) in supplied {
        let path = format!("`{}.{member}`", moment.path);
        match environment
            .find(name)
            .map(|found| environment.get(found).tier)
        {
            None => {
                let hint = vocabulary::entry(name).map_or_else(
                    || "declare it in `input.capability.host_facts`".to_owned(),
                    |(profile, _)| {
                        format!("claim profile `{}` in `input.capability`", profile.name)
                    },
                );
                return Some(format!(
                    "{path} supplies `{name}`, which the host does not declare (OAR-CONF-23); {hint}"
                ));
            }
            Some(Tier::Core) => {
                return Some(format!(
                    "{path} supplies `{name}`, which is the engine's own to observe (OAR-FACT-15)"
                ));
            }
            Some(_) => {}
        }
    }
    let known = |anchor: &str| rules.anchors.iter().any(|local| local.name == anchor);
    let stray = fixture
        .moments
        .iter()
        .find(|moment| !known(&moment.anchor))?;
    Some(format!(
        "`{}.anchor` is `{}`, which is no local anchor of the host (OAR-CONF-29)",
        stray.path, stray.anchor
    ))
}

/// A detector that a rule would run and the runner does not have: only the three of the corpus are here (OAR-CONF-25).
/// A baseline fixture registers no other, so none is ever skipped (OAR-CONF-35).
fn missing_detector(rules: &RuleSet) -> Option<String> {
    let reserved: Vec<&str> = vocabulary::reserved_detectors()
        .iter()
        .map(|detector| detector.reference)
        .collect();
    rules.rules.iter().find_map(|rule| {
        let name = rules.detectors.get(rule.detector?.index())?;
        let reference = format!("{DETECTOR_SCHEME}{name}");
        (!reserved.contains(&reference.as_str())).then(|| {
            format!(
                "rule `{}` runs `{reference}`, which the runner cannot provide; it has `{}`",
                rule.qualified,
                reserved.join("`, `")
            )
        })
    })
}
