//! The host's occurrence: what the rules see of one recorded moment.
//!
//! `packs/capability.yaml` claims seven profiles, and rustc asks for one trait each. A method that is not written here
//! reads as its zero value: this host keeps no roles, no permission profiles and no argument checks of its own.

use oar::facts::{self, Observed};
use oar::{ToolCall, args::Args};

use crate::filesystem::Scopes;
use crate::mcp::Catalogue;
use crate::record::Record;

/// What the host knows whatever happens.
pub(crate) struct Host {
    pub(crate) scopes: Scopes,
    pub(crate) catalogue: Catalogue,
}

impl Host {
    /// The host of the recorded session.
    pub(crate) fn example() -> Self {
        Self {
            scopes: Scopes::example(),
            catalogue: Catalogue::example(),
        }
    }
}

/// One occurrence.
pub(crate) struct Moment<'a> {
    pub(crate) host: &'a Host,
    pub(crate) record: &'a Record,
    pub(crate) call: Option<ToolCall<'a>>,
}

impl<'a> Moment<'a> {
    pub(crate) fn new(host: &'a Host, record: &'a Record) -> Self {
        let tool = record.tool.as_deref();
        Self {
            host,
            record,
            call: tool.map(|tool| ToolCall::new(tool, Args::Json(&record.arguments))),
        }
    }
}

impl facts::Occurrence for Moment<'_> {
    fn content(&self) -> Option<&str> {
        self.record.text.as_deref()
    }

    fn call(&self) -> Option<&ToolCall<'_>> {
        self.call.as_ref()
    }
}

/// Name, arguments and fingerprint come from the call.
impl facts::Tool for Moment<'_> {}

impl facts::Session for Moment<'_> {
    fn principal(&self) -> Observed<&str> {
        Ok(&self.record.principal)
    }
}

impl facts::Content for Moment<'_> {
    fn content_length(&self) -> Observed<i64> {
        let length = self.record.text.as_deref().unwrap_or("").chars().count();
        Ok(i64::try_from(length).unwrap_or(i64::MAX))
    }
}

/// Spans come from the detector, for the rules that declare it; without one there is nothing to report.
impl facts::Secrets for Moment<'_> {}
impl facts::Pii for Moment<'_> {}
