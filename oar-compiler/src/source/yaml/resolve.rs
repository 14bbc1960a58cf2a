//! What an unquoted scalar means: the core schema of YAML 1.2.

use crate::source::{Number, Value};

/// The value of an unquoted scalar, when it is not a string.
pub(super) fn plain(text: &str) -> Option<Value> {
    match text {
        "~" | "null" | "Null" | "NULL" => Some(Value::Null),
        "true" | "True" | "TRUE" => Some(Value::Bool(true)),
        "false" | "False" | "FALSE" => Some(Value::Bool(false)),
        _ if is_number(text) => Some(Value::Number(Number {
            text: text.to_owned(),
        })),
        _ => None,
    }
}

/// The numbers of the core schema. What JSON cannot write (`0x10`, `.inf`) is a number here as well, so that it is
/// refused where it stands and does not pass for a string.
fn is_number(text: &str) -> bool {
    let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
    match unsigned {
        ".inf" | ".Inf" | ".INF" => return true,
        ".nan" | ".NaN" | ".NAN" => return unsigned == text,
        _ => {}
    }
    if let Some(octal) = text.strip_prefix("0o") {
        return !octal.is_empty() && octal.bytes().all(|b| matches!(b, b'0'..=b'7'));
    }
    if let Some(hexadecimal) = text.strip_prefix("0x") {
        return !hexadecimal.is_empty() && hexadecimal.bytes().all(|b| b.is_ascii_hexdigit());
    }
    is_decimal(unsigned)
}

/// `[0-9]+(\.[0-9]*)?` or `\.[0-9]+`, with an exponent or without.
fn is_decimal(text: &str) -> bool {
    let digits = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
    let (mantissa, exponent) = match text.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (text, None),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let exponent = exponent.map(|text| text.strip_prefix(['-', '+']).unwrap_or(text));
    digits(whole)
        && digits(fraction)
        && (!whole.is_empty() || !fraction.is_empty())
        && exponent.is_none_or(|text| !text.is_empty() && digits(text))
}
