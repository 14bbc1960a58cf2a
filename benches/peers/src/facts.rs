//! What the rules of `tool.pre_invoke` read of an occurrence, the same for every peer.

use oar::FactError;
use oar::args::Args;
use oar::facts::{Filesystem, Mcp, Tool};
use oar_benches::host::Moment;
use serde_json::{Map, Value};

/// The facts, borrowed from the host's occurrence.
///
/// Parameterised facts become plain ones: `path_outside_scope(tool)` is only ever asked of the call's own tool, and the
/// accessors of arguments are what each peer's own language has for members of a map.
#[derive(Clone, Copy, Debug)]
pub struct Facts<'m> {
    /// `tool`
    pub tool: &'m str,
    /// `tool_args`; this host's are JSON.
    pub tool_args: Option<&'m Map<String, Value>>,
    /// `path_outside_scope(tool)`
    pub path_outside_scope: bool,
    /// `mcp_provider_id`
    pub mcp_provider_id: &'m str,
    /// `mcp_provider_enabled`
    pub mcp_provider_enabled: bool,
}

impl<'m> Facts<'m> {
    /// Reads them.
    ///
    /// # Errors
    /// The host cannot produce one.
    #[inline]
    pub fn of(moment: &'m Moment<'_>) -> Result<Self, FactError> {
        let tool = moment.tool()?;
        Ok(Self {
            tool,
            tool_args: match moment.tool_args()? {
                Args::Json(map) => Some(map),
                _ => None,
            },
            path_outside_scope: moment.path_outside_scope(tool)?,
            mcp_provider_id: moment.mcp_provider_id()?,
            mcp_provider_enabled: moment.mcp_provider_enabled()?,
        })
    }
}
