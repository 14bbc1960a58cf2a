//! What the parser says about text that the grammar does not derive.

use std::ops::Range;

use super::{Frame, Operand, Parser};
use crate::condition::ast::{BinaryOp, UnaryOp};
use crate::condition::lexer::{INT_RANGE, Token, TokenKind};
use crate::condition::typed::{Arithmetic, Relation};
use crate::diagnostic::{Code, Diagnostic};

// Every method returns `None` for its caller to pass on: an error ends the parse.
impl<'a> Parser<'_, 'a> {
    fn fail<T>(&mut self, diagnostic: Diagnostic) -> Option<T> {
        self.report.push(diagnostic);
        None
    }

    fn syntax(&self, range: Range<usize>, message: &str) -> Diagnostic {
        self.report.about(Code::ConditionSyntax, range, message)
    }

    /// The token read last.
    fn current(&self) -> Option<&Token<'a>> {
        self.at.checked_sub(1).and_then(|at| self.tokens.get(at))
    }

    /// The token before the one read last.
    fn previous(&self) -> Option<&Token<'a>> {
        self.at.checked_sub(2).and_then(|at| self.tokens.get(at))
    }

    pub(super) fn missing_operand<T>(&mut self) -> Option<T> {
        let error = match self.current() {
            None => {
                let end = self.report.source().len();
                self.syntax(0..end, "the condition is empty")
                    .help("write a condition, or leave `when` out: a rule without one fires whenever it is selected")
            }
            Some(last) => {
                let range = last.range.clone();
                let message = format!(
                    "the condition ends after {}, where an operand is expected",
                    self.report.excerpt(range.clone())
                );
                self.syntax(range, &message)
                    .help("complete the condition, or remove what it ends with")
            }
        };
        self.fail(error)
    }

    /// The token read last begins no operand.
    pub(super) fn unexpected_in_operand<T>(&mut self) -> Option<T> {
        let token = self.current()?;
        let (kind, range) = (token.kind.clone(), token.range.clone());
        let previous = self.previous().map(|token| token.kind.clone());
        let message = format!(
            "expected an operand, found {}",
            self.report.excerpt(range.clone())
        );
        let error = self
            .syntax(range, &message)
            .help(operand_help(previous.as_ref(), &kind));
        self.fail(error)
    }

    /// The token read last continues no operand.
    pub(super) fn unexpected_in_operator<T>(&mut self) -> Option<T> {
        let token = self.current()?;
        let (kind, range) = (token.kind.clone(), token.range.clone());
        if kind == TokenKind::Dot {
            return self.dot(range);
        }
        if let Some(error) = self.word_operator(&kind, range.clone()) {
            return self.fail(error);
        }
        let message = format!(
            "expected an operator, found {}",
            self.report.excerpt(range.clone())
        );
        let help = match kind {
            TokenKind::Bang if self.peek_kind() == Some(&TokenKind::Operator(BinaryOp::In)) => {
                "absence is written `!(x in y)`"
            }
            TokenKind::LeftParen => {
                "only a name can be called; a list of strings is written `[\"a\", \"b\"]`"
            }
            _ => "join two conditions with `&&` or `||`, or compare two values with `==`",
        };
        let error = self.syntax(range, &message).help(help);
        self.fail(error)
    }

    /// `a and b`, `not a`, `s matches p`: operators of other languages, which read as names here.
    fn word_operator(&self, kind: &TokenKind<'a>, range: Range<usize>) -> Option<Diagnostic> {
        if let TokenKind::Name(word) = kind
            && let Some(help) = infix_help(word)
        {
            let message = format!("expected an operator, found `{word}`");
            return Some(self.syntax(range, &message).help(help));
        }
        let previous = self.previous()?;
        if !matches!(previous.kind, TokenKind::Name(word) if word.eq_ignore_ascii_case("not")) {
            return None;
        }
        let range = previous.range.clone();
        let message = format!("{} is not an operator", self.report.excerpt(range.clone()));
        Some(self.syntax(range, &message).help("negation is written `!`"))
    }

    /// A dot after an operand: field selection, or a dotted name that is not written as one (OAR-EXPR-2).
    fn dot<T>(&mut self, dot: Range<usize>) -> Option<T> {
        let name = match self.previous() {
            Some(Token {
                kind: TokenKind::Name(_),
                range,
            }) => Some(range.clone()),
            _ => None,
        };
        let member = self
            .peek()
            .filter(|token| matches!(token.kind, TokenKind::Name(_)));
        let range = match (&name, member) {
            (Some(name), Some(member)) => name.start..member.range.end,
            (Some(name), None) => name.start..dot.end,
            (None, Some(member)) => dot.start..member.range.end,
            (None, None) => dot,
        };
        let excerpt = self.report.excerpt(range.clone());
        let error = match (name.is_some(), member.is_some()) {
            (true, true) => self
                .syntax(
                    range,
                    &format!("{excerpt} is not a name: no space stands around its dots"),
                )
                .clause("OAR-EXPR-2")
                .help("a dotted name is one name, written without spaces"),
            (true, false) => self
                .syntax(
                    range,
                    &format!("{excerpt} is not a name: letters or `_` follow each dot"),
                )
                .clause("OAR-EXPR-2")
                .help("each part of a dotted name begins with a letter or `_`"),
            (false, _) => {
                let message =
                    format!("{excerpt} selects a field, and conditions have no field selection");
                self.report
                    .about(Code::FieldSelection, range, &message)
                    .help(
                        "functions are called as `starts_with(s, p)` or `size(x)`; a member of a \
                         `map<string,string>` is `m[\"key\"]`",
                    )
            }
        };
        self.fail(error)
    }

    pub(super) fn doubled_unary<T>(
        &mut self,
        outer: UnaryOp,
        first: Range<usize>,
        inner: UnaryOp,
        at: Range<usize>,
    ) -> Option<T> {
        let (outer, inner) = (outer.symbol(), inner.symbol());
        let message = format!(
            "`{inner}` cannot follow `{outer}`: a unary operator takes an operand without one"
        );
        let help = if outer == inner {
            format!("drop both, or write `{outer}({inner}x)`")
        } else {
            format!("write `{outer}({inner}x)`")
        };
        let error = self.syntax(first.start..at.end, &message).help(help);
        self.fail(error)
    }

    pub(super) fn int_too_large<T>(&mut self, range: Range<usize>) -> Option<T> {
        let message = format!(
            "the integer {} does not fit 64 bits",
            self.report.excerpt(range.clone())
        );
        let error = self
            .report
            .about(Code::NumberOutOfRange, range, &message)
            .help(INT_RANGE);
        self.fail(error)
    }

    /// A second relational operator after `left`, which the first one takes as its right operand.
    pub(super) fn chained_relation<T>(
        &mut self,
        second: BinaryOp,
        at: Range<usize>,
        left: &Operand,
    ) -> Option<T> {
        let Some(Frame::Binary {
            op: first,
            left: start,
            at: first_at,
        }) = self.frames.last()
        else {
            return None;
        };
        let relation = start.extent.start..left.extent.end;
        let (first, second) = (first.symbol(), second.symbol());
        let first_span = self.report.span(first_at.clone());
        let inner = self.report.bare_excerpt(relation);
        let middle = self.report.bare_excerpt(left.extent.clone());
        let message = format!("`{second}` cannot follow `{inner}`: a relation has one operator");
        let error = self
            .report
            .about(Code::ChainedRelation, at, &message)
            .secondary(first_span, format!("the relation's operator is this `{first}`"))
            .help(format!(
                "write `{inner} && {middle} {second} …` for two relations, or `({inner}) {second} …` to compare the result"
            ));
        self.fail(error)
    }

    pub(super) fn stray_colon<T>(&mut self, at: Range<usize>) -> Option<T> {
        let error = self
            .syntax(at, "`:` without a `?` before it")
            .help("the ternary is written `condition ? a : b`");
        self.fail(error)
    }

    /// A comma or closing bracket that does not fit what is open.
    pub(super) fn misplaced<T>(&mut self, at: Range<usize>) -> Option<T> {
        let found = self.report.excerpt(at.clone());
        let error = match self.frames.last() {
            None => self
                .syntax(at.clone(), &format!("{found} has no counterpart before it"))
                .help("remove it, or open what it closes"),
            Some(Frame::Then { at: question, .. }) => {
                let question = self.report.span(question.clone());
                self.syntax(at.clone(), &format!("expected `:`, found {found}"))
                    .secondary(question, "the ternary that needs it")
                    .help("the ternary is written `condition ? a : b`")
            }
            Some(frame) => {
                let (open, close, what) = bracket(frame);
                let help = if found == "`,`" && close == ")" {
                    "a list of strings is written `[\"a\", \"b\"]`".into()
                } else {
                    format!("close the {what} with `{close}` first")
                };
                let open = open.map(|open| self.report.span(open));
                let mut error =
                    self.syntax(at.clone(), &format!("expected `{close}`, found {found}"));
                if let Some(open) = open {
                    error = error.secondary(open, format!("the {what} opened here"));
                }
                error.help(help)
            }
        };
        self.fail(error)
    }

    /// The text ends and something is open.
    pub(super) fn unclosed<T>(&mut self) -> Option<T> {
        let error = match self.frames.last()? {
            Frame::Then { at, .. } => self
                .syntax(at.clone(), "the ternary has no `:`")
                .help("the ternary is written `condition ? a : b`"),
            frame => {
                let (open, close, what) = bracket(frame);
                let range = open.unwrap_or(0..0);
                self.syntax(range, &format!("the {what} is never closed"))
                    .help(format!("close it with `{close}`"))
            }
        };
        self.fail(error)
    }
}

