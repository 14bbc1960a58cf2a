//! JSON values as payload data and back, and typed access to members.

use serde_json::{Map, Number, Value};

use super::JsonError;
use crate::ordering::{Data, Datum, DatumList, DatumMap};

impl<'a> From<&'a Value> for Datum<'a> {
    fn from(value: &'a Value) -> Self {
        match value {
            Value::Null => Datum::Null,
            Value::Bool(b) => Datum::Bool(*b),
            Value::Number(number) => number_of(number),
            Value::String(text) => Datum::Str(text),
            Value::Array(list) => Datum::List(list),
            Value::Object(map) => Datum::Map(map),
        }
    }
}

fn number_of(number: &Number) -> Datum<'static> {
    if let Some(n) = number.as_i64() {
        Datum::Int(i128::from(n))
    } else if let Some(n) = number.as_u64() {
        Datum::Int(i128::from(n))
    } else {
        // A number is one of the three.
        Datum::Float(number.as_f64().unwrap_or(f64::NAN))
    }
}

impl DatumList for Vec<Value> {
    fn len(&self) -> usize {
        Vec::len(self)
    }

    fn get(&self, index: usize) -> Option<Datum<'_>> {
        self.as_slice().get(index).map(Datum::from)
    }
}

impl DatumMap for Map<String, Value> {
    fn len(&self) -> usize {
        Map::len(self)
    }

    fn get(&self, key: &str) -> Option<Datum<'_>> {
        Map::get(self, key).map(Datum::from)
    }

    fn each(&self, visit: &mut dyn FnMut(&str, Datum<'_>)) {
        for (key, value) in self {
            visit(key, Datum::from(value));
        }
    }
}

/// Owned data as JSON. What was too deep to copy, and a number that JSON cannot hold, is an error.
pub(crate) fn to_json(data: &Data) -> Result<Value, JsonError> {
    Ok(match data {
        Data::Null => Value::Null,
        Data::Bool(b) => Value::Bool(*b),
        Data::Int(n) => Number::from_i128(*n)
            .map(Value::Number)
            .ok_or_else(|| JsonError::new("", "an integer beyond 64 bits"))?,
        Data::Float(x) => Number::from_f64(*x)
            .map(Value::Number)
            .ok_or_else(|| JsonError::new("", "a number that is not finite"))?,
        Data::Str(text) => Value::String(text.clone()),
        Data::List(list) => Value::Array(list.iter().map(to_json).collect::<Result<_, _>>()?),
        Data::Map(members) => Value::Object(
            members
                .iter()
                .map(|(key, value)| Ok((key.to_owned(), to_json(value)?)))
                .collect::<Result<_, _>>()?,
        ),
        Data::TooDeep => return Err(JsonError::new("", "nested too deep")),
    })
}

/// The object's members.
pub(crate) fn object<'v>(value: &'v Value, at: &str) -> Result<&'v Map<String, Value>, JsonError> {
    value
        .as_object()
        .ok_or_else(|| JsonError::new(at, format!("must be an object and is {}", kind_of(value))))
}

/// The array's elements.
pub(crate) fn array<'v>(value: &'v Value, at: &str) -> Result<&'v [Value], JsonError> {
    value
        .as_array()
        .map(Vec::as_slice)
        .ok_or_else(|| JsonError::new(at, format!("must be an array and is {}", kind_of(value))))
}

/// The array that a member of an object holds.
pub(crate) fn array_at<'v>(value: &'v Value, name: &str) -> Result<&'v [Value], JsonError> {
    let members = object(value, "body")?;
    let member = members
        .get(name)
        .ok_or_else(|| JsonError::new(name, "is missing"))?;
    array(member, name)
}

/// A member that must be a string of at least one character.
pub(crate) fn text<'v>(map: &'v Map<String, Value>, name: &str) -> Result<&'v str, JsonError> {
    match optional_text(map, name)? {
        Some("") => Err(JsonError::new(name, "is empty")),
        Some(text) => Ok(text),
        None => Err(JsonError::new(name, "is missing")),
    }
}

/// A member that is a string, `null` or absent.
pub(crate) fn optional_text<'v>(
    map: &'v Map<String, Value>,
    name: &str,
) -> Result<Option<&'v str>, JsonError> {
    match map.get(name) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) => Ok(Some(text)),
        Some(other) => Err(JsonError::new(
            name,
            format!("must be a string and is {}", kind_of(other)),
        )),
    }
}

/// What kind of value it is, for messages.
pub(crate) fn kind_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "an array",
        Value::Object(_) => "an object",
    }
}
