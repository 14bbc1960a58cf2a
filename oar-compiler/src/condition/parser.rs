//! Tokens to syntax tree: the grammar of A.1 with a stack of its own.
//!
//! The parser alternates between two states, an operand is due or an operator is, and keeps what is open in
//! [`Frame`]s. It does not recurse, so no condition is too deep for it.

mod complain;

use std::ops::Range;

use super::ast::{Ast, BinaryOp, Level, NodeId, NodeKind, UnaryOp};
use super::lexer::{MINIMUM_MAGNITUDE, Token, TokenKind};
use super::report::Reporter;
use super::typed::Arithmetic;

/// Parses the tokens of one condition; `None` when an error was reported. The first error ends it.
pub(super) fn parse<'a>(tokens: &[Token<'a>], report: &mut Reporter<'a>) -> Option<Ast<'a>> {
    let mut parser = Parser {
        tokens,
        at: 0,
        ast: Ast::default(),
        frames: Vec::new(),
        report,
    };
    parser.condition()?;
    Some(parser.ast)
}

/// A finished operand and its extent, parentheses included.
#[derive(Clone, Debug)]
struct Operand {
    id: NodeId,
    extent: Range<usize>,
}

/// What is open: read, and waiting for the operand that follows.
#[derive(Debug)]
enum Frame<'t> {
    /// `!` or `-`
    Unary { op: UnaryOp, at: Range<usize> },
    /// `left op`
    Binary {
        op: BinaryOp,
        left: Operand,
        at: Range<usize>,
    },
    /// `condition ?`
    Then {
        condition: Operand,
        at: Range<usize>,
    },
    /// `condition ? then :`
    Else { condition: Operand, then: Operand },
    /// `(`
    Group { open: Range<usize> },
    /// `base [`
    Index { base: Operand, open: Range<usize> },
    /// `name (` and the arguments so far
    Call {
        name: &'t str,
        start: usize,
        open: Range<usize>,
        arguments: Vec<NodeId>,
    },
    /// `[` and the members so far
    List {
        open: Range<usize>,
        members: Vec<NodeId>,
    },
}

/// What comes next after an operator or a bracket.
enum Next {
    /// An operand is due.
    Operand,
    /// This operand is complete; an operator is due.
    Operator(Operand),
    /// The text is complete.
    End,
}

struct Parser<'r, 'a> {
    tokens: &'r [Token<'a>],
    at: usize,
    ast: Ast<'a>,
    frames: Vec<Frame<'a>>,
    report: &'r mut Reporter<'a>,
}

