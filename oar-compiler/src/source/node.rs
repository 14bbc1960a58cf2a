//! The tree a file loads into.

use crate::diagnostic::{FileId, Span};

/// How a file is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// YAML, one or more documents.
    Yaml,
    /// JSON, an object or an array of objects.
    Json,
}

/// One document of a file.
#[derive(Clone, Debug)]
pub struct Document {
    /// The file it stands in.
    pub file: FileId,
    /// How the file is written.
    pub format: Format,
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
    /// The number as a 64-bit integer, when it is written as one and fits.
    #[must_use]
    pub fn as_i64(&self) -> Option<i64> {
        self.text.parse().ok()
    }
}

/// A string whose every byte knows where it stands in the file, through folding, escapes and indentation.
#[derive(Clone, Debug)]
pub struct Text {
    /// The string as the document means it.
    pub value: String,
    /// Its bytes in the file, quotes included.
    pub span: Span,
    /// Where runs of `value` begin in the file: `(offset in value, offset in file)`, ascending in both. Within a run
    /// the two advance together.
    runs: Vec<(u32, u32)>,
}

impl Text {
    /// A string with the runs that place it; see the field for their meaning.
    #[must_use]
    pub fn new(value: String, span: Span, runs: Vec<(u32, u32)>) -> Self {
        Self { value, span, runs }
    }

    /// The bytes in the file of the byte range `start..end` of [`Text::value`].
    #[must_use]
    pub fn slice(&self, start: usize, end: usize) -> Span {
        let from = self.place(start);
        // The end is placed by the last byte inside, so that a range that ends at a fold does not swallow it.
        let to = if end > start {
            self.place(end - 1) + 1
        } else {
            from
        };
        Span {
            file: self.span.file,
            start: from,
            end: to.max(from),
        }
    }

    fn place(&self, offset: usize) -> u32 {
        let offset = u32::try_from(offset).unwrap_or(u32::MAX);
        let run = self.runs.partition_point(|&(value, _)| value <= offset);
        match run.checked_sub(1).and_then(|at| self.runs.get(at)) {
            Some(&(value, file)) => file.saturating_add(offset - value).min(self.span.end),
            None => self.span.start,
        }
    }
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
