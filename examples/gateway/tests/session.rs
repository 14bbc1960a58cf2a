//! The gateway from the outside: the shipped session, configurations, malformed lines.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;

fn gateway(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_gateway"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the gateway starts");
    let mut stdin = child.stdin.take().expect("piped");
    // A gateway that refuses its arguments does not read.
    let _ = stdin.write_all(input);
    drop(stdin);
    child.wait_with_output().expect("the gateway ends")
}

fn stdout(output: &Output) -> &str {
    std::str::from_utf8(&output.stdout).expect("UTF-8")
}

fn stderr(output: &Output) -> &str {
    std::str::from_utf8(&output.stderr).expect("UTF-8")
}

/// The outcomes printed, by line of the session.
fn outcomes(output: &Output) -> BTreeMap<u64, Value> {
    let parse = |line: &str| {
        let outcome: Value = serde_json::from_str(line).expect("one JSON object a line");
        (outcome["line"].as_u64().expect("a number"), outcome)
    };
    stdout(output).lines().map(parse).collect()
}

fn shipped(arguments: &[&str]) -> BTreeMap<u64, Value> {
    let output = gateway(&[&["--json"], arguments].concat(), b"");
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    outcomes(&output)
}

/// What the trace of a line says about a rule.
fn traced<'a>(outcome: &'a Value, rule: &str) -> Option<&'a str> {
    let applied = outcome["applied"].as_array().expect("a list").iter();
    applied
        .filter_map(Value::as_str)
        .find_map(|entry| entry.strip_prefix(rule)?.strip_prefix(':'))
}

fn config() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("config.yaml")
}

/// Where each rule fires in the shipped session, and where it is looked at and passed over, or not looked at at all.
const RULES: [(&str, u64, u64); 10] = [
    ("example.hygiene/REPEAT_CALL_TALLY", 2, 23),
    ("example.hygiene/REPEAT_LOOP_BLOCK", 15, 14),
    ("example.hygiene/REPEAT_LOOP_WARN", 11, 10),
    ("example.security/BULK_DELETE_DENIED", 17, 18),
    ("example.security/DESTRUCTIVE_TOOL_WARN", 18, 17),
    ("example.security/MCP_PROVIDER_DISABLED", 21, 19),
    ("example.security/READ_OUTSIDE_SCOPE", 5, 4),
    ("example.security/REDACT_PII", 23, 24),
    ("example.security/REDACT_SECRETS", 23, 24),
    ("example.security/WRITE_OUTSIDE_WORKSPACE", 8, 7),
];

#[test]
fn every_rule_fires_and_is_passed_over() {
    let outcomes = shipped(&[]);
    for (rule, fires, passes) in RULES {
        assert_eq!(traced(&outcomes[&fires], rule), Some("fired"), "{rule}");
        let expected = match rule {
            // It has no condition: only an occurrence of another anchor passes it over.
            "example.hygiene/REPEAT_CALL_TALLY" => None,
            // Nor has this one: the rule that refines it speaks in its place.
            "example.security/DESTRUCTIVE_TOOL_WARN" => Some("suppressed"),
            _ => Some("passed"),
        };
        assert_eq!(traced(&outcomes[&passes], rule), expected, "{rule}");
    }
}

#[test]
fn every_line_is_decided_as_its_rules_say() {
    let decisions = |wanted: &str| -> Vec<u64> {
        let outcomes = shipped(&[]);
        let matching = outcomes.iter().filter(|(_, o)| o["decision"] == wanted);
        matching.map(|(&line, _)| line).collect()
    };
    assert_eq!(decisions("block"), [5, 6, 8, 15, 17, 21]);
    assert_eq!(decisions("transform"), [23, 25]);
    assert_eq!(decisions("warn"), [11, 13, 14, 18]);
    assert_eq!(decisions("nudge"), [0; 0]);
    assert_eq!(decisions("none").len(), 25 - 6 - 2 - 4);
}

