//! An occurrence whose facts are JSON values.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use crate::args::Args;
use crate::detector::{DetectorError, Report};
use crate::facts::{self, FactError, Observed};
use crate::tool_call::ToolCall;

/// Facts by name, as JSON values; every standard profile is implemented over them.
///
/// A fact without a value reads as its zero value (OAR-FACT-25). A value under the name of an observation function is
/// the function's result for every argument (OAR-CONF-26). A tool call supplies exactly `tool`, `tool_args` and
/// `tool_args_fingerprint`; explicit facts override them (OAR-CONF-40).
#[derive(Debug, Default)]
pub struct Occurrence<'a> {
    facts: Option<&'a Map<String, Value>>,
    content: Option<&'a str>,
    call: Option<ToolCall<'a>>,
    recent_activity: Option<&'a [String]>,
    detectors: BTreeMap<&'a str, Result<Report, DetectorError>>,
}

impl<'a> Occurrence<'a> {
    /// An occurrence with nothing to report.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the facts.
    #[must_use]
    pub fn facts(mut self, facts: &'a Map<String, Value>) -> Self {
        self.facts = Some(facts);
        self
    }

    /// Sets the content.
    #[must_use]
    pub fn content(mut self, content: &'a str) -> Self {
        self.content = Some(content);
        self
    }

    /// Sets the tool call.
    #[must_use]
    pub fn tool_call(mut self, name: &'a str, arguments: &'a Map<String, Value>) -> Self {
        self.call = Some(ToolCall::new(name, Args::Json(arguments)));
        self
    }

    /// Sets the activity window in place of the session's.
    #[must_use]
    pub fn recent_activity(mut self, steps: &'a [String]) -> Self {
        self.recent_activity = Some(steps);
        self
    }

    /// Sets what a detector, by name without `detector://`, answers at this occurrence.
    #[must_use]
    pub fn detector(mut self, name: &'a str, answer: Result<Report, DetectorError>) -> Self {
        self.detectors.insert(name, answer);
        self
    }

    /// The value of a fact.
    pub(crate) fn value(&self, fact: &str) -> Option<&Value> {
        self.facts?.get(fact)
    }

    /// Reads a fact through its type, or gives its zero value. Generated code calls it for host facts.
    ///
    /// # Errors
    /// A value of another type.
    pub fn read<'s, T>(
        &'s self,
        fact: &str,
        zero: T,
        read: impl FnOnce(&'s Value) -> Observed<T>,
    ) -> Observed<T> {
        self.value(fact).map_or(Ok(zero), read)
    }

    /// What a detector answers. Generated code calls it.
    ///
    /// # Errors
    /// The detector failed, or nobody said what it answers.
    pub fn detect(&self, name: &str) -> Result<Report, DetectorError> {
        let unknown = || {
            Err(DetectorError::new(format!(
                "nothing answers for detector `{name}` at this occurrence"
            )))
        };
        self.detectors.get(name).cloned().unwrap_or_else(unknown)
    }
}

impl facts::Occurrence for Occurrence<'_> {
    fn content(&self) -> Option<&str> {
        self.content
    }

    fn call(&self) -> Option<&ToolCall<'_>> {
        self.call.as_ref()
    }

    fn recent_activity(&self) -> Option<&[String]> {
        self.recent_activity
    }
}

/// What the call says of a fact of the `tool` profile that has no explicit value (OAR-CONF-40).
pub(crate) trait FromCall<'s>: Sized {
    /// The call's value of the fact, if the call supplies that fact.
    fn from_call(call: &'s ToolCall<'_>, fact: &str) -> Option<Observed<Self>>;
}

impl<'s> FromCall<'s> for &'s str {
    fn from_call(call: &'s ToolCall<'_>, fact: &str) -> Option<Observed<Self>> {
        match fact {
            "tool" => Some(Ok(call.name())),
            "tool_args_fingerprint" => Some(
                call.fingerprint()
                    .map_err(|error| FactError::new(error.to_string())),
            ),
            _ => None,
        }
    }
}

impl<'s> FromCall<'s> for Args<'s> {
    fn from_call(call: &'s ToolCall<'_>, fact: &str) -> Option<Observed<Self>> {
        (fact == "tool_args").then(|| Ok(call.args()))
    }
}

macro_rules! never_from_call {
    ($($ty:ty),*) => {$(
        impl<'s> FromCall<'s> for $ty {
            fn from_call(_: &'s ToolCall<'_>, _: &str) -> Option<Observed<Self>> {
                None
            }
        }
    )*};
}

never_from_call!(bool, i64, f64, facts::StrList<'s>, facts::Spans<'s>);

impl Occurrence<'_> {
    /// Reads a standard fact: its explicit value, what the call says of it, or its zero value.
    pub(crate) fn standard<'s, T: FromCall<'s>>(
        &'s self,
        fact: &str,
        zero: T,
        read: impl FnOnce(&'s Value) -> Observed<T>,
    ) -> Observed<T> {
        if let Some(value) = self.value(fact) {
            return read(value);
        }
        self.call
            .as_ref()
            .and_then(|call| T::from_call(call, fact))
            .unwrap_or(Ok(zero))
    }
}
