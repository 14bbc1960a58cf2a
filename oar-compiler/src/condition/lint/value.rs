//! Values that are known before any occurrence, and what operators make of them.

use std::cmp::Ordering;

use crate::condition::{Arithmetic, Relation};

/// Longest string that is computed; longer ones count as unknown, so that folding stays linear.
const STRING_MAX: usize = 1_024;

/// A scalar that is the same at every occurrence.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Value {
    Bool(bool),
    Int(i64),
    Double(f64),
    Str(String),
}

/// What an operation on known values gives.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Outcome {
    Value(Value),
    /// OAR-EXPR-14 or OAR-EXPR-15.
    Raises,
    /// Not computed.
    Unknown,
}

impl Arithmetic {
    /// Whether a zero on the right raises.
    pub(super) fn divides(self) -> bool {
        matches!(self, Arithmetic::Divide | Arithmetic::Remainder)
    }
}

impl Relation {
    fn holds(self, ordering: Ordering) -> bool {
        match self {
            Relation::Equal => ordering.is_eq(),
            Relation::NotEqual => ordering.is_ne(),
            Relation::Less => ordering.is_lt(),
            Relation::LessOrEqual => ordering.is_le(),
            Relation::Greater => ordering.is_gt(),
            Relation::GreaterOrEqual => ordering.is_ge(),
        }
    }

    /// What the relation says of any value and itself.
    pub(super) fn holds_for_equals(self) -> bool {
        self.holds(Ordering::Equal)
    }
}

impl Value {
    pub(super) fn is_zero(&self) -> bool {
        match self {
            Value::Int(value) => *value == 0,
            Value::Double(value) => *value == 0.0,
            Value::Bool(_) | Value::Str(_) => false,
        }
    }

    /// Whether it is a number below zero, or not above it.
    pub(super) fn is_negative(&self, or_zero: bool) -> bool {
        match self {
            Value::Int(value) => *value < 0 || or_zero && *value == 0,
            Value::Double(value) => *value < 0.0 || or_zero && *value == 0.0,
            Value::Bool(_) | Value::Str(_) => false,
        }
    }

    pub(super) fn negate(&self) -> Outcome {
        match self {
            Value::Int(value) => int(value.checked_neg()),
            Value::Double(value) => double(-value),
            Value::Bool(_) | Value::Str(_) => Outcome::Unknown,
        }
    }

    pub(super) fn concat(&self, other: &Value) -> Outcome {
        match (self, other) {
            (Value::Str(a), Value::Str(b)) if a.len() + b.len() <= STRING_MAX => {
                Outcome::Value(Value::Str(format!("{a}{b}")))
            }
            _ => Outcome::Unknown,
        }
    }

    pub(super) fn arithmetic(&self, op: Arithmetic, other: &Value) -> Outcome {
        match (self, other) {
            (Value::Int(a), Value::Int(b)) => int_arithmetic(op, *a, *b),
            (Value::Double(a), Value::Double(b)) => double_arithmetic(op, *a, *b),
            _ => Outcome::Unknown,
        }
    }

    /// The comparison of OAR-EXPR-10 and OAR-EXPR-11; an `int` beside a `double` is promoted.
    pub(super) fn compare(&self, op: Relation, other: &Value) -> Option<bool> {
        #[allow(
            clippy::cast_precision_loss,
            reason = "the promotion is to the nearest double"
        )]
        let ordering = match (self, other) {
            (Value::Bool(a), Value::Bool(b)) => a.cmp(b),
            (Value::Int(a), Value::Int(b)) => a.cmp(b),
            (Value::Str(a), Value::Str(b)) => a.chars().cmp(b.chars()),
            (Value::Double(a), Value::Double(b)) => a.partial_cmp(b)?,
            (Value::Int(a), Value::Double(b)) => (*a as f64).partial_cmp(b)?,
            (Value::Double(a), Value::Int(b)) => a.partial_cmp(&(*b as f64))?,
            _ => return None,
        };
        Some(op.holds(ordering))
    }
}

fn int(value: Option<i64>) -> Outcome {
    value.map_or(Outcome::Raises, |value| Outcome::Value(Value::Int(value)))
}

fn double(value: f64) -> Outcome {
    if value.is_finite() {
        Outcome::Value(Value::Double(value))
    } else {
        Outcome::Raises
    }
}

fn int_arithmetic(op: Arithmetic, a: i64, b: i64) -> Outcome {
    int(match op {
        Arithmetic::Add => a.checked_add(b),
        Arithmetic::Subtract => a.checked_sub(b),
        Arithmetic::Multiply => a.checked_mul(b),
        Arithmetic::Divide => a.checked_div(b),
        // The remainder of the minimum by -1 is 0, where `checked_rem` sees the quotient overflow.
        Arithmetic::Remainder if b == -1 => Some(0),
        Arithmetic::Remainder => a.checked_rem(b),
    })
}

fn double_arithmetic(op: Arithmetic, a: f64, b: f64) -> Outcome {
    match op {
        Arithmetic::Add => double(a + b),
        Arithmetic::Subtract => double(a - b),
        Arithmetic::Multiply => double(a * b),
        // Division by zero is not finite either way.
        Arithmetic::Divide => double(a / b),
        Arithmetic::Remainder => Outcome::Unknown,
    }
}
