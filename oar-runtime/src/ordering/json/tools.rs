//! Declared tools read from JSON.

use serde_json::Value;

use super::JsonError;
use super::value::{array, object, text};
use crate::ordering::{Datum, Tool};

/// Reads an array of `{name, inputSchema}`.
///
/// # Errors
/// A tool without a name, with its place.
pub fn tools_from_json(value: &Value) -> Result<Vec<Tool<'_>>, JsonError> {
    array(value, "tools")?
        .iter()
        .enumerate()
        .map(|(index, value)| {
            let at = format!("tools[{index}]");
            let tool = object(value, &at)?;
            Ok(Tool {
                name: text(tool, "name").map_err(|error| error.within(&at))?,
                input_schema: tool.get("inputSchema").map(Datum::from),
            })
        })
        .collect()
}
