//! Fixtures read, found and run.

mod finding;
mod isolation;
mod shape;

use std::rc::Rc;

use super::clauses::Clauses;
use super::find::Found;
use super::fixture::{self, Case};
use super::json;

/// The least that `input` has.
const INPUT: &str = r#""capability": {}, "anchor": "tool.pre_invoke""#;

/// A fixture with these members of `input` and of `expected`.
fn text(input: &str, expected: &str) -> String {
    format!(
        r#"{{"id": "a-fixture", "covers": ["OAR-EVAL-4"], "rules": [{{}}], "input": {{{input}}}, "expected": {{{expected}}}}}"#
    )
}

/// Reads a fixture as if it stood in `a-fixture.json`.
fn read(text: &str) -> Case {
    let found = match json::read("a-fixture.json", text.as_bytes()) {
        Ok((text, mut roots)) => Ok((Rc::new(text), roots.remove(0).node)),
        Err(reason) => Err(reason),
    };
    let found = Found {
        file: "a-fixture.json".to_owned(),
        stem: Some("a-fixture".to_owned()),
        section: None,
        body: found,
    };
    fixture::read(found, &Clauses::known())
}
