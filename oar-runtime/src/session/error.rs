//! The refusal of a store or a sink.

use std::borrow::Cow;
use std::fmt;

/// A counter store or an event sink could not do what was asked; nothing was applied (OAR-FIRE-9).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoreError(Cow<'static, str>);

impl StoreError {
    /// A refusal with its reason, for the operator.
    #[must_use]
    pub fn new(reason: impl Into<Cow<'static, str>>) -> Self {
        Self(reason.into())
    }
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for StoreError {}
