//! The facts as Rego's values.

use std::collections::BTreeMap;

use ::regorus::Value;
use serde_json::Value as Json;

use crate::facts::Facts;

/// The names of the facts, kept: cloning one is counting a reference.
pub(super) struct Keys {
    tool: Value,
    tool_args: Value,
    path_outside_scope: Value,
    mcp_provider_id: Value,
    mcp_provider_enabled: Value,
}

impl Keys {
    pub(super) fn new() -> Self {
        Self {
            tool: "tool".into(),
            tool_args: "tool_args".into(),
            path_outside_scope: "path_outside_scope".into(),
            mcp_provider_id: "mcp_provider_id".into(),
            mcp_provider_enabled: "mcp_provider_enabled".into(),
        }
    }

    pub(super) fn input(&self, facts: &Facts<'_>) -> Value {
        let (id, enabled) = (facts.mcp_provider_id, facts.mcp_provider_enabled);
        Value::from(BTreeMap::from([
            (self.tool.clone(), facts.tool.into()),
            (
                self.tool_args.clone(),
                object(facts.tool_args.into_iter().flatten()),
            ),
            (
                self.path_outside_scope.clone(),
                facts.path_outside_scope.into(),
            ),
            (self.mcp_provider_id.clone(), id.into()),
            (self.mcp_provider_enabled.clone(), enabled.into()),
        ]))
    }
}

fn object<'m>(members: impl Iterator<Item = (&'m String, &'m Json)>) -> Value {
    let members = members.map(|(name, member)| (Value::from(name.as_str()), value(member)));
    Value::from(members.collect::<BTreeMap<_, _>>())
}

fn value(json: &Json) -> Value {
    match json {
        Json::Null => Value::Null,
        Json::Bool(value) => Value::from(*value),
        Json::Number(number) => match number.as_i64() {
            Some(integer) => Value::from(integer),
            None => Value::from(number.as_f64().unwrap_or(f64::NAN)),
        },
        Json::String(text) => Value::from(text.as_str()),
        Json::Array(items) => Value::from(items.iter().map(value).collect::<Vec<_>>()),
        Json::Object(map) => object(map.iter()),
    }
}
