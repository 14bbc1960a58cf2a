//! The tables against the published vocabulary, and against themselves.

use std::collections::HashSet;

use super::*;

/// One `key: value` line of the published vocabulary, which is written in exactly that shape.
struct Line {
    section: String,
    indent: usize,
    key: String,
    value: String,
}

fn lines(text: &str) -> Vec<Line> {
    let mut section = String::new();
    let mut out = Vec::new();
    for raw in text.lines() {
        let line = raw.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let (key, value) = line.split_once(':').expect("a key");
        let key = key.trim_start_matches("- ").to_owned();
        let value = value.trim();
        let value = if value.starts_with('"') {
            serde_json::from_str(value).expect("a quoted string")
        } else {
            value.to_owned()
        };
        let indent = raw.len() - raw.trim_start().len();
        if indent == 0 {
            section = key;
        } else {
            out.push(Line {
                section: section.clone(),
                indent,
                key,
                value,
            });
        }
    }
    out
}

/// The values of one section, key by key, in order.
fn section(lines: &[Line], name: &str) -> Vec<(String, String)> {
    lines
        .iter()
        .filter(|line| line.section == name && line.key != "facts")
        .map(|line| (line.key.clone(), line.value.clone()))
        .collect()
}

fn pairs(profile: &Profile) -> Vec<(String, String)> {
    let mut out = vec![("description".to_owned(), profile.description.to_owned())];
    for entry in profile.entries {
        out.push(("name".to_owned(), entry.name.to_owned()));
        out.push(("type".to_owned(), entry.ty.to_string()));
        out.push(("observation".to_owned(), entry.observation.to_owned()));
    }
    out
}

#[test]
fn the_tables_say_what_the_published_vocabulary_says() {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../shared/spec/vocabulary.yaml"
    );
    let Ok(text) = std::fs::read_to_string(path) else {
        eprintln!("skipped: the published vocabulary is not at ../shared");
        return;
    };
    let lines = lines(&text);
    assert_eq!(section(&lines, "core"), pairs(core()));

    let mut expected = Vec::new();
    for profile in profiles() {
        expected.push(("name".to_owned(), profile.name.to_owned()));
        expected.extend(pairs(profile));
    }
    assert_eq!(section(&lines, "profiles"), expected);
    // A profile's own name is indented less than a fact's: the tables cannot have swallowed one into the other.
    let heads = lines
        .iter()
        .filter(|line| line.section == "profiles" && line.indent == 2)
        .count();
    assert_eq!(heads, profiles().len());

    let expected: Vec<_> = anchors()
        .iter()
        .flat_map(|a| [("name", a.name), ("moment", a.moment)])
        .map(|(key, value)| (key.to_owned(), value.to_owned()))
        .collect();
    assert_eq!(section(&lines, "anchors"), expected);

    let expected: Vec<_> = reserved_detectors()
        .iter()
        .flat_map(|d| [("ref", d.reference), ("behaviour", d.behaviour)])
        .map(|(key, value)| (key.to_owned(), value.to_owned()))
        .collect();
    assert_eq!(section(&lines, "detectors"), expected);

    let expected: Vec<_> = actions()
        .iter()
        .flat_map(|a| {
            [
                ("action", a.name()),
                ("writes", a.writes.unwrap_or("null")),
                ("effect", a.effect),
            ]
        })
        .map(|(key, value)| (key.to_owned(), value.to_owned()))
        .collect();
    assert_eq!(section(&lines, "on_fire"), expected);
}

#[test]
fn facts_and_functions_share_one_namespace() {
    // OAR-FACT-2, OAR-FACT-14: every name once, whatever the bundle.
    let mut seen = HashSet::new();
    for profile in std::iter::once(core()).chain(profiles()) {
        for entry in profile.entries {
            assert!(seen.insert(entry.name), "{} twice", entry.name);
        }
    }
    assert_eq!(seen.len(), 51);
    assert!(!seen.contains(CONTENT));
}

#[test]
fn the_five_profiles_of_ops_22_need_a_detector() {
    let by_detector: Vec<_> = profiles()
        .iter()
        .filter(|profile| profile.by_detector)
        .map(|profile| profile.name)
        .collect();
    assert_eq!(
        by_detector,
        [
            "secrets",
            "pii",
            "prompt-injection",
            "jailbreak",
            "moderation"
        ]
    );
}

#[test]
fn enumerations_are_the_ones_the_observations_state() {
    let values = |name: &str| entry(name).expect("standard").1.values;
    assert_eq!(
        values("content_roles"),
        [
            "system",
            "developer",
            "user",
            "assistant",
            "tool",
            "unknown"
        ]
    );
    assert_eq!(
        values("content_origins"),
        [
            "host",
            "user",
            "model",
            "tool",
            "peer",
            "resource",
            "retrieval",
            "unknown"
        ]
    );
    assert_eq!(
        values("content_authorities"),
        [
            "system",
            "developer",
            "user",
            "delegated",
            "none",
            "unknown"
        ]
    );
    assert_eq!(
        values("content_trust_tiers"),
        ["trusted", "untrusted", "unknown"]
    );
    let enumerated = profiles()
        .iter()
        .flat_map(|profile| profile.entries)
        .filter(|entry| !entry.values.is_empty());
    assert_eq!(enumerated.count(), 4);
}

#[test]
fn lookups_find_by_exact_name() {
    assert_eq!(profile("mcp").map(|p| p.entries.len()), Some(14));
    assert!(profile("MCP").is_none());
    assert_eq!(entry("tool_args").map(|(p, _)| p.name), Some("tool"));
    assert_eq!(entry(FIRE_COUNT_OF).map(|(p, _)| p.name), Some("core"));
    assert!(entry("tool_arg").is_none());
    assert_eq!(core_anchor("tool.pre_invoke"), Some(0));
    assert_eq!(core_anchor("model.tool_result"), Some(7));
    assert_eq!(core_anchor("tool.preinvoke"), None);
}