/// Where a frame opened, what closes it, and what it is.
fn bracket(frame: &Frame<'_>) -> (Option<Range<usize>>, &'static str, &'static str) {
    match frame {
        Frame::Group { open } => (Some(open.clone()), ")", "parenthesis"),
        Frame::Call { open, .. } => (Some(open.clone()), ")", "argument list"),
        Frame::List { open, .. } => (Some(open.clone()), "]", "list"),
        Frame::Index { open, .. } => (Some(open.clone()), "]", "index"),
        Frame::Unary { .. } | Frame::Binary { .. } | Frame::Then { .. } | Frame::Else { .. } => {
            (None, "an operand", "operator")
        }
    }
}

fn operand_help(previous: Option<&TokenKind<'_>>, found: &TokenKind<'_>) -> &'static str {
    let relation = |relation| TokenKind::Operator(BinaryOp::Relation(relation));
    let arithmetic = |op| TokenKind::Operator(BinaryOp::Arithmetic(op));
    match (previous, found) {
        (Some(less), greater)
            if *less == relation(Relation::Less) && *greater == relation(Relation::Greater) =>
        {
            "inequality is written `!=`"
        }
        (Some(star), star_again)
            if *star == arithmetic(Arithmetic::Multiply)
                && *star_again == arithmetic(Arithmetic::Multiply) =>
        {
            "there is no power operator"
        }
        (_, plus) if *plus == arithmetic(Arithmetic::Add) => "there is no unary plus and no `++`",
        (_, TokenKind::Operator(BinaryOp::In)) => {
            "`in` is a reserved word: membership is written `\"a\" in x`, absence `!(\"a\" in x)`"
        }
        (Some(TokenKind::LeftParen), TokenKind::RightParen) => {
            "put a condition between the parentheses"
        }
        (Some(TokenKind::Comma), TokenKind::RightParen | TokenKind::RightBracket) => {
            "remove the comma before it"
        }
        (_, TokenKind::Dot) => "a name begins with a letter or `_`, a number with a digit",
        _ => "an operand is a literal, a name, a call, or a condition in parentheses",
    }
}

/// Words that stand between operands in other languages, and what is written here.
fn infix_help(word: &str) -> Option<&'static str> {
    Some(match word.to_ascii_lowercase().as_str() {
        "and" => "logical and is written `&&`",
        "or" => "logical or is written `||`",
        "not" => "absence is written `!(x in y)`",
        "is" | "eq" | "equals" => "equality is written `==`",
        "ne" | "neq" => "inequality is written `!=`",
        "lt" => "less than is written `<`",
        "gt" => "greater than is written `>`",
        "mod" => "the remainder is written `%`",
        "div" => "division is written `/`",
        "matches" | "like" => {
            "there are no regular expressions: use `starts_with`, `ends_with` or `contains`"
        }
        "startswith" | "starts_with" => "write `starts_with(s, prefix)`",
        "endswith" | "ends_with" => "write `ends_with(s, suffix)`",
        "contains" => "write `contains(s, substring)`, or `\"a\" in list`",
        "if" | "then" | "else" => "the ternary is written `condition ? a : b`",
        _ => return None,
    })
}
