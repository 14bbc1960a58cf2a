//! Conditions through all steps: what they mean, and what is said of those that mean nothing.

mod errors;
mod limits;
mod lint;
mod meaning;
mod properties;

use super::testing::{Seen, environment, seen, text};
use super::{Typed, compile};
use crate::diagnostic::Diagnostics;

const NODES_MAX: u64 = 256;

/// The typed condition; the test fails when anything is reported.
fn good(condition: &str) -> Typed {
    let (sources, text) = text(condition);
    let mut diags = Diagnostics::new();
    let typed = compile(&text, &environment(), NODES_MAX, &mut diags);
    assert_eq!(seen(&sources, &diags), [], "{condition}");
    typed.unwrap_or_else(|| panic!("nothing came of {condition}"))
}

/// Everything reported about a condition that does not compile.
fn bad(condition: &str) -> Vec<Seen> {
    let (sources, text) = text(condition);
    let mut diags = Diagnostics::new();
    let typed = compile(&text, &environment(), NODES_MAX, &mut diags);
    let seen = seen(&sources, &diags);
    assert!(typed.is_none(), "{condition} compiled: {typed:?}");
    assert!(!seen.is_empty(), "nothing said about {condition}");
    for one in &seen {
        assert!(!one.help.is_empty(), "{one:#?}");
    }
    seen
}

/// The one error about a condition.
fn error(condition: &str) -> Seen {
    let mut all = bad(condition);
    assert_eq!(all.len(), 1, "{all:#?}");
    all.remove(0)
}
