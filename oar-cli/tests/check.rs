//! The `oar check` command as a user runs it.

use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

/// Runs `oar check` in the folder of the cases, where paths are short.
fn check(arguments: &[&str]) -> Output {
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/ui");
    Command::new(env!("CARGO_BIN_EXE_oar"))
        .current_dir(cases)
        .arg("check")
        .args(arguments)
        .output()
        .expect("the command runs")
}

fn out(output: &Output) -> &str {
    std::str::from_utf8(&output.stdout).expect("UTF-8")
}

fn err(output: &Output) -> &str {
    std::str::from_utf8(&output.stderr).expect("UTF-8")
}

#[test]
fn a_sound_pack_says_only_how_many_rules_it_has() {
    let output = check(&[
        "rule-extension-is-ignored-loads/rule.yaml",
        "--capability",
        "host.yaml",
    ]);
    assert_eq!(output.status.code(), Some(0));
    assert_eq!((out(&output), err(&output)), ("", "1 rule, 0 warnings\n"));
}

#[test]
fn a_folder_is_read_with_what_stands_in_it() {
    let output = check(&["../../examples/gateway/packs"]);
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(err(&output), "10 rules, 0 warnings\n");
}

#[test]
fn warnings_leave_the_status_at_0() {
    let output = check(&["warn-same-condition/rule.yaml", "host.yaml"]);
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(err(&output), "2 rules, 1 warning\n");
    assert!(out(&output).starts_with("warning[same-condition]: "));
}

#[test]
fn errors_make_the_status_1() {
    let output = check(&[
        "many-documents-in-a-stable-order/a.yaml",
        "many-documents-in-a-stable-order/operator.yaml",
        "--capability=host.yaml",
        "--config=config-unknown-rule/operator.yaml",
    ]);
    assert_eq!(output.status.code(), Some(1));
    // The configuration that is named replaces the one in the folder, whose error is another.
    assert!(
        err(&output).ends_with("1 rule, 2 errors\n"),
        "{}",
        err(&output)
    );
    assert!(out(&output).contains("WRITE_OUTSIDE_SCOP"));
    assert!(!out(&output).contains("C_TWO"));
}

#[test]
fn without_a_capability_document_rules_are_checked_against_each_other() {
    let output = check(&["name-override-misspelt/rule.yaml"]);
    assert_eq!(output.status.code(), Some(1));
    let codes: Vec<&str> = out(&output)
        .lines()
        .filter_map(|line| line.strip_prefix("error[")?.split(']').next())
        .collect();
    assert_eq!(codes, ["missing-capability", "unresolved-override"]);
}

#[test]
fn a_file_named_twice_is_read_once() {
    let output = check(&[
        "host.yaml",
        "warn-same-condition/rule.yaml",
        "./warn-same-condition/../warn-same-condition/rule.yaml",
    ]);
    assert_eq!(err(&output), "2 rules, 1 warning\n");
}

#[test]
fn json_and_sarif_are_written_to_standard_output() {
    let case = ["warn-same-condition/rule.yaml", "host.yaml", "--format"];
    let json: Value = serde_json::from_str(out(&check(&[&case[..], &["json"]].concat()))).unwrap();
    assert_eq!(json[0]["code"], "same-condition");
    assert_eq!(
        (&json[0]["line"], &json[0]["column"]),
        (&15.into(), &9.into())
    );
    let sarif: Value =
        serde_json::from_str(out(&check(&[&case[..], &["sarif"]].concat()))).unwrap();
    assert_eq!(sarif["version"], "2.1.0");
    assert_eq!(sarif["runs"][0]["results"][0]["ruleId"], "same-condition");
    // Nothing found is an empty document, not none.
    let clean = check(&[
        "rule-extension-is-ignored-loads/rule.yaml",
        "host.yaml",
        "--format",
        "json",
    ]);
    assert_eq!(out(&clean), "[]\n");
}

#[test]
fn the_last_word_about_a_warning_wins() {
    let status = |levels: &[&str]| {
        let pack = ["warn-same-condition/rule.yaml", "host.yaml"];
        check(&[&pack[..], levels].concat()).status.code()
    };
    assert_eq!(status(&["--deny", "warnings"]), Some(1));
    assert_eq!(status(&["--deny=same-condition"]), Some(1));
    assert_eq!(
        status(&["--deny=warnings", "--allow=same-condition"]),
        Some(0)
    );
    assert_eq!(
        status(&["--allow=warnings", "--deny=same-condition"]),
        Some(1)
    );
    assert_eq!(
        status(&["--deny=same-condition", "--allow=same-condition"]),
        Some(0)
    );
    assert_eq!(
        status(&["--allow=same-condition", "--deny=same-condition"]),
        Some(1)
    );
    let allowed = check(&[
        "warn-same-condition/rule.yaml",
        "host.yaml",
        "--allow",
        "same-condition",
    ]);
    assert_eq!(
        (out(&allowed), err(&allowed)),
        ("", "2 rules, 0 warnings\n")
    );
}

#[test]
fn what_cannot_be_done_makes_the_status_2() {
    let unreadable = check(&["nowhere.yaml"]);
    assert_eq!(unreadable.status.code(), Some(2));
    assert!(err(&unreadable).starts_with("error: cannot read `nowhere.yaml`: "));
    let unknown = check(&["host.yaml", "--deny", "unusd-requires"]);
    assert_eq!(unknown.status.code(), Some(2));
    assert!(err(&unknown).contains("'unused-requires'"));
    // An error cannot be silenced.
    let error = check(&["host.yaml", "--allow", "unknown-field"]);
    assert_eq!(error.status.code(), Some(2));
    assert_eq!(check(&[]).status.code(), Some(2));
}

#[test]
fn output_that_is_no_terminal_has_no_colour() {
    let output = check(&["yaml-condition-begins-with-not/rule.yaml", "host.yaml"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(!output.stdout.contains(&0x1b));
}
