//! The toolchain that the manifests promise to be enough (MSRV).
//!
//! That no newer library function is used is clippy's `incompatible_msrv`; `scripts/msrv` builds with that toolchain.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

use serde_json::Value;

/// The dependencies of this platform alone: cargo never downloads those of others, and need not here.
fn metadata() -> Value {
    let output = Command::new(env!("CARGO"))
        .args([
            "metadata",
            "--format-version",
            "1",
            "--all-features",
            "--offline",
            "--filter-platform",
            &host(),
        ])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo starts");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    serde_json::from_slice(&output.stdout).expect("JSON")
}

/// The platform that this was built on.
fn host() -> String {
    let output = Command::new("rustc")
        .arg("-vV")
        .output()
        .expect("rustc starts");
    let text = String::from_utf8_lossy(&output.stdout);
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    host.expect("rustc names its host").to_owned()
}

fn list(value: &Value) -> &[Value] {
    value.as_array().expect("a list")
}

fn text(value: &Value) -> &str {
    value.as_str().expect("a string")
}

/// `1.88` and `1.88.0` as numbers.
fn version(text: &str) -> Vec<u32> {
    let mut parts: Vec<u32> = text
        .split('.')
        .map(|part| part.parse().expect("a number"))
        .collect();
    parts.resize(3, 0);
    parts
}

/// Every package by its identifier in the metadata.
fn packages(metadata: &Value) -> BTreeMap<&str, &Value> {
    let all = list(&metadata["packages"]).iter();
    all.map(|package| (text(&package["id"]), package)).collect()
}

#[test]
fn every_crate_declares_the_same_toolchain() {
    let metadata = metadata();
    let packages = packages(&metadata);
    let members = list(&metadata["workspace_members"]).iter();
    let declared: BTreeSet<Option<&str>> = members
        .map(|id| packages[text(id)]["rust_version"].as_str())
        .collect();
    assert_eq!(declared.len(), 1, "{declared:?}");
    assert!(
        declared.iter().all(Option::is_some),
        "a crate declares none"
    );
}

#[test]
fn no_dependency_of_a_published_crate_needs_a_newer_one() {
    let metadata = metadata();
    let packages = packages(&metadata);
    let nodes: BTreeMap<&str, &Value> = list(&metadata["resolve"]["nodes"])
        .iter()
        .map(|node| (text(&node["id"]), node))
        .collect();
    let members = list(&metadata["workspace_members"]).iter().map(text);
    // `publish = false` is an empty list of registries.
    let mut open: Vec<&str> = members
        .filter(|id| packages[id]["publish"].is_null())
        .collect();
    assert!(open.len() >= 5, "the published crates are found");
    let ours = version(text(&packages[open[0]]["rust_version"]));
    let mut seen: BTreeSet<&str> = open.iter().copied().collect();
    while let Some(id) = open.pop() {
        let package = packages[id];
        if let Some(theirs) = package["rust_version"].as_str() {
            assert!(
                version(theirs) <= ours,
                "{} needs Rust {theirs}",
                text(&package["name"])
            );
        }
        for dependency in list(&nodes[id]["deps"]) {
            let kinds = list(&dependency["dep_kinds"]);
            let built = kinds.iter().any(|kind| kind["kind"] != "dev");
            let dependency = text(&dependency["pkg"]);
            if built && seen.insert(dependency) {
                open.push(dependency);
            }
        }
    }
}
