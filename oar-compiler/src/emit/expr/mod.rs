//! Conditions to Rust expressions (Appendix A).
//!
//! Raising cases are `?` on values; `&&`, `||` and `?:` become Rust's own, which evaluate what the specification
//! evaluates and no more (OAR-EXPR-5).

mod collections;
mod strings;

use super::facts::reader;
use super::names::Names;
use super::parts::Parts;
use super::writer::literal;
use crate::condition::{Arithmetic, Builtin, Counter, Relation, Typed, TypedKind};
use crate::link::{RuleId, RuleSet};
use crate::vocabulary::{
    ANCHOR, BREAKER_COUNT, FIRE_COUNT, Scalar, SymbolId, SymbolType, Tier, Type,
};

/// Where an expression stands: whose it is, and so what its names mean.
#[derive(Clone, Copy)]
pub(in crate::emit) struct Scope<'s> {
    pub(in crate::emit) set: &'s RuleSet,
    pub(in crate::emit) names: &'s Names,
    pub(in crate::emit) rule: RuleId,
    /// The value of the core fact `anchor` where the code runs.
    pub(in crate::emit) anchor: &'s str,
    /// The functions that a deep condition was cut into.
    pub(in crate::emit) parts: Option<&'s Parts<'s>>,
}

impl Scope<'_> {
    /// Whether the rule runs a detector, whose observations replace the host's facts for it (OAR-FACT-11).
    pub(in crate::emit) fn has_report(&self) -> bool {
        self.set.rule(self.rule).detector.is_some()
    }

    /// The value of a fact as an expression, `?` included.
    pub(in crate::emit) fn fact(&self, fact: SymbolId) -> String {
        let symbol = self.set.environment.get(fact);
        match symbol.ty {
            SymbolType::Fact(ty) if self.has_report() && symbol.tier != Tier::Core => {
                let read = reader(ty);
                let finite = if ty == Type::Double {
                    ".and_then(finite)"
                } else {
                    ""
                };
                let name = literal(&symbol.name);
                let host = self.names.fact(fact);
                format!(
                    "reported(report, {name}, |value| value.{read}(){finite}, || self.{host}())?"
                )
            }
            _ => self.host_fact(fact),
        }
    }

    /// The same as the host has it, whatever the rule's detector reported.
    pub(in crate::emit) fn host_fact(&self, fact: SymbolId) -> String {
        match self.set.environment.get(fact).name.as_str() {
            ANCHOR => literal(self.anchor),
            FIRE_COUNT => self.own_count("fire"),
            BREAKER_COUNT => self.own_count("breaker"),
            _ => format!("self.{}()?", self.names.fact(fact)),
        }
    }

    /// A count of the rule itself. Its scope may be what its own detector reported, which no other reader sees.
    fn own_count(&self, counter: &str) -> String {
        let rule = self.set.rule(self.rule);
        match rule.counter_scope {
            Some(scope) if self.has_report() => {
                let qualified = literal(&rule.qualified);
                format!(
                    "self.session.counts({qualified}, Some(&CounterScope::new({})))?.{counter}",
                    self.fact(scope)
                )
            }
            _ => format!("self.counts_{}()?.{counter}", self.rule.index()),
        }
    }

    fn call(&self, out: &mut String, function: SymbolId, argument: &Typed) {
        let symbol = self.set.environment.get(function);
        let host = |argument: &str| format!("self.{}({argument})", self.names.fact(function));
        let mut value = String::new();
        self.value(&mut value, argument);
        if !self.has_report() {
            out.push_str(&host(&value));
            out.push('?');
            return;
        }
        let (SymbolType::Function { argument, result }, name) = (symbol.ty, literal(&symbol.name))
        else {
            return;
        };
        let read = match (argument, result) {
            (Scalar::String, Scalar::Double) => {
                "|value, argument| value.as_double_for(argument).and_then(finite)".to_owned()
            }
            (_, Scalar::Double) => "|value, _| value.as_double().and_then(finite)".to_owned(),
            _ => format!("|value, _| value.{}()", reader(result.into())),
        };
        // A call and not a block: what an argument is made of lives as long as the whole expression, and Rust takes a
        // block that begins a branch for a statement.
        out.push_str(&format!(
            "reported_for(report, {name}, {value}, {read}, |argument| {})?",
            host("argument")
        ));
    }

    /// The call of the function that an expression became, if it did.
    fn part(&self, e: &Typed) -> Option<String> {
        let number = self.parts?.number(e)?;
        let report = if self.has_report() { "report" } else { "" };
        Some(format!("self.{}({report})?", self.part_name(number)))
    }

    /// The name of such a function.
    pub(in crate::emit) fn part_name(&self, number: usize) -> String {
        format!("when_{}_{number}", self.rule.index())
    }

    /// The body of such a function, by its type: what [`Scope::value`] gives, or for a string `Cow<str>`, for a list
    /// `expr::List`, for a list of maps `expr::Maps`.
    pub(in crate::emit) fn body(&self, out: &mut String, e: &Typed) {
        match e.ty {
            Type::String => self.cow_itself(out, e),
            Type::ListString => self.list_itself(out, e),
            Type::ListMap => self.maps_itself(out, e),
            _ => self.value_itself(out, e),
        }
    }

    /// An expression of the type's plain value: `bool`, `i64`, `f64`, `&str`, or a view.
    pub(in crate::emit) fn value(&self, out: &mut String, e: &Typed) {
        match self.part(e) {
            Some(call) if e.ty == Type::String => out.push_str(&format!("&*{call}")),
            Some(call) => out.push_str(&call),
            None => self.value_itself(out, e),
        }
    }

    fn value_itself(&self, out: &mut String, e: &Typed) {
        match &e.kind {
            TypedKind::Bool(value) => out.push_str(if *value { "true" } else { "false" }),
            TypedKind::Int(i64::MIN) => out.push_str("i64::MIN"),
            TypedKind::Int(value) => out.push_str(&format!("{value}_i64")),
            TypedKind::Double(value) => out.push_str(&format!("{value:?}_f64")),
            TypedKind::Str(text) => out.push_str(&literal(text)),
            TypedKind::Fact(fact) => out.push_str(&self.fact(*fact)),
            TypedKind::Call(function, argument) => self.call(out, *function, argument),
            TypedKind::CountOf {
                counter, target, ..
            } => {
                // INVARIANT: `link` resolves every reference or refuses the rule.
                let number = target.map_or(0, RuleId::index);
                let field = if *counter == Counter::Fire {
                    "fire"
                } else {
                    "breaker"
                };
                out.push_str(&format!("self.counts_{number}()?.{field}"));
            }
            TypedKind::Not(inner) => {
                out.push('!');
                self.atom(out, inner);
            }
            TypedKind::And(..) => self.chain(out, e, " && "),
            TypedKind::Or(..) => self.chain(out, e, " || "),
            TypedKind::Negate(inner) => {
                out.push_str(if e.ty == Type::Int {
                    "arith::neg_i("
                } else {
                    "arith::neg_d("
                });
                self.value(out, inner);
                out.push_str(")?");
            }
            TypedKind::Arithmetic(op, left, right) => self.arithmetic(out, *op, e.ty, left, right),
            TypedKind::Relation(op, left, right) => self.relation(out, *op, left, right),
            TypedKind::In(needle, hay) => self.membership(out, needle, hay),
            TypedKind::Builtin(builtin, arguments) => self.builtin(out, *builtin, arguments),
            TypedKind::Index(list, index) => self.index(out, list, index),
            TypedKind::Concat(..) => {
                // A `&str` like any other operand: `&String` has no order with one.
                out.push_str("&*");
                self.owned(out, e);
            }
            TypedKind::Ternary(..) if e.ty == Type::String && self.is_owned(e) => {
                out.push_str("&*");
                self.cow_itself(out, e);
            }
            TypedKind::Ternary(condition, then, otherwise) => {
                self.ternary(
                    out,
                    condition,
                    |out| self.value(out, then),
                    |out| self.value(out, otherwise),
                );
            }
            // A literal list has no plain value; whoever consumes lists asks for `list` or `maps`.
            TypedKind::List(_) => self.list(out, e),
        }
    }

    /// A value that `!` or an operator can stand beside.
    fn atom(&self, out: &mut String, e: &Typed) {
        let binary = matches!(
            e.kind,
            TypedKind::And(..) | TypedKind::Or(..) | TypedKind::Relation(..) | TypedKind::Not(..)
        );
        if binary && self.part(e).is_none() {
            out.push('(');
            self.value(out, e);
            out.push(')');
        } else {
            self.value(out, e);
        }
    }

    /// A chain of one operator, flat: a long one nests no deeper in the source than a short one.
    fn chain(&self, out: &mut String, e: &Typed, operator: &str) {
        let mut operands = Vec::new();
        let mut rest = e;
        while let (TypedKind::And(left, right), " && ") | (TypedKind::Or(left, right), " || ") =
            (&rest.kind, operator)
        {
            operands.push(right.as_ref());
            rest = left;
            if self.part(rest).is_some() {
                break;
            }
        }
        operands.push(rest);
        for (at, operand) in operands.into_iter().rev().enumerate() {
            if at > 0 {
                out.push_str(operator);
            }
            if self.part(operand).is_none()
                && matches!(operand.kind, TypedKind::And(..) | TypedKind::Or(..))
            {
                self.atom(out, operand);
            } else {
                self.value(out, operand);
            }
        }
    }

    fn arithmetic(&self, out: &mut String, op: Arithmetic, ty: Type, left: &Typed, right: &Typed) {
        let name = match op {
            Arithmetic::Add => "add",
            Arithmetic::Subtract => "sub",
            Arithmetic::Multiply => "mul",
            Arithmetic::Divide => "div",
            Arithmetic::Remainder => "rem",
        };
        out.push_str(&format!(
            "arith::{name}_{}(",
            if ty == Type::Int { "i" } else { "d" }
        ));
        self.value(out, left);
        out.push_str(", ");
        self.value(out, right);
        out.push_str(")?");
    }

    /// Mixed operands are promoted for the comparison only (OAR-EXPR-10).
    fn relation(&self, out: &mut String, op: Relation, left: &Typed, right: &Typed) {
        let mixed = left.ty != right.ty;
        let operand = |out: &mut String, e: &Typed| {
            if mixed && e.ty == Type::Int {
                out.push_str("arith::promote(");
                self.value(out, e);
                out.push(')');
            } else {
                self.atom(out, e);
            }
        };
        operand(out, left);
        out.push_str(match op {
            Relation::Equal => " == ",
            Relation::NotEqual => " != ",
            Relation::Less => " < ",
            Relation::LessOrEqual => " <= ",
            Relation::Greater => " > ",
            Relation::GreaterOrEqual => " >= ",
        });
        operand(out, right);
    }

    fn builtin(&self, out: &mut String, builtin: Builtin, arguments: &[Typed]) {
        let name = match builtin {
            Builtin::Size => {
                let Some(argument) = arguments.first() else {
                    return;
                };
                if argument.ty == Type::String {
                    out.push_str("expr::size_str(");
                    self.value(out, argument);
                } else {
                    out.push_str("expr::size(&");
                    if matches!(argument.kind, TypedKind::Fact(_)) {
                        self.value(out, argument);
                    } else {
                        self.collection(out, argument);
                    }
                }
                out.push(')');
                return;
            }
            Builtin::StartsWith => "text::starts_with(",
            Builtin::EndsWith => "text::ends_with(",
            Builtin::Contains => "text::contains(",
        };
        out.push_str(name);
        for (at, argument) in arguments.iter().enumerate() {
            if at > 0 {
                out.push_str(", ");
            }
            self.value(out, argument);
        }
        out.push(')');
    }

    fn ternary(
        &self,
        out: &mut String,
        condition: &Typed,
        then: impl FnOnce(&mut String),
        otherwise: impl FnOnce(&mut String),
    ) {
        out.push_str("(if ");
        self.value(out, condition);
        out.push_str(" { ");
        then(out);
        out.push_str(" } else { ");
        otherwise(out);
        out.push_str(" })");
    }
}
