//! The index operator (OAR-EXPR-13, OAR-EXPR-19).

use super::{Checked, Checker, a};
use crate::condition::ast::{Node, NodeId, NodeKind};
use crate::condition::{TypedKind, suggest};
use crate::vocabulary::Type;

impl<'a> Checker<'_, 'a> {
    pub(super) fn index(&mut self, node: &Node<'a>, base: NodeId, subscript: NodeId) -> Checked {
        let of = self.type_of(base)?;
        let (by, yields) = match of {
            Type::MapString => (Type::String, Type::String),
            Type::ListString => (Type::Int, Type::String),
            Type::ListMap => (Type::Int, Type::Map),
            Type::Map => return self.indexed_map(node, base, subscript),
            Type::Bool | Type::Int | Type::Double | Type::String => {
                let message = format!(
                    "only lists and `map<string,string>` are indexed, and {} is {}",
                    self.excerpt(base),
                    a(of)
                );
                let error = self
                    .mismatch("OAR-EXPR-13", self.range(base), &message)
                    .help("look into a string with `starts_with`, `ends_with` or `contains`, and compare other values");
                return self.fail(error);
            }
        };
        let given = self.type_of(subscript)?;
        if given != by {
            let message = format!("{} is indexed by {}, not by {}", a(of), a(by), a(given));
            let error = self
                .mismatch("OAR-EXPR-13", self.range(subscript), &message)
                .secondary(
                    self.report.span(self.range(base)),
                    format!("this is {}", a(of)),
                )
                .help(if by == Type::Int {
                    "members of a list are counted from 0, as in `x[0]`"
                } else {
                    "members of a map are named, as in `x[\"key\"]`"
                });
            return self.fail(error);
        }
        let kind = TypedKind::Index(self.take_boxed(base)?, self.take_boxed(subscript)?);
        Some((yields, kind))
    }

    /// The members of a `map` have no declared type, so reaching one could not be checked here (OAR-EXPR-19).
    fn indexed_map(&mut self, node: &Node<'a>, base: NodeId, subscript: NodeId) -> Checked {
        let excerpt = self.excerpt(base);
        let message = format!(
            "{excerpt} is a `map`, which is not indexed: its members have no declared type"
        );
        let key = match &self.ast.node(subscript).kind {
            NodeKind::Str(key) if is_plain(key) => key,
            _ => "key",
        };
        let help = match self.ast.node(base).kind {
            NodeKind::Name(name) => suggest::member_help(self.environment, name, key),
            _ => None,
        };
        let help = help.unwrap_or_else(|| "a `map` takes `in` and `size` only".into());
        let error = self
            .mismatch("OAR-EXPR-19", node.range.clone(), &message)
            .help(help);
        self.fail(error)
    }
}

/// Whether a key can stand in a help line as it is.
fn is_plain(key: &str) -> bool {
    key.len() <= 40
        && key
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || b"_-./: ".contains(&b))
}
