//! The clauses that the specification defines.

use std::collections::BTreeMap;

use oar_compiler::diagnostic::{Diagnostics, Sources};
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
        for (section, kinds) in map(&read("clauses.yaml", include_str!("clauses.yaml"))) {
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

/// The root of a YAML document; `null` when it does not read.
pub fn read(name: &str, text: &str) -> Node {
    let (mut sources, mut diags) = (Sources::new(), Diagnostics::new());
    let bytes = text.as_bytes();
    let limits = Limits::default();
    let documents = source::load(name, bytes, Format::Yaml, &limits, &mut sources, &mut diags);
    let root = documents
        .into_iter()
        .next()
        .filter(|_| !diags.has_errors())
        .map(|document| document.root);
    root.unwrap_or_else(|| {
        let file = sources.add(name, "");
        let span = oar_compiler::diagnostic::Span {
            file,
            start: 0,
            end: 0,
        };
        Node {
            span,
            value: Value::Null,
        }
    })
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
