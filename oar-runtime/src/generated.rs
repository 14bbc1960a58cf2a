//! Small functions that generated code calls to read facts.

use std::borrow::Cow;
use std::cell::{Cell, OnceCell};

use crate::detector::{DetectorError, Report, Reported};
use crate::engine::Walk;
use crate::facts::{FactError, Observed, Spans};
use crate::program::{Anchor, Index, Program, RuleTable, Spanned};
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
#[derive(Debug)]
pub struct Kept<T: Copy> {
    value: Cell<Option<T>>,
    failure: OnceCell<FactError>,
}

impl<T: Copy> Kept<T> {
    /// Not produced yet.
    #[inline]
    #[must_use]
    #[expect(
        clippy::new_without_default,
        reason = "generated code has no use for it"
    )]
    pub const fn new() -> Self {
        Self {
            value: Cell::new(None),
            failure: OnceCell::new(),
        }
    }

    /// The failure of the fact, now or earlier.
    #[cold]
    #[inline(never)]
    fn failed(&self, fact: &'static str, now: Option<FactError>) -> Raise {
        let error = self.failure.get_or_init(|| {
            // INVARIANT: one of them is there.
            now.unwrap_or_else(|| FactError::new("the provider failed"))
        });
        Raise::fact(fact, error.clone())
    }
}

/// The value of a kept fact.
///
/// # Errors
/// Its provider failed.
#[inline(always)]
pub fn once<T: Copy>(
    kept: &Kept<T>,
    fact: &'static str,
    produce: impl FnOnce() -> Observed<T>,
) -> Result<T, Raise> {
    if let Some(value) = kept.value.get() {
        return Ok(value);
    }
    let produced = match kept.failure.get() {
        None => produce(),
        Some(_) => return Err(kept.failed(fact, None)),
    };
    match produced {
        Ok(value) => {
            kept.value.set(Some(value));
            Ok(value)
        }
        Err(error) => Err(kept.failed(fact, Some(error))),
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

/// The same of a function: its argument is evaluated once, before anybody is asked.
///
/// # Errors
/// As for [`reported`].
#[inline]
pub fn reported_for<'r, A, T>(
    report: Option<&'r Report>,
    function: &'static str,
    argument: A,
    value: impl FnOnce(&'r Reported, A) -> Observed<T>,
    host: impl FnOnce(A) -> Result<T, Raise>,
) -> Result<T, Raise> {
    match report.and_then(|report| report.get(function)) {
        Some(found) => read(function, value(found, argument)),
        None => host(argument),
    }
}

/// The spans of a fact as the rule's own detector reported them, or else as the host has them.
///
/// # Errors
/// As for [`reported`]; or a member is no span (OAR-OPS-19).
pub fn reported_spans<'a>(
    report: Option<&Report>,
    fact: &'static str,
    host: impl FnOnce() -> Result<Spans<'a>, Raise>,
) -> Result<Spanned<'a>, Raise> {
    match report.and_then(|report| report.get(fact)) {
        // What a detector reported lives shorter than what the host has.
        Some(found) => {
            let spans = found.as_spans().and_then(Spans::to_spans);
            read(fact, spans.map(|spans| Cow::Owned(spans.into_owned())))
        }
        None => read(fact, host()?.to_spans()),
    }
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

/// What a detector reported, for each rule that declares it: it runs for the first of them.
///
/// `None` when it failed: the long way says so at the rule.
#[inline]
pub fn run_once<'r>(
    kept: &'r OnceCell<Result<Report, DetectorError>>,
    table: &RuleTable,
    detect: impl FnOnce() -> Result<Report, DetectorError>,
) -> Option<&'r Report> {
    let report =
        kept.get_or_init(|| detect().and_then(|report| report.checked(table.observations)));
    report.as_ref().ok()
}

/// The short way along the lane of a value.
#[inline]
pub fn walk_by_value<'a, P: Program<'a>>(
    anchor: &'static Anchor,
    index: &Index,
    value: &'a str,
    program: &P,
) -> Walk<'a> {
    let lane = index.table.get(value).unwrap_or(0);
    match anchor.lane(lane).straight {
        true => Walk::loop_along(anchor, lane, program),
        false => Walk::select(Some(Ok(value))),
    }
}
