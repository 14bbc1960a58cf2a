//! Small functions that generated code calls to read facts.

use std::cell::OnceCell;

use crate::detector::{Report, Reported};
use crate::facts::{FactError, Observed};
use crate::raise::Raise;

/// A fact that only one place of the program consumes.
///
/// # Errors
/// Its provider failed.
#[inline]
pub fn read<T>(fact: &'static str, value: Observed<T>) -> Result<T, Raise> {
    value.map_err(|error| Raise::fact(fact, error))
}

/// A fact that several places consume: produced by the first of them, kept for the others.
///
/// # Errors
/// Its provider failed.
#[inline]
pub fn once<T: Copy>(
    cell: &OnceCell<Observed<T>>,
    fact: &'static str,
    produce: impl FnOnce() -> Observed<T>,
) -> Result<T, Raise> {
    match cell.get_or_init(produce) {
        Ok(value) => Ok(*value),
        Err(error) => Err(Raise::fact(fact, error.clone())),
    }
}

/// A fact as the rule's own detector reported it, or else as the host has it (OAR-FACT-11).
///
/// # Errors
/// The provider failed, or the detector reported a value of another type (OAR-FACT-26).
#[inline]
pub fn reported<'r, T>(
    report: Option<&'r Report>,
    fact: &'static str,
    value: impl FnOnce(&'r Reported) -> Observed<T>,
    host: impl FnOnce() -> Result<T, Raise>,
) -> Result<T, Raise> {
    match report.and_then(|report| report.get(fact)) {
        Some(found) => read(fact, value(found)),
        None => host(),
    }
}

/// Reads a function that the rule's own detector may have reported; otherwise the host is asked, with the argument. It is
/// evaluated once, before anybody is asked.
///
/// # Errors
/// As [`reported`].
#[inline]
pub fn reported_for<'r, A: Copy, T>(
    report: Option<&'r Report>,
    function: &'static str,
    argument: A,
    value: impl FnOnce(&'r Reported, A) -> Observed<T>,
    host: impl FnOnce(A) -> Result<T, Raise>,
) -> Result<T, Raise> {
    reported(
        report,
        function,
        |found| value(found, argument),
        || host(argument),
    )
}

/// A double that a provider may publish: NaN and the infinities are provider failures (OAR-FACT-23).
///
/// # Errors
/// The value is not finite.
#[inline]
pub fn finite(value: f64) -> Observed<f64> {
    if value.is_finite() {
        Ok(value)
    } else {
        Err(FactError::new("the value is not finite"))
    }
}

/// Whether every clause of a selector matches. A clause that can be read and does not match decides, whatever another
/// one does; only then does a clause that cannot be read count.
///
/// # Errors
/// No clause failed to match, and one could not be read.
pub fn all_clauses<const N: usize>(clauses: [Result<bool, Raise>; N]) -> Result<bool, Raise> {
    if clauses.iter().any(|clause| matches!(clause, Ok(false))) {
        return Ok(false);
    }
    clauses
        .into_iter()
        .try_fold(true, |all, clause| Ok(all && clause?))
}
