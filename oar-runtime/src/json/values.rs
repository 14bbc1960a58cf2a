//! JSON values as fact types (OAR-FACT-22, OAR-FACT-26).

use serde_json::Value;

use crate::args::Args;
use crate::facts::{FactError, Observed, Spans, StrList, StrMap};

/// A `bool`.
///
/// # Errors
/// Another type.
pub fn as_bool(value: &Value) -> Observed<bool> {
    value.as_bool().ok_or_else(|| FactError::wrong_type("bool"))
}

/// An `int`: an integer of 64 bits, `3.0` included.
///
/// # Errors
/// Another type, or an integer outside 64 bits.
pub fn as_int(value: &Value) -> Observed<i64> {
    let number = value
        .as_number()
        .ok_or_else(|| FactError::wrong_type("int"))?;
    let integer = number
        .as_i64()
        .or_else(|| number.as_f64().and_then(crate::args::integral));
    integer.ok_or_else(|| FactError::wrong_type("int"))
}

/// A finite `double`; an integer is one where the type says so.
///
/// # Errors
/// Another type, or a number that is not finite (OAR-FACT-23).
pub fn as_double(value: &Value) -> Observed<f64> {
    let number = value
        .as_number()
        .ok_or_else(|| FactError::wrong_type("double"))?;
    number
        .as_f64()
        .filter(|double| double.is_finite())
        .ok_or_else(|| FactError::wrong_type("double"))
}

/// A `string`.
///
/// # Errors
/// Another type.
pub fn as_str(value: &Value) -> Observed<&str> {
    value
        .as_str()
        .ok_or_else(|| FactError::wrong_type("string"))
}

/// A `list<string>`.
///
/// # Errors
/// Another type, or a member that is not a string.
pub fn as_list(value: &Value) -> Observed<StrList<'_>> {
    let list = value
        .as_array()
        .filter(|list| list.iter().all(Value::is_string));
    list.map(|list| StrList::Json(list))
        .ok_or_else(|| FactError::wrong_type("list<string>"))
}

/// A `map<string,string>`.
///
/// # Errors
/// Another type, or a member that is not a string.
pub fn as_strings(value: &Value) -> Observed<StrMap<'_>> {
    let map = value
        .as_object()
        .filter(|map| map.values().all(Value::is_string));
    map.map(StrMap::Json)
        .ok_or_else(|| FactError::wrong_type("map<string,string>"))
}

/// A `map`.
///
/// # Errors
/// Another type.
pub fn as_map(value: &Value) -> Observed<Args<'_>> {
    value
        .as_object()
        .map(Args::Json)
        .ok_or_else(|| FactError::wrong_type("map"))
}

/// A `list<map>`.
///
/// # Errors
/// Another type, or a member that is not an object.
pub fn as_spans(value: &Value) -> Observed<Spans<'_>> {
    let list = value
        .as_array()
        .filter(|list| list.iter().all(Value::is_object));
    list.map(|list| Spans::Json(list))
        .ok_or_else(|| FactError::wrong_type("list<map>"))
}
