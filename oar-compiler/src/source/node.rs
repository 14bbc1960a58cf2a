//! The tree a file loads into.

use super::Text;
use crate::diagnostic::{FileId, Span};

/// How a file is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// YAML, one or more documents.
    Yaml,
    /// JSON, an object or an array of objects.
    Json,
}

impl Format {
    /// The format that a file's extension names: `.json`, `.yaml` or `.yml`.
    #[must_use]
    pub fn of(name: &str) -> Option<Format> {
        let (_, extension) = name.rsplit_once('.')?;
        match extension {
            "json" => Some(Format::Json),
            "yaml" | "yml" => Some(Format::Yaml),
            _ => None,
        }
    }
}

/// One document of a file.
#[derive(Clone, Debug)]
pub struct Document {
    /// The file it stands in.
    pub file: FileId,
    /// How the file is written.
    pub format: Format,
    /// Whether it is one of several in its file (OAR-DOC-31).
    pub member: bool,
    /// Whether an error was reported in it.
    pub broken: bool,
    /// Its root.
    pub root: Node,
}

/// A value with its place.
#[derive(Clone, Debug)]
pub struct Node {
    /// The value's bytes in the file, quotes included.
    pub span: Span,
    /// The value.
    pub value: Value,
}

/// What a node holds.
#[derive(Clone, Debug)]
pub enum Value {
    /// `null`, which is a value and never absence.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number as written.
    Number(Number),
    /// A string.
    String(Text),
    /// A list.
    List(Vec<Node>),
    /// A mapping with string keys, none of them twice, in the order written.
    Map(Vec<Entry>),
    /// Something the loader refused and reported, such as an alias. Its place is taken so that what stands around it
    /// can still be read.
    Refused,
}

/// One member of a mapping.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The key.
    pub key: Key,
    /// The value.
    pub value: Node,
}

/// A mapping's key.
#[derive(Clone, Debug)]
pub struct Key {
    /// The key itself.
    pub text: String,
    /// Its bytes in the file, quotes included.
    pub span: Span,
}

/// A number as written.
#[derive(Clone, Debug)]
pub struct Number {
    /// The digits as they stand in the file.
    pub text: String,
}

impl Number {
    /// The number as a 64-bit integer, when its value is one: `16`, and `16.0` and `1.6e1` as well, since JSON Schema
    /// counts them as integers. `None` for `0x10`, `010` and `+1`, which YAML readers do not agree about.
    #[must_use]
    pub fn as_i64(&self) -> Option<i64> {
        let (negative, digits) = match self.text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, self.text.as_str()),
        };
        let (mantissa, exponent) = match digits.split_once(['e', 'E']) {
            Some((mantissa, exponent)) => (mantissa, exponent.parse::<i32>().ok()?),
            None => (digits, 0),
        };
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let decimal = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
        let leading_zero = whole.len() > 1 && whole.starts_with('0');
        if whole.is_empty() || leading_zero || !decimal(whole) || !decimal(fraction) {
            return None;
        }
        let value = scaled(whole, fraction, exponent)?;
        i64::try_from(if negative { -value } else { value }).ok()
    }
}

/// `whole.fraction × 10^exponent`, when it is an integer of a magnitude near 64 bits.
fn scaled(whole: &str, fraction: &str, exponent: i32) -> Option<i128> {
    let digits = whole
        .bytes()
        .chain(fraction.bytes())
        .map(|b| i128::from(b - b'0'));
    let point = i64::try_from(whole.len()).ok()? + i64::from(exponent);
    let mut value: i128 = 0;
    let mut at: i64 = 0;
    for digit in digits {
        if at < point {
            value = value.checked_mul(10)?.checked_add(digit)?;
        } else if digit != 0 {
            return None;
        }
        at += 1;
    }
    while at < point && value != 0 {
        value = value.checked_mul(10)?;
        at += 1;
    }
    Some(value)
}

impl Node {
    /// What kind of value it is, in the words of JSON: for messages.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self.value {
            Value::Null => "null",
            Value::Bool(_) => "a boolean",
            Value::Number(_) => "a number",
            Value::String(_) => "a string",
            Value::List(_) => "a list",
            Value::Map(_) => "an object",
            Value::Refused => "not readable",
        }
    }

    /// The string, when it is one.
    #[must_use]
    pub fn as_text(&self) -> Option<&Text> {
        match &self.value {
            Value::String(text) => Some(text),
            _ => None,
        }
    }

    /// The members, when it is a mapping.
    #[must_use]
    pub fn as_map(&self) -> Option<&[Entry]> {
        match &self.value {
            Value::Map(entries) => Some(entries),
            _ => None,
        }
    }

    /// The member of that name, when it is a mapping that has one.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Entry> {
        self.as_map()?.iter().find(|entry| entry.key.text == key)
    }
}
