//! The occurrences of `tool.pre_invoke` on which peers have to agree with generated code.

use oar::args::Args;
use oar_benches::host::{Moment, Provider};
use oar_benches::scenes::Scenes;
use serde_json::{Map, Value, json};

const SCOPE: &str = "/workspace/";

/// What the occurrences borrow from.
#[derive(Debug)]
pub struct Occurrences {
    scenes: Scenes,
    inside: Map<String, Value>,
    outside: Map<String, Value>,
    pathless: Map<String, Value>,
    numbered: Map<String, Value>,
    recursive: Map<String, Value>,
    flat: Map<String, Value>,
    worded: Map<String, Value>,
}

impl Occurrences {
    /// The data.
    pub fn new() -> Self {
        Self {
            scenes: Scenes::new(),
            inside: object(json!({ "path": "/workspace/a", "line": 12 })),
            outside: object(json!({ "path": "/etc/passwd", "line": 12 })),
            pathless: object(json!({ "pattern": "fn", "limits": [10, { "depth": 2 }] })),
            numbered: object(json!({ "path": 7 })),
            recursive: object(json!({ "path": "/workspace/a", "recursive": true })),
            flat: object(json!({ "path": "/workspace/a", "recursive": false })),
            worded: object(json!({ "path": "/workspace/a", "recursive": "yes" })),
        }
    }

    /// A read within scope: two rules are selected and pass. This is what is timed.
    pub fn nothing(&self) -> Moment<'_> {
        self.scenes.nothing()
    }

    /// Each path through each rule.
    pub fn all(&self) -> Vec<(&'static str, Moment<'_>)> {
        let call = |tool, args| Moment::call(tool, Args::Json(args), SCOPE);
        vec![
            ("nothing", self.scenes.nothing()),
            ("warn", self.scenes.warn()),
            ("block", self.scenes.block()),
            ("read outside scope", call("read", &self.outside)),
            ("grep outside scope", call("grep", &self.pathless)),
            ("recursive delete", call("delete", &self.recursive)),
            ("flat delete", call("delete", &self.flat)),
            ("delete, `recursive` a word", call("delete", &self.worded)),
            ("move", call("move", &self.recursive)),
            ("chmod", call("chmod", &self.outside)),
            ("write inside", call("write", &self.inside)),
            ("write without a path", call("write", &self.pathless)),
            ("write, `path` a number", call("write", &self.numbered)),
            ("edit outside", call("edit", &self.outside)),
            ("another tool", call("search", &self.outside)),
            ("no arguments", Moment::call("read", Args::Empty, SCOPE)),
            ("enabled provider", provided(true, "read", &self.inside)),
            ("disabled provider", provided(false, "read", &self.inside)),
            ("of another tool", provided(false, "search", &self.inside)),
            ("before reading", provided(false, "read", &self.outside)),
            ("before writing", provided(false, "write", &self.outside)),
            ("before the warning", provided(false, "move", &self.inside)),
            ("after deleting", provided(false, "delete", &self.recursive)),
        ]
    }
}

fn provided<'a>(enabled: bool, tool: &'a str, args: &'a Map<String, Value>) -> Moment<'a> {
    Moment {
        provider: Some(Provider {
            id: "mail",
            enabled,
        }),
        ..Moment::call(tool, Args::Json(args), SCOPE)
    }
}

fn object(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(map) => map,
        _ => Map::new(),
    }
}
