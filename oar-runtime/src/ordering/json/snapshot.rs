//! Snapshots as JSON, for a host that keeps them between processes.

use serde_json::{Map, Value, json};

use super::JsonError;
use super::value::{array, kind_of, object, optional_text, text, to_json};
use crate::ordering::{Datum, Kind, Record, Snapshot};

/// Writes `{"model", "records": [{"id", "kind", "at", "payload"}]}`.
///
/// # Errors
/// A payload nested beyond 128 levels.
pub fn snapshot_to_json(snapshot: &Snapshot) -> Result<Value, JsonError> {
    let records = snapshot
        .records
        .iter()
        .map(|record| {
            let mut object = Map::new();
            object.insert("id".to_owned(), json!(record.id));
            object.insert("kind".to_owned(), json!(record.kind.name()));
            object.insert("at".to_owned(), json!(record.at));
            if let Some(payload) = &record.payload {
                object.insert("payload".to_owned(), to_json(payload)?);
            }
            Ok(Value::Object(object))
        })
        .collect::<Result<Vec<_>, JsonError>>()?;
    Ok(json!({ "model": snapshot.model, "records": records }))
}

/// Reads what [`snapshot_to_json`] writes.
///
/// # Errors
/// Something that is no snapshot, with its place.
pub fn snapshot_from_json(value: &Value) -> Result<Snapshot, JsonError> {
    let snapshot = object(value, "snapshot")?;
    let records = snapshot
        .get("records")
        .ok_or_else(|| JsonError::new("records", "is missing"))?;
    Ok(Snapshot {
        records: array(records, "records")?
            .iter()
            .enumerate()
            .map(|(index, value)| {
                let at = format!("records[{index}]");
                record(object(value, &at)?).map_err(|error| error.within(&at))
            })
            .collect::<Result<_, _>>()?,
        model: optional_text(snapshot, "model")?.map(str::to_owned),
    })
}

fn record(object: &Map<String, Value>) -> Result<Record, JsonError> {
    let kind = text(object, "kind")?;
    let at = object
        .get("at")
        .ok_or_else(|| JsonError::new("at", "is missing"))?;
    Ok(Record {
        id: text(object, "id")?.to_owned(),
        kind: Kind::from_name(kind)
            .ok_or_else(|| JsonError::new("kind", format!("there is no kind `{kind}`")))?,
        payload: object
            .get("payload")
            .filter(|payload| !payload.is_null())
            .map(|payload| Datum::from(payload).to_data()),
        at: at.as_i64().ok_or_else(|| {
            JsonError::new("at", format!("must be an integer and is {}", kind_of(at)))
        })?,
    })
}
