//! What holds of the project's own corpus as a whole.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value, json};

fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn fixtures() -> Vec<Value> {
    let folder = workspace().join("tests/conformance");
    let mut paths: Vec<PathBuf> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| {
            path.extension()
                .is_some_and(|extension| extension == "json")
        })
        .collect();
    paths.sort();
    paths
        .iter()
        .map(|path| serde_json::from_slice(&fs::read(path).unwrap()).unwrap())
        .collect()
}

/// What the engine reported for each fixture of a file, by identifier; the detail where it reported nothing.
fn reports(path: &Path) -> BTreeMap<String, Value> {
    let output = Command::new(env!("CARGO_BIN_EXE_oar"))
        .current_dir(workspace())
        .args(["test", "--format", "json"])
        .arg(path)
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let lines = text.lines().map(|line| {
        let line: Value = serde_json::from_str(line).unwrap();
        let report = match &line["actual"] {
            Value::Null => line["detail"].clone(),
            actual => json!([actual, line["occurrences"]]),
        };
        (line["id"].as_str().unwrap().to_owned(), report)
    });
    lines.collect()
}

/// The capability document without each of its declarations in turn.
fn poorer(capability: &Value) -> Vec<(String, Value)> {
    let mut variants = Vec::new();
    let mut with = |what: String, change: &dyn Fn(&mut Value)| {
        let mut poorer = capability.clone();
        change(&mut poorer);
        variants.push((what, poorer));
    };
    for list in ["profiles", "detectors"] {
        let length = capability[list].as_array().map_or(0, Vec::len);
        for at in 0..length {
            with(format!("{list} {}", capability[list][at]), &|poorer| {
                poorer[list].as_array_mut().unwrap().remove(at);
            });
        }
    }
    for name in capability["host_facts"].as_object().into_iter().flatten() {
        with(format!("host fact {}", name.0), &|poorer| {
            poorer["host_facts"].as_object_mut().unwrap().remove(name.0);
        });
    }
    if capability["activity_window"] != 0 {
        with("activity window".to_owned(), &|poorer| {
            poorer["activity_window"] = 0.into()
        });
    }
    if capability["supports_transform"] == true {
        with("transforms".to_owned(), &|poorer| {
            poorer["supports_transform"] = false.into()
        });
    }
    variants
}

/// OAR-CONF-36: a declaration is permitted exactly when removing it changes the outcome.
#[test]
fn a_fixture_declares_only_what_it_needs() {
    let (mut variants, mut names) = (Vec::new(), BTreeMap::new());
    let fixtures = fixtures();
    for fixture in &fixtures {
        if fixture["expected"].get("error").is_some() {
            continue;
        }
        for (what, capability) in poorer(&fixture["input"]["capability"]) {
            let mut variant = fixture.clone();
            let id = format!("v{}", variants.len());
            names.insert(id.clone(), (fixture["id"].as_str().unwrap(), what));
            variant["id"] = id.into();
            variant["input"]["capability"] = capability;
            variants.push(variant);
        }
    }
    assert!(!variants.is_empty());
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("poorer.json");
    fs::write(&file, Value::from(variants).to_string()).unwrap();
    let before = reports(&workspace().join("tests/conformance"));
    let after = reports(&file);
    let needless: Vec<String> = names
        .iter()
        .filter(|(id, (fixture, _))| after[*id] == before[*fixture])
        .map(|(_, (fixture, what))| format!("{fixture} does not need: {what}"))
        .collect();
    assert!(needless.is_empty(), "{}", needless.join("\n"));
}

/// OAR-CONF-30: what a rejection has to name is one token.
#[test]
fn errors_are_asserted_by_one_token() {
    let fixtures = fixtures();
    let asserted = fixtures.iter().filter_map(|fixture| {
        let error = fixture["expected"]["error"].as_str()?;
        Some((fixture["id"].as_str()?, error))
    });
    let phrases: Vec<(&str, &str)> = asserted
        .filter(|(_, error)| error.contains(char::is_whitespace))
        .collect();
    assert!(phrases.is_empty(), "{phrases:?}");
}
