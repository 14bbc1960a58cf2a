//! Schemas by hand-written expectations; `tests/schema.rs` holds them against documents.

use serde_json::{Value, json};

use super::*;
use crate::document::pattern::Pattern;
use crate::pack::File;
use crate::source::Limits;
use crate::vocabulary::Type;

const CAPABILITY: &str = r#"
oar_capability_version: "1.0"
host: acme.gateway
anchors:
  core: {tool.pre_invoke: tool.before, model.input: model.input}
  unsupported: [tool.handler, tool.post_invoke, agent.post_turn, agent.finalize, model.output, model.tool_result]
  host: [gateway.start]
profiles: [tool]
activity_window: 3
detectors: ["detector://presidio"]
supports_transform: false
expression_nodes_max: 256
host_facts: [{name: acme.tier, type: string, observation: The tenant's tier.}]
"#;

fn host() -> Host {
    crate::host(&File::new("host.yaml", CAPABILITY), &Limits::default()).expect("it is sound")
}

fn choices(schema: &Value) -> Vec<&str> {
    let choices = schema["anyOf"].as_array().into_iter().flatten();
    choices
        .filter_map(|choice| choice["const"].as_str())
        .collect()
}

#[test]
fn members_have_types_patterns_and_descriptions() {
    let rule = schema(Kind::Rule, None);
    assert_eq!(
        rule["$schema"],
        "https://json-schema.org/draft/2020-12/schema"
    );
    assert_eq!(
        rule["required"],
        json!(["oar", "id", "kind", "anchor", "effect"])
    );
    assert_eq!(rule["additionalProperties"], false);
    let members = &rule["properties"];
    assert_eq!(members["oar"]["enum"], json!(["1.0"]));
    assert_eq!(members["id"]["pattern"], "^[A-Z][A-Z0-9_]*$");
    assert_eq!(
        members["kind"]["enum"],
        json!(["schema", "policy", "invariant", "detector"])
    );
    assert_eq!(members["flow"]["minItems"], 1);
    assert_eq!(members["overrides"]["uniqueItems"], true);
    assert_eq!(
        members["selector"]["additionalProperties"]["items"]["minLength"],
        1
    );
    assert_eq!(
        members["related"]["items"]["required"],
        json!(["id", "type"])
    );
    assert!(
        members["when"]["description"]
            .as_str()
            .is_some_and(|text| text.ends_with("(OAR-DOC-14)"))
    );
    assert!(rule["patternProperties"]["^x-[a-z0-9]+(-[a-z0-9]+)*$"].is_object());
    assert!(
        schema(Kind::Config, None)
            .get("patternProperties")
            .is_none()
    );
}

#[test]
fn every_member_is_described() {
    fn described(schema: &Value) {
        for (name, member) in schema["properties"].as_object().into_iter().flatten() {
            let text = member["description"].as_str().unwrap_or_default();
            assert!(text.len() > 10, "{name}: {member}");
            described(member);
            described(&member["items"]);
        }
    }
    for kind in Kind::ALL {
        described(&schema(kind, None));
    }
}

#[test]
fn a_host_lists_what_it_provides() {
    let host = host();
    let rule = schema(Kind::Rule, Some(&host));
    let members = &rule["properties"];
    assert_eq!(
        choices(&members["anchor"]),
        ["tool.pre_invoke", "model.input", "gateway.start"]
    );
    assert_eq!(
        members["effect"]["enum"],
        json!(["block", "warn", "nudge", "allow"])
    );
    assert_eq!(members["flow"]["maxItems"], 3);
    assert_eq!(
        choices(&members["detector"]["properties"]["ref"]),
        ["detector://presidio"]
    );
    assert_eq!(
        choices(&members["requires"]["properties"]["profiles"]["items"]),
        ["tool"]
    );
    let facts = choices(&members["requires"]["properties"]["facts"]["items"]);
    assert!(facts.contains(&"acme.tier") && facts.contains(&"tool_arg_string"));
    assert!(!facts.contains(&"principal"), "its profile is not claimed");
    // Selector clauses and counter scopes name facts of the types they take (OAR-SEL-3, OAR-FIRE-10).
    let clauses: Vec<&String> = members["selector"]["properties"]
        .as_object()
        .unwrap()
        .keys()
        .collect();
    let expected = [
        "acme.tier",
        "anchor",
        "arg_validation_errors",
        "arg_validation_field",
        "arg_validation_reason",
        "permission_profile",
        "tool",
        "tool_args_fingerprint",
    ];
    assert_eq!(clauses, expected);
    let scopes = choices(&members["counter_scope"]);
    assert!(
        scopes.contains(&"tool_args_fingerprint") && !scopes.contains(&"arg_validation_errors")
    );
    assert_eq!(
        members["selector"]["properties"]["acme.tier"]["description"],
        "`string`, this host: The tenant's tier."
    );
    // Capability documents and configurations are what they were.
    assert_eq!(
        schema(Kind::Config, Some(&host)),
        schema(Kind::Config, None)
    );
}

#[test]
fn what_a_host_does_not_have_is_taken_by_nothing() {
    let text = CAPABILITY
        .replace("[\"detector://presidio\"]", "[]")
        .replace("window: 3", "window: 0");
    let host = crate::host(&File::new("host.yaml", text), &Limits::default()).unwrap();
    let rule = schema(Kind::Rule, Some(&host));
    let nothing = json!({});
    assert_eq!(rule["properties"]["flow"]["not"], nothing);
    assert_eq!(
        rule["properties"]["detector"]["properties"]["ref"]["not"],
        nothing
    );
}

#[test]
fn a_capability_document_that_is_wrong_is_no_host() {
    let text = CAPABILITY.replace("profiles: [tool]", "profiles: [tools]");
    let failure = crate::host(&File::new("host.yaml", text), &Limits::default()).unwrap_err();
    assert!(failure.to_string().contains("did you mean `tool`?"));
}

#[test]
fn the_words_of_a_type_are_those_of_the_vocabulary() {
    assert_eq!(Pattern::FactType.words(), Type::ALL.map(Type::name));
}

#[test]
fn patterns_and_their_expressions_agree() {
    let patterns = [
        Pattern::RuleId,
        Pattern::Namespace,
        Pattern::RuleRef,
        Pattern::OnError,
        Pattern::Anchor,
        Pattern::FactName,
        Pattern::HostFact,
        Pattern::FactType,
        Pattern::Detector,
    ];
    let mut texts = vec![String::new()];
    for _ in 0..4 {
        let longer = texts
            .iter()
            .flat_map(|text| "aB0_-./\n".chars().map(move |ch| format!("{text}{ch}")));
        let longer: Vec<String> = longer.collect();
        texts.extend(longer);
        texts.sort_unstable();
        texts.dedup();
    }
    let detectors: Vec<String> = texts
        .iter()
        .map(|text| format!("detector://{text}"))
        .collect();
    texts.extend(detectors);
    texts.extend(
        [
            "fail_closed",
            "list<string>",
            "(string) -> int",
            "(map) -> int",
            "(string)-> int",
        ]
        .map(str::to_owned),
    );
    for pattern in patterns {
        let validator = jsonschema::validator_for(&name(pattern)).expect("a schema");
        for text in &texts {
            let (valid, matches) = (validator.is_valid(&json!(text)), pattern.matches(text));
            assert_eq!(valid, matches, "{pattern:?} {text:?}");
        }
    }
}