#[test]
fn a_scope_that_cannot_be_checked_refuses_the_call() {
    let outcome = &shipped(&[])[&6];
    let rule = "example.security/READ_OUTSIDE_SCOPE";
    assert_eq!(outcome["rule"], rule);
    assert_eq!(traced(outcome, rule), Some("errored"));
    assert_eq!(outcome["failures"][0]["rule"], rule);
}

#[test]
fn transforms_leave_only_the_new_content() {
    let outcomes = shipped(&[]);
    assert_eq!(
        outcomes[&23]["content"],
        "Fertig – die Zählung der Monate begann bei 0. Zum Prüfen: AWS_ACCESS_KEY_ID=[secret redacted] \
         make nightly, Fragen an [redacted]."
    );
    // The key is part of the address, which the rule evaluated first has already rewritten.
    assert_eq!(
        outcomes[&25]["content"],
        "Push with https://[redacted]/dates.git once the review is done."
    );
    assert_eq!(
        outcomes[&25]["skipped_transforms"][0]["rule"],
        "example.security/REDACT_SECRETS"
    );
}

#[test]
fn the_text_form_shows_what_a_person_asks_for() {
    let output = gateway(&[], b"");
    assert_eq!(output.status.code(), Some(0));
    for expected in [
        "  5  tool.pre_invoke  [s-1]  read {\"path\":\"/workspace/../etc/passwd\"}\n",
        "decision  block  example.security/READ_OUTSIDE_SCOPE\n",
        "fix       Read inside the scope, or widen the scope deliberately.\n",
        "advisory  example.hygiene/REPEAT_LOOP_WARN\n",
        "then      nothing crosses, and a person is asked\n",
        "content   Push with https://[redacted]/dates.git once the review is done.\n",
        "event     example.hygiene/REPEAT_LOOP_BLOCK (block)\n",
        "suppressed        example.security/DESTRUCTIVE_TOOL_WARN\n",
    ] {
        assert!(stdout(&output).contains(expected), "{expected}");
    }
}

#[test]
fn an_operator_silences_one_rule_and_monitors_another() {
    let config = config();
    let outcomes = shipped(&["--config", config.to_str().unwrap()]);
    // REPEAT_LOOP_WARN is off: no trace, no decision. MCP_PROVIDER_DISABLED only watches.
    assert_eq!(outcomes[&11]["decision"], "none");
    assert_eq!(
        traced(&outcomes[&11], "example.hygiene/REPEAT_LOOP_WARN"),
        None
    );
    assert_eq!(outcomes[&21]["decision"], "none");
    assert_eq!(
        traced(&outcomes[&21], "example.security/MCP_PROVIDER_DISABLED"),
        Some("monitored_fired")
    );
    // The others are as they were.
    assert_eq!(outcomes[&15]["decision"], "block");
}

#[test]
fn of_several_configurations_the_last_statement_wins() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let later = folder.join("later.json");
    let text = r#"{"oar_config": "1.0", "enforcement": {"MCP_PROVIDER_DISABLED": "enforce"}}"#;
    std::fs::write(&later, text).expect("written");
    let (config, later) = (config(), later.to_str().unwrap().to_owned());
    let config = config.to_str().unwrap();
    let decision = |arguments: &[&str]| shipped(arguments)[&21]["decision"].clone();
    assert_eq!(decision(&["--config", config, "--config", &later]), "block");
    assert_eq!(decision(&["--config", &later, "--config", config]), "none");
}

#[test]
fn a_configuration_that_does_not_apply_plays_nothing() {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("unknown.yaml");
    std::fs::write(&path, "oar_config: \"1.0\"\ndisable: [REDACT_PPI]\n").expect("written");
    let output = gateway(&["--config", path.to_str().unwrap()], b"");
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(stdout(&output), "");
    for expected in [
        "unknown.yaml:2:11",
        "OAR-CFG-4",
        "`REDACT_PPI`",
        "REDACT_PII",
    ] {
        assert!(stderr(&output).contains(expected), "{}", stderr(&output));
    }
    let output = gateway(&["--config", "no-such-file.yaml"], b"");
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("cannot read `no-such-file.yaml`"));
}

