//! Operators and what they take (A.2).

use super::{Checked, Checker, a};
use crate::condition::TypedKind;
use crate::condition::ast::{BinaryOp, Node, NodeId, NodeKind, UnaryOp};
use crate::condition::typed::Arithmetic;
use crate::diagnostic::Diagnostic;
use crate::vocabulary::Type;

impl<'a> Checker<'_, 'a> {
    pub(super) fn unary(&mut self, op: UnaryOp, operand: NodeId) -> Checked {
        match op {
            UnaryOp::Not => {
                self.expect_bool("!", operand)?;
                Some((Type::Bool, TypedKind::Not(self.take_boxed(operand)?)))
            }
            UnaryOp::Minus => self.minus(operand),
        }
    }

    fn minus(&mut self, operand: NodeId) -> Checked {
        if self.ast.node(operand).kind == NodeKind::MinimumMagnitude {
            return Some((Type::Int, TypedKind::Int(i64::MIN)));
        }
        let ty = self.type_of(operand)?;
        if !matches!(ty, Type::Int | Type::Double) {
            let message = format!(
                "`-` takes an `int` or a `double`, and {} is {}",
                self.excerpt(operand),
                a(ty)
            );
            let error = self
                .mismatch("OAR-EXPR-9", self.range(operand), &message)
                .help("only numbers have a negative; a condition is negated with `!`");
            return self.fail(error);
        }
        Some((ty, TypedKind::Negate(self.take_boxed(operand)?)))
    }

    pub(super) fn binary(
        &mut self,
        op: BinaryOp,
        node: &Node<'a>,
        left: NodeId,
        right: NodeId,
    ) -> Checked {
        match op {
            BinaryOp::Or | BinaryOp::And => self.logical(op, left, right),
            BinaryOp::Arithmetic(op) => self.arithmetic(op, node, left, right),
            BinaryOp::Relation(op) => self.relation(op, node, left, right),
            BinaryOp::In => self.membership(left, right),
        }
    }

    fn logical(&mut self, op: BinaryOp, left: NodeId, right: NodeId) -> Checked {
        let first = self.expect_bool(op.symbol(), left);
        let second = self.expect_bool(op.symbol(), right);
        first.and(second)?;
        let (left, right) = (self.take_boxed(left)?, self.take_boxed(right)?);
        let kind = if op == BinaryOp::And {
            TypedKind::And(left, right)
        } else {
            TypedKind::Or(left, right)
        };
        Some((Type::Bool, kind))
    }

    fn expect_bool(&mut self, op: &str, operand: NodeId) -> Option<()> {
        let ty = self.type_of(operand)?;
        if ty == Type::Bool {
            return Some(());
        }
        let subject = if op == "!" || op == "?" {
            format!("`{op}` takes a `bool`")
        } else {
            format!("`{op}` takes two `bool`")
        };
        let message = format!("{subject}, and {} is {}", self.excerpt(operand), a(ty));
        let help = self
            .loose_relation(op, operand)
            .unwrap_or_else(|| self.truth_help(ty, self.range(operand)));
        let error = self
            .mismatch("OAR-EXPR-8", self.range(operand), &message)
            .help(help);
        self.fail(error)
    }

    /// What to do about `!a == b`, which means `(!a) == b`.
    fn loose_relation(&self, op: &str, operand: NodeId) -> Option<String> {
        let range = self.range(operand);
        let after = self.report.source().get(range.end..)?.trim_start();
        let relations = ["==", "!=", "<=", ">=", "<", ">", "in "];
        let relation = relations
            .iter()
            .find(|symbol| after.starts_with(**symbol))?;
        (op == "!").then(|| {
            format!(
                "`!` binds tighter than `{0}`: put the comparison in parentheses, `!({1} {0} …)`",
                relation.trim(),
                self.bare_excerpt(operand)
            )
        })
    }

    pub(super) fn ternary(
        &mut self,
        condition: NodeId,
        then: NodeId,
        otherwise: NodeId,
    ) -> Checked {
        let bool = self.expect_bool("?", condition);
        let (first, second) = (self.type_of(then)?, self.type_of(otherwise)?);
        if first != second {
            let message = format!(
                "the branches of `? :` have one type, and {} is {} where {} is {}",
                self.excerpt(otherwise),
                a(second),
                self.excerpt(then),
                a(first)
            );
            let error = self
                .mismatch("OAR-EXPR-8", self.range(otherwise), &message)
                .secondary(
                    self.report.span(self.range(then)),
                    format!("this branch is {}", a(first)),
                )
                .help("make both branches the same type");
            return self.fail(error);
        }
        bool?;
        let kind = TypedKind::Ternary(
            self.take_boxed(condition)?,
            self.take_boxed(then)?,
            self.take_boxed(otherwise)?,
        );
        Some((first, kind))
    }

    fn arithmetic(
        &mut self,
        op: Arithmetic,
        node: &Node<'a>,
        left: NodeId,
        right: NodeId,
    ) -> Checked {
        let (first, second) = (self.type_of(left)?, self.type_of(right)?);
        let legal = match (first, second) {
            (Type::Int, Type::Int) => true,
            (Type::Double, Type::Double) => op != Arithmetic::Remainder,
            (Type::String, Type::String) => op == Arithmetic::Add,
            _ => false,
        };
        if !legal {
            let takes = match op {
                Arithmetic::Add => "two `int`, two `double` or two `string`",
                Arithmetic::Remainder => "two `int`",
                _ => "two `int` or two `double`",
            };
            let message = format!(
                "`{}` takes {takes}, not {} and {}",
                op.symbol(),
                a(first),
                a(second)
            );
            let error = self
                .mismatch("OAR-EXPR-9", node.range.clone(), &message)
                .help(self.arithmetic_help(op, left, right));
            let error = self.operand_types(error, left, right);
            return self.fail(error);
        }
        let (left, right) = (self.take_boxed(left)?, self.take_boxed(right)?);
        let kind = if first == Type::String {
            TypedKind::Concat(left, right)
        } else {
            TypedKind::Arithmetic(op, left, right)
        };
        Some((first, kind))
    }

    fn arithmetic_help(&self, op: Arithmetic, left: NodeId, right: NodeId) -> String {
        match (self.type_of(left), self.type_of(right)) {
            (Some(Type::Int), Some(Type::Double)) => self.mixed_help(left),
            (Some(Type::Double), Some(Type::Int)) => self.mixed_help(right),
            (Some(Type::Double), Some(Type::Double)) => "only integers have a remainder".into(),
            _ if op == Arithmetic::Add => {
                "nothing turns into a string or a number by itself: add values of one type".into()
            }
            _ => "arithmetic is on numbers of one type".into(),
        }
    }

    /// What to do about the `int` of a mixed pair: it is promoted in comparisons only.
    fn mixed_help(&self, int: NodeId) -> String {
        let inner = self.bare_excerpt(int);
        match self.ast.node(int).kind {
            NodeKind::Int(_) => format!("write `{inner}.0`"),
            _ => format!(
                "an `int` is promoted in comparisons only: compare `{inner}` itself, or use a `double` fact"
            ),
        }
    }

    /// Says of which type the operands are, beside them.
    pub(super) fn operand_types(
        &self,
        mut error: Diagnostic,
        left: NodeId,
        right: NodeId,
    ) -> Diagnostic {
        for id in [left, right] {
            if let Some(ty) = self.type_of(id) {
                error = error.secondary(self.report.span(self.range(id)), a(ty));
            }
        }
        error
    }
}
