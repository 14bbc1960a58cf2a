//! The host that the packs assume.

use oar::args::Args;
use oar::facts::{self, StrList};
use oar::{Observed, ToolCall};
use serde_json::{Map, Value};

/// The text of this file, for hosts that are built to be timed.
pub const SOURCE: &str = include_str!("host.rs");

/// A call and what the host knows about it.
#[derive(Debug)]
pub struct Call<'a> {
    call: ToolCall<'a>,
    roles: &'a [String],
    /// Whether changes are let through now.
    pub change_window: bool,
}

impl<'a> Call<'a> {
    /// A call that no rule minds: every condition of its tool is read and is false.
    #[must_use]
    pub fn sound(tool: &'a str, args: &'a Map<String, Value>, roles: &'a [String]) -> Self {
        Self {
            call: ToolCall::new(tool, Args::Json(args)),
            roles,
            change_window: false,
        }
    }
}

impl facts::Occurrence for Call<'_> {
    #[inline]
    fn content(&self) -> Option<&str> {
        None
    }

    #[inline]
    fn call(&self) -> Option<&ToolCall<'_>> {
        Some(&self.call)
    }
}

impl facts::Tool for Call<'_> {
    #[inline]
    fn permission_profile(&self) -> Observed<&str> {
        Ok("standard")
    }
}

impl facts::Session for Call<'_> {
    #[inline]
    fn session_posture(&self) -> Observed<&str> {
        Ok("unattended")
    }

    #[inline]
    fn principal(&self) -> Observed<&str> {
        Ok("agent-7")
    }

    #[inline]
    fn principal_roles(&self) -> Observed<StrList<'_>> {
        Ok(StrList::Strings(self.roles))
    }
}

impl facts::Filesystem for Call<'_> {
    #[inline]
    fn path_outside_scope(&self, _tool: &str) -> Observed<bool> {
        let path = self.call.args().string("path");
        Ok(!path.is_some_and(|path| path.starts_with("/workspace/")))
    }
}

impl facts::Mcp for Call<'_> {
    #[inline]
    fn mcp_provider_id(&self) -> Observed<&str> {
        Ok("warehouse")
    }

    #[inline]
    fn mcp_provider_enabled(&self) -> Observed<bool> {
        Ok(true)
    }
}

impl facts::Content for Call<'_> {}
impl facts::Secrets for Call<'_> {}
