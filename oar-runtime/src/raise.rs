//! Why a condition could not give an answer.

use std::error::Error;
use std::fmt;

/// An operation of the condition language that has no value here.
///
/// The rule that evaluated it is handled by its `on_error` (OAR-OPS-3); the operation never
/// wraps, saturates or yields an infinity instead.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Raise {
    /// Integer arithmetic left 64 bits (OAR-EXPR-15).
    Overflow,
    /// Division or modulo by zero, for `int` and `double` alike (OAR-EXPR-14).
    DivisionByZero,
    /// Arithmetic on `double` left the finite range (OAR-EXPR-14).
    NotFinite,
    /// A map was indexed with a key it does not have (OAR-EXPR-13).
    KeyAbsent,
    /// A list was indexed with a negative number or past its end (OAR-EXPR-13, OAR-EXPR-21).
    IndexOutOfRange,
}

impl fmt::Display for Raise {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Overflow => "integer arithmetic does not fit 64 bits",
            Self::DivisionByZero => "division by zero",
            Self::NotFinite => "arithmetic left the finite range of a double",
            Self::KeyAbsent => "the map has no such key",
            Self::IndexOutOfRange => "the list has no such index",
        })
    }
}

impl Error for Raise {}
