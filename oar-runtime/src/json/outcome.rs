//! Outcomes as JSON, in the shape of a fixture's `expected` (OAR-CONF-21).

use serde_json::{Map, Value, json};

use crate::outcome::{Copy, Outcome};

/// The members present.
fn copy(copy: &Copy) -> Value {
    Value::Object(
        copy.iter()
            .map(|(field, text)| (field.name().to_owned(), text.into()))
            .collect(),
    )
}

impl Outcome {
    /// Everything the outcome reports, in the shape of a fixture's `expected`; counters belong to the session and are
    /// not part of it. `code`, `rule` and `copy` are absent when the decision is `none`, `content` when the content did
    /// not change.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let mut out = Map::new();
        out.insert("decision".into(), self.effect().name().into());
        if let (Some(code), Some(rule)) = (self.code(), self.rule()) {
            out.insert("code".into(), code.into());
            out.insert("rule".into(), rule.into());
            out.insert("copy".into(), copy(self.copy()));
        }
        let on_fire = self.side_effects().map(|applied| applied.action.name());
        out.insert("on_fire".into(), on_fire.collect());
        let events = self.events().map(|event| {
            json!({ "rule": event.rule, "anchor": event.anchor, "effect": event.effect.name() })
        });
        out.insert("events".into(), events.collect());
        let advisories = self.advisories().iter().map(|advisory| {
            json!({ "code": advisory.code(), "rule": advisory.rule(), "copy": copy(advisory.copy()) })
        });
        out.insert("advisories".into(), advisories.collect());
        let transforms = self.transforms().map(|transform| {
            let mut spec = json!({ "action": transform.action.name(), "target": transform.target });
            if let Some(replacement) = transform.replacement {
                spec["replacement"] = replacement.into();
            }
            spec
        });
        out.insert("transforms".into(), transforms.collect());
        let skipped = self.skipped_transforms().iter().map(|skipped| {
            json!({ "rule": skipped.rule, "start": skipped.start, "end": skipped.end, "reason": "overlap" })
        });
        out.insert("skipped_transforms".into(), skipped.collect());
        if let Some(content) = self.content() {
            out.insert("content".into(), content.into());
        }
        let applied = self
            .trace()
            .iter()
            .map(|(rule, outcome)| format!("{rule}:{outcome}"));
        out.insert("applied".into(), applied.map(Value::from).collect());
        Value::Object(out)
    }
}
