//! Gemini `generateContent`: parts in `contents`; results of calls are parts of user contents.

use serde_json::{Map, Value, json};

use super::calls::Calls;
use super::shape::Shape;
use super::wire::{ApiTimeline, Carrier, Fragment, Slot};
use crate::ordering::json::JsonError;
use crate::ordering::json::value::{array, array_at, object, optional_text, text};
use crate::ordering::{Datum, Role, Tool};

const SHAPE: Shape = Shape {
    list: "contents",
    parts: "parts",
    assistant: "model",
    merges: true,
    flat: false,
    text: |text| json!([{ "text": text }]),
    tag: "gemini-generate-content",
};

const PART: Slot = Slot::Element("parts", 0);

/// What a part may hold that the API defines; the rest, `thoughtSignature` above all, is payload.
const STRUCTURAL: &[&str] = &["functionCall", "text", "thought", "partMetadata"];

pub(super) fn read(body: &Value) -> Result<ApiTimeline<'_>, JsonError> {
    let mut timeline = ApiTimeline::new(&SHAPE, body);
    let mut calls = Calls::default();
    for (index, value) in array_at(body, SHAPE.list)?.iter().enumerate() {
        timeline.turn(value);
        content(&mut timeline, &mut calls, value, index)
            .map_err(|error| error.within(&format!("contents[{index}]")))?;
        timeline.end_turn();
    }
    timeline.tools = tools(body)?;
    Ok(timeline)
}

fn content<'v>(
    timeline: &mut ApiTimeline<'v>,
    calls: &mut Calls<'v>,
    value: &'v Value,
    index: usize,
) -> Result<(), JsonError> {
    let content = object(value, "")?;
    // A content may leave its role out and is the user's then; `function` is an older name for results.
    let role = match optional_text(content, "role")?.unwrap_or("user") {
        "user" | "function" => Role::User,
        "model" => Role::Assistant,
        _ => return Ok(()),
    };
    let parts = match content.get("parts") {
        None => &[],
        Some(parts) => array(parts, "parts")?,
    };
    if parts.is_empty() {
        let owner = timeline.message(role, format!("contents[{index}]"));
        timeline.fragment(super::anthropic::whole(value, owner));
    }
    let mut said = None;
    for (at, value) in parts.iter().enumerate() {
        let place = format!("parts[{at}]");
        let id = format!("contents[{index}].{place}");
        part(timeline, calls, role, value, id, &mut said).map_err(|error| error.within(&place))?;
    }
    Ok(())
}

fn part<'v>(
    timeline: &mut ApiTimeline<'v>,
    calls: &mut Calls<'v>,
    role: Role,
    value: &'v Value,
    id: String,
    said: &mut Option<usize>,
) -> Result<(), JsonError> {
    let part = object(value, "")?;
    let mut fragment = Fragment {
        value,
        slot: PART,
        owner: None,
        is_result: false,
        id: &[],
    };
    if let Some(call) = part.get("functionCall") {
        let (owner, has_id) = function_call(timeline, calls, part, call)?;
        fragment.owner = Some(owner);
        fragment.id = if has_id { &["functionCall", "id"] } else { &[] };
        *said = None;
    } else if let Some(response) = part.get("functionResponse") {
        let response = object(response, "functionResponse")?;
        let key = call_key(response).map_err(|error| error.within("functionResponse"))?;
        fragment.owner = calls.answered(key);
        fragment.is_result = true;
        let has_id = response.contains_key("id");
        fragment.id = if has_id {
            &["functionResponse", "id"]
        } else {
            &[]
        };
    } else if role == Role::Assistant && part.get("thought") == Some(&Value::Bool(true)) {
        let thought = optional_text(part, "text")?.unwrap_or("");
        fragment.owner = Some(timeline.thought(thought, carrier(part)));
        *said = None;
    } else {
        let owner = *said.get_or_insert_with(|| timeline.message(role, id));
        timeline.say(owner, optional_text(part, "text")?);
        fragment.owner = Some(owner);
    }
    timeline.fragment(fragment);
    Ok(())
}

/// The call, and whether it has an id of its own.
fn function_call<'v>(
    timeline: &mut ApiTimeline<'v>,
    calls: &mut Calls<'v>,
    part: &'v Map<String, Value>,
    call: &'v Value,
) -> Result<(usize, bool), JsonError> {
    let call = object(call, "functionCall")?;
    let id = optional_text(call, "id")?.filter(|id| !id.is_empty());
    let name = text(call, "name").map_err(|error| error.within("functionCall"))?;
    let arguments = call.get("args").unwrap_or(&Value::Null);
    let owner = timeline.call(id, name, arguments, carrier(part));
    calls.made(id.unwrap_or(name), owner);
    Ok((owner, id.is_some()))
}

/// What joins a result to its call: the id, or else the name of the function.
fn call_key(response: &Map<String, Value>) -> Result<&str, JsonError> {
    match optional_text(response, "id")? {
        Some(id) if !id.is_empty() => Ok(id),
        _ => text(response, "name"),
    }
}

fn carrier(part: &Map<String, Value>) -> Option<Carrier<'_>> {
    Some(Carrier {
        object: part,
        structural: STRUCTURAL,
        path: &[],
    })
}

fn tools(body: &Value) -> Result<Option<Vec<Tool<'_>>>, JsonError> {
    let Some(list) = body.get("tools") else {
        return Ok(None);
    };
    let mut tools = Vec::new();
    for value in array(list, "tools")? {
        if let Some(functions) = value.get("functionDeclarations") {
            let functions = array(functions, "tools.functionDeclarations")?;
            tools.extend(functions.iter().filter_map(tool));
        }
    }
    Ok(Some(tools))
}

fn tool(value: &Value) -> Option<Tool<'_>> {
    let schema = value
        .get("parameters")
        .or_else(|| value.get("parametersJsonSchema"));
    Some(Tool {
        name: value.get("name")?.as_str()?,
        input_schema: schema.map(Datum::from),
    })
}
