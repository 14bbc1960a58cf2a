//! The `oar schema` command as a user runs it.

use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

fn schema(arguments: &[&str]) -> Output {
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/ui");
    Command::new(env!("CARGO_BIN_EXE_oar"))
        .current_dir(cases)
        .arg("schema")
        .args(arguments)
        .output()
        .expect("the command runs")
}

fn printed(arguments: &[&str]) -> Value {
    let output = schema(arguments);
    assert_eq!(output.status.code(), Some(0));
    serde_json::from_slice(&output.stdout).expect("JSON")
}

#[test]
fn each_document_has_its_schema() {
    for (name, marker) in [
        ("rule", "oar"),
        ("capability", "oar_capability_version"),
        ("config", "oar_config"),
        ("ordering", "ordering"),
    ] {
        let schema = printed(&[name]);
        assert_eq!(schema["required"][0], marker);
        assert_eq!(
            printed(&[])["$defs"][marker]["properties"],
            schema["properties"]
        );
    }
}

#[test]
fn a_host_completes_what_rules_may_name() {
    let rule = printed(&["rule", "--capability", "host.yaml"]);
    let anchors = rule["properties"]["anchor"]["anyOf"]
        .as_array()
        .expect("a choice");
    assert!(
        anchors
            .iter()
            .any(|anchor| anchor["const"] == "gateway.pre_render")
    );
    assert!(rule["properties"]["selector"]["properties"]["acme.tenant_tier"].is_object());
}

#[test]
fn a_host_that_is_wrong_has_no_schema() {
    let wrong = schema(&[
        "--capability",
        "capability-profile-misspelt/capability.yaml",
    ]);
    assert_eq!(wrong.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&wrong.stderr).contains("did you mean `filesystem`?"));
    assert!(wrong.stdout.is_empty());
    assert_eq!(
        schema(&["--capability", "nowhere.yaml"]).status.code(),
        Some(2)
    );
}
