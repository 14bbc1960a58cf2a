//! The clauses that the specification defines.

use std::collections::BTreeMap;

use oar_compiler::diagnostic::{self, Diagnostics, Sources, Style};
use oar_compiler::source::{self, Format, Limits, Node, Value};

/// One clause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clause {
    /// Its identifier, such as `OAR-EVAL-4`.
    pub id: String,
    /// The title of its section.
    pub section: String,
    /// Whether it holds a MUST or MUST NOT.
    pub must: bool,
}

/// Every clause, in the order of the specification.
#[derive(Clone, Debug, Default)]
pub struct Clauses {
    list: Vec<Clause>,
    places: BTreeMap<String, usize>,
}

impl Clauses {
    /// The clauses of the specification that this command was built for.
    #[must_use]
    pub fn known() -> Self {
        let mut clauses = Self::default();
        // INVARIANT: the file is part of this command, and a test reads it.
        let root = read("clauses.yaml", include_str!("clauses.yaml"));
        for (section, kinds) in root.iter().flat_map(map) {
            for (kind, ids) in map(kinds) {
                for id in list(ids).iter().filter_map(Node::as_text) {
                    clauses.add(Clause {
                        id: id.value.clone(),
                        section: section.to_owned(),
                        must: kind == "must",
                    });
                }
            }
        }
        clauses
    }

    fn add(&mut self, clause: Clause) {
        self.places.insert(clause.id.clone(), self.list.len());
        self.list.push(clause);
    }

    /// Every clause, in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &Clause> {
        self.list.iter()
    }

    /// The place of a clause in the order of the specification; `None` for an identifier that it does not define.
    #[must_use]
    pub fn place(&self, id: &str) -> Option<usize> {
        self.places.get(id).copied()
    }
}

/// The root of the one YAML document of a text.
///
/// # Errors
/// The text of what is wrong with it.
pub fn read(name: &str, text: &str) -> Result<Node, String> {
    let (mut sources, mut diags) = (Sources::new(), Diagnostics::new());
    let documents = source::load(
        name,
        text.as_bytes(),
        Format::Yaml,
        &Limits::default(),
        &mut sources,
        &mut diags,
    );
    let mut roots = documents.into_iter().map(|document| document.root);
    match roots.next().filter(|_| !diags.has_errors()) {
        Some(root) => Ok(root),
        None => Err(diagnostic::render(
            &diags.into_sorted(),
            &sources,
            Style::Plain,
        )),
    }
}

/// The members of a mapping; none for anything else.
pub fn map(node: &Node) -> impl Iterator<Item = (&str, &Node)> {
    let entries = node.as_map().unwrap_or_default().iter();
    entries.map(|entry| (entry.key.text.as_str(), &entry.value))
}

fn list(node: &Node) -> &[Node] {
    match &node.value {
        Value::List(members) => members,
        _ => &[],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_clause_is_listed_once() {
        let clauses = Clauses::known();
        assert_eq!(clauses.iter().len(), 221);
        assert_eq!(clauses.places.len(), 221);
        assert_eq!(clauses.iter().filter(|clause| clause.must).count(), 199);
    }

    #[test]
    fn clauses_stand_in_the_order_of_the_specification() {
        let clauses = Clauses::known();
        assert_eq!(clauses.place("OAR-DOC-1"), Some(0));
        assert!(clauses.place("OAR-EVAL-18") < clauses.place("OAR-FACT-1"));
        assert_eq!(clauses.place("OAR-EVAL-99"), None);
    }
}
