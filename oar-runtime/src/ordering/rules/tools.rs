//! `toolIdentity` and `schemaIntegrity`: what the request declares.

use std::collections::HashSet;

use crate::ordering::options::Tool;
use crate::ordering::view::View;
use crate::ordering::{Datum, Detail, Kind, Primitive, Rule, SchemaIntegrity, Sink, ToolIdentity};

impl ToolIdentity {
    /// One finding per call whose tool the request does not declare. Skipped when the tools are not known.
    pub fn evaluate<P: Primitive>(&'static self, view: &View<P>, sink: &mut Sink<'_>) {
        let Some(tools) = sink.options().tools else {
            return;
        };
        if !sink.wants(Rule::ToolIdentity(self)) {
            return;
        }
        let declared: HashSet<&str> = tools.iter().map(|tool| tool.name).collect();
        for (at, row) in view.of_kind(Kind::ToolCall) {
            let tool = row.primitive.tool();
            if !declared.contains(tool) {
                let detail = Detail::UndeclaredTool {
                    tool: tool.to_owned(),
                };
                sink.at(view, Rule::ToolIdentity(self), [at], detail);
            }
        }
    }
}

impl SchemaIntegrity {
    /// One finding per declared tool that requires undefined keys. It names the tool and no primitive: the defect is
    /// in a declaration, so it exists on an empty timeline as well.
    pub fn evaluate<P: Primitive>(&'static self, _view: &View<P>, sink: &mut Sink<'_>) {
        let Some(tools) = sink.options().tools else {
            return;
        };
        if !sink.wants(Rule::SchemaIntegrity(self)) {
            return;
        }
        for tool in tools {
            let keys = orphans(tool);
            if !keys.is_empty() {
                let detail = Detail::OrphanRequired {
                    tool: tool.name.to_owned(),
                    keys,
                };
                sink.about(Rule::SchemaIntegrity(self), Vec::new(), detail);
            }
        }
    }
}

/// The keys that the top level of a schema requires and does not define.
fn orphans(tool: &Tool<'_>) -> Vec<String> {
    let Some(schema @ Datum::Map(_)) = tool.input_schema else {
        return Vec::new();
    };
    let Some(Datum::List(required)) = schema.member("required") else {
        return Vec::new();
    };
    let properties = match schema.member("properties") {
        Some(Datum::Map(properties)) => Some(properties),
        _ => None,
    };
    (0..required.len())
        .filter_map(|at| required.get(at)?.as_str())
        .filter(|key| properties.is_none_or(|properties| properties.get(key).is_none()))
        .map(str::to_owned)
        .collect()
}
