//! Documents as JSON values, and whether they load together.

use std::fs;
use std::path::Path;

use oar_compiler::diagnostic::Severity;
use oar_compiler::pack::{self, File};
use oar_compiler::schema::{Host, Kind};
use oar_compiler::source::{Format, Limits};
use serde::Deserialize;
use serde_json::{Value, json};

/// The documents of a pack.
#[derive(Clone)]
pub struct Pack {
    rules: Vec<Value>,
    capability: Value,
    configs: Vec<Value>,
}

impl Pack {
    /// What a conformance fixture loads; `None` when it is no such fixture.
    pub fn of_fixture(fixture: &Value) -> Option<Pack> {
        let configs = match fixture["input"].get("config") {
            None => Vec::new(),
            Some(Value::Array(configs)) => configs.clone(),
            Some(one) => vec![one.clone()],
        };
        Some(Pack {
            rules: fixture.get("rules")?.as_array()?.clone(),
            capability: fixture["input"].get("capability")?.clone(),
            configs,
        })
    }

    /// The documents of a folder, read by another YAML reader than the compiler's.
    pub fn of_folder(folder: &Path) -> Pack {
        let mut pack = Pack {
            rules: Vec::new(),
            capability: Value::Null,
            configs: Vec::new(),
        };
        for file in pack::files(folder, "").expect("the folder reads") {
            let text = fs::read_to_string(folder.join(&file.name)).expect("it reads");
            let documents: Vec<Value> = match file.format() {
                Format::Json => vec![serde_json::from_str(&text).expect("JSON")],
                Format::Yaml => serde_yaml_ng::Deserializer::from_str(&text)
                    .map(|document| Value::deserialize(document).expect("YAML"))
                    .collect(),
            };
            for document in documents {
                let has = |marker: &str| document.get(marker).is_some();
                if has("oar") {
                    pack.rules.push(document);
                } else if has("oar_capability_version") {
                    pack.capability = document;
                } else if has("oar_config") {
                    pack.configs.push(document);
                }
            }
        }
        pack
    }

    /// A pack in which every member of every document stands at least once.
    pub fn full() -> Pack {
        let rule = json!({
            "oar": "1.0", "id": "FULL", "namespace": "acme.security", "kind": "detector", "anchor": "model.input",
            "effect": "transform", "selector": { "tool": ["read", "write"], "content_roles": ["user"] },
            "when": "size(secret_matches) > 0", "flow": ["read", "write"], "enforcement": "monitor",
            "mandatory": false, "on_error": "OTHER", "on_fire": ["increment_counter", "publish_event"],
            "overrides": ["OTHER"],
            "requires": { "profiles": ["tool", "secrets", "content-provenance"], "facts": ["acme.tier"] },
            "counter_scope": "acme.tier",
            "transform": { "action": "replace", "target": "secret_matches", "replacement": "***" },
            "detector": { "ref": "detector://presidio" },
            "copy": { "title": "a", "what": "b {{ tool }}", "cause": "c", "why": "d", "fix": "e", "instead": "f" },
            "references": { "owasp_llm": ["LLM02"] }, "status": "stable",
            "related": [{ "id": "acme.old/FULL", "type": "renamed" }], "x-ticket": { "id": 7 },
        });
        let other = json!({
            "oar": "1.0", "id": "OTHER", "namespace": "acme.security", "kind": "policy", "anchor": "gateway.start",
            "effect": "warn",
        });
        let capability = json!({
            "oar_capability_version": "1.0", "host": "acme.gateway",
            "anchors": {
                "core": { "tool.pre_invoke": "tool.before", "model.input": "model.input" },
                "unsupported": [
                    "tool.handler", "tool.post_invoke", "agent.post_turn", "agent.finalize", "model.output",
                    "model.tool_result",
                ],
                "host": ["gateway.start"],
            },
            "profiles": ["tool", "secrets", "content-provenance"], "activity_window": 2,
            "detectors": ["detector://presidio"], "expression_nodes_max": 256, "supports_transform": true,
            "host_facts": [
                { "name": "acme.tier", "type": "string", "observation": "The tenant's tier." },
                { "name": "acme.gateway.quota", "type": "(string) -> int" },
            ],
        });
        let config = json!({
            "oar_config": "1.0", "disable": ["acme.security/FULL"], "enforcement": { "OTHER": "monitor" },
        });
        Pack {
            rules: vec![rule, other],
            capability,
            configs: vec![config],
        }
    }

    /// The documents of one kind.
    pub fn documents(&self, kind: Kind) -> &[Value] {
        match kind {
            Kind::Rule => &self.rules,
            Kind::Capability => std::slice::from_ref(&self.capability),
            Kind::Config => &self.configs,
        }
    }

    /// The host, when its document is sound.
    pub fn host(&self) -> Option<Host> {
        oar_compiler::host(&file("capability", &self.capability), &Limits::default()).ok()
    }

    /// Whether the compiler loads it.
    pub fn loads(&self) -> bool {
        let rules = Value::Array(self.rules.clone());
        let configs = self.configs.iter().map(|config| file("config", config));
        let pack = pack::Pack {
            files: vec![file("rules", &rules)],
            capability: Some(file("capability", &self.capability)),
            configs: Some(configs.collect()),
            ..pack::Pack::default()
        };
        let checked = oar_compiler::check(&pack, &Limits::default());
        let sound = |severity| severity == Severity::Warning;
        checked
            .diagnostics
            .iter()
            .all(|found| sound(found.severity()))
    }

    /// Calls with each pack that differs from this one in a single place of a document of that kind, and the document.
    pub fn broken(&self, kind: Kind, mut visit: impl FnMut(&Pack, &Value)) {
        for (at, document) in self.documents(kind).iter().enumerate() {
            crate::mutate::each(document, |document| {
                let mut broken = self.clone();
                let place = match kind {
                    Kind::Rule => &mut broken.rules[at],
                    Kind::Capability => &mut broken.capability,
                    Kind::Config => &mut broken.configs[at],
                };
                *place = document.clone();
                visit(&broken, document);
            });
        }
    }
}

fn file(name: &str, document: &Value) -> File {
    File::new(format!("{name}.json"), document.to_string())
}
