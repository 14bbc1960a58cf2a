//! Every node of a condition and every name of a template, without recursion: their depth is the author's.

use crate::condition::{Typed, TypedKind};
use crate::copy::Part;
use crate::diagnostic::Span;
use crate::vocabulary::SymbolId;

/// Visits every node, parents before children, in source order.
pub(super) fn each<'a>(root: &'a Typed, mut visit: impl FnMut(&'a Typed)) {
    let mut stack = vec![root];
    while let Some(node) = stack.pop() {
        visit(node);
        let from = stack.len();
        push_children(node, &mut stack);
        if let Some(pushed) = stack.get_mut(from..) {
            pushed.reverse();
        }
    }
}

fn push_children<'a>(node: &'a Typed, out: &mut Vec<&'a Typed>) {
    match &node.kind {
        TypedKind::Bool(_)
        | TypedKind::Int(_)
        | TypedKind::Double(_)
        | TypedKind::Str(_)
        | TypedKind::Fact(_)
        | TypedKind::CountOf { .. } => {}
        TypedKind::List(members) | TypedKind::Builtin(_, members) => out.extend(members),
        TypedKind::Call(_, inner) | TypedKind::Not(inner) | TypedKind::Negate(inner) => {
            out.push(inner);
        }
        TypedKind::Index(a, b)
        | TypedKind::And(a, b)
        | TypedKind::Or(a, b)
        | TypedKind::Arithmetic(_, a, b)
        | TypedKind::Concat(a, b)
        | TypedKind::Relation(_, a, b)
        | TypedKind::In(a, b) => out.extend([&**a, &**b]),
        TypedKind::Ternary(a, b, c) => out.extend([&**a, &**b, &**c]),
    }
}

/// Visits every node to change it, parents before children.
pub(super) fn each_mut(root: &mut Typed, mut visit: impl FnMut(&mut Typed)) {
    let mut stack = vec![root];
    while let Some(node) = stack.pop() {
        visit(node);
        match &mut node.kind {
            TypedKind::Bool(_)
            | TypedKind::Int(_)
            | TypedKind::Double(_)
            | TypedKind::Str(_)
            | TypedKind::Fact(_)
            | TypedKind::CountOf { .. } => {}
            TypedKind::List(members) | TypedKind::Builtin(_, members) => stack.extend(members),
            TypedKind::Call(_, inner) | TypedKind::Not(inner) | TypedKind::Negate(inner) => {
                stack.push(inner);
            }
            TypedKind::Index(a, b)
            | TypedKind::And(a, b)
            | TypedKind::Or(a, b)
            | TypedKind::Arithmetic(_, a, b)
            | TypedKind::Concat(a, b)
            | TypedKind::Relation(_, a, b)
            | TypedKind::In(a, b) => stack.extend([&mut **a, &mut **b]),
            TypedKind::Ternary(a, b, c) => stack.extend([&mut **a, &mut **b, &mut **c]),
        }
    }
}

/// Visits every fact that a template names, with its place, in source order.
pub(super) fn names(parts: &[Part], mut visit: impl FnMut(SymbolId, Span)) {
    let mut stack = vec![parts.iter()];
    while let Some(top) = stack.last_mut() {
        match top.next() {
            None => {
                stack.pop();
            }
            Some(Part::Literal(_)) => {}
            Some(Part::Binding { fact, span }) => visit(*fact, *span),
            Some(Part::If {
                fact,
                span,
                then,
                otherwise,
                ..
            }) => {
                visit(*fact, *span);
                stack.push(otherwise.iter());
                stack.push(then.iter());
            }
        }
    }
}