impl<'a> Parser<'_, 'a> {
    fn condition(&mut self) -> Option<()> {
        let mut operand = self.operand()?;
        loop {
            operand = match self.operator(operand)? {
                Next::Operand => self.operand()?,
                Next::Operator(operand) => operand,
                Next::End => return Some(()),
            };
        }
    }

    fn peek(&self) -> Option<&Token<'a>> {
        self.tokens.get(self.at)
    }

    fn peek_kind(&self) -> Option<&TokenKind<'a>> {
        self.peek().map(|token| &token.kind)
    }

    fn take(&mut self) -> Option<Token<'a>> {
        let token = self.peek()?.clone();
        self.at += 1;
        Some(token)
    }

    /// Reads up to the end of a primary: every prefix on the way becomes a frame.
    fn operand(&mut self) -> Option<Operand> {
        loop {
            let Some(Token { kind, range }) = self.take() else {
                return self.missing_operand();
            };
            let kind = match kind {
                TokenKind::Bang => {
                    self.unary(UnaryOp::Not, range)?;
                    continue;
                }
                TokenKind::Operator(BinaryOp::Arithmetic(Arithmetic::Subtract)) => {
                    self.unary(UnaryOp::Minus, range)?;
                    continue;
                }
                TokenKind::LeftParen => {
                    self.frames.push(Frame::Group { open: range });
                    continue;
                }
                TokenKind::LeftBracket => {
                    if let Some(close) = self.closes(&TokenKind::RightBracket) {
                        return Some(self.leaf(NodeKind::List(Vec::new()), range.start..close.end));
                    }
                    self.frames.push(Frame::List {
                        open: range,
                        members: Vec::new(),
                    });
                    continue;
                }
                TokenKind::Name(name) => {
                    let Some(open) = self.closes(&TokenKind::LeftParen) else {
                        return Some(self.leaf(NodeKind::Name(name), range));
                    };
                    if let Some(close) = self.closes(&TokenKind::RightParen) {
                        let kind = NodeKind::Call {
                            name,
                            arguments: Vec::new(),
                        };
                        return Some(self.leaf(kind, range.start..close.end));
                    }
                    self.frames.push(Frame::Call {
                        name,
                        start: range.start,
                        open,
                        arguments: Vec::new(),
                    });
                    continue;
                }
                TokenKind::True => NodeKind::Bool(true),
                TokenKind::False => NodeKind::Bool(false),
                TokenKind::Int(magnitude) => self.int(magnitude, &range)?,
                TokenKind::Double(value) => NodeKind::Double(value),
                TokenKind::Str(value) => NodeKind::Str(value),
                _ => return self.unexpected_in_operand(),
            };
            return Some(self.leaf(kind, range));
        }
    }

    /// Consumes the next token if it is that one.
    fn closes(&mut self, kind: &TokenKind<'a>) -> Option<Range<usize>> {
        let token = self.peek().filter(|token| token.kind == *kind)?;
        let range = token.range.clone();
        self.at += 1;
        Some(range)
    }

    fn leaf(&mut self, kind: NodeKind<'a>, range: Range<usize>) -> Operand {
        let id = self.ast.add(kind, range.clone());
        Operand { id, extent: range }
    }

    /// `unary` takes one operator and then a `postfix`, so `!!x` and `- -x` do not derive.
    fn unary(&mut self, op: UnaryOp, at: Range<usize>) -> Option<()> {
        if let Some(Frame::Unary {
            op: outer,
            at: first,
        }) = self.frames.last()
        {
            let (outer, first) = (*outer, first.clone());
            return self.doubled_unary(outer, first, op, at);
        }
        self.frames.push(Frame::Unary { op, at });
        Some(())
    }

    fn int(&mut self, magnitude: u64, range: &Range<usize>) -> Option<NodeKind<'a>> {
        if let Ok(value) = i64::try_from(magnitude) {
            return Some(NodeKind::Int(value));
        }
        let negated = matches!(
            self.frames.last(),
            Some(Frame::Unary {
                op: UnaryOp::Minus,
                ..
            })
        );
        // In `-9223372036854775808[0]` the literal is the operand of the index.
        let immediate = negated && self.peek_kind() != Some(&TokenKind::LeftBracket);
        if magnitude == MINIMUM_MAGNITUDE && immediate {
            return Some(NodeKind::MinimumMagnitude);
        }
        self.int_too_large(range.clone())
    }

    /// Goes on after a complete operand.
    fn operator(&mut self, operand: Operand) -> Option<Next> {
        let Some(Token { kind, range }) = self.take() else {
            return self.end(operand);
        };
        match kind {
            TokenKind::Operator(op) => self.binary(op, range, operand),
            TokenKind::LeftBracket => {
                self.frames.push(Frame::Index {
                    base: operand,
                    open: range,
                });
                Some(Next::Operand)
            }
            TokenKind::Question => {
                let condition = self.reduce(operand, Level::Disjunction);
                self.frames.push(Frame::Then {
                    condition,
                    at: range,
                });
                Some(Next::Operand)
            }
            TokenKind::Colon => self.colon(operand, range),
            TokenKind::Comma => self.comma(operand, range),
            TokenKind::RightParen => self.right_paren(operand, range),
            TokenKind::RightBracket => self.right_bracket(operand, range),
            _ => self.unexpected_in_operator(),
        }
    }

    fn binary(&mut self, op: BinaryOp, at: Range<usize>, operand: Operand) -> Option<Next> {
        // A relation takes one operator: what is on its left is an addition (OAR-EXPR-4).
        let tightest = match op.level() {
            Level::Relation => Level::Addition,
            level => level,
        };
        let left = self.reduce(operand, tightest);
        if op.level() == Level::Relation
            && let Some(Frame::Binary { op: first, .. }) = self.frames.last()
            && first.level() == Level::Relation
        {
            return self.chained_relation(op, at, &left);
        }
        self.frames.push(Frame::Binary { op, left, at });
        Some(Next::Operand)
    }

    /// Completes the unary and binary operators that bind at least as tightly as `level`: equal levels associate left.
    fn reduce(&mut self, mut operand: Operand, level: Level) -> Operand {
        loop {
            operand = match self.frames.pop() {
                Some(Frame::Unary { op, at }) => {
                    let extent = at.start..operand.extent.end;
                    self.leaf(NodeKind::Unary(op, operand.id), extent)
                }
                Some(Frame::Binary { op, left, .. }) if op.level() >= level => {
                    let extent = left.extent.start..operand.extent.end;
                    self.leaf(NodeKind::Binary(op, left.id, operand.id), extent)
                }
                Some(other) => {
                    self.frames.push(other);
                    return operand;
                }
                None => return operand,
            };
        }
    }

    /// Completes everything up to the innermost bracket or `?`: a whole `condition`.
    fn reduce_condition(&mut self, operand: Operand) -> Operand {
        let mut operand = self.reduce(operand, Level::Disjunction);
        loop {
            match self.frames.pop() {
                Some(Frame::Else { condition, then }) => {
                    let extent = condition.extent.start..operand.extent.end;
                    let kind = NodeKind::Ternary(condition.id, then.id, operand.id);
                    operand = self.leaf(kind, extent);
                }
                Some(other) => {
                    self.frames.push(other);
                    return operand;
                }
                None => return operand,
            }
        }
    }

    fn colon(&mut self, operand: Operand, at: Range<usize>) -> Option<Next> {
        let then = self.reduce_condition(operand);
        match self.frames.pop() {
            Some(Frame::Then { condition, .. }) => {
                self.frames.push(Frame::Else { condition, then });
                Some(Next::Operand)
            }
            _ => self.stray_colon(at),
        }
    }

    fn comma(&mut self, operand: Operand, at: Range<usize>) -> Option<Next> {
        let operand = self.reduce_condition(operand);
        match self.frames.last_mut() {
            Some(
                Frame::Call {
                    arguments: items, ..
                }
                | Frame::List { members: items, .. },
            ) => {
                items.push(operand.id);
                Some(Next::Operand)
            }
            _ => self.misplaced(at),
        }
    }

    fn right_paren(&mut self, operand: Operand, at: Range<usize>) -> Option<Next> {
        let operand = self.reduce_condition(operand);
        match self.frames.pop() {
            Some(Frame::Group { open }) => Some(Next::Operator(Operand {
                id: operand.id,
                extent: open.start..at.end,
            })),
            Some(Frame::Call {
                name,
                start,
                mut arguments,
                ..
            }) => {
                arguments.push(operand.id);
                let kind = NodeKind::Call { name, arguments };
                Some(Next::Operator(self.leaf(kind, start..at.end)))
            }
            other => {
                self.frames.extend(other);
                self.misplaced(at)
            }
        }
    }

    fn right_bracket(&mut self, operand: Operand, at: Range<usize>) -> Option<Next> {
        let operand = self.reduce_condition(operand);
        match self.frames.pop() {
            Some(Frame::Index { base, .. }) => {
                let extent = base.extent.start..at.end;
                let kind = NodeKind::Index(base.id, operand.id);
                Some(Next::Operator(self.leaf(kind, extent)))
            }
            Some(Frame::List { open, mut members }) => {
                members.push(operand.id);
                let kind = NodeKind::List(members);
                Some(Next::Operator(self.leaf(kind, open.start..at.end)))
            }
            other => {
                self.frames.extend(other);
                self.misplaced(at)
            }
        }
    }

    fn end(&mut self, operand: Operand) -> Option<Next> {
        self.reduce_condition(operand);
        match self.frames.last() {
            None => Some(Next::End),
            Some(_) => self.unclosed(),
        }
    }
}
