//! What a host publishes: one trait per capability profile, and the views its values are read through.
//!
//! A method that a host does not override reads as its type's zero value (OAR-FACT-25). A provider that fails returns
//! [`FactError`], which is another thing than having nothing to report (OAR-FACT-26).

mod error;
mod profiles;
mod views;

pub use error::{FactError, Observed};
pub use profiles::{
    Content, ContentProvenance, Filesystem, Jailbreak, Mcp, Moderation, Pii, PromptInjection,
    Secrets, Session, Tool,
};
#[cfg(feature = "json")]
pub(crate) use profiles::{profiles, ty, zero};
pub use views::{Spans, StrList, StrMap};

/// What every host supplies for every occurrence, whatever profiles it claims.
///
/// Both methods are required: a host that forgot one would have rules that silently never act.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an occurrence that rules can be evaluated at",
    note = "implement `oar::facts::Occurrence` for it: the content at this anchor, and the name of the call being made"
)]
pub trait Occurrence {
    /// The fully assembled content at this anchor (OAR-OPS-8); `None` where the anchor has none.
    fn content(&self) -> Option<&str>;

    /// The name of the tool call this occurrence is about, which becomes a step of the session's activity when
    /// `tool.pre_invoke` does not block it (OAR-PROF-9); `None` where there is no call.
    fn call_name(&self) -> Option<&str>;

    /// An explicit activity window for this occurrence alone, oldest step first, in place of the session's
    /// (OAR-CONF-40). Hosts leave it `None`.
    fn recent_activity(&self) -> Option<&[String]> {
        None
    }
}
