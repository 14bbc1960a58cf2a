//! Conditions as trees, and how they are written (Appendix A.1).

use std::fmt::Write;

use crate::rng::Rng;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Type {
    Bool,
    Int,
    Double,
    Str,
    Strs,
    StrMap,
    Maps,
    Map,
}

#[derive(Clone, Debug)]
pub enum Expr {
    Bool(bool),
    /// A magnitude: 2^63 only below `Negate`.
    Int(u64),
    Double(&'static str),
    Str(String),
    Fact(&'static str),
    /// A built-in, an observation function or a counter reader.
    Call(String, Vec<Expr>),
    Not(Box<Expr>),
    Negate(Box<Expr>),
    Binary(&'static str, Box<Expr>, Box<Expr>),
    Index(Box<Expr>, Box<Expr>),
    Ternary(Box<Expr>, Box<Expr>, Box<Expr>),
    List(Vec<Expr>),
}

/// How tightly a production binds, loosest first: ternary, `||`, `&&`, relation, addition, multiplication, unary,
/// postfix, primary.
fn level(expr: &Expr) -> u8 {
    match expr {
        Expr::Ternary(..) => 0,
        Expr::Binary(operator, ..) => operand_levels(operator).0,
        Expr::Not(_) | Expr::Negate(_) => 6,
        Expr::Index(..) => 7,
        _ => 8,
    }
}

/// The level of a binary operator, of its left operand and of its right one.
fn operand_levels(operator: &str) -> (u8, u8, u8) {
    match operator {
        "||" => (1, 1, 2),
        "&&" => (2, 2, 3),
        "+" | "-" => (4, 4, 5),
        "*" | "/" | "%" => (5, 5, 6),
        // One relation has one operator.
        _ => (3, 4, 4),
    }
}

/// Writes a condition with the parentheses it needs, and now and then with some it does not.
pub fn write(expr: &Expr, rng: &mut Rng) -> String {
    let mut out = String::new();
    at(expr, 0, rng, &mut out);
    out
}

fn at(expr: &Expr, least: u8, rng: &mut Rng, out: &mut String) {
    // The least integer is written without parentheses after its minus.
    let bare = matches!(expr, Expr::Int(magnitude) if *magnitude > i64::MAX as u64);
    if !bare && (level(expr) < least || rng.one_in(12)) {
        out.push('(');
        itself(expr, rng, out);
        out.push(')');
    } else {
        itself(expr, rng, out);
    }
}

fn itself(expr: &Expr, rng: &mut Rng, out: &mut String) {
    match expr {
        Expr::Bool(value) => write!(out, "{value}").unwrap(),
        Expr::Int(magnitude) => write!(out, "{magnitude}").unwrap(),
        Expr::Double(text) => out.push_str(text),
        Expr::Str(text) => string(text, rng, out),
        Expr::Fact(name) => out.push_str(name),
        Expr::Call(name, arguments) => {
            out.push_str(name);
            // The argument of a counter reader is a literal.
            list(arguments, "(", ")", rng, out);
        }
        Expr::Not(inner) => {
            out.push('!');
            at(inner, 7, rng, out);
        }
        Expr::Negate(inner) => {
            out.push('-');
            at(inner, 7, rng, out);
        }
        Expr::Binary(operator, left, right) => {
            let (_, for_left, for_right) = operand_levels(operator);
            at(left, for_left, rng, out);
            let space = if rng.one_in(20) { "\n\t" } else { " " };
            write!(out, "{space}{operator} ").unwrap();
            at(right, for_right, rng, out);
        }
        Expr::Index(list, index) => {
            at(list, 7, rng, out);
            out.push('[');
            at(index, 0, rng, out);
            out.push(']');
        }
        Expr::Ternary(condition, then, otherwise) => {
            at(condition, 1, rng, out);
            out.push_str(" ? ");
            at(then, 0, rng, out);
            out.push_str(" : ");
            at(otherwise, 0, rng, out);
        }
        Expr::List(members) => list(members, "[", "]", rng, out),
    }
}

fn list(members: &[Expr], open: &str, close: &str, rng: &mut Rng, out: &mut String) {
    out.push_str(open);
    for (number, member) in members.iter().enumerate() {
        if number > 0 {
            out.push_str(", ");
        }
        at(member, 0, rng, out);
    }
    out.push_str(close);
}

fn string(text: &str, rng: &mut Rng, out: &mut String) {
    let quote = if rng.one_in(2) { '"' } else { '\'' };
    out.push(quote);
    for c in text.chars() {
        match c {
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\\' => out.push_str("\\\\"),
            c if c == quote => write!(out, "\\{c}").unwrap(),
            c if u32::from(c) < 0x10000 && rng.one_in(8) => {
                write!(out, "\\u{:04x}", u32::from(c)).unwrap();
            }
            c => out.push(c),
        }
    }
    out.push(quote);
}
