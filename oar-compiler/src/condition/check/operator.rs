//! Operators and what they take (A.2).

use super::{Checker, a};
use crate::condition::TypedKind;
use crate::condition::ast::{BinaryOp, Node, NodeId, NodeKind, UnaryOp};
use crate::condition::typed::{Arithmetic, Relation};
use crate::diagnostic::Diagnostic;
use crate::vocabulary::Type;

type Checked = Option<(Type, TypedKind)>;

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
            let error = self.mismatch("OAR-EXPR-9", self.range(operand), &message);
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
        let error = self
            .mismatch("OAR-EXPR-8", self.range(operand), &message)
            .help(self.truth_help(ty, self.range(operand)));
        self.fail(error)
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
            let mut error = self.mismatch("OAR-EXPR-9", node.range.clone(), &message);
            if let Some(help) = self.arithmetic_help(op, left, right) {
                error = error.help(help);
            }
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

    fn arithmetic_help(&self, op: Arithmetic, left: NodeId, right: NodeId) -> Option<String> {
        match (self.type_of(left)?, self.type_of(right)?) {
            (Type::Int, Type::Double) => Some(self.mixed_help(left)),
            (Type::Double, Type::Int) => Some(self.mixed_help(right)),
            (Type::Double, Type::Double) => Some("only integers have a remainder".into()),
            (Type::String, _) | (_, Type::String) if op == Arithmetic::Add => Some(
                "values do not turn into strings by themselves: compare them one by one".into(),
            ),
            _ => None,
        }
    }

    /// What to do about the `int` of a mixed pair: it is promoted in comparisons only.
    fn mixed_help(&self, int: NodeId) -> String {
        let excerpt = self.excerpt(int);
        let inner = excerpt.trim_matches('`');
        match self.ast.node(int).kind {
            NodeKind::Int(_) => format!("write `{inner}.0`"),
            _ => format!(
                "an `int` is promoted in comparisons only: compare {excerpt} itself, or use a `double` fact"
            ),
        }
    }

    fn relation(&mut self, op: Relation, node: &Node<'a>, left: NodeId, right: NodeId) -> Checked {
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
        let mut error = self.mismatch("OAR-EXPR-11", node.range.clone(), &message);
        if let Some(help) = self.equality_help(left, right) {
            error = error.help(help);
        }
        Some(error)
    }

    fn equality_help(&self, left: NodeId, right: NodeId) -> Option<String> {
        let text = |id| self.excerpt(id).trim_matches('`').to_owned();
        let (first, second) = (self.type_of(left)?, self.type_of(right)?);
        Some(match (first, second) {
            (Type::String, Type::Int | Type::Double | Type::Bool) if self.is_literal(right) => {
                format!("compare with a string, as in `{} == \"{}\"`", text(left), text(right))
            }
            (Type::ListString, Type::String) => format!("write `{} in {}`", text(right), text(left)),
            (Type::String, Type::ListString) => format!("write `{} in {}`", text(left), text(right)),
            (Type::Int | Type::Double, Type::Bool) | (Type::Bool, Type::Int | Type::Double) => {
                "a `bool` is no number: compare the number with a number, and use the `bool` as it is".into()
            }
            _ => return None,
        })
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
        let mut error = self.mismatch("OAR-EXPR-10", node.range.clone(), &message);
        let aggregate = [left, right]
            .into_iter()
            .find(|&id| self.type_of(id).is_some_and(|ty| !is_scalar(ty)));
        if let Some(aggregate) = aggregate {
            let excerpt = self.excerpt(aggregate);
            error = error.help(format!(
                "compare its size, as in `size({})`",
                excerpt.trim_matches('`')
            ));
        }
        Some(error)
    }

    fn membership(&mut self, left: NodeId, right: NodeId) -> Checked {
        let needle = self.type_of(left).map(|ty| (ty, ty == Type::String));
        let haystack = self.type_of(right).map(|ty| {
            (
                ty,
                matches!(ty, Type::ListString | Type::MapString | Type::Map),
            )
        });
        if let Some((ty, false)) = haystack {
            let message = format!(
                "`in` looks into a `list<string>` or a map, and {} is {}",
                self.excerpt(right),
                a(ty)
            );
            let mut error = self.mismatch("OAR-EXPR-12", self.range(right), &message);
            if ty == Type::String {
                let (part, whole) = (self.excerpt(left), self.excerpt(right));
                error = error.help(format!(
                    "for a substring write `contains({}, {})`",
                    whole.trim_matches('`'),
                    part.trim_matches('`')
                ));
            }
            self.report.push(error);
        }
        if let Some((ty, false)) = needle {
            let message = format!(
                "`in` looks for a `string`, and {} is {}",
                self.excerpt(left),
                a(ty)
            );
            let mut error = self.mismatch("OAR-EXPR-12", self.range(left), &message);
            if let NodeKind::Unary(UnaryOp::Not, _) = self.ast.node(left).kind {
                error = error.help("`!` binds tighter than `in`: write `!(x in y)`");
            }
            self.report.push(error);
        }
        if !needle?.1 || !haystack?.1 {
            return None;
        }
        let kind = TypedKind::In(self.take_boxed(left)?, self.take_boxed(right)?);
        Some((Type::Bool, kind))
    }

    pub(super) fn index(&mut self, node: &Node<'a>, base: NodeId, subscript: NodeId) -> Checked {
        let of = self.type_of(base)?;
        let (by, yields) = match of {
            Type::MapString => (Type::String, Type::String),
            Type::ListString => (Type::Int, Type::String),
            Type::ListMap => (Type::Int, Type::Map),
            Type::Map => return self.indexed_map(node, base),
            Type::Bool | Type::Int | Type::Double | Type::String => {
                let message = format!(
                    "only lists and `map<string,string>` are indexed, and {} is {}",
                    self.excerpt(base),
                    a(of)
                );
                let error = self.mismatch("OAR-EXPR-13", self.range(base), &message);
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
                );
            return self.fail(error);
        }
        let kind = TypedKind::Index(self.take_boxed(base)?, self.take_boxed(subscript)?);
        Some((yields, kind))
    }

    /// The members of a `map` have no declared type, so reaching one could not be checked here (OAR-EXPR-19).
    fn indexed_map(&mut self, node: &Node<'a>, base: NodeId) -> Checked {
        let excerpt = self.excerpt(base);
        let message = format!(
            "{excerpt} is a `map`, which is not indexed: its members have no declared type"
        );
        let help = match self.ast.node(base).kind {
            NodeKind::Name(name) => self.member_help(name, "key"),
            _ => "a `map` takes `in` and `size` only".into(),
        };
        let error = self
            .mismatch("OAR-EXPR-19", node.range.clone(), &message)
            .help(help);
        self.fail(error)
    }

    /// Says of which type the operands are, beside them.
    fn operand_types(&self, mut error: Diagnostic, left: NodeId, right: NodeId) -> Diagnostic {
        for id in [left, right] {
            if let Some(ty) = self.type_of(id) {
                error = error.secondary(self.report.span(self.range(id)), a(ty));
            }
        }
        error
    }
}

fn is_numeric(ty: Type) -> bool {
    matches!(ty, Type::Int | Type::Double)
}

fn is_scalar(ty: Type) -> bool {
    matches!(ty, Type::Bool | Type::Int | Type::Double | Type::String)
}
