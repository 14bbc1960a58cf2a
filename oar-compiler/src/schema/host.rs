//! What one host provides, in the members of a rule that name it.

use serde_json::{Map, Value, json};

use super::words::{one_of, set};
use crate::document::{CapabilityDocument, Effect};
use crate::link::Capability;
use crate::vocabulary::{self, CONTENT, DETECTOR_SCHEME, Symbol, SymbolType, Tier, Type};

/// A host that rules are written for.
#[derive(Clone, Debug)]
pub struct Host {
    /// Its capability document as it was written.
    pub document: CapabilityDocument,
    /// What the document comes to.
    pub capability: Capability,
}

impl Host {
    /// The schema at a path that names something of the host's.
    pub(super) fn at(&self, path: &str) -> Option<Value> {
        Some(match path {
            "anchor" => self.anchors(),
            "effect" if !self.capability.supports_transform.value => self.effects(),
            "selector" => self.selector(),
            "flow" => self.flow(),
            "counter_scope" => self.facts(&[Type::String]),
            "detector.ref" => self.detectors(),
            "transform.target" => self.targets(),
            "requires.profiles" => set(&self.profiles()),
            "requires.facts" => set(&self.names(|_| true)),
            _ => return None,
        })
    }

    fn anchors(&self) -> Value {
        let core = vocabulary::anchors().iter().filter_map(|anchor| {
            let supported = |local: &&crate::link::LocalAnchor| local.core.contains(&anchor.name);
            self.capability.anchors.iter().find(supported)?;
            Some((anchor.name, anchor.moment))
        });
        let own = self.document.host_anchors.iter();
        let own = own.map(|anchor| (anchor.value.as_str(), "An anchor of this host alone."));
        one_of(core.chain(own))
    }

    fn effects(&self) -> Value {
        let left: Vec<&str> = Effect::NAMES
            .iter()
            .copied()
            .filter(|name| *name != Effect::Transform.name())
            .collect();
        json!({ "type": "string", "enum": left })
    }

    fn selector(&self) -> Value {
        let clauses: Map<String, Value> = self
            .symbols()
            .filter(|symbol| matches!(symbol.ty, SymbolType::Fact(Type::String | Type::ListString)))
            .map(|symbol| (symbol.name.clone(), self.clause(symbol)))
            .collect();
        json!({ "type": "object", "properties": clauses, "additionalProperties": false })
    }

    /// A value that its fact never has is a warning and no error: it is offered, and the others are taken.
    fn clause(&self, symbol: &Symbol) -> Value {
        let any = json!({ "type": "string", "minLength": 1 });
        let values = self.values(symbol);
        let item = if values.is_empty() {
            any
        } else {
            json!({ "anyOf": [{ "enum": values }, any] })
        };
        let mut clause = set(&item);
        clause["description"] = json!(self.about(symbol));
        clause
    }

    fn values(&self, symbol: &Symbol) -> Vec<&str> {
        if symbol.tier == Tier::Core && symbol.name == vocabulary::ANCHOR {
            let anchors = self.capability.anchors.iter();
            return anchors.map(|anchor| anchor.fact.as_str()).collect();
        }
        match symbol.tier {
            Tier::Profile(_) => vocabulary::entry(&symbol.name)
                .map_or_else(Vec::new, |(_, entry)| entry.values.to_vec()),
            Tier::Core | Tier::Host => Vec::new(),
        }
    }

    fn flow(&self) -> Value {
        match self.capability.activity_window.value {
            0 => json!({ "not": {} }),
            steps => json!({
                "type": "array",
                "items": { "type": "string", "minLength": 1 },
                "minItems": 1,
                "maxItems": steps,
            }),
        }
    }

    fn detectors(&self) -> Value {
        let references: Vec<String> = self
            .capability
            .detectors
            .iter()
            .map(|name| format!("{DETECTOR_SCHEME}{name}"))
            .collect();
        let about = "A detector that the host registers.";
        one_of(
            references
                .iter()
                .map(|reference| (reference.as_str(), about)),
        )
    }

    fn targets(&self) -> Value {
        let content = json!({ "const": CONTENT, "description": "The whole content." });
        json!({ "type": "string", "anyOf": [content, self.facts(&[Type::ListMap])] })
    }

    fn profiles(&self) -> Value {
        one_of(self.capability.profiles.iter().filter_map(|name| {
            let profile = vocabulary::profile(name)?;
            Some((profile.name, profile.description))
        }))
    }

    fn facts(&self, types: &[Type]) -> Value {
        self.names(|ty| matches!(ty, SymbolType::Fact(ty) if types.contains(&ty)))
    }

    fn names(&self, wanted: impl Fn(SymbolType) -> bool) -> Value {
        let found: Vec<(String, String)> = self
            .symbols()
            .filter(|symbol| wanted(symbol.ty))
            .map(|symbol| (symbol.name.clone(), self.about(symbol)))
            .collect();
        one_of(
            found
                .iter()
                .map(|(name, about)| (name.as_str(), about.as_str())),
        )
    }

    fn symbols(&self) -> impl Iterator<Item = &Symbol> {
        self.capability.environment.iter().map(|(_, symbol)| symbol)
    }

    /// The type of a name and what it observes.
    fn about(&self, symbol: &Symbol) -> String {
        let whose = match symbol.tier {
            Tier::Core => "core".to_owned(),
            Tier::Profile(profile) => format!("profile `{profile}`"),
            Tier::Host => "this host".to_owned(),
        };
        let mut facts = self.document.host_facts.iter();
        let observation = match vocabulary::entry(&symbol.name) {
            Some((_, entry)) => Some(entry.observation),
            None => facts
                .find(|fact| fact.name.value == symbol.name)
                .and_then(|fact| fact.observation.as_deref()),
        };
        match observation {
            Some(observation) => format!("`{}`, {whose}: {observation}", symbol.ty),
            None => format!("`{}`, {whose}", symbol.ty),
        }
    }
}
