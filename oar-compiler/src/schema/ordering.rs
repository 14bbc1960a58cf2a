//! The schema of ordering profiles: members and words as the loader asks for them, and what an editor says about each.

use serde_json::{Map, Value, json};

use super::DIALECT;
use crate::ordering::{Asked, Shape, VERSION, rule_members};

/// The member that marks a profile.
pub(super) const MARKER: &str = "ordering";

/// The schema of ordering profiles.
#[must_use]
pub fn ordering() -> Value {
    let mut schema = document();
    schema["$schema"] = json!(DIALECT);
    schema
}

/// The schema without its dialect, to stand among others.
pub(super) fn document() -> Value {
    json!({
        "title": "Ordering profile",
        "description": "What one provider wants of the order of a conversation.",
        "type": "object",
        "properties": {
            MARKER: { "enum": [VERSION], "description": "The version of the format." },
            "name": text("The profile's name; findings carry it."),
            "description": text("What the profile is for, in a sentence or two."),
            "permissive": {
                "type": "boolean",
                "description": "Says that the vendor states no constraint; such a profile has no rules.",
            },
            "rules": {
                "type": "array",
                "items": rule(),
                "description": "The rules, each with an id of its own.",
            },
        },
        "required": [MARKER, "name", "description", "rules"],
        "additionalProperties": false,
    })
}

fn text(about: &str) -> Value {
    json!({ "type": "string", "minLength": 1, "description": about })
}

/// A rule: its `type` says which members it has.
fn rule() -> Value {
    let types = rule_members();
    let names = types
        .iter()
        .map(|&(name, _)| json!({ "const": name, "description": about_type(name) }));
    let chosen = types.iter().map(|(name, members)| {
        json!({
            "if": { "properties": { "type": { "const": name } }, "required": ["type"] },
            "then": of_type(members),
        })
    });
    json!({
        "type": "object",
        "properties": { "type": { "anyOf": names.collect::<Vec<_>>() } },
        "required": ["type", "id"],
        "allOf": chosen.collect::<Vec<_>>(),
    })
}

fn of_type(members: &[Asked]) -> Value {
    let properties: Map<String, Value> = members
        .iter()
        .map(|asked| (asked.name.to_owned(), member(asked)))
        .collect();
    let required: Vec<_> = members
        .iter()
        .filter(|asked| asked.required)
        .map(|asked| asked.name)
        .collect();
    json!({
        "properties": properties,
        "required": required,
        "additionalProperties": false,
    })
}

fn member(asked: &Asked) -> Value {
    let word = |words: &[&str]| json!({ "type": "string", "enum": words });
    let mut schema = match &asked.shape {
        Shape::Any => json!({}),
        Shape::Text => json!({ "type": "string", "minLength": 1 }),
        Shape::Word(words) => word(words),
        Shape::Flag => json!({ "type": "boolean" }),
        Shape::Integer(least) => json!({ "type": "integer", "minimum": least }),
        Shape::Words(words) => json!({ "type": "array", "items": word(words) }),
        Shape::Texts => json!({ "type": "array", "items": { "type": "string", "minLength": 1 } }),
        Shape::List => json!({ "type": "array" }),
    };
    if asked.name == "renameStrategy"
        && let Some(words) = schema["enum"].as_array_mut()
    {
        // The loader reads it, with a warning.
        words.push(json!("suffix"));
    }
    schema["description"] = json!(about(asked.name));
    schema
}

fn about_type(name: &str) -> &'static str {
    match name {
        "order" => "One kind comes before another.",
        "requiredMetadata" => "A payload carries a key.",
        "alternation" => "User and assistant messages take turns.",
        "adjacency" => "A kind does not stand directly after another.",
        "preservation" => "History is not lost or altered between requests.",
        "roleRemap" => "A payload names the wire role.",
        "staleContentAdvisory" => "Content from before the latest user message is better left out.",
        "identifierFormat" => "Identifiers are short enough and of a certain alphabet.",
        "nonEmptyTurn" => "A turn says or does something.",
        "toolIdentity" => "A call names a tool that the request declares.",
        "schemaIntegrity" => "A declared tool defines the keys that it requires.",
        "identifierUniqueness" => "No identifier is used twice.",
        _ => "",
    }
}

