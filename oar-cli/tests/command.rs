//! What `oar test` and `oar expand` say and how they exit.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::{Value, json};

fn oar(arguments: &[&str]) -> Output {
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    Command::new(env!("CARGO_BIN_EXE_oar"))
        .current_dir(workspace)
        .args(arguments)
        .output()
        .unwrap()
}

/// A capability document with nothing in it but what every one has.
fn capability() -> Value {
    let anchors = [
        "tool.pre_invoke",
        "tool.handler",
        "tool.post_invoke",
        "agent.post_turn",
        "agent.finalize",
        "model.input",
        "model.output",
        "model.tool_result",
    ];
    let core: serde_json::Map<String, Value> = anchors
        .iter()
        .map(|anchor| ((*anchor).to_owned(), (*anchor).into()))
        .collect();
    json!({
        "oar_capability_version": "1.0",
        "host": "acme.gateway",
        "anchors": { "core": core },
        "profiles": [],
        "activity_window": 0,
        "detectors": [],
        "expression_nodes_max": 256,
        "supports_transform": false,
    })
}

/// A fixture with one rule that warns whenever `when` holds and counts it.
fn fixture(id: &str, when: &str, expected: Value) -> Value {
    json!({
        "id": id,
        "covers": ["OAR-EVAL-4"],
        "rules": [{
            "oar": "1.0",
            "id": "RULE",
            "namespace": "acme",
            "kind": "policy",
            "anchor": "tool.pre_invoke",
            "effect": "warn",
            "when": when,
            "on_fire": ["increment_counter"],
            "copy": { "fix": "do {{ fire_count }}" },
        }],
        "input": { "capability": capability(), "anchor": "tool.pre_invoke" },
        "expected": expected,
    })
}

/// A file with these fixtures.
fn file(name: &str, fixtures: &[Value]) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.json"));
    fs::write(&path, Value::from(fixtures).to_string()).unwrap();
    path
}

#[track_caller]
fn run(name: &str, fixtures: &[Value], arguments: &[&str]) -> (i32, Vec<Value>) {
    let path = file(name, fixtures);
    let shown = path.to_string_lossy();
    let output = oar(&[&["test", "--format", "json", &shown], arguments].concat());
    let text = String::from_utf8(output.stdout).unwrap();
    let lines = text.lines().map(|line| serde_json::from_str(line).unwrap());
    (output.status.code().unwrap(), lines.collect())
}

#[test]
fn a_verdict_carries_everything_the_engine_reports() {
    let (status, lines) = run(
        "verdict",
        &[fixture("a", "fire_count == 0", json!({}))],
        &[],
    );
    assert_eq!(status, 0);
    assert_eq!(
        lines,
        [json!({
            "id": "a",
            "status": "pass",
            "detail": "",
            "actual": {
                "decision": "warn",
                "code": "RULE",
                "rule": "acme/RULE",
                "copy": { "fix": "do 0" },
                "on_fire": ["increment_counter"],
                "events": [],
                "advisories": [{ "code": "RULE", "rule": "acme/RULE", "copy": { "fix": "do 0" } }],
                "transforms": [],
                "skipped_transforms": [],
                "applied": ["acme/RULE:fired"],
                "counters": { "acme/RULE": { "fire_count": 1, "breaker_count": 0 } },
            },
        })]
    );
}

#[test]
fn a_difference_fails_and_shows_both_sides() {
    let wrong = json!({ "decision": "block", "counters": { "acme/RULE": { "fire_count": 2 } } });
    let (status, lines) = run("difference", &[fixture("a", "true", wrong)], &[]);
    assert_eq!(status, 1);
    assert_eq!(lines[0]["status"], "fail");
    assert_eq!(
        lines[0]["detail"],
        "counters.acme/RULE.fire_count\n    expected  2\n    actual    1\n\
         decision\n    expected  \"block\"\n    actual    \"warn\""
    );
    assert_eq!(lines[0]["actual"]["decision"], "warn");
}

#[test]
fn a_rejection_is_matched_by_what_it_names() {
    let rejected = |id: &str, error: &str| fixture(id, "unknown_fact", json!({ "error": error }));
    let mut beside = rejected("d", "unknown_fact");
    beside["expected"]["decision"] = "none".into();
    let fixtures = [
        rejected("a", "unknown_fact"),
        rejected("b", ""),
        rejected("c", "other_fact"),
        beside,
        // The excerpt of the document that the error shows names `namespace`; the error does not.
        rejected("e", "namespace"),
        fixture("f", "unknown_fact", json!({ "decision": "none" })),
        fixture("g", "true", json!({ "error": "" })),
    ];
    let (status, lines) = run("rejection", &fixtures, &[]);
    assert_eq!(status, 1);
    let verdicts: Vec<&str> = lines
        .iter()
        .map(|line| line["status"].as_str().unwrap())
        .collect();
    assert_eq!(
        verdicts,
        ["pass", "pass", "fail", "fail", "fail", "fail", "fail"]
    );
    let error = lines[0]["actual"]["error"].as_str().unwrap();
    assert!(
        error.contains("rules.json"),
        "the whole text is reported: {error}"
    );
    assert_eq!(lines[6]["actual"]["decision"], "warn");
}

