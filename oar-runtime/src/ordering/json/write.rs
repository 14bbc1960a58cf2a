//! A repaired timeline back to JSON.

use serde_json::{Map, Value, json};

use super::value::to_json;
use super::{JsonError, JsonPrimitive};
use crate::ordering::{Entry, FILLER_TEXT, Primitive, Repaired};

/// Writes the timeline that a repair handed back: every object with what it held before, changed only where the repair
/// changed it. `seq` is written when anything was repaired, so that entries of one millisecond keep their order.
///
/// # Errors
/// A fallback value that JSON cannot hold.
pub fn timeline_to_json(repaired: &Repaired<JsonPrimitive<'_>>) -> Result<Value, JsonError> {
    let numbered = repaired.report.is_changed();
    repaired
        .timeline
        .iter()
        .enumerate()
        .map(|(index, entry)| {
            write(entry, numbered).map_err(|error| error.within(&format!("timeline[{index}]")))
        })
        .collect::<Result<_, _>>()
        .map(Value::Array)
}

fn write(entry: &Entry<JsonPrimitive<'_>>, numbered: bool) -> Result<Value, JsonError> {
    let mut object = match entry.original() {
        Some(primitive) => primitive.object().clone(),
        None => filler(entry),
    };
    if let Some(id) = entry.new_id() {
        object.insert("id".to_owned(), json!(id));
    }
    if let Some(at) = entry.new_created_at() {
        object.insert("createdAt".to_owned(), json!(at));
    }
    if let Some(payload) = entry.new_payload() {
        let payload = to_json(payload).map_err(|error| error.within("payload"))?;
        object.insert("payload".to_owned(), payload);
    }
    if let Some(tag) = entry.new_replay_compatibility() {
        object.insert("replayCompatibility".to_owned(), json!(tag));
    }
    if numbered {
        object.insert("seq".to_owned(), json!(entry.position()));
    }
    Ok(Value::Object(object))
}

fn filler(entry: &Entry<JsonPrimitive<'_>>) -> Map<String, Value> {
    let mut object = Map::new();
    object.insert("kind".to_owned(), json!(entry.kind().name()));
    object.insert("id".to_owned(), json!(entry.id()));
    object.insert("role".to_owned(), json!(entry.role().name()));
    object.insert("content".to_owned(), json!(FILLER_TEXT));
    object.insert("createdAt".to_owned(), json!(entry.created_at()));
    object
}
