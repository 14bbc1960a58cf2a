//! The occurrence as peers are given it where their inputs are prebuilt: what the host works out is known.

use oar::facts::{self, Spans};
use oar::{DetectorError, Observed, Report, ToolCall};
use oar_benches::host::Moment;
use oar_benches::packs::portable;

use crate::facts::Facts;

/// An occurrence of which the host knows `path_outside_scope`, which it is asked of the call's own tool alone.
#[derive(Debug)]
pub struct Prebuilt<'m> {
    moment: &'m Moment<'m>,
    outside: bool,
}

impl<'m> Prebuilt<'m> {
    /// From the same facts that peers' inputs are built from.
    pub fn new(moment: &'m Moment<'m>, facts: &Facts<'_>) -> Self {
        Self {
            moment,
            outside: facts.path_outside_scope,
        }
    }
}

impl facts::Filesystem for Prebuilt<'_> {
    #[inline]
    fn path_outside_scope(&self, _tool: &str) -> Observed<bool> {
        Ok(self.outside)
    }
}

impl facts::Occurrence for Prebuilt<'_> {
    #[inline]
    fn content(&self) -> Option<&str> {
        self.moment.content()
    }

    #[inline]
    fn call(&self) -> Option<&ToolCall<'_>> {
        self.moment.call()
    }
}

impl facts::Mcp for Prebuilt<'_> {
    #[inline]
    fn mcp_provider_id(&self) -> Observed<&str> {
        self.moment.mcp_provider_id()
    }

    #[inline]
    fn mcp_provider_enabled(&self) -> Observed<bool> {
        self.moment.mcp_provider_enabled()
    }
}

impl facts::Secrets for Prebuilt<'_> {
    fn secret_matches(&self) -> Observed<Spans<'_>> {
        self.moment.secret_matches()
    }
}

impl facts::Pii for Prebuilt<'_> {
    fn pii_entities(&self) -> Observed<Spans<'_>> {
        self.moment.pii_entities()
    }
}

impl facts::Tool for Prebuilt<'_> {}
impl facts::Session for Prebuilt<'_> {}
impl facts::Content for Prebuilt<'_> {}

impl portable::Detectors for Prebuilt<'_> {
    fn fixture(&self) -> Result<Report, DetectorError> {
        self.moment.fixture()
    }
}
