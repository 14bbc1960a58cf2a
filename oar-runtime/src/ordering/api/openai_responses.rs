//! OpenAI responses: a flat list of items; a call and its result are items of their own, joined by `call_id`.

use serde_json::{Map, Value, json};

use super::anthropic::whole;
use super::calls::Calls;
use super::openai_chat::say;
use super::shape::Shape;
use super::wire::{ApiTimeline, Carrier};
use crate::ordering::json::JsonError;
use crate::ordering::json::value::{array, array_at, object, optional_text, text};
use crate::ordering::{Datum, Role, Tool};

const SHAPE: Shape = Shape {
    list: "input",
    parts: "content",
    assistant: "assistant",
    merges: false,
    flat: true,
    text: |text| json!(text),
    tag: "openai-responses",
};

pub(super) fn read(body: &Value) -> Result<ApiTimeline<'_>, JsonError> {
    let mut timeline = ApiTimeline::new(&SHAPE, body);
    let mut calls = Calls::default();
    timeline.tools = tools(body)?;
    if body.get(SHAPE.list).is_some_and(Value::is_string) {
        // One user message and nothing whose order could be wrong: carried as it is.
        return Ok(timeline);
    }
    for (index, value) in array_at(body, SHAPE.list)?.iter().enumerate() {
        timeline.turn(value);
        item(&mut timeline, &mut calls, value, index)
            .map_err(|error| error.within(&format!("input[{index}]")))?;
        timeline.end_turn();
    }
    Ok(timeline)
}

fn item<'v>(
    timeline: &mut ApiTimeline<'v>,
    calls: &mut Calls<'v>,
    value: &'v Value,
    index: usize,
) -> Result<(), JsonError> {
    let item = object(value, "")?;
    // A message may leave its type out.
    match optional_text(item, "type")?.unwrap_or("message") {
        "message" => {
            let role = match text(item, "role")? {
                "user" => Role::User,
                "assistant" => Role::Assistant,
                _ => return Ok(()),
            };
            let owner = timeline.message(role, format!("input[{index}]"));
            say(timeline, owner, item.get("content"))?;
            timeline.fragment(whole(value, owner));
        }
        "reasoning" => {
            let structural = &["type", "id", "summary", "content", "status"];
            // Its own id tells it apart; without one, what it holds does.
            let said = optional_text(item, "id")?.map_or_else(|| value.to_string(), str::to_owned);
            let owner = timeline.thought(&said, carrier(item, structural));
            timeline.fragment(whole(value, owner));
        }
        "function_call" | "custom_tool_call" => {
            let id = text(item, "call_id")?;
            let structural = &[
                "type",
                "id",
                "call_id",
                "name",
                "namespace",
                "arguments",
                "input",
                "status",
            ];
            let arguments = item.get("arguments").or_else(|| item.get("input"));
            let owner = timeline.call(
                Some(id),
                text(item, "name")?,
                arguments.unwrap_or(&Value::Null),
                carrier(item, structural),
            );
            calls.made(id, owner);
            let mut fragment = whole(value, owner);
            fragment.id = &["call_id"];
            timeline.fragment(fragment);
        }
        "function_call_output" | "custom_tool_call_output" => {
            let mut fragment = whole(value, 0);
            fragment.owner = calls.answered(text(item, "call_id")?);
            fragment.is_result = true;
            fragment.id = &["call_id"];
            timeline.fragment(fragment);
        }
        // Calls of built-in tools, references to stored items and whatever comes next.
        _ => {}
    }
    Ok(())
}

fn carrier<'v>(
    object: &'v Map<String, Value>,
    structural: &'static [&'static str],
) -> Option<Carrier<'v>> {
    Some(Carrier {
        object,
        structural,
        path: &[],
    })
}

fn tools(body: &Value) -> Result<Option<Vec<Tool<'_>>>, JsonError> {
    let Some(list) = body.get("tools") else {
        return Ok(None);
    };
    Ok(Some(
        array(list, "tools")?.iter().filter_map(tool).collect(),
    ))
}

/// Built-in tools have a type and no name.
fn tool(value: &Value) -> Option<Tool<'_>> {
    Some(Tool {
        name: value.get("name")?.as_str()?,
        input_schema: value.get("parameters").map(Datum::from),
    })
}