fn about(name: &str) -> &'static str {
    match name {
        "type" => "The type of rule, which says what other members it has.",
        "id" => "The rule's id, once in a profile; findings carry it.",
        "severity" => "`blocking` keeps the request from going out; left out, it means `advisory`.",
        "kind" => "The kind of primitive that the rule is about.",
        "before" => "The kind that comes first.",
        "after" => "The kind that comes after.",
        "scope" => "How far the rule looks.",
        "onlyLatestGroup" => "Look at the last role group alone.",
        "applyTo" => "Every primitive of the kind, or the first one of each role group.",
        "requiredPayloadKey" => {
            "A dot-path inside the payload that must be present, whatever its value."
        }
        "gatedByReplayCompatibility" => "Check only primitives with one of these tags.",
        "fallbackPayloadValue" => "What a repair writes at the key; any JSON value.",
        "fallbackReplayCompatibility" => "The tag that a repair gives to a primitive without one.",
        "fallbackRepairAuthorized" => {
            "Let a repair write the fallback without being told to by the host."
        }
        "roles" => "Exactly `[user, assistant]`.",
        "mode" => "How strictly roles alternate.",
        "maxPerGroup" => "The most tool calls in one role group.",
        "first" => "The kind whose direct successor is looked at.",
        "disallowBetween" => "The kinds that may not follow it directly.",
        "invariant" => "What must hold between a request and the one before it.",
        "payloadField" => "The dot-path inside the payload that must stay as it was.",
        "resetOnModelSwitch" => "Compare nothing when the request goes to another model.",
        "variant" => "The string that must stand at `expectedRoleTag`.",
        "expectedRoleTag" => "A dot-path inside the payload.",
        "optOutOptionKey" => "The option that turns this off; for readers alone.",
        "maxLength" => "The most code points of an identifier.",
        "allowedPattern" => {
            "One unit of an identifier, such as `[A-Za-z0-9_-]`, which is made of one or more of them."
        }
        "role" => "Whose turns the rule is about.",
        "onlyTerminal" => "Look at the last turn alone.",
        "surface" => "Where the rule is active: before a request, when a turn starts, or both.",
        "renameStrategy" => "How a repair makes new identifiers.",
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_is_described() {
        for (name, members) in rule_members() {
            assert!(!about_type(name).is_empty(), "{name}");
            for asked in members {
                assert!(!about(asked.name).is_empty(), "{name}: {}", asked.name);
            }
        }
    }

    /// The members of one type, as the schema has them.
    fn members(name: &str) -> Value {
        let schema = ordering();
        let types = schema["properties"]["rules"]["items"]["allOf"]
            .as_array()
            .unwrap()
            .clone();
        let found = types
            .iter()
            .find(|of| of["if"]["properties"]["type"]["const"] == name);
        found.unwrap()["then"].clone()
    }

    #[test]
    fn members_that_are_read_only_where_they_stand_have_their_words() {
        let unique = members("identifierUniqueness");
        assert_eq!(unique["required"], json!(["type", "id", "kind"]));
        assert_eq!(
            unique["properties"]["surface"]["enum"],
            json!(["both", "dispatch", "turn"])
        );
        assert_eq!(
            unique["properties"]["renameStrategy"]["enum"],
            json!(["uuid-v6", "suffix-index", "keep-item-id", "suffix"])
        );
        assert_eq!(
            unique["properties"]["severity"]["enum"],
            json!(["blocking", "advisory"])
        );
        let metadata = members("requiredMetadata");
        assert_eq!(
            metadata["properties"]["gatedByReplayCompatibility"]["type"],
            "array"
        );
        assert_eq!(
            metadata["properties"]["fallbackPayloadValue"]
                .as_object()
                .unwrap()
                .len(),
            1
        );
        assert!(
            members("staleContentAdvisory")["properties"]
                .get("severity")
                .is_none()
        );
        assert_eq!(
            members("preservation")["properties"]["payloadField"]["minLength"],
            1
        );
        assert_eq!(
            members("alternation")["properties"]["maxPerGroup"]["minimum"],
            0
        );
        assert_eq!(
            members("alternation")["properties"]["roles"]["items"]["enum"],
            json!(["user", "assistant"])
        );
    }
}
