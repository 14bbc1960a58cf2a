//! Condition text to tokens.

mod character;
mod number;
mod string;

pub(super) use number::{INT_RANGE, MINIMUM_MAGNITUDE};

use std::ops::Range;

use super::ast::BinaryOp;
use super::report::Reporter;
use super::typed::{Arithmetic, Relation};
use crate::diagnostic::Code;

/// A token with its bytes in the condition text.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Token<'t> {
    pub(super) kind: TokenKind<'t>,
    pub(super) range: Range<usize>,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum TokenKind<'t> {
    /// An identifier, dots included (OAR-EXPR-2).
    Name(&'t str),
    True,
    False,
    /// The digits' magnitude, at most that of the least `int`.
    Int(u64),
    Double(f64),
    /// Unescaped.
    Str(String),
    /// `-` is [`Arithmetic::Subtract`] here, whichever it turns out to be.
    Operator(BinaryOp),
    Bang,
    LeftParen,
    RightParen,
    LeftBracket,
    RightBracket,
    Comma,
    Question,
    Colon,
    /// A dot outside of names and numbers: in no condition, kept so that the parser can say what it was meant for.
    Dot,
}

/// Reads the whole text; `None` when anything was reported.
pub(super) fn lex<'a>(report: &mut Reporter<'a>) -> Option<Vec<Token<'a>>> {
    let source = report.source();
    let mut lexer = Lexer {
        source,
        at: 0,
        tokens: Vec::new(),
        report,
    };
    while lexer.skip_whitespace() {
        lexer.token()?;
        if lexer.report.is_full() {
            return None;
        }
    }
    let tokens = lexer.tokens;
    report.is_clean().then_some(tokens)
}

/// The four characters that may stand between tokens.
pub(crate) fn is_whitespace(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\n' | '\r')
}

/// The longest `identifier` that the text begins with.
pub(crate) fn leading_identifier(text: &str) -> Option<&str> {
    let mut end = leading_name(text)?;
    while let Some(more) = text
        .get(end..)
        .and_then(|rest| rest.strip_prefix('.'))
        .and_then(leading_name)
    {
        end += 1 + more;
    }
    text.get(..end)
}

/// The length of the longest `name` that the text begins with (OAR-EXPR-24: greedily).
fn leading_name(text: &str) -> Option<usize> {
    let first = text.bytes().next()?;
    (first.is_ascii_alphabetic() || first == b'_').then(|| run(text, is_name_byte))
}

fn is_name_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// How many bytes at the start of the text satisfy the test.
fn run(text: &str, test: impl Fn(u8) -> bool) -> usize {
    text.bytes().position(|b| !test(b)).unwrap_or(text.len())
}

struct Lexer<'r, 'a> {
    source: &'a str,
    at: usize,
    tokens: Vec<Token<'a>>,
    report: &'r mut Reporter<'a>,
}

impl<'a> Lexer<'_, 'a> {
    fn rest(&self) -> &'a str {
        self.source.get(self.at..).unwrap_or("")
    }

    /// Whether a token follows.
    fn skip_whitespace(&mut self) -> bool {
        let rest = self.rest();
        let trimmed = rest.trim_start_matches(is_whitespace);
        self.at += rest.len() - trimmed.len();
        !trimmed.is_empty()
    }

    /// Reads one token, which is there. `None` when the rest of the text cannot be read either.
    fn token(&mut self) -> Option<()> {
        let rest = self.rest();
        if let Some(name) = leading_identifier(rest) {
            self.name(name);
            return Some(());
        }
        let first = rest.chars().next()?;
        match first {
            '0'..='9' => self.number(),
            '"' | '\'' => self.string(first)?,
            _ => self.symbol(first)?,
        }
        Some(())
    }

    /// Keywords are whole identifiers: `international` and `acme.in` are not the reserved word (OAR-EXPR-24).
    fn name(&mut self, name: &'a str) {
        let kind = match name {
            "true" => TokenKind::True,
            "false" => TokenKind::False,
            "in" => TokenKind::Operator(BinaryOp::In),
            _ => TokenKind::Name(name),
        };
        self.push(kind, name.len());
    }

    fn symbol(&mut self, first: char) -> Option<()> {
        let second = self.rest().chars().nth(1);
        let found = match (first, second) {
            // Neither `//` nor `/*` begins anything that the grammar derives, so no division is lost here.
            ('/', Some('/' | '*')) | ('#', _) => return self.comment(),
            ('.', Some('0'..='9')) if !self.follows_an_operand() => {
                self.bare_fraction();
                return Some(());
            }
            _ => two_characters(first, second)
                .map(|kind| (kind, 2))
                .or_else(|| one_character(first).map(|kind| (kind, 1))),
        };
        let Some((kind, length)) = found else {
            return self.stray_character(first, second);
        };
        self.push(kind, length);
        Some(())
    }

    fn push(&mut self, kind: TokenKind<'a>, length: usize) {
        let range = self.at..self.at + length;
        self.at = range.end;
        self.tokens.push(Token { kind, range });
    }

    /// Whether an operand ends right before this place: a dot then is a dot after it, and begins no number.
    fn follows_an_operand(&self) -> bool {
        self.tokens.last().is_some_and(|token| {
            let operand = matches!(
                token.kind,
                TokenKind::Name(_)
                    | TokenKind::True
                    | TokenKind::False
                    | TokenKind::Str(_)
                    | TokenKind::RightParen
                    | TokenKind::RightBracket
            );
            operand && token.range.end == self.at
        })
    }

    fn comment(&mut self) -> Option<()> {
        let line = self.rest().lines().next().unwrap_or("");
        let range = self.at..self.at + line.len();
        let message = format!(
            "a condition has no comments, and {} is one",
            self.report.excerpt(range.clone())
        );
        let error = self
            .report
            .about(Code::ConditionComment, range, &message)
            .help("remove it: comments belong to the document around the condition");
        self.report.push(error);
        None
    }
}

fn two_characters<'t>(first: char, second: Option<char>) -> Option<TokenKind<'t>> {
    let op = match (first, second?) {
        ('|', '|') => BinaryOp::Or,
        ('&', '&') => BinaryOp::And,
        ('=', '=') => BinaryOp::Relation(Relation::Equal),
        ('!', '=') => BinaryOp::Relation(Relation::NotEqual),
        ('<', '=') => BinaryOp::Relation(Relation::LessOrEqual),
        ('>', '=') => BinaryOp::Relation(Relation::GreaterOrEqual),
        _ => return None,
    };
    Some(TokenKind::Operator(op))
}

fn one_character<'t>(first: char) -> Option<TokenKind<'t>> {
    let arithmetic = |op| TokenKind::Operator(BinaryOp::Arithmetic(op));
    let relation = |op| TokenKind::Operator(BinaryOp::Relation(op));
    Some(match first {
        '<' => relation(Relation::Less),
        '>' => relation(Relation::Greater),
        '+' => arithmetic(Arithmetic::Add),
        '-' => arithmetic(Arithmetic::Subtract),
        '*' => arithmetic(Arithmetic::Multiply),
        '/' => arithmetic(Arithmetic::Divide),
        '%' => arithmetic(Arithmetic::Remainder),
        '!' => TokenKind::Bang,
        '(' => TokenKind::LeftParen,
        ')' => TokenKind::RightParen,
        '[' => TokenKind::LeftBracket,
        ']' => TokenKind::RightBracket,
        ',' => TokenKind::Comma,
        '?' => TokenKind::Question,
        ':' => TokenKind::Colon,
        '.' => TokenKind::Dot,
        _ => return None,
    })
}