#[test]
fn a_malformed_fixture_fails_by_name_and_the_others_run() {
    let mut malformed = fixture("a", "true", json!({ "verdict": "warn" }));
    malformed["input"]["facts"] = json!({});
    let mut undeclared = fixture("b", "true", json!({}));
    undeclared["input"]["facts"] = json!({ "tool": "read" });
    let mut elsewhere = fixture("c", "true", json!({}));
    elsewhere["input"]["anchor"] = "before.tool".into();
    let mut stray = fixture("d", "true", json!({}));
    stray["input"]["detector_facts"] = json!({ "acme.gateway.x": 1 });
    let fixtures = [
        malformed,
        undeclared,
        elsewhere,
        stray,
        fixture("e", "true", json!({ "decision": "warn" })),
    ];
    let (status, lines) = run("malformed", &fixtures, &[]);
    assert_eq!(status, 1);
    let details: Vec<&str> = lines
        .iter()
        .map(|line| line["detail"].as_str().unwrap())
        .collect();
    assert!(
        details[0].contains("`verdict`") && details[0].contains("OAR-CONF-22"),
        "{}",
        details[0]
    );
    assert!(
        details[1].contains("`tool`") && details[1].contains("claim profile `tool`"),
        "{}",
        details[1]
    );
    assert!(details[2].contains("`before.tool`"), "{}", details[2]);
    assert!(
        details[3].contains("`input.detector_facts`"),
        "{}",
        details[3]
    );
    assert_eq!(lines[4]["status"], "pass");
}

#[test]
fn a_detector_that_the_runner_lacks_is_a_skip_with_its_reason() {
    let mut skipped = fixture("a", "true", json!({ "decision": "warn" }));
    skipped["input"]["capability"]["detectors"] = json!(["detector://acme-scan"]);
    let registered_only = skipped.clone();
    skipped["rules"][0]["kind"] = "detector".into();
    skipped["rules"][0]["detector"] = json!({ "ref": "detector://acme-scan" });
    let (status, lines) = run("skip", &[skipped, registered_only], &[]);
    assert_eq!(lines[0]["status"], "skip", "{}", lines[0]);
    assert!(
        lines[0]["detail"]
            .as_str()
            .unwrap()
            .contains("detector://acme-scan")
    );
    assert_eq!(lines[0]["actual"], Value::Null);
    assert_eq!(lines[1]["status"], "pass", "{}", lines[1]);
    assert_eq!(status, 0);
}

#[test]
fn several_occurrences_are_reported_one_by_one() {
    let mut several = fixture("a", "fire_count < 1", json!({ "decision": "none" }));
    several["input"] = json!({
        "capability": capability(),
        "occurrences": [
            { "anchor": "tool.pre_invoke", "expected": { "decision": "warn" } },
            { "anchor": "tool.pre_invoke" },
        ],
    });
    several["expected"]["counters"] = json!({ "acme/RULE": { "fire_count": 1 } });
    let mut wrong = several.clone();
    wrong["id"] = "b".into();
    wrong["input"]["occurrences"][0]["expected"]["decision"] = "nudge".into();
    let (status, lines) = run("several", &[several, wrong], &[]);
    assert_eq!(status, 1);
    assert_eq!(lines[0]["status"], "pass", "{}", lines[0]);
    assert_eq!(lines[0]["occurrences"][0]["decision"], "warn");
    assert_eq!(lines[0]["actual"], lines[0]["occurrences"][1]);
    let detail = lines[1]["detail"].as_str().unwrap();
    assert!(detail.starts_with("occurrences[0].decision\n"), "{detail}");
}

#[test]
fn an_integer_beyond_binary64_has_no_fingerprint() {
    let with = |id: &str, number: &str| {
        let mut fixture = fixture(id, "tool_args_fingerprint != \"\"", json!({}));
        fixture["rules"][0]["requires"] = json!({ "profiles": ["tool"] });
        fixture["rules"][0]["on_error"] = "fail_open".into();
        fixture["input"]["capability"]["profiles"] = json!(["tool"]);
        fixture["input"]["tool_call"] = json!({ "name": "t", "arguments": { "n": "NUMBER" } });
        fixture.to_string().replace("\"NUMBER\"", number)
    };
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("fingerprint.json");
    let texts = [
        with("a", "18446744073709551616"),
        with("b", "18446744073709551617"),
    ];
    fs::write(&path, format!("[{}]", texts.join(","))).unwrap();
    let output = oar(&["test", "--format", "json", &path.to_string_lossy()]);
    let text = String::from_utf8(output.stdout).unwrap();
    let applied: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap()["actual"]["applied"].clone())
        .collect();
    assert_eq!(
        applied,
        [json!(["acme/RULE:fired"]), json!(["acme/RULE:errored"])]
    );
}

