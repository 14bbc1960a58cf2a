//! Amazon Bedrock Converse: blocks in `content`, each an object with one member that names its kind.

use serde_json::{Map, Value, json};

use super::anthropic::whole;
use super::calls::Calls;
use super::shape::Shape;
use super::wire::{ApiTimeline, Carrier, Fragment, Slot};
use crate::ordering::json::JsonError;
use crate::ordering::json::value::{array_at, object, optional_text, text};
use crate::ordering::{Datum, Role, Tool};

const SHAPE: Shape = Shape {
    list: "messages",
    parts: "content",
    assistant: "assistant",
    merges: true,
    flat: false,
    text: |text| json!([{ "text": text }]),
    tag: "bedrock-converse",
};

const BLOCK: Slot = Slot::Element("content", 0);

pub(super) fn read(body: &Value) -> Result<ApiTimeline<'_>, JsonError> {
    let mut timeline = ApiTimeline::new(&SHAPE, body);
    let mut calls = Calls::default();
    for (index, value) in array_at(body, SHAPE.list)?.iter().enumerate() {
        timeline.turn(value);
        message(&mut timeline, &mut calls, value, index)
            .map_err(|error| error.within(&format!("messages[{index}]")))?;
        timeline.end_turn();
    }
    timeline.tools = tools(body)?;
    Ok(timeline)
}

fn message<'v>(
    timeline: &mut ApiTimeline<'v>,
    calls: &mut Calls<'v>,
    value: &'v Value,
    index: usize,
) -> Result<(), JsonError> {
    let message = object(value, "")?;
    let role = match text(message, "role")? {
        "user" => Role::User,
        "assistant" => Role::Assistant,
        _ => return Ok(()),
    };
    let blocks = array_at(value, "content")?;
    if blocks.is_empty() {
        let owner = timeline.message(role, format!("messages[{index}]"));
        timeline.fragment(whole(value, owner));
    }
    let mut said = None;
    for (at, value) in blocks.iter().enumerate() {
        let place = format!("content[{at}]");
        let id = format!("messages[{index}].{place}");
        block(timeline, calls, role, value, id, &mut said).map_err(|error| error.within(&place))?;
    }
    Ok(())
}

fn block<'v>(
    timeline: &mut ApiTimeline<'v>,
    calls: &mut Calls<'v>,
    role: Role,
    value: &'v Value,
    id: String,
    said: &mut Option<usize>,
) -> Result<(), JsonError> {
    let block = object(value, "")?;
    let mut fragment = Fragment {
        value,
        slot: BLOCK,
        owner: None,
        is_result: false,
        id: &[],
    };
    if let Some(used) = block.get("toolUse") {
        let used = object(used, "toolUse")?;
        let call = tool_use(timeline, calls, used).map_err(|error| error.within("toolUse"))?;
        fragment.owner = Some(call);
        fragment.id = &["toolUse", "toolUseId"];
        *said = None;
    } else if let Some(result) = block.get("toolResult") {
        let result = object(result, "toolResult")?;
        let id = text(result, "toolUseId").map_err(|error| error.within("toolResult"))?;
        fragment.owner = calls.answered(id);
        fragment.is_result = true;
        fragment.id = &["toolResult", "toolUseId"];
    } else if let Some(reasoning) = block.get("reasoningContent") {
        fragment.owner = Some(thought(timeline, reasoning)?);
        *said = None;
    } else if block.contains_key("cachePoint") {
        // Says nothing; it stays behind what it marks.
    } else {
        let owner = *said.get_or_insert_with(|| timeline.message(role, id));
        timeline.say(owner, optional_text(block, "text")?);
        fragment.owner = Some(owner);
    }
    timeline.fragment(fragment);
    Ok(())
}

fn tool_use<'v>(
    timeline: &mut ApiTimeline<'v>,
    calls: &mut Calls<'v>,
    used: &'v Map<String, Value>,
) -> Result<usize, JsonError> {
    let id = text(used, "toolUseId")?;
    let carrier = Carrier {
        object: used,
        structural: &["toolUseId", "name", "input", "type"],
        path: &["toolUse"],
    };
    let input = used.get("input").unwrap_or(&Value::Null);
    let call = timeline.call(Some(id), text(used, "name")?, input, Some(carrier));
    calls.made(id, call);
    Ok(call)
}

/// Reasoning is text with a signature, or an encrypted blob.
fn thought<'v>(timeline: &mut ApiTimeline<'v>, reasoning: &'v Value) -> Result<usize, JsonError> {
    let reasoning = object(reasoning, "reasoningContent")?;
    let Some(inner) = reasoning.get("reasoningText") else {
        let blob = Value::Object(reasoning.clone()).to_string();
        let carrier = Carrier {
            object: reasoning,
            structural: &[],
            path: &["reasoningContent"],
        };
        return Ok(timeline.thought(&blob, Some(carrier)));
    };
    let inner = object(inner, "reasoningContent.reasoningText")?;
    let carrier = Carrier {
        object: inner,
        structural: &["text"],
        path: &["reasoningContent", "reasoningText"],
    };
    Ok(timeline.thought(optional_text(inner, "text")?.unwrap_or(""), Some(carrier)))
}

fn tools(body: &Value) -> Result<Option<Vec<Tool<'_>>>, JsonError> {
    let Some(config) = body.get("toolConfig") else {
        return Ok(None);
    };
    let list = array_at(config, "tools").map_err(|error| error.within("toolConfig"))?;
    Ok(Some(list.iter().filter_map(tool).collect()))
}

fn tool(value: &Value) -> Option<Tool<'_>> {
    let spec = value.get("toolSpec")?;
    let schema = spec
        .get("inputSchema")
        .and_then(|schema| schema.get("json"));
    Some(Tool {
        name: spec.get("name")?.as_str()?,
        input_schema: schema.map(Datum::from),
    })
}
