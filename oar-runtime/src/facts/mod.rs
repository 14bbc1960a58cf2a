//! What a host publishes: one trait per capability profile, and the views its values are read through.
//!
//! A method that a host does not override reads as its type's zero value (OAR-FACT-25). A provider that fails returns
//! [`FactError`], which is another thing than having nothing to report (OAR-FACT-26).

mod error;
pub(crate) mod from_call;
mod profiles;
mod views;

pub use error::{FactError, Observed};
pub use profiles::{
    Content, ContentProvenance, Filesystem, Jailbreak, Mcp, Moderation, Pii, PromptInjection,
    Secrets, Session, Tool,
};
#[cfg(feature = "json")]
pub(crate) use profiles::{default, profiles, ty, zero};
pub use views::{Spans, StrList, StrMap};

use crate::tool_call::ToolCall;

/// What every host supplies for every occurrence, whatever profiles it claims.
///
/// The two methods without a default are required: a host that forgot one would have rules that silently never act.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an occurrence that rules can be evaluated at",
    note = "implement `oar::facts::Occurrence` for it: the content at this anchor, and the tool call it is about"
)]
pub trait Occurrence {
    /// The fully assembled content at this anchor (OAR-OPS-8); `None` where the anchor has none.
    fn content(&self) -> Option<&str>;

    /// The tool call this occurrence is about; `None` where there is none. What a call says of itself, its name,
    /// arguments and fingerprint, the profile [`Tool`] reads from here unless a host overrides it there.
    fn call(&self) -> Option<&ToolCall<'_>>;

    /// The name of the call, which becomes a step of the session's activity when `tool.pre_invoke` does not block it
    /// (OAR-PROF-9).
    #[inline]
    fn call_name(&self) -> Option<&str> {
        self.call().map(ToolCall::name)
    }

    /// An explicit `tool_args_fingerprint` for this occurrence alone, in place of the digest of its call (OAR-CONF-40).
    /// Hosts leave it `None`: the digest is prescribed (OAR-FACT-28), and computed when a rule asks for it.
    fn stated_fingerprint(&self) -> Option<Observed<&str>> {
        None
    }

    /// An explicit activity window for this occurrence alone, oldest step first, in place of the session's
    /// (OAR-CONF-40). Hosts leave it `None`.
    fn recent_activity(&self) -> Option<&[String]> {
        None
    }
}
