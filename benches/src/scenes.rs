//! One occurrence for each path through the portable pack.

use oar::args::Args;
use oar::transform::Span;
use serde_json::{Map, Value, json};

use crate::host::Moment;

/// How many different calls there are for counting.
pub const CALLS: usize = 512;

/// What the occurrences borrow from.
#[derive(Debug)]
pub struct Scenes {
    inside: Map<String, Value>,
    outside: Map<String, Value>,
    content: String,
    calls: Vec<Map<String, Value>>,
    secrets: [Span; 3],
    pii: [Span; 3],
}

impl Default for Scenes {
    fn default() -> Self {
        Self::new()
    }
}

impl Scenes {
    /// The data.
    #[must_use]
    pub fn new() -> Self {
        // Two kilobytes, six spans: three of each detector, none overlapping.
        let content: String = "The quick answer, with the details asked for. "
            .chars()
            .cycle()
            .take(2048)
            .collect();
        let spans = |from: usize| {
            [0, 600, 1200].map(|at| Span {
                start: from + at,
                end: from + at + 24,
            })
        };
        Self {
            inside: object(json!({ "path": "/workspace/src/lib.rs", "line": 12 })),
            outside: object(json!({ "path": "/etc/passwd", "line": 12 })),
            content,
            calls: (0..CALLS)
                .map(|line| object(json!({ "path": "/workspace/src/lib.rs", "line": line })))
                .collect(),
            secrets: spans(100),
            pii: spans(400),
        }
    }

    /// A read within scope: two rules are selected and pass.
    #[must_use]
    pub fn nothing(&self) -> Moment<'_> {
        Moment::call("read", Args::Json(&self.inside), "/workspace/")
    }

    /// A read within scope, one of [`CALLS`] different ones.
    #[must_use]
    pub fn call(&self, number: usize) -> Moment<'_> {
        let args = &self.calls[number % CALLS];
        Moment::call("read", Args::Json(args), "/workspace/")
    }

    /// A delete: one rule warns.
    #[must_use]
    pub fn warn(&self) -> Moment<'_> {
        Moment::call("delete", Args::Json(&self.inside), "/workspace/")
    }

    /// A write outside the workspace: the last rule blocks.
    #[must_use]
    pub fn block(&self) -> Moment<'_> {
        Moment::call("write", Args::Json(&self.outside), "/workspace/")
    }

    /// An answer of 2 KB with six spans to redact.
    #[must_use]
    pub fn transform(&self) -> Moment<'_> {
        Moment::content(&self.content, &self.secrets, &self.pii)
    }
}

fn object(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(map) => map,
        _ => Map::new(),
    }
}
