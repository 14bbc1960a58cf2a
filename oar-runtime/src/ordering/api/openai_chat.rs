//! OpenAI chat completions: content and calls are members of a message; results are messages of the role `tool`.

use serde_json::{Map, Value, json};

use super::anthropic::whole;
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
    merges: false,
    flat: false,
    text: |text| json!(text),
    tag: "openai-chat",
};

/// What several vendors of this shape return and some want back: the reasoning, in front of everything else.
const REASONING: &str = "reasoning_content";

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
    match text(message, "role")? {
        "user" => {
            let owner = timeline.message(Role::User, format!("messages[{index}]"));
            say(timeline, owner, message.get("content"))?;
            timeline.fragment(whole(value, owner));
        }
        "assistant" => assistant(timeline, calls, value, message, index)?,
        "tool" => {
            let mut fragment = whole(value, 0);
            fragment.owner = calls.answered(text(message, "tool_call_id")?);
            fragment.is_result = true;
            fragment.id = &["tool_call_id"];
            timeline.fragment(fragment);
        }
        // `system`, `developer` and whatever comes next are no part of the conversation.
        _ => {}
    }
    Ok(())
}

fn assistant<'v>(
    timeline: &mut ApiTimeline<'v>,
    calls: &mut Calls<'v>,
    value: &'v Value,
    message: &'v Map<String, Value>,
    index: usize,
) -> Result<(), JsonError> {
    let requested = match message.get("tool_calls") {
        None | Some(Value::Null) => &[],
        Some(list) => array(list, "tool_calls")?,
    };
    let reasoning = message.get(REASONING).filter(|value| !value.is_null());
    if let Some(reasoning) = reasoning {
        let said = optional_text(message, REASONING)?.unwrap_or("");
        let owner = timeline.thought(said, None);
        timeline.fragment(member(reasoning, REASONING, 0, owner));
    }
    let content = message.get("content");
    let silent =
        matches!(content, None | Some(Value::Null)) || content.and_then(Value::as_str) == Some("");
    if !silent {
        let owner = timeline.message(Role::Assistant, format!("messages[{index}]"));
        say(timeline, owner, content)?;
        if let Some(content) = content {
            timeline.fragment(member(content, "content", 1, owner));
        }
    } else if requested.is_empty() && reasoning.is_none() {
        // A message that does nothing is one all the same: an empty turn.
        let owner = timeline.message(Role::Assistant, format!("messages[{index}]"));
        timeline.fragment(whole(value, owner));
    }
    for (at, call) in requested.iter().enumerate() {
        let place = format!("tool_calls[{at}]");
        tool_call(timeline, calls, call).map_err(|error| error.within(&place))?;
    }
    Ok(())
}

fn member<'v>(value: &'v Value, name: &'static str, rank: u8, owner: usize) -> Fragment<'v> {
    Fragment {
        value,
        slot: Slot::Field(name, rank),
        owner: Some(owner),
        is_result: false,
        id: &[],
    }
}

fn tool_call<'v>(
    timeline: &mut ApiTimeline<'v>,
    calls: &mut Calls<'v>,
    value: &'v Value,
) -> Result<(), JsonError> {
    let call = object(value, "")?;
    let id = text(call, "id")?;
    // A `function`, or a `custom` tool with the same name and an `input`.
    let inner = call.get("function").or_else(|| call.get("custom"));
    let inner = object(inner.unwrap_or(&Value::Null), "function")?;
    let arguments = inner.get("arguments").or_else(|| inner.get("input"));
    let carrier = Carrier {
        object: call,
        structural: &["id", "type", "function", "custom", "index"],
        path: &[],
    };
    let name = text(inner, "name").map_err(|error| error.within("function"))?;
    let owner = timeline.call(
        Some(id),
        name,
        arguments.unwrap_or(&Value::Null),
        Some(carrier),
    );
    calls.made(id, owner);
    timeline.fragment(Fragment {
        value,
        slot: Slot::Element("tool_calls", 2),
        owner: Some(owner),
        is_result: false,
        id: &["id"],
    });
    Ok(())
}

/// Content is a string or a list of parts, of which those without text are attachments.
pub(super) fn say<'v>(
    timeline: &mut ApiTimeline<'v>,
    owner: usize,
    content: Option<&'v Value>,
) -> Result<(), JsonError> {
    match content {
        None | Some(Value::Null) => {}
        Some(Value::String(text)) => timeline.say(owner, Some(text)),
        Some(parts) => {
            for part in array(parts, "content")? {
                let said = part.get("text").or_else(|| part.get("refusal"));
                timeline.say(owner, said.and_then(Value::as_str));
            }
        }
    }
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

fn tool(value: &Value) -> Option<Tool<'_>> {
    let inner = value.get("function").or_else(|| value.get("custom"))?;
    Some(Tool {
        name: inner.get("name")?.as_str()?,
        input_schema: inner.get("parameters").map(Datum::from),
    })
}
