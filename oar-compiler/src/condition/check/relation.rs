//! Comparisons and membership (OAR-EXPR-10, OAR-EXPR-11, OAR-EXPR-12).

use super::{Checked, Checker, a};
use crate::condition::TypedKind;
use crate::condition::ast::{Node, NodeId, NodeKind, UnaryOp};
use crate::condition::typed::Relation;
use crate::diagnostic::Diagnostic;
use crate::vocabulary::Type;

impl<'a> Checker<'_, 'a> {
    pub(super) fn relation(
        &mut self,
        op: Relation,
        node: &Node<'a>,
        left: NodeId,
        right: NodeId,
    ) -> Checked {
        let (first, second) = (self.type_of(left)?, self.type_of(right)?);
        let error = if op.is_equality() {
            self.equality_error(op, node, left, right)
        } else {
            self.ordering_error(op, node, left, right)
        };
        debug_assert!(error.is_some() || is_scalar(first) && is_scalar(second));
        if let Some(error) = error {
            let error = self.operand_types(error, left, right);
            return self.fail(error);
        }
        let kind = TypedKind::Relation(op, self.take_boxed(left)?, self.take_boxed(right)?);
        Some((Type::Bool, kind))
    }

    fn equality_error(
        &self,
        op: Relation,
        node: &Node<'a>,
        left: NodeId,
        right: NodeId,
    ) -> Option<Diagnostic> {
        let (first, second) = (self.type_of(left)?, self.type_of(right)?);
        if !is_scalar(first) && !is_scalar(second) {
            let message = format!(
                "`{}` compares scalars, not {} and {}",
                op.symbol(),
                a(first),
                a(second)
            );
            let error = self
                .mismatch("OAR-EXPR-21", node.range.clone(), &message)
                .help("compare a member, as in `x[0]`, or the sizes, as in `size(x) == 0`");
            return Some(error);
        }
        if first == second || is_numeric(first) && is_numeric(second) {
            return None;
        }
        let message = format!(
            "`{}` compares two values of one type, not {} and {}",
            op.symbol(),
            a(first),
            a(second)
        );
        let error = self
            .mismatch("OAR-EXPR-11", node.range.clone(), &message)
            .help(self.equality_help(left, right));
        Some(error)
    }

    fn equality_help(&self, left: NodeId, right: NodeId) -> String {
        let (first, second) = (self.bare_excerpt(left), self.bare_excerpt(right));
        match (self.type_of(left), self.type_of(right)) {
            (Some(Type::String), Some(Type::Int | Type::Double | Type::Bool))
                if self.is_literal(right) =>
            {
                format!("compare with a string, as in `{first} == \"{second}\"`")
            }
            (Some(Type::ListString), Some(Type::String)) => format!("write `{second} in {first}`"),
            (Some(Type::String), Some(Type::ListString)) => format!("write `{first} in {second}`"),
            (Some(Type::Bool), _) | (_, Some(Type::Bool)) => {
                "use the `bool` as it is, and compare the other value with one of its type".into()
            }
            _ => "nothing converts by itself: compare values of one type".into(),
        }
    }

    fn is_literal(&self, id: NodeId) -> bool {
        matches!(
            self.ast.node(id).kind,
            NodeKind::Bool(_) | NodeKind::Int(_) | NodeKind::Double(_)
        )
    }

    fn ordering_error(
        &self,
        op: Relation,
        node: &Node<'a>,
        left: NodeId,
        right: NodeId,
    ) -> Option<Diagnostic> {
        let (first, second) = (self.type_of(left)?, self.type_of(right)?);
        if is_numeric(first) && is_numeric(second)
            || first == Type::String && second == Type::String
        {
            return None;
        }
        let message = format!(
            "`{}` compares two numbers or two `string`, not {} and {}",
            op.symbol(),
            a(first),
            a(second)
        );
        let aggregate = [left, right]
            .into_iter()
            .find(|&id| self.type_of(id).is_some_and(|ty| !is_scalar(ty)));
        let help = match aggregate {
            Some(id) => format!("compare its size, as in `size({})`", self.bare_excerpt(id)),
            None => "nothing converts by itself: compare two numbers, or two strings".into(),
        };
        let error = self
            .mismatch("OAR-EXPR-10", node.range.clone(), &message)
            .help(help);
        Some(error)
    }

    pub(super) fn membership(&mut self, left: NodeId, right: NodeId) -> Checked {
        let haystack = self.haystack(left, right);
        let needle = self.needle(left);
        haystack.and(needle)?;
        let kind = TypedKind::In(self.take_boxed(left)?, self.take_boxed(right)?);
        Some((Type::Bool, kind))
    }

    fn haystack(&mut self, left: NodeId, right: NodeId) -> Option<()> {
        let help = match self.type_of(right)? {
            Type::ListString | Type::MapString | Type::Map => return Some(()),
            Type::String => {
                let (part, whole) = (self.bare_excerpt(left), self.bare_excerpt(right));
                format!("for a substring write `contains({whole}, {part})`")
            }
            Type::ListMap => "index the list first, as in `\"key\" in x[0]`".into(),
            Type::Bool | Type::Int | Type::Double => "compare scalars with `==`".into(),
        };
        let message = format!(
            "`in` looks into a `list<string>` or a map, and {} is {}",
            self.excerpt(right),
            a(self.type_of(right)?)
        );
        let error = self
            .mismatch("OAR-EXPR-12", self.range(right), &message)
            .help(help);
        self.fail(error)
    }

    fn needle(&mut self, left: NodeId) -> Option<()> {
        let ty = self.type_of(left)?;
        if ty == Type::String {
            return Some(());
        }
        let message = format!(
            "`in` looks for a `string`, and {} is {}",
            self.excerpt(left),
            a(ty)
        );
        let negated = matches!(self.ast.node(left).kind, NodeKind::Unary(UnaryOp::Not, _));
        let help = if negated {
            "`!` binds tighter than `in`: write `!(x in y)`"
        } else {
            "the members of lists and the keys of maps are strings: write `\"…\" in x`"
        };
        let error = self
            .mismatch("OAR-EXPR-12", self.range(left), &message)
            .help(help);
        self.fail(error)
    }
}

fn is_numeric(ty: Type) -> bool {
    matches!(ty, Type::Int | Type::Double)
}

fn is_scalar(ty: Type) -> bool {
    matches!(ty, Type::Bool | Type::Int | Type::Double | Type::String)
}
