//! Small functions that generated code calls to read facts.

use std::borrow::Cow;
use std::cell::{Cell, OnceCell};

use crate::detector::{DetectorError, Report, Reported};
use crate::engine::Walk;
use crate::facts::{FactError, Observed, Occurrence, Spans};
use crate::fingerprint::{Fingerprint, digest};
use crate::program::{Anchor, Index, Program, RuleTable, Spanned};
use crate::raise::Raise;
use crate::session::CounterScope;

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

/// `tool_args_fingerprint` at an occurrence (OAR-FACT-28), produced when a rule first asks for it.
///
/// It outlives the struct that facts are read through, which borrows the session, so that side-effects can use it.
#[derive(Debug, Default)]
pub struct CallFingerprint<'a> {
    /// Of the call.
    digest: OnceCell<Digest>,
    /// What there is in its place.
    otherwise: OnceCell<Observed<&'a str>>,
    /// Written where a rule reads it as text.
    text: OnceCell<Fingerprint>,
}

/// Aligned, so that it is moved in the pieces that it was written in.
#[derive(Debug)]
#[repr(align(16))]
struct Digest([u8; 32]);

impl<'a> CallFingerprint<'a> {
    /// The fact as text.
    ///
    /// # Errors
    /// The arguments have no canonical JSON.
    pub fn text<H: Occurrence>(&'a self, host: &'a H) -> Observed<&'a str> {
        match self.digest(host) {
            Ok(digest) => {
                let text = || Fingerprint::from_digest(digest);
                Ok(self.text.get_or_init(text).as_str())
            }
            Err(otherwise) => otherwise.clone(),
        }
    }

    /// The fact as the value of a counter scope.
    ///
    /// # Errors
    /// The arguments have no canonical JSON.
    #[inline]
    pub fn scope<H: Occurrence>(&'a self, host: &'a H) -> Observed<CounterScope<'a>> {
        match self.digest(host) {
            Ok(digest) => Ok(CounterScope::fingerprint(digest)),
            Err(otherwise) => otherwise.clone().map(CounterScope::new),
        }
    }

    /// The digest of the call, or what there is in its place.
    #[inline]
    fn digest<H: Occurrence>(&'a self, host: &'a H) -> Result<&'a [u8; 32], &'a Observed<&'a str>> {
        if let Some(digest) = self.digest.get() {
            return Ok(&digest.0);
        }
        match self.otherwise.get() {
            None => self.compute(host),
            Some(otherwise) => Err(otherwise),
        }
    }

    fn compute<H: Occurrence>(
        &'a self,
        host: &'a H,
    ) -> Result<&'a [u8; 32], &'a Observed<&'a str>> {
        let mut bytes = Digest([0; 32]);
        let otherwise = match (host.stated_fingerprint(), host.call()) {
            (Some(stated), _) => stated,
            // OAR-FACT-25
            (None, None) => Ok(""),
            (None, Some(call)) => match digest(call.name(), call.args(), &mut bytes.0) {
                Ok(()) => return Ok(&self.digest.get_or_init(|| bytes).0),
                Err(error) => Err(FactError::new(error.to_string())),
            },
        };
        Err(self.otherwise.get_or_init(|| otherwise))
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
#[inline]
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
    Walk::led(lane, |met| program.lane(anchor, lane, value, met))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::{Arg, Args};
    use crate::tool_call::ToolCall;

    /// A host with a call, or with a fingerprint stated in its place.
    struct Host<'a> {
        call: Option<ToolCall<'a>>,
        stated: Option<Observed<&'a str>>,
    }

    impl Occurrence for Host<'_> {
        fn content(&self) -> Option<&str> {
            None
        }

        fn call(&self) -> Option<&ToolCall<'_>> {
            self.call.as_ref()
        }

        fn stated_fingerprint(&self) -> Option<Observed<&str>> {
            self.stated.clone()
        }
    }

    fn host<'a>(call: Option<ToolCall<'a>>, stated: Option<Observed<&'a str>>) -> Host<'a> {
        Host { call, stated }
    }

    #[test]
    fn the_fingerprint_is_the_calls_and_computed_once() {
        let call = ToolCall::new("read", Args::Empty);
        let host = host(Some(call), None);
        let kept = CallFingerprint::default();
        let (first, second) = (kept.text(&host).unwrap(), kept.text(&host).unwrap());
        assert_eq!(first, call.fingerprint().unwrap().as_str());
        assert!(std::ptr::eq(first, second));
    }

    #[test]
    fn without_a_call_the_fingerprint_is_empty() {
        assert_eq!(CallFingerprint::default().text(&host(None, None)), Ok(""));
    }

    #[test]
    fn a_stated_fingerprint_stands_for_the_calls() {
        let call = Some(ToolCall::new("read", Args::Empty));
        let stated = host(call, Some(Ok("again")));
        assert_eq!(CallFingerprint::default().text(&stated), Ok("again"));
        let wrong = host(call, Some(Err(FactError::new("down"))));
        let kept = CallFingerprint::default();
        assert_eq!(kept.text(&wrong), Err(FactError::new("down")));
    }

    #[test]
    fn arguments_without_a_canonical_form_fail_each_time() {
        let args = [("n", Arg::Double(f64::INFINITY))];
        let host = host(Some(ToolCall::new("read", Args::Pairs(&args))), None);
        let kept = CallFingerprint::default();
        assert!(kept.text(&host).is_err());
        assert!(kept.text(&host).is_err());
    }
}
