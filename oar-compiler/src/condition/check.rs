//! Syntax tree to typed expression: every name resolved, every operand of a type that its operator takes.
//!
//! The arena has children before parents, so one pass in its order meets every operand typed. An operand that did not
//! check is `None` and was reported; what is above it is then checked as far as the other operands allow.

mod call;
mod index;
mod list;
mod name;
mod operator;
mod relation;

use std::ops::Range;

use super::ast::{Ast, Node, NodeId, NodeKind};
use super::report::Reporter;
use super::{Typed, TypedKind};
use crate::diagnostic::{Code, Diagnostic};
use crate::vocabulary::{Environment, Type};

/// Checks a parsed condition; `None` when an error was reported.
pub(super) fn check<'a>(
    ast: &Ast<'a>,
    environment: &Environment,
    report: &mut Reporter<'a>,
) -> Option<Typed> {
    let mut checker = Checker {
        ast,
        environment,
        report,
        done: Vec::with_capacity(ast.nodes().len()),
    };
    for node in ast.nodes() {
        if checker.report.is_full() {
            return None;
        }
        let typed = checker.node(node);
        checker.done.push(typed);
    }
    let root = checker.done.pop()??;
    checker.root(&root)?;
    report.is_clean().then_some(root)
}

/// The type and kind of a node; `None` when it did not check.
type Checked = Option<(Type, TypedKind)>;

struct Checker<'r, 'a> {
    ast: &'r Ast<'a>,
    environment: &'r Environment,
    report: &'r mut Reporter<'a>,
    /// By node; an operand is taken out when its parent is made.
    done: Vec<Option<Typed>>,
}

impl<'a> Checker<'_, 'a> {
    fn node(&mut self, node: &Node<'a>) -> Option<Typed> {
        let (ty, kind) = match &node.kind {
            NodeKind::Bool(value) => (Type::Bool, TypedKind::Bool(*value)),
            NodeKind::Int(value) => (Type::Int, TypedKind::Int(*value)),
            // The unary minus above it makes the one `int` out of the two nodes.
            NodeKind::MinimumMagnitude => (Type::Int, TypedKind::Int(i64::MIN)),
            NodeKind::Double(value) => (Type::Double, TypedKind::Double(*value)),
            NodeKind::Str(value) => (Type::String, TypedKind::Str(value.clone())),
            NodeKind::List(members) => self.list(node, members)?,
            NodeKind::Name(name) => self.name(name, node)?,
            NodeKind::Call { name, arguments } => self.call(name, arguments, node)?,
            NodeKind::Index(base, subscript) => self.index(node, *base, *subscript)?,
            NodeKind::Unary(op, operand) => self.unary(*op, *operand)?,
            NodeKind::Binary(op, left, right) => self.binary(*op, node, *left, *right)?,
            NodeKind::Ternary(condition, then, otherwise) => {
                self.ternary(*condition, *then, *otherwise)?
            }
        };
        Some(Typed {
            span: self.report.span(node.range.clone()),
            ty,
            kind,
        })
    }

    /// A condition is a `bool`, and the error says what it is instead (OAR-FACT-4).
    fn root(&mut self, root: &Typed) -> Option<()> {
        if root.ty == Type::Bool {
            return Some(());
        }
        let range = self.ast.nodes().last()?.range.clone();
        let excerpt = self.report.excerpt(range.clone());
        let message = format!("a condition is a `bool`, and {excerpt} is {}", a(root.ty));
        let error = self
            .report
            .about(Code::NotBoolean, range.clone(), &message)
            .help(self.truth_help(root.ty, range));
        self.report.push(error);
        None
    }

    /// Takes a checked operand out; `None` when it did not check.
    fn take(&mut self, id: NodeId) -> Option<Typed> {
        self.done.get_mut(id.index())?.take()
    }

    fn take_boxed(&mut self, id: NodeId) -> Option<Box<Typed>> {
        self.take(id).map(Box::new)
    }

    /// The type of an operand; `None` when it did not check.
    fn type_of(&self, id: NodeId) -> Option<Type> {
        self.done.get(id.index())?.as_ref().map(|typed| typed.ty)
    }

    fn range(&self, id: NodeId) -> Range<usize> {
        self.ast.node(id).range.clone()
    }

    fn excerpt(&self, id: NodeId) -> String {
        self.report.excerpt(self.range(id))
    }

    fn bare_excerpt(&self, id: NodeId) -> String {
        self.report.bare_excerpt(self.range(id))
    }

    fn mismatch(&self, clause: &'static str, range: Range<usize>, message: &str) -> Diagnostic {
        self.report
            .about(Code::TypeMismatch, range, message)
            .clause(clause)
    }

    fn fail<T>(&mut self, diagnostic: Diagnostic) -> Option<T> {
        self.report.push(diagnostic);
        None
    }

    /// How to make a `bool` of a value of that type.
    fn truth_help(&self, ty: Type, range: Range<usize>) -> String {
        let inner = self.report.bare_excerpt(range);
        match ty {
            Type::Bool => format!("`{inner}` is one already"),
            Type::Int => format!("compare it, as in `{inner} > 0`"),
            Type::Double => format!("compare it, as in `{inner} > 0.0`"),
            Type::String => format!("compare it, as in `{inner} == \"…\"` or `{inner} != \"\"`"),
            Type::ListString | Type::MapString | Type::ListMap | Type::Map => {
                format!("ask for its members, as in `size({inner}) > 0`")
            }
        }
    }
}

/// A type with its article, in backticks.
fn a(ty: Type) -> String {
    let article = if ty == Type::Int { "an" } else { "a" };
    format!("{article} `{ty}`")
}
