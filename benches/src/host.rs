//! The host whose occurrences are decided: a gateway with a path scope, a provider catalogue and content detectors.

use oar::args::Args;
use oar::facts::{self, Spans};
use oar::transform::Span;
use oar::{DetectorError, Observed, Report, ToolCall};

use crate::packs;

/// A bridged provider.
#[derive(Clone, Copy, Debug)]
pub struct Provider<'a> {
    /// Its identifier in the catalogue.
    pub id: &'a str,
    /// Whether it is enabled.
    pub enabled: bool,
}

/// One occurrence.
#[derive(Debug)]
pub struct Moment<'a> {
    /// The call.
    pub call: Option<ToolCall<'a>>,
    /// Where reads and searches may go.
    pub scope: &'a str,
    /// The provider the call is bound to.
    pub provider: Option<Provider<'a>>,
    /// The content.
    pub content: Option<&'a str>,
    /// What the secret detector found.
    pub secrets: &'a [Span],
    /// What the personal-data detector found.
    pub pii: &'a [Span],
}

impl<'a> Moment<'a> {
    /// A call without a bridged provider.
    #[must_use]
    pub fn call(tool: &'a str, args: Args<'a>, scope: &'a str) -> Self {
        Self {
            call: Some(ToolCall::new(tool, args)),
            scope,
            provider: None,
            content: None,
            secrets: &[],
            pii: &[],
        }
    }

    /// Content with what detectors found in it.
    #[must_use]
    pub fn content(content: &'a str, secrets: &'a [Span], pii: &'a [Span]) -> Self {
        Self {
            call: None,
            scope: "",
            provider: None,
            content: Some(content),
            secrets,
            pii,
        }
    }
}

impl facts::Occurrence for Moment<'_> {
    #[inline]
    fn content(&self) -> Option<&str> {
        self.content
    }

    #[inline]
    fn call(&self) -> Option<&ToolCall<'_>> {
        self.call.as_ref()
    }
}

impl facts::Filesystem for Moment<'_> {
    // Always: both sides call it, and neither is to be judged by whether it happened to be inlined there.
    #[inline(always)]
    fn path_outside_scope(&self, _tool: &str) -> Observed<bool> {
        let args = self.call.as_ref().map(ToolCall::args);
        let path = args.and_then(|args| args.string("path"));
        Ok(!path.is_some_and(|path| path.starts_with(self.scope)))
    }
}

impl facts::Mcp for Moment<'_> {
    #[inline]
    fn mcp_provider_id(&self) -> Observed<&str> {
        Ok(self.provider.map_or("", |provider| provider.id))
    }

    #[inline]
    fn mcp_provider_enabled(&self) -> Observed<bool> {
        Ok(self.provider.is_some_and(|provider| provider.enabled))
    }
}

impl facts::Secrets for Moment<'_> {
    #[inline]
    fn secret_matches(&self) -> Observed<Spans<'_>> {
        Ok(Spans::Spans(self.secrets))
    }
}

impl facts::Pii for Moment<'_> {
    #[inline]
    fn pii_entities(&self) -> Observed<Spans<'_>> {
        Ok(Spans::Spans(self.pii))
    }
}

impl facts::Tool for Moment<'_> {}
impl facts::Session for Moment<'_> {}
impl facts::Content for Moment<'_> {}

/// The detectors of this host publish their spans as facts, and answer that they ran.
macro_rules! detectors {
    ($($pack:ident)*) => {$(
        impl packs::$pack::Detectors for Moment<'_> {
            #[inline]
            fn fixture(&self) -> Result<Report, DetectorError> {
                Ok(Report::new())
            }
        }
    )*};
}

detectors!(portable whole);
