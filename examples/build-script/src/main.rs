//! A host whose build script compiles the rules, and whose facts are JSON values.
//!
//! `json()` in the build script implements the traits of the pack for `oar::json::Occurrence`, which checks every value
//! against its declared type when a rule consumes it.

use oar::json::Occurrence;
use serde_json::{Map, Value, json};

mod policy {
    oar::include_generated!("policy");
}

fn main() {
    let policy = policy::Policy::new();
    let mut session = oar::Session::new("s-1");
    let calls = [
        ("read", json!({"path": "notes.txt"}), json!({})),
        (
            "read",
            json!({"path": "/etc/passwd"}),
            json!({"path_outside_scope": true}),
        ),
        ("write", json!({"path": "/tmp/notes.txt"}), json!({})),
        (
            "delete",
            json!({"path": "notes.txt", "recursive": true}),
            json!({}),
        ),
        // A fact of another type than declared is a failure, never a guess.
        (
            "grep",
            json!({"pattern": "x"}),
            json!({"path_outside_scope": "no"}),
        ),
    ];
    for (tool, arguments, facts) in calls {
        let (arguments, facts) = (object(arguments), object(facts));
        let occurrence = Occurrence::new().tool_call(tool, &arguments).facts(&facts);
        let outcome = policy.tool_pre_invoke(&occurrence, &mut session);
        println!("{}", outcome.to_json());
    }
}

fn object(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(map) => map,
        _ => Map::new(),
    }
}