#[test]
fn a_filter_selects_by_identifier_or_clause() {
    let mut other = fixture("other", "true", json!({}));
    other["covers"] = json!(["OAR-EVAL-5"]);
    let fixtures = [fixture("one", "true", json!({})), other];
    let ids = |arguments: &[&str]| -> Vec<String> {
        let (_, lines) = run("filter", &fixtures, arguments);
        let id = |line: &Value| line["id"].as_str().unwrap().to_owned();
        lines.iter().map(id).collect()
    };
    assert_eq!(ids(&["--filter", "on"]), ["one"]);
    assert_eq!(ids(&["--filter", "OAR-EVAL-5"]), ["other"]);
    assert_eq!(
        ids(&["--filter", "on", "--filter", "oth"]),
        ["one", "other"]
    );
    let (status, _) = run("filter", &fixtures, &["--filter", "nothing"]);
    assert_eq!(status, 2, "a run that tests nothing is no success");
}

#[test]
fn the_text_shows_totals_and_clauses() {
    let wrong = fixture("b", "true", json!({ "decision": "none" }));
    let path = file("text", &[fixture("a", "true", json!({})), wrong]);
    let output = oar(&["test", &path.to_string_lossy()]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.starts_with("PASS a\nFAIL b ("), "{text}");
    assert!(
        text.contains("  decision\n      expected  \"none\"\n      actual    \"warn\"\n"),
        "{text}"
    );
    assert!(
        text.contains(
            "\n1 passed, 1 failed, 0 skipped\nclauses exercised: 1 of 221\n  OAR-EVAL  4\n"
        ),
        "{text}"
    );
}

#[test]
fn what_cannot_be_run_says_so() {
    let output = oar(&["test", "nowhere"]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(
        String::from_utf8_lossy(&output.stderr),
        "error: `nowhere` does not exist\n"
    );
    let path = file("sources", &[fixture("a", "true", json!({}))]);
    let output = oar(&["test", "--oar", "docs", &path.to_string_lossy()]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("--oar PATH"));
}

#[test]
fn expand_prints_the_source_of_a_pack() {
    let output = oar(&["expand", "examples/gateway/packs"]);
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success());
    assert!(text.contains("pub struct Policy"), "{text}");
    assert_eq!(oar(&["expand", "docs"]).status.code(), Some(1));
    assert_eq!(oar(&["expand", "no-such-pack"]).status.code(), Some(2));
}

#[test]
fn expand_says_once_why_a_pack_does_not_compile() {
    let output = oar(&["expand", "tests/ui/capability-core-anchor-missing"]);
    let text = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(
        text.matches("error").count(),
        text.matches("error[").count(),
        "{text}"
    );
    assert!(text.starts_with("error["), "{text}");
    assert!(output.stdout.is_empty());
}

/// The command with standard output and error closed by their reader, as `2>&1 | head` closes them, and its exit status.
#[cfg(unix)]
fn unread(arguments: &[&str]) -> Option<i32> {
    use std::process::Stdio;
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut child = Command::new(env!("CARGO_BIN_EXE_oar"))
        .current_dir(workspace)
        .args(arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop((child.stdout.take(), child.stderr.take()));
    child.wait().unwrap().code()
}

#[test]
#[cfg(unix)]
fn a_reader_who_leaves_does_not_change_the_exit_status() {
    let packs = "examples/gateway/packs";
    assert_eq!(unread(&["check", packs]), Some(0));
    assert_eq!(unread(&["check", "--format", "json", "tests"]), Some(1));
    assert_eq!(unread(&["check", "nowhere"]), Some(2));
    assert_eq!(unread(&["expand", packs]), Some(0));
    assert_eq!(unread(&["schema"]), Some(0));
    assert_eq!(unread(&["order", "--list"]), Some(0));
    let rejected = "tests/conformance/cfg-leading-zero-rejected.json";
    assert_eq!(unread(&["test", rejected]), Some(0));
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_an_error_and_no_panic() {
    let rejected = "tests/conformance/cfg-leading-zero-rejected.json";
    for arguments in [
        &["expand", "examples/gateway/packs"][..],
        &["schema"],
        &["order", "--list"],
        &["test", rejected],
        &["check", "tests"],
    ] {
        let full = fs::File::options().write(true).open("/dev/full").unwrap();
        let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let output = Command::new(env!("CARGO_BIN_EXE_oar"))
            .current_dir(workspace)
            .args(arguments)
            .stdout(full)
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {said}");
        assert!(
            said.contains("error: cannot write to standard output"),
            "{said}"
        );
    }
}
