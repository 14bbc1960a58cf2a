//! The syntax tree: an arena in which children come before their parents.
//!
//! Indices in place of boxes: no walk over the tree recurses, however deep the condition nests, and what OAR-EXPR-20
//! calls a node is exactly an entry of the arena. Parentheses leave no trace in it.

use std::ops::Range;

use super::typed::{Arithmetic, Relation};

/// A position in [`Ast::nodes`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NodeId(u32);

impl NodeId {
    pub(super) fn index(self) -> usize {
        self.0 as usize
    }
}

/// A parsed condition; the last node is the root.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Ast<'t> {
    nodes: Vec<Node<'t>>,
}

/// One node, with its own bytes in the condition text: parentheses around it are not part of it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Node<'t> {
    pub(super) kind: NodeKind<'t>,
    pub(super) range: Range<usize>,
}

/// What a node is. Each variant is one node of OAR-EXPR-20.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum NodeKind<'t> {
    Bool(bool),
    Int(i64),
    /// 9223372036854775808 as the immediate operand of unary minus, the only place where it is legal (OAR-EXPR-21).
    MinimumMagnitude,
    Double(f64),
    Str(String),
    List(Vec<NodeId>),
    Name(&'t str),
    Call {
        name: &'t str,
        arguments: Vec<NodeId>,
    },
    Index(NodeId, NodeId),
    Unary(UnaryOp, NodeId),
    Binary(BinaryOp, NodeId, NodeId),
    Ternary(NodeId, NodeId, NodeId),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum UnaryOp {
    Not,
    Minus,
}

impl UnaryOp {
    pub(super) fn symbol(self) -> &'static str {
        match self {
            UnaryOp::Not => "!",
            UnaryOp::Minus => "-",
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BinaryOp {
    Or,
    And,
    Relation(Relation),
    In,
    Arithmetic(Arithmetic),
}

/// How tightly a binary operator binds: the levels of the grammar, not of the table in OAR-EXPR-4, which says itself that
/// the grammar governs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Level {
    Disjunction,
    Conjunction,
    Relation,
    Addition,
    Multiplication,
}

impl BinaryOp {
    pub(super) fn level(self) -> Level {
        match self {
            BinaryOp::Or => Level::Disjunction,
            BinaryOp::And => Level::Conjunction,
            BinaryOp::Relation(_) | BinaryOp::In => Level::Relation,
            BinaryOp::Arithmetic(Arithmetic::Add | Arithmetic::Subtract) => Level::Addition,
            BinaryOp::Arithmetic(_) => Level::Multiplication,
        }
    }

    pub(super) fn symbol(self) -> &'static str {
        match self {
            BinaryOp::Or => "||",
            BinaryOp::And => "&&",
            BinaryOp::Relation(relation) => relation.symbol(),
            BinaryOp::In => "in",
            BinaryOp::Arithmetic(arithmetic) => arithmetic.symbol(),
        }
    }
}

impl<'t> Ast<'t> {
    /// Adds a node whose children are in the tree.
    pub(super) fn add(&mut self, kind: NodeKind<'t>, range: Range<usize>) -> NodeId {
        let id = NodeId(u32::try_from(self.nodes.len()).unwrap_or(u32::MAX));
        self.nodes.push(Node { kind, range });
        id
    }

    pub(super) fn node(&self, id: NodeId) -> &Node<'t> {
        // INVARIANT: ids come from `add` of the same tree, and nodes are never removed.
        &self.nodes[id.index()]
    }

    /// Every node, children before parents; the root is the last.
    pub(super) fn nodes(&self) -> &[Node<'t>] {
        &self.nodes
    }

    /// How many nodes OAR-EXPR-20 counts.
    pub(super) fn count(&self) -> u64 {
        self.nodes.len() as u64
    }
}
