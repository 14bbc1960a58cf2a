//! The published corpus as far as loading goes: what it refuses is refused, naming what it names; the rest loads.
//!
//! It lies outside the repository, in `../shared`; where it is not present, the test says that it did not run.

use std::path::{Path, PathBuf};

use oar_compiler::diagnostic::{Diagnostic, Diagnostics, Severity, Sources};
use oar_compiler::document::{self, Documents};
use oar_compiler::link;
use oar_compiler::source::{self, Format, Limits};
use serde_json::Value;

fn corpus() -> Option<PathBuf> {
    let found = Path::new(env!("CARGO_MANIFEST_DIR"))
        .ancestors()
        .map(|folder| folder.join("shared/oar-conformance"))
        .find(|corpus| corpus.is_dir());
    if found.is_none() {
        eprintln!("not run: the published corpus is not at ../shared/oar-conformance");
    }
    found
}

/// What loading a fixture reports.
fn load(fixture: &Value) -> (bool, Vec<Diagnostic>) {
    let input = &fixture["input"];
    let (limits, mut sources, mut diags) = (Limits::default(), Sources::new(), Diagnostics::new());
    let config = input.get("config").cloned().unwrap_or(Value::Array(vec![]));
    let files = [
        ("capability.json", &input["capability"]),
        ("rules.json", &fixture["rules"]),
        ("config.json", &config),
    ];
    let mut read = Vec::new();
    for (name, value) in files {
        if value.as_array().is_some_and(Vec::is_empty) {
            continue;
        }
        let bytes = serde_json::to_vec(value).unwrap();
        let documents = source::load(
            name,
            &bytes,
            Format::Json,
            &limits,
            &mut sources,
            &mut diags,
        );
        read.extend(documents);
    }
    let documents: Documents = document::read(read, &limits, &sources, &mut diags);
    let host = documents.capabilities.first();
    let capability = host.and_then(|host| link::capability(host, &mut diags));
    let set = link::link(
        &documents,
        &documents.configs,
        capability.as_ref(),
        &sources,
        &mut diags,
    );
    (set.is_some(), diags.into_sorted())
}

fn text(found: &Diagnostic) -> String {
    let secondary: Vec<&str> = found.secondary.iter().map(|l| l.text.as_str()).collect();
    let help = found.help.as_deref().unwrap_or("");
    format!(
        "{} {} {} {} {help}",
        found.clause,
        found.message,
        found.label,
        secondary.join(" ")
    )
}

/// What is wrong with a fixture's outcome, if anything.
fn judge(name: &str, fixture: &Value) -> Option<String> {
    let (loaded, found) = load(fixture);
    let all: Vec<String> = found.iter().map(text).collect();
    let errors = found
        .iter()
        .filter(|d| d.severity() == Severity::Error)
        .count();
    let expected = fixture["expected"].get("error").and_then(Value::as_str);
    let right = match expected {
        Some(token) => !loaded && all.iter().any(|t| t.contains(token)),
        None => loaded && errors == 0,
    };
    (!right)
        .then(|| format!("{name}: loaded {loaded}, expected error {expected:?}, found {all:#?}"))
}

#[test]
fn what_the_corpus_refuses_is_refused_and_the_rest_loads() {
    let Some(corpus) = corpus() else {
        return;
    };
    let mut wrong = Vec::new();
    let mut count = 0;
    for entry in std::fs::read_dir(corpus).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "json") {
            continue;
        }
        let fixture: Value = serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
        count += 1;
        wrong.extend(judge(path.file_stem().unwrap().to_str().unwrap(), &fixture));
    }
    wrong.sort();
    assert!(
        wrong.is_empty(),
        "{} of {count}:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
    assert_eq!(count, 265);
}
