//! Every way to break one place of a document.

use serde_json::{Value, json};

/// Calls with each document that differs from this one in a single place.
pub fn each(document: &Value, mut visit: impl FnMut(&Value)) {
    for path in paths(document) {
        for change in changes(document.pointer(&path).expect("it was found there")) {
            let mut broken = document.clone();
            apply(&mut broken, &path, change);
            visit(&broken);
        }
    }
}

#[derive(Clone, Debug)]
enum Change {
    /// Takes the value out of what holds it.
    Drop,
    /// Puts another value there.
    Set(Value),
    /// Adds a member to an object.
    Add(&'static str),
    /// Adds an item to a list.
    Push(Value),
}

/// JSON pointers to every value but the root.
fn paths(document: &Value) -> Vec<String> {
    let mut found = Vec::new();
    let mut due = vec![(String::new(), document)];
    while let Some((path, value)) = due.pop() {
        let mut child = |name: String, value| {
            let path = format!("{path}/{}", name.replace('~', "~0").replace('/', "~1"));
            found.push(path.clone());
            due.push((path, value));
        };
        match value {
            Value::Object(members) => members
                .iter()
                .for_each(|(name, value)| child(name.clone(), value)),
            Value::Array(items) => {
                let items = items.iter().enumerate();
                items.for_each(|(at, value)| child(at.to_string(), value));
            }
            _ => {}
        }
    }
    found.push(String::new());
    found
}

fn changes(value: &Value) -> Vec<Change> {
    let others = [
        json!(null),
        json!(true),
        json!(7),
        json!(-1),
        json!(1.5),
        json!(""),
        json!("Not a name!"),
        json!("x"),
        json!([]),
        json!([""]),
        json!({}),
        json!({ "x-a": 1 }),
    ];
    let mut changes: Vec<Change> = others.into_iter().map(Change::Set).collect();
    changes.push(Change::Drop);
    match value {
        Value::Object(_) => changes.extend(["unknown", "x-note", "Oar"].map(Change::Add)),
        Value::Array(items) => {
            let first = items.first().cloned();
            changes.extend(
                first
                    .into_iter()
                    .chain([json!(null), json!(7)])
                    .map(Change::Push),
            );
        }
        Value::String(text) => {
            let texts = [
                format!("{text} "),
                format!("{text}\n"),
                text.to_uppercase(),
                text.to_lowercase(),
            ];
            changes.extend(texts.map(|text| Change::Set(Value::String(text))));
        }
        _ => {}
    }
    changes
}

fn apply(document: &mut Value, path: &str, change: Change) {
    match change {
        Change::Drop => drop_at(document, path),
        Change::Set(value) => *document.pointer_mut(path).expect("it is there") = value,
        Change::Add(name) => document.pointer_mut(path).expect("it is there")[name] = json!("x"),
        Change::Push(value) => {
            let list = document.pointer_mut(path).and_then(Value::as_array_mut);
            list.expect("it is a list").push(value);
        }
    }
}

fn drop_at(document: &mut Value, path: &str) {
    let Some((parent, name)) = path.rsplit_once('/') else {
        return;
    };
    let name = name.replace("~1", "/").replace("~0", "~");
    match document.pointer_mut(parent) {
        Some(Value::Object(members)) => drop(members.remove(&name)),
        Some(Value::Array(items)) => drop(items.remove(name.parse().expect("an index"))),
        _ => {}
    }
}
