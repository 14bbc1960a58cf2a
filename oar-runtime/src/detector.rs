//! What a detector reports: observations, never verdicts (OAR-OPS-11).

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;

use crate::args::Args;
use crate::facts::{FactError, Spans, StrList, StrMap};
use crate::transform::Span;

/// A detector failed or is unreachable; the rule takes its `on_error` (OAR-OPS-3).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DetectorError(Cow<'static, str>);

impl DetectorError {
    /// A failure with its reason, for the operator.
    #[must_use]
    pub fn new(reason: impl Into<Cow<'static, str>>) -> Self {
        Self(reason.into())
    }
}

impl fmt::Display for DetectorError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for DetectorError {}

/// The observations a detector made for one occurrence.
///
/// They replace the host's facts of the same names for the rule that ran the detector, and for that rule alone
/// (OAR-FACT-11). Facts that it does not report stay the host's.
#[derive(Clone, Debug, Default)]
pub struct Report {
    facts: Vec<(Cow<'static, str>, Reported)>,
}

/// One reported value.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Reported {
    /// A `bool`.
    Bool(bool),
    /// An `int`.
    Int(i64),
    /// A `double`.
    Double(f64),
    /// A `string`.
    String(String),
    /// A `list<string>`.
    List(Vec<String>),
    /// A `map<string,string>`.
    Strings(BTreeMap<String, String>),
    /// A `list<map>` of spans, in code points.
    Spans(Vec<Span>),
    /// A function's results: by argument, zero for the others.
    Scores(BTreeMap<String, f64>),
    /// A JSON value, checked against the fact's declared type when it is consumed (OAR-FACT-26).
    #[cfg(feature = "json")]
    Json(serde_json::Value),
}

impl Report {
    /// A report without findings.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds an observation under the name of a fact or function. A later one of the same name replaces it.
    #[must_use]
    pub fn with(mut self, fact: impl Into<Cow<'static, str>>, value: Reported) -> Self {
        let fact = fact.into();
        self.facts.retain(|(name, _)| *name != fact);
        self.facts.push((fact, value));
        self
    }

    /// Adds the spans found, in code points of the content.
    #[must_use]
    pub fn spans(self, fact: &'static str, spans: Vec<Span>) -> Self {
        self.with(fact, Reported::Spans(spans))
    }

    /// Adds a score.
    #[must_use]
    pub fn score(self, fact: &'static str, score: f64) -> Self {
        self.with(fact, Reported::Double(score))
    }

    /// The report, if it keeps to declared names, which are given sorted. What another name meant to say would be lost, so
    /// it is a failure of the detector (OAR-FACT-26).
    ///
    /// # Errors
    /// It names another one.
    pub fn checked(self, declared: &[&str]) -> Result<Self, DetectorError> {
        let stray = self
            .names()
            .find(|name| declared.binary_search(name).is_err());
        let error = stray.map(|name| {
            DetectorError::new(format!(
                "it reported `{name}`, which the capability document does not declare"
            ))
        });
        error.map_or(Ok(self), Err)
    }

    /// The names reported.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.facts.iter().map(|(name, _)| name.as_ref())
    }

    /// The value reported under a name.
    #[inline]
    #[must_use]
    pub fn get(&self, fact: &str) -> Option<&Reported> {
        self.facts
            .iter()
            .find(|(name, _)| name == fact)
            .map(|(_, value)| value)
    }
}

impl Reported {
    /// What a reported function gives for an argument: its score, zero where it has none, or one value for every
    /// argument.
    ///
    /// # Errors
    /// A value of another type.
    pub fn as_double_for(&self, argument: &str) -> Result<f64, FactError> {
        match self {
            Self::Scores(scores) => Ok(scores.get(argument).copied().unwrap_or(0.0)),
            other => other.as_double(),
        }
    }
}

/// Reads a reported value as a declared type; a value of another type is a failure, never coerced (OAR-FACT-26).
macro_rules! reads {
    ($($(#[$doc:meta])* $name:ident -> $ty:ty, $spelled:literal, $json:path, { $($pattern:pat => $value:expr),* };)*) => {
        impl Reported {
            $($(#[$doc])*
            ///
            /// # Errors
            /// A value of another type.
            pub fn $name(&self) -> Result<$ty, FactError> {
                match self {
                    $($pattern => Ok($value),)*
                    #[cfg(feature = "json")]
                    Self::Json(value) => $json(value),
                    #[allow(unreachable_patterns, reason = "some types have one spelling only")]
                    _ => Err(FactError::wrong_type($spelled)),
                }
            }
        )*}
    };
}

reads! {
    /// The value as a `bool`.
    as_bool -> bool, "bool", crate::json::values::as_bool, { Self::Bool(value) => *value };
    /// The value as an `int`.
    as_int -> i64, "int", crate::json::values::as_int, { Self::Int(value) => *value };
    /// The value as a finite `double`.
    as_double -> f64, "double", crate::json::values::as_double, { Self::Double(value) => *value };
    /// The value as a `string`.
    as_str -> &str, "string", crate::json::values::as_str, { Self::String(value) => value };
    /// The value as a `list<string>`.
    as_list -> StrList<'_>, "list<string>", crate::json::values::as_list, { Self::List(value) => StrList::Strings(value) };
    /// The value as a `map<string,string>`.
    as_strings -> StrMap<'_>, "map<string,string>", crate::json::values::as_strings, { Self::Strings(value) => StrMap::Map(value) };
    /// The value as a `map`.
    as_map -> Args<'_>, "map", crate::json::values::as_map, { Self::Strings(value) => Args::Strings(StrMap::Map(value)) };
    /// The value as a `list<map>`.
    as_spans -> Spans<'_>, "list<map>", crate::json::values::as_spans, { Self::Spans(value) => Spans::Spans(value) };
}
