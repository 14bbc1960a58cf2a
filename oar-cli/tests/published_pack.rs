//! The rules of a real agent host, compiled and run on a host that has nothing to report.
//!
//! The pack lies outside the repository, in `../shared`; where it is not present, the test says that it did not run.

use std::fs;
use std::path::Path;
use std::process::Command;

use oar_compiler::diagnostic::{Diagnostics, Sources};
use oar_compiler::pack;
use oar_compiler::source::{self, Limits, Node, Value};
use serde_json::{Value as Json, json};

fn value(node: &Node) -> Json {
    match &node.value {
        Value::Null | Value::Refused => Json::Null,
        Value::Bool(value) => (*value).into(),
        Value::Number(number) => serde_json::from_str(&number.text).unwrap(),
        Value::String(text) => text.value.as_str().into(),
        Value::List(members) => members.iter().map(value).collect(),
        Value::Map(entries) => entries
            .iter()
            .map(|entry| (entry.key.text.clone(), value(&entry.value)))
            .collect(),
    }
}

/// Every document of the pack.
fn documents(folder: &Path) -> Vec<Json> {
    let (mut sources, mut diags) = (Sources::new(), Diagnostics::new());
    let mut documents = Vec::new();
    for file in pack::files(folder, "pack").unwrap() {
        documents.extend(source::load(
            &file.name,
            &file.bytes,
            file.format(),
            &Limits::default(),
            &mut sources,
            &mut diags,
        ));
    }
    assert_eq!(diags.as_slice(), []);
    documents
        .iter()
        .map(|document| value(&document.root))
        .collect()
}

/// OAR-FACT-25: a fact that the host has nothing to say about reads as its zero value, and no rule errs.
#[test]
fn a_host_that_reports_nothing_meets_no_rule_errors() {
    let found = Path::new(env!("CARGO_MANIFEST_DIR"))
        .ancestors()
        .map(|folder| folder.join("shared/packs/agent-runtime"))
        .find(|pack| pack.is_dir());
    let Some(folder) = found else {
        eprintln!("not run: the pack is not at ../shared/packs/agent-runtime");
        return;
    };
    let (capabilities, rules): (Vec<Json>, Vec<Json>) = documents(&folder)
        .into_iter()
        .partition(|document| document.get("oar_capability_version").is_some());
    assert_eq!((capabilities.len(), rules.len()), (1, 36));
    let anchors = &capabilities[0]["anchors"];
    let core = anchors["core"].as_object().unwrap().values();
    let host = anchors["host"].as_array().into_iter().flatten();
    let occurrences: Vec<Json> = core
        .chain(host)
        .map(|anchor| json!({ "anchor": anchor, "content": "" }))
        .collect();
    let count = occurrences.len();
    let fixture = json!([{
        "id": "agent-runtime",
        "covers": ["OAR-FACT-25"],
        "rules": rules,
        "input": { "capability": capabilities[0], "occurrences": occurrences },
        "expected": {},
    }]);
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("agent-runtime.json");
    fs::write(&file, fixture.to_string()).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_oar"))
        .args(["test", "--format", "json"])
        .arg(&file)
        .output()
        .unwrap();
    let line: Json = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(line["status"], "pass", "{}", line["detail"]);
    let reports = line["occurrences"].as_array().unwrap();
    assert_eq!(reports.len(), count);
    let applied: Vec<&str> = reports
        .iter()
        .flat_map(|report| report["applied"].as_array().unwrap())
        .map(|entry| entry.as_str().unwrap())
        .collect();
    assert!(
        applied.len() >= 36 / 2,
        "the rules are bound to these anchors: {applied:?}"
    );
    let errored: Vec<&&str> = applied
        .iter()
        .filter(|entry| entry.ends_with("errored"))
        .collect();
    assert!(errored.is_empty(), "{errored:?}");
}