#[test]
fn a_malformed_line_is_reported_and_the_session_goes_on() {
    let input = b"{\"anchor\":\"model.output\",\"text\":\"one\"}\n\
        {\"anchor\":\"model.output\",\"txet\":\"two\"}\n\
        not JSON\n\
        \n\
        \xff\xfe\n\
        {\"anchor\":\"model.outputs\",\"text\":\"six\"}\n\
        {\"anchor\":\"model.output\",\"text\":\"seven\"}";
    let output = gateway(&["--json", "-"], input);
    assert_eq!(output.status.code(), Some(1));
    let played: Vec<u64> = outcomes(&output).into_keys().collect();
    assert_eq!(played, [1, 7]);
    let reported: Vec<&str> = stderr(&output)
        .lines()
        .filter_map(|line| line.split_once(':'))
        .map(|(place, _)| place)
        .collect();
    assert_eq!(reported, ["line 2", "line 3", "line 5", "line 6"]);
    assert!(stderr(&output).contains("only `tool.pre_invoke`"));
}

#[test]
fn a_session_beyond_the_limit_is_refused_and_those_before_it_go_on() {
    let line = |session: &str| {
        format!(
            "{{\"anchor\":\"tool.pre_invoke\",\"session\":\"{session}\",\"tool\":\"shell\",\"arguments\":{{}}}}\n"
        )
    };
    // The third call of one session is warned about, by the tally of two before it.
    let input: String = ["a", "b", "a", "c", "a"].map(line).concat();
    let output = gateway(&["--json", "--sessions", "2", "-"], input.as_bytes());
    assert_eq!(output.status.code(), Some(1));
    let outcomes = outcomes(&output);
    let decisions: Vec<(u64, &str)> = outcomes
        .iter()
        .filter_map(|(&line, outcome)| Some((line, outcome["decision"].as_str()?)))
        .collect();
    assert_eq!(
        decisions,
        [(1, "none"), (2, "none"), (3, "none"), (5, "warn")]
    );
    assert_eq!(
        stderr(&output),
        "line 4: session `c`: the limit of 2 sessions is reached, and none may be forgotten; end one, or raise the limit\n"
    );
}

#[test]
fn a_session_comes_from_a_path_as_well() {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("one.jsonl");
    let line = r#"{"anchor":"tool.pre_invoke","tool":"chmod","arguments":{"path":"a"}}"#;
    std::fs::write(&path, line).expect("written");
    let output = gateway(&["--json", path.to_str().unwrap()], b"");
    assert_eq!(outcomes(&output)[&1]["decision"], "warn");
    let missing = gateway(&["no-such-session.jsonl"], b"");
    assert_eq!(missing.status.code(), Some(2));
    assert!(stderr(&missing).contains("cannot read `no-such-session.jsonl`"));
}

#[test]
fn escape_sequences_of_a_recorded_text_do_not_reach_the_terminal() {
    let input = "{\"anchor\":\"model.output\",\"text\":\"\\u001b[2J ops@example.com \\u009b\"}";
    let output = gateway(&["-"], input.as_bytes());
    assert_eq!(output.status.code(), Some(0));
    assert!(stdout(&output).contains("[redacted]"));
    assert!(!stdout(&output).contains(['\u{1b}', '\u{9b}']));
}

#[test]
fn help_says_what_a_session_is() {
    let output = gateway(&["--help"], b"");
    assert_eq!(output.status.code(), Some(0));
    for expected in [
        "JSON lines",
        "--config",
        "--sessions",
        "--json",
        "exit status",
    ] {
        assert!(stdout(&output).contains(expected), "{expected}");
    }
}
