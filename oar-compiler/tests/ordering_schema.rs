//! The schema of ordering profiles against the loader: what loads is valid, and what is not valid does not load.

use jsonschema::Validator;
use oar_compiler::diagnostic::{Diagnostics, Sources};
use oar_compiler::ordering::{CATALOGUE, load};
use oar_compiler::schema::{any, ordering};
use oar_compiler::source::{self, Format, Limits};
use serde_json::{Value, json};

const EVERY_TYPE: &str = include_str!("ordering/every_type.yaml");

fn validators() -> [Validator; 2] {
    [ordering(), any(None)].map(|schema| jsonschema::validator_for(&schema).unwrap())
}

/// The profiles that ship, and one with every type of rule.
fn profiles() -> Vec<Value> {
    let shipped = CATALOGUE.iter().map(|&(_, text)| text);
    let texts = shipped.chain([EVERY_TYPE]);
    texts
        .map(|text| serde_yaml_ng::from_str(text).unwrap())
        .collect()
}

fn loads(profile: &Value) -> bool {
    let (mut sources, mut diags) = (Sources::new(), Diagnostics::new());
    let text = profile.to_string();
    let limits = Limits::default();
    let documents = source::load(
        "p.json",
        text.as_bytes(),
        Format::Json,
        &limits,
        &mut sources,
        &mut diags,
    );
    let loaded = documents
        .first()
        .and_then(|document| load(&document.root, &mut diags));
    loaded.is_some() && !diags.has_errors()
}

#[test]
fn profiles_that_load_are_valid() {
    for profile in profiles() {
        assert!(loads(&profile), "{profile}");
        for validator in validators() {
            assert!(validator.is_valid(&profile), "{profile}");
        }
    }
}

/// Every value in turn is replaced, every member left out, and one added.
#[test]
fn what_is_not_valid_does_not_load() {
    let validators = validators();
    let others = [
        json!(null),
        json!(true),
        json!(""),
        json!("thought"),
        json!(-1),
        json!(1.5),
        json!(3),
        json!([]),
        json!({}),
        json!(["user"]),
    ];
    let (mut refused, mut tried) = (0, 0);
    for profile in profiles() {
        for path in paths(&profile, "") {
            let mut broken: Vec<Value> = others
                .iter()
                .filter_map(|other| {
                    let mut broken = profile.clone();
                    *broken.pointer_mut(&path)? = other.clone();
                    Some(broken)
                })
                .collect();
            broken.extend(without(&profile, &path));
            broken.extend(with_another(&profile, &path));
            for broken in broken {
                tried += 1;
                let valid = validators
                    .iter()
                    .all(|validator| validator.is_valid(&broken));
                refused += usize::from(!valid);
                assert!(
                    valid || !loads(&broken),
                    "the schema refuses what loads: {broken}"
                );
            }
        }
    }
    // The schema sees most of what is wrong: not a pattern, not a contradiction.
    assert!(refused * 2 > tried, "{refused} of {tried}");
}

/// A pointer to everything in a value.
fn paths(value: &Value, path: &str) -> Vec<String> {
    let mut found = vec![path.to_owned()];
    match value {
        Value::Object(members) => {
            for (name, member) in members {
                found.extend(paths(member, &format!("{path}/{name}")));
            }
        }
        Value::Array(items) => {
            for (at, item) in items.iter().enumerate() {
                found.extend(paths(item, &format!("{path}/{at}")));
            }
        }
        _ => {}
    }
    found
}

fn without(profile: &Value, path: &str) -> Option<Value> {
    let (parent, name) = path.rsplit_once('/')?;
    let mut broken = profile.clone();
    broken.pointer_mut(parent)?.as_object_mut()?.remove(name)?;
    Some(broken)
}

fn with_another(profile: &Value, path: &str) -> Option<Value> {
    let mut broken = profile.clone();
    let members = broken.pointer_mut(path)?.as_object_mut()?;
    members.insert("x-other".to_owned(), json!(1));
    Some(broken)
}
