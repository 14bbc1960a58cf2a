//! Anthropic messages: blocks in `content`; results of calls stand in user messages.

use serde_json::{Value, json};

use super::calls::Calls;
use super::shape::Shape;
use super::wire::{ApiTimeline, Carrier, Fragment, Slot};
use crate::ordering::json::JsonError;
use crate::ordering::json::value::{array, array_at, object, optional_text, text};
use crate::ordering::{Datum, Role, Tool};

const SHAPE: Shape = Shape {
    list: "messages",
    parts: "content",
    assistant: "assistant",
    merges: true,
    flat: false,
    text: |text| json!([{ "type": "text", "text": text }]),
    tag: "anthropic-messages",
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
    let blocks = match message.get("content") {
        Some(Value::Array(blocks)) if !blocks.is_empty() => blocks,
        Some(Value::Array(_) | Value::String(_)) => {
            let owner = timeline.message(role, format!("messages[{index}]"));
            timeline.say(owner, Some(optional_text_or_list(value)));
            timeline.fragment(whole(value, owner));
            return Ok(());
        }
        _ => return Err(JsonError::new("content", "must be a string or an array")),
    };
    let mut said = None;
    for (at, block) in blocks.iter().enumerate() {
        let place = format!("content[{at}]");
        let id = format!("messages[{index}].{place}");
        read_block(timeline, calls, role, block, id, &mut said)
            .map_err(|error| error.within(&place))?;
    }
    Ok(())
}

/// The text of a message whose content is one string; an empty list says nothing.
fn optional_text_or_list(message: &Value) -> &str {
    message.get("content").and_then(Value::as_str).unwrap_or("")
}

/// A message that is one primitive.
pub(super) fn whole(value: &Value, owner: usize) -> Fragment<'_> {
    Fragment {
        value,
        slot: Slot::Whole,
        owner: Some(owner),
        is_result: false,
        id: &[],
    }
}

/// Reads one block. `said` is the message that text joins: in an assistant message a run of text, in a user message
/// everything but the results.
fn read_block<'v>(
    timeline: &mut ApiTimeline<'v>,
    calls: &mut Calls<'v>,
    role: Role,
    block: &'v Value,
    id: String,
    said: &mut Option<usize>,
) -> Result<(), JsonError> {
    let members = object(block, "")?;
    let mut fragment = Fragment {
        value: block,
        slot: BLOCK,
        owner: None,
        is_result: false,
        id: &[],
    };
    let carrier = |structural| {
        Some(Carrier {
            object: members,
            structural,
            path: &[],
        })
    };
    match (text(members, "type")?, role) {
        ("thinking", Role::Assistant) => {
            let thinking = optional_text(members, "thinking")?.unwrap_or("");
            let carrier = carrier(&["type", "thinking", "cache_control"]);
            fragment.owner = Some(timeline.thought(thinking, carrier));
            *said = None;
        }
        ("redacted_thinking", Role::Assistant) => {
            let data = optional_text(members, "data")?.unwrap_or("");
            let carrier = carrier(&["type", "cache_control"]);
            fragment.owner = Some(timeline.thought(data, carrier));
            *said = None;
        }
        ("tool_use", Role::Assistant) => {
            let id = text(members, "id")?;
            let input = members.get("input").unwrap_or(&Value::Null);
            let carrier = carrier(&["type", "id", "name", "input", "cache_control"]);
            let call = timeline.call(Some(id), text(members, "name")?, input, carrier);
            calls.made(id, call);
            fragment.owner = Some(call);
            fragment.id = &["id"];
            *said = None;
        }
        ("tool_result", Role::User) => {
            fragment.owner = calls.answered(text(members, "tool_use_id")?);
            fragment.is_result = true;
            fragment.id = &["tool_use_id"];
        }
        ("text", _) => {
            let owner = *said.get_or_insert_with(|| timeline.message(role, id));
            timeline.say(owner, Some(optional_text(members, "text")?.unwrap_or("")));
            fragment.owner = Some(owner);
        }
        (_, Role::User) => {
            let owner = *said.get_or_insert_with(|| timeline.message(role, id));
            timeline.say(owner, None);
            fragment.owner = Some(owner);
        }
        // Server tools and what else an assistant may hold: carried with what stands before it.
        (_, Role::Assistant) => {}
    }
    timeline.fragment(fragment);
    Ok(())
}

fn tools(body: &Value) -> Result<Option<Vec<Tool<'_>>>, JsonError> {
    let Some(list) = body.get("tools") else {
        return Ok(None);
    };
    Ok(Some(
        array(list, "tools")?.iter().filter_map(tool).collect(),
    ))
}

/// A tool that the request declares. Server tools have a name and no schema.
fn tool(value: &Value) -> Option<Tool<'_>> {
    Some(Tool {
        name: value.get("name")?.as_str()?,
        input_schema: value.get("input_schema").map(Datum::from),
    })
}
