//! Worked cases of the ordering guard, through generated code as fixtures are.

use oar_compiler::diagnostic::Sources;
use oar_compiler::ordering::{
    self, Composition, EmitOptions, Prepared, Profile, Section, case_name, emit,
};
use oar_compiler::source::Node;
use serde_json::Value as Json;

use super::json::Text;
use super::judge::{Fate, Status, Verdict};
use super::load::{Kind, Loaded, Program};

/// A case as its file states it.
#[derive(Debug)]
pub struct OrderingCase {
    /// Its name.
    pub name: String,
    /// The file, as shown.
    file: String,
    /// What it is about, in words of its own: no clauses.
    pub tags: Vec<String>,
    /// The case on one line, every digit as written.
    pub line: String,
    value: Json,
    prepared: Prepared,
}

/// Reads a case and takes its rules through the loader.
#[must_use]
pub fn read(file: String, text: &Text, node: &Node, section: Section) -> OrderingCase {
    let written = text.of(node);
    let (value, prepared) = match serde_json::from_str::<Json>(written) {
        Ok(value) => {
            let prepared = ordering::prepare(section, &value, node);
            (value, prepared)
        }
        Err(error) => (Json::Null, Prepared::Judged(vec![error.to_string()])),
    };
    let tags = value["covers"].as_array().into_iter().flatten();
    OrderingCase {
        name: case_name(&value).to_owned(),
        file,
        tags: tags.filter_map(Json::as_str).map(str::to_owned).collect(),
        // A line break in JSON stands between tokens alone.
        line: written.replace(['\n', '\r'], " "),
        value,
        prepared,
    }
}

impl OrderingCase {
    /// Generates the program that runs it, where loading is not all.
    #[must_use]
    pub fn load(&self) -> Loaded {
        match &self.prepared {
            Prepared::Judged(failures) => Loaded::Judged(failures.clone()),
            Prepared::Run {
                profiles,
                composition,
            } => Loaded::Program(Program::new(source(profiles, *composition), Kind::Ordering)),
        }
    }

    /// Judges what became of it.
    #[must_use]
    pub fn judge(&self, fate: Fate) -> Verdict {
        let (failures, mut reports) = match fate {
            Fate::Judged(failures) => (failures, Vec::new()),
            Fate::Ran(Ok(reports)) => (ordering::judge(&self.value, &reports), reports),
            Fate::Ran(Err(reason)) | Fate::Failed(reason) | Fate::Skipped(reason) => {
                (vec![reason], Vec::new())
            }
            Fate::Rejected(rejection) => (vec![rejection.shown], Vec::new()),
        };
        let actual = reports.last().cloned().unwrap_or(Json::Null);
        if self.value.get("steps").is_none() {
            reports.clear();
        }
        Verdict {
            id: self.name.clone(),
            file: self.file.clone(),
            covers: Vec::new(),
            status: match failures.is_empty() {
                true => Status::Pass,
                false => Status::Fail,
            },
            detail: failures.join("\n"),
            actual,
            occurrences: reports,
        }
    }
}

/// A program: a module for each profile, and a function that replays a case with the rules that they make together.
fn source(profiles: &[Profile], composition: Composition) -> String {
    // Without places, so that a case that moves in its file is not built again.
    let sources = Sources::new();
    let mut out = String::new();
    for (at, profile) in profiles.iter().enumerate() {
        let options = EmitOptions {
            krate: "::oar",
            module: &format!("profile_{at}"),
            sources: &sources,
        };
        out.push_str(&emit(profile, &options));
    }
    let rules = match (profiles.len(), composition) {
        // What a host of one profile calls.
        (1, Composition::UnionOfRules) => "profile_0::Rules".to_owned(),
        (count, composition) => {
            let all = (0..count).map(|at| format!("&profile_{at}::PROFILE"));
            let all = all.collect::<Vec<_>>().join(", ");
            format!(
                "oar::ordering::Guard::new(&[{all}], oar::ordering::Composition::{composition:?})"
            )
        }
    };
    out.push_str(&format!(
        "
pub fn run(case: &oar_harness::Value) -> Result<Vec<oar_harness::Value>, String> {{
    oar::ordering::json::replay(&{rules}, case)
}}
"
    ));
    out
}
