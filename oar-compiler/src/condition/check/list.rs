//! List literals (OAR-EXPR-21).

use super::{Checked, Checker, a};
use crate::condition::TypedKind;
use crate::condition::ast::{Node, NodeId};
use crate::diagnostic::Code;
use crate::vocabulary::Type;

impl<'a> Checker<'_, 'a> {
    /// All strings make a `list<string>`, all maps of either type a `list<map>`; no other list type exists, and
    /// nothing says which one `[]` would be.
    pub(super) fn list(&mut self, node: &Node<'a>, members: &[NodeId]) -> Checked {
        let Some((&first, rest)) = members.split_first() else {
            let error = self
                .report
                .about(
                    Code::ListLiteral,
                    node.range.clone(),
                    "the empty list has no type",
                )
                .help("put strings into it, or compare a size, as in `size(x) == 0`");
            return self.fail(error);
        };
        let ty = self.list_of(first)?;
        for &member in rest {
            self.agrees(first, ty, member)?;
        }
        let mut items = Vec::with_capacity(members.len());
        for &member in members {
            items.push(self.take(member)?);
        }
        Some((ty, TypedKind::List(items)))
    }

    /// The type of the list that begins with this member.
    fn list_of(&mut self, member: NodeId) -> Option<Type> {
        let ty = self.type_of(member)?;
        if let Some(list) = list_type(ty) {
            return Some(list);
        }
        let message = format!(
            "the members of a list are strings or maps, and {} is {}",
            self.excerpt(member),
            a(ty)
        );
        let help = if matches!(ty, Type::ListString | Type::ListMap) {
            "lists do not nest: write the members into one list"
        } else {
            "compare one by one, as in `x == 1 || x == 2`"
        };
        let error = self
            .report
            .about(Code::ListLiteral, self.range(member), &message)
            .help(help);
        self.fail(error)
    }

    fn agrees(&mut self, first: NodeId, list: Type, member: NodeId) -> Option<()> {
        let ty = self.type_of(member)?;
        if list_type(ty) == Some(list) {
            return Some(());
        }
        let message = format!(
            "the members of a list have one type, and {} is {}",
            self.excerpt(member),
            a(ty)
        );
        let wanted = if list == Type::ListString {
            "a `string`"
        } else {
            "a map"
        };
        let error = self
            .report
            .about(Code::ListLiteral, self.range(member), &message)
            .secondary(
                self.report.span(self.range(first)),
                format!("the first member is {wanted}"),
            )
            .help("make every member a string, or every member a map");
        self.fail(error)
    }
}

/// The list that members of that type make.
fn list_type(member: Type) -> Option<Type> {
    match member {
        Type::String => Some(Type::ListString),
        Type::Map | Type::MapString => Some(Type::ListMap),
        Type::Bool | Type::Int | Type::Double | Type::ListString | Type::ListMap => None,
    }
}
