//! Families of models: which atomic profiles each one wants.

use std::sync::LazyLock;

use crate::diagnostic::{Diagnostics, Sources};
use crate::source::{self, Format, Limits, Node, Value};

/// The document that lists them.
const DOCUMENT: &str = include_str!("../../../catalogue/ordering/families.yaml");

/// A family and its recipe.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Family {
    /// The family's name.
    pub name: String,
    /// Atomic profiles, as tokens, in order.
    pub profiles: Vec<String>,
    /// Another name for its one profile, rather than a union.
    pub is_alias: bool,
    /// The recipe follows what is known of similar families; nobody has confirmed it for this one.
    pub is_unconfirmed: bool,
}

/// Every family, in the order of the document; aliases last.
///
/// The document is part of the compiler and a test counts what is read from it, so a defect cannot reach a user; it would
/// read as a family that is missing.
#[must_use]
pub fn families() -> &'static [Family] {
    static FAMILIES: LazyLock<Vec<Family>> = LazyLock::new(|| read().unwrap_or_default());
    &FAMILIES
}

fn read() -> Option<Vec<Family>> {
    let (mut sources, mut diags) = (Sources::new(), Diagnostics::new());
    let documents = source::load(
        "catalogue/ordering/families.yaml",
        DOCUMENT.as_bytes(),
        Format::Yaml,
        &Limits::default(),
        &mut sources,
        &mut diags,
    );
    let root = &documents.first()?.root;
    let member = |name| root.get(name).map(|entry| &entry.value);
    let unconfirmed = words(member("unconfirmed")?);
    let family = |name: &String, profiles: Vec<String>, is_alias| Family {
        is_unconfirmed: unconfirmed.contains(name),
        name: name.clone(),
        profiles,
        is_alias,
    };
    let recipes = member("families")?.as_map()?.iter();
    let aliases = member("aliases")?.as_map()?.iter();
    Some(
        recipes
            .map(|entry| family(&entry.key.text, words(&entry.value), false))
            .chain(aliases.map(|entry| family(&entry.key.text, words(&entry.value), true)))
            .collect(),
    )
}

/// A string, or a list of them.
fn words(node: &Node) -> Vec<String> {
    match &node.value {
        Value::String(text) => vec![text.value.clone()],
        Value::List(items) => items.iter().flat_map(words).collect(),
        _ => Vec::new(),
    }
}
