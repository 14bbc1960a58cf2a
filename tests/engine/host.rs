//! A host that writes down every fact it is asked for.

use std::cell::RefCell;

use oar::args::Args;
use oar::facts::{self, FactError, Observed, Spans};
use oar::transform::Span;
use oar::{DetectorError, Report, ToolCall};

/// An occurrence that keeps the log of what was read.
#[derive(Default)]
pub(crate) struct Spy<'a> {
    call: Option<ToolCall<'a>>,
    content: Option<&'a str>,
    failing: &'a [&'a str],
    log: RefCell<Vec<&'static str>>,
}

impl<'a> Spy<'a> {
    pub(crate) fn call(tool: &'a str) -> Self {
        Self {
            call: Some(ToolCall::new(tool, Args::Empty)),
            ..Self::default()
        }
    }

    pub(crate) fn content(content: &'a str) -> Self {
        Self {
            content: Some(content),
            ..Self::default()
        }
    }

    /// Has the facts and detectors of these names fail.
    pub(crate) fn failing(mut self, names: &'a [&'a str]) -> Self {
        self.failing = names;
        self
    }

    /// What was read, in order.
    pub(crate) fn read(&self) -> Vec<&'static str> {
        self.log.borrow().clone()
    }

    fn see<T>(&self, name: &'static str, value: T) -> Observed<T> {
        self.log.borrow_mut().push(name);
        if self.failing.contains(&name) {
            return Err(FactError::new("the provider is down"));
        }
        Ok(value)
    }

    /// `detector://spy`: one span.
    pub(crate) fn spy(&self) -> Result<Report, DetectorError> {
        self.see("detector", ())
            .map_err(|_| DetectorError::new("the detector is down"))?;
        Ok(Report::new().spans("secret_matches", vec![Span { start: 0, end: 3 }]))
    }
}

impl facts::Occurrence for Spy<'_> {
    fn content(&self) -> Option<&str> {
        self.content
    }

    fn call(&self) -> Option<&ToolCall<'_>> {
        self.call.as_ref()
    }
}

impl facts::Tool for Spy<'_> {
    fn tool(&self) -> Observed<&str> {
        self.see("tool", self.call.as_ref().map_or("", ToolCall::name))
    }

    fn permission_profile(&self) -> Observed<&str> {
        self.see("permission_profile", "narrow")
    }

    fn policy_denied(&self) -> Observed<bool> {
        self.see("policy_denied", false)
    }
}

impl facts::Session for Spy<'_> {
    fn session_posture(&self) -> Observed<&str> {
        self.see("session_posture", "careful")
    }

    fn principal(&self) -> Observed<&str> {
        self.see("principal", "ci")
    }
}

impl facts::Content for Spy<'_> {
    fn content_length(&self) -> Observed<i64> {
        let length = self.content.unwrap_or("").chars().count();
        self.see("content_length", i64::try_from(length).expect("short"))
    }
}

impl facts::Secrets for Spy<'_> {
    fn secret_matches(&self) -> Observed<Spans<'_>> {
        self.see("secret_matches", Spans::EMPTY)
    }
}
