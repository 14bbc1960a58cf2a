//! The closed world as JSON Schema 2020-12, for editors: written from the tables that the loader checks against.
//!
//! A schema sees one document and no other, so it takes more than the loader does: whether a name resolves and whether a
//! condition has a type is for the loader to say. It never refuses what the loader takes. With a host, a
//! rule's schema also lists that host's anchors, facts, detectors and profiles, so that an editor completes them.

mod host;
mod ordering;
mod words;

use serde_json::{Map, Value, json};

use crate::document::pattern::Pattern;
use crate::document::shape::{Belonging, DocumentShape, List, Member, Shape};
use crate::document::tables::{CAPABILITY, CONFIG, NEEDS_REPLACEMENT, RULE};
pub use host::Host;
pub use ordering::ordering;

const DIALECT: &str = "https://json-schema.org/draft/2020-12/schema";

/// The names of `x-` members (OAR-DOC-26).
const EXTENSIONS: &str = "^x-[a-z0-9]+(-[a-z0-9]+)*$";

/// A kind of document that has a schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Rules.
    Rule,
    /// Capability documents.
    Capability,
    /// Configurations.
    Config,
}

impl Kind {
    /// Every kind.
    pub const ALL: [Kind; 3] = [Kind::Rule, Kind::Capability, Kind::Config];

    fn shape(self) -> &'static DocumentShape {
        match self {
            Kind::Rule => &RULE,
            Kind::Capability => &CAPABILITY,
            Kind::Config => &CONFIG,
        }
    }
}

/// The schema of one kind of document; with a host, rules are held to what it provides.
#[must_use]
pub fn schema(kind: Kind, host: Option<&Host>) -> Value {
    let mut schema = document(kind, host);
    schema["$schema"] = json!(DIALECT);
    schema
}

/// One schema for every kind of document, which tells them apart by their marker as the loader does.
#[must_use]
pub fn any(host: Option<&Host>) -> Value {
    let mut definitions: Map<String, Value> = Kind::ALL
        .iter()
        .map(|&kind| (kind.shape().marker.to_owned(), document(kind, host)))
        .collect();
    definitions.insert(ordering::MARKER.to_owned(), ordering::document());
    let markers = Kind::ALL.iter().map(|kind| kind.shape().marker);
    let markers = markers.chain([ordering::MARKER]);
    let chosen = markers.clone().map(|marker| {
        json!({
            "if": { "required": [marker] },
            "then": { "$ref": format!("#/$defs/{marker}") },
        })
    });
    let chosen: Vec<Value> = chosen.collect();
    let marked = markers.map(|marker| json!({ "required": [marker] }));
    let marked: Vec<Value> = marked.collect();
    json!({
        "$schema": DIALECT,
        "title": "Open Agent Rules document",
        "description": "A rule, a capability document, a configuration or an ordering profile, told apart by its marker.",
        "type": ["object", "array"],
        "items": { "$ref": format!("#/$defs/{}", RULE.marker) },
        "if": { "type": "object" },
        "then": { "anyOf": marked },
        "allOf": chosen,
        "$defs": definitions,
    })
}

fn document(kind: Kind, host: Option<&Host>) -> Value {
    let shape = kind.shape();
    let writer = Writer {
        host: host.filter(|_| kind == Kind::Rule),
        kind,
    };
    let mut schema = writer.members(shape.members, "");
    schema["title"] = json!(format!("Open Agent Rules {}", shape.name));
    schema["description"] = json!(shape.about);
    if shape.extensions {
        schema["patternProperties"] = json!({ EXTENSIONS: {} });
    }
    if !shape.belongings.is_empty() {
        schema["allOf"] = shape.belongings.iter().map(belonging).collect();
    }
    schema
}

struct Writer<'h> {
    host: Option<&'h Host>,
    kind: Kind,
}

impl Writer<'_> {
    /// An object with a closed set of members; `path` ends with a dot, or is empty at the root.
    fn members(&self, members: &[Member], path: &str) -> Value {
        let properties: Map<String, Value> = members
            .iter()
            .map(|member| (member.name.to_owned(), self.member(member, path)))
            .collect();
        let required: Vec<&str> = members
            .iter()
            .filter(|member| member.required)
            .map(|member| member.name)
            .collect();
        let mut schema = json!({
            "type": "object",
            "properties": properties,
            "additionalProperties": false,
        });
        if !required.is_empty() {
            schema["required"] = json!(required);
        }
        schema
    }

    fn member(&self, member: &Member, path: &str) -> Value {
        let path = format!("{path}{}", member.name);
        let special = self.host.and_then(|host| host.at(&path));
        let mut schema = special
            .or_else(|| words::at(self.kind, &path))
            .unwrap_or_else(|| self.shape(&member.shape, &path));
        if path == "transform" {
            schema["allOf"] = json!([replacement()]);
        }
        schema["description"] = json!(format!("{} ({})", member.about, member.clause));
        schema
    }

    fn shape(&self, shape: &Shape, path: &str) -> Value {
        match shape {
            Shape::Bool => json!({ "type": "boolean" }),
            Shape::Integer(least) => json!({ "type": "integer", "minimum": least }),
            Shape::Text => json!({ "type": "string" }),
            Shape::NonEmpty => json!({ "type": "string", "minLength": 1 }),
            Shape::Name(pattern) => name(*pattern),
            Shape::Word(words) => json!({ "type": "string", "enum": words }),
            Shape::List(list) => self.list(list, path),
            Shape::Map { key, value } => {
                let mut schema = json!({
                    "type": "object",
                    "additionalProperties": self.shape(value, path),
                });
                if let Some(key) = key {
                    schema["propertyNames"] = name(*key);
                }
                schema
            }
            Shape::Object(members) => self.members(members, &format!("{path}.")),
        }
    }

    fn list(&self, list: &List, path: &str) -> Value {
        let mut schema = json!({ "type": "array", "items": self.shape(list.item, path) });
        if list.unique {
            schema["uniqueItems"] = json!(true);
        }
        if !list.may_be_empty {
            schema["minItems"] = json!(1);
        }
        schema
    }
}

/// A string that follows a grammar. Versions are those that the loader reads (OAR-DOC-4, OAR-DOC-5).
fn name(pattern: Pattern) -> Value {
    let words = pattern.words();
    match pattern {
        Pattern::Version => json!({ "type": "string", "enum": [crate::document::SUPPORTED] }),
        _ if words.is_empty() => json!({ "type": "string", "pattern": pattern.regex() }),
        _ => json!({
            "type": "string",
            "anyOf": [{ "enum": words }, { "pattern": pattern.regex() }],
        }),
    }
}

fn belonging(belonging: &Belonging) -> Value {
    json!({
        "if": {
            "properties": { belonging.to: { "const": belonging.value } },
            "required": [belonging.to],
        },
        "then": { "required": [belonging.member] },
        "else": { "not": { "required": [belonging.member] } },
    })
}

fn replacement() -> Value {
    json!({
        "if": { "properties": { "action": { "enum": NEEDS_REPLACEMENT } }, "required": ["action"] },
        "then": { "required": ["replacement"] },
    })
}

#[cfg(test)]
mod tests;
