//! Members whose words are those of the vocabulary: what the loader checks after the tables.

use serde_json::{Value, json};

use super::Kind;
use crate::document::pattern::Pattern;
use crate::vocabulary;

/// The schema at a path where the vocabulary says more than the table.
pub(super) fn at(kind: Kind, path: &str) -> Option<Value> {
    match (kind, path) {
        (Kind::Rule, "requires.profiles") => Some(set(&profiles())),
        (Kind::Capability, "profiles") => Some(set(&profiles())),
        (Kind::Capability, "anchors.core") => Some(json!({
            "type": "object",
            "propertyNames": { "enum": anchors() },
            "properties": described_anchors(),
            "additionalProperties": local_anchor(),
        })),
        (Kind::Capability, "anchors.unsupported") => Some(set(&one_of(
            vocabulary::anchors()
                .iter()
                .map(|anchor| (anchor.name, anchor.moment)),
        ))),
        (Kind::Capability, "anchors.host") => {
            let mut item = local_anchor();
            item["not"] = json!({ "enum": anchors() });
            Some(set(&item))
        }
        _ => None,
    }
}

/// A list without duplicates.
pub(super) fn set(item: &Value) -> Value {
    json!({ "type": "array", "items": item, "uniqueItems": true })
}

/// One of several words, each with what an editor says about it.
pub(super) fn one_of<'w>(words: impl IntoIterator<Item = (&'w str, &'w str)>) -> Value {
    let choices: Vec<Value> = words
        .into_iter()
        .map(|(word, about)| json!({ "const": word, "description": about }))
        .collect();
    // A choice of nothing takes nothing.
    if choices.is_empty() {
        return json!({ "not": {} });
    }
    json!({ "type": "string", "anyOf": choices })
}

fn profiles() -> Value {
    one_of(
        vocabulary::profiles()
            .iter()
            .map(|profile| (profile.name, profile.description)),
    )
}

fn anchors() -> Vec<&'static str> {
    vocabulary::anchors()
        .iter()
        .map(|anchor| anchor.name)
        .collect()
}

fn described_anchors() -> Value {
    let described = vocabulary::anchors().iter().map(|anchor| {
        let mut schema = local_anchor();
        schema["description"] = json!(anchor.moment);
        (anchor.name.to_owned(), schema)
    });
    Value::Object(described.collect())
}

fn local_anchor() -> Value {
    json!({ "type": "string", "pattern": Pattern::Anchor.regex() })
}
