//! Why a rule cannot be evaluated (OAR-OPS-3), as a value.

use std::fmt;

use crate::detector::DetectorError;
use crate::facts::FactError;
use crate::session::StoreError;

/// Why a rule cannot be evaluated. It takes the rule's `on_error`; it is never a panic.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Raise {
    /// Integer arithmetic left 64 bits (OAR-EXPR-15).
    Overflow,
    /// Division or remainder by zero (OAR-EXPR-14).
    DivisionByZero,
    /// Double arithmetic left the finite range (OAR-EXPR-14).
    NotFinite,
    /// A map has no such key (OAR-EXPR-13).
    KeyAbsent,
    /// A list has no such index (OAR-EXPR-13, OAR-EXPR-21).
    IndexOutOfRange,
    /// A fact provider failed, or produced a value of another type (OAR-FACT-26).
    Fact(Box<FactFailure>),
    /// A detector failed or is unreachable.
    Detector(Box<DetectorFailure>),
    /// The counter store could not be read, or a declared side-effect could not be applied (OAR-FIRE-9).
    Store(Box<StoreError>),
}

/// A fact that could not be produced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FactFailure {
    /// The fact's name.
    pub fact: &'static str,
    /// What the provider said.
    pub error: FactError,
}

/// A detector that did not answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DetectorFailure {
    /// The detector's name, without `detector://`.
    pub detector: &'static str,
    /// What it said.
    pub error: DetectorError,
}

impl Raise {
    /// The failure of a named fact.
    #[cold]
    #[must_use]
    pub fn fact(fact: &'static str, error: FactError) -> Self {
        Self::Fact(Box::new(FactFailure { fact, error }))
    }

    /// The failure of a named detector.
    #[cold]
    #[must_use]
    pub fn detector(detector: &'static str, error: DetectorError) -> Self {
        Self::Detector(Box::new(DetectorFailure { detector, error }))
    }
}

impl From<StoreError> for Raise {
    #[cold]
    fn from(error: StoreError) -> Self {
        Self::Store(Box::new(error))
    }
}

impl fmt::Display for Raise {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Overflow => f.write_str("integer arithmetic overflows 64 bits"),
            Self::DivisionByZero => f.write_str("division by zero"),
            Self::NotFinite => f.write_str("double arithmetic leaves the finite range"),
            Self::KeyAbsent => f.write_str("the map has no such key"),
            Self::IndexOutOfRange => f.write_str("the list has no such index"),
            Self::Fact(failure) => write!(f, "fact `{}`: {}", failure.fact, failure.error),
            Self::Detector(failure) => {
                write!(f, "detector `{}`: {}", failure.detector, failure.error)
            }
            Self::Store(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for Raise {}
