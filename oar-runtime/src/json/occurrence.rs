//! An occurrence whose facts are JSON values.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::values;
use crate::args::Args;
use crate::detector::{DetectorError, Report};
use crate::facts::{self, Observed};
use crate::tool_call::ToolCall;

/// Facts by name, as JSON values; every standard profile is implemented over them.
///
/// A fact without a value reads as its zero value (OAR-FACT-25). A value under the name of an observation function is
/// the function's result for every argument (OAR-CONF-26). A tool call supplies what a call says of itself; explicit facts
/// override it.
#[derive(Debug, Default)]
pub struct Occurrence<'a> {
    facts: Option<&'a Map<String, Value>>,
    content: Option<&'a str>,
    call: Option<ToolCall<'a>>,
    /// Whether the call answers `tool_arg_string` and its like.
    answers: bool,
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
        self.answers = true;
        self
    }

    /// Sets the tool call of a conformance fixture, which supplies exactly `tool`, `tool_args` and
    /// `tool_args_fingerprint` (OAR-CONF-40): the functions over its arguments read as zero unless facts state them.
    #[must_use]
    pub fn fixture_call(mut self, name: &'a str, arguments: &'a Map<String, Value>) -> Self {
        self = self.tool_call(name, arguments);
        self.answers = false;
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
    pub(super) fn value(&self, fact: &str) -> Option<&Value> {
        self.facts?.get(fact)
    }

    /// The call, for the functions over its arguments.
    pub(super) fn answering_call(&self) -> Option<&ToolCall<'a>> {
        self.call.as_ref().filter(|_| self.answers)
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

    fn stated_fingerprint(&self) -> Option<Observed<&str>> {
        self.value("tool_args_fingerprint").map(values::as_str)
    }

    fn recent_activity(&self) -> Option<&[String]> {
        self.recent_activity
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts::Tool;
    use serde_json::json;

    fn arguments() -> Map<String, Value> {
        let arguments = json!({"path": "/a", "lines": 3, "force": true});
        arguments.as_object().cloned().expect("an object")
    }

    #[test]
    fn a_call_says_everything_that_a_call_can_say() {
        let arguments = arguments();
        let occurrence = Occurrence::new().tool_call("read", &arguments);
        assert_eq!(occurrence.tool(), Ok("read"));
        assert_eq!(occurrence.tool_args().map(|args| args.len()), Ok(3));
        assert_eq!(occurrence.tool_arg_string("path"), Ok("/a"));
        assert_eq!(occurrence.tool_arg_int("lines"), Ok(3));
        assert_eq!(occurrence.tool_arg_bool("force"), Ok(true));
    }

    #[test]
    fn a_fixture_call_supplies_three_facts_and_no_function() {
        let arguments = arguments();
        let occurrence = Occurrence::new().fixture_call("read", &arguments);
        assert_eq!(occurrence.tool(), Ok("read"));
        assert_eq!(occurrence.tool_args().map(|args| args.len()), Ok(3));
        assert_eq!(occurrence.tool_arg_string("path"), Ok(""));
        assert_eq!(occurrence.tool_arg_int("lines"), Ok(0));
        assert_eq!(occurrence.tool_arg_bool("force"), Ok(false));
    }

    #[test]
    fn an_explicit_fact_wins_over_the_call() {
        let arguments = arguments();
        let facts =
            json!({"tool": "write", "tool_arg_string": "every argument", "tool_arg_int": null});
        let occurrence = Occurrence::new()
            .tool_call("read", &arguments)
            .facts(facts.as_object().expect("an object"));
        assert_eq!(occurrence.tool(), Ok("write"));
        assert_eq!(occurrence.tool_arg_string("path"), Ok("every argument"));
        // `null` is a value of another type, not absence.
        assert!(occurrence.tool_arg_int("lines").is_err());
        assert_eq!(facts::Occurrence::call_name(&occurrence), Some("read"));
    }
}
