//! The failure of a fact provider.

use std::borrow::Cow;
use std::fmt;

/// What an accessor returns: the value, or why it could not be produced.
pub type Observed<T> = Result<T, FactError>;

/// A fact provider failed, or produced a value of another type than declared (OAR-FACT-26).
///
/// It takes the `on_error` of each rule that consumes the fact. Having nothing to report is no failure: that is the
/// zero value.
#[derive(Clone, PartialEq, Eq)]
pub struct FactError(Box<Cow<'static, str>>);

impl FactError {
    /// A failure with its reason, for the operator.
    #[cold]
    #[must_use]
    pub fn new(reason: impl Into<Cow<'static, str>>) -> Self {
        Self(Box::new(reason.into()))
    }

    /// The failure of a value that has another type than declared.
    #[cold]
    #[must_use]
    pub fn wrong_type(expected: &'static str) -> Self {
        Self::new(format!("the value is not of the declared type {expected}"))
    }
}

impl fmt::Display for FactError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Debug for FactError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "FactError({:?})", self.0)
    }
}

impl std::error::Error for FactError {}
