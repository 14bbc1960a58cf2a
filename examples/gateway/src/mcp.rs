//! Calls that the host bridges to Model Context Protocol providers.

use oar::args::Args;
use oar::facts::{self, Observed};

use crate::moment::Moment;

/// The providers the host knows.
pub(crate) struct Catalogue {
    providers: &'static [(&'static str, Enabled)],
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Enabled {
    Yes,
    No,
}

impl Catalogue {
    pub(crate) fn example() -> Self {
        Self {
            providers: &[("issues", Enabled::Yes), ("billing", Enabled::No)],
        }
    }

    fn enabled(&self, id: &str) -> Option<Enabled> {
        let found = self.providers.iter().find(|(provider, _)| *provider == id);
        found.map(|&(_, enabled)| enabled)
    }
}

/// The provider and its tool, from the name the host gives a bridged tool: `mcp__<provider>__<tool>`.
fn bridged(tool: &str) -> Option<(&str, &str)> {
    tool.strip_prefix("mcp__")?.split_once("__")
}

impl Moment<'_> {
    fn provider(&self) -> Option<&str> {
        let (provider, _) = bridged(self.record.tool.as_deref()?)?;
        Some(provider)
    }

    fn result(&self) -> Args<'_> {
        Args::Json(&self.record.result)
    }
}

impl facts::Mcp for Moment<'_> {
    fn mcp_provider_id(&self) -> Observed<&str> {
        Ok(self.provider().unwrap_or(""))
    }

    fn mcp_tool_name(&self) -> Observed<&str> {
        let tool = self.record.tool.as_deref().and_then(bridged);
        Ok(tool.map_or("", |(_, tool)| tool))
    }

    fn mcp_qualified_tool(&self) -> Observed<&str> {
        let tool = self.record.tool.as_deref().unwrap_or("");
        Ok(if bridged(tool).is_some() { tool } else { "" })
    }

    fn mcp_provider_configured(&self) -> Observed<bool> {
        self.mcp_provider_configured_for(self.provider().unwrap_or(""))
    }

    fn mcp_provider_enabled(&self) -> Observed<bool> {
        self.mcp_provider_enabled_for(self.provider().unwrap_or(""))
    }

    fn mcp_call_ok(&self) -> Observed<bool> {
        let returned = !self.record.result.is_empty() || self.record.text.is_some();
        Ok(self.provider().is_some() && returned && self.record.error.is_empty())
    }

    fn mcp_error_code(&self) -> Observed<&str> {
        Ok(&self.record.error)
    }

    fn mcp_provider_configured_for(&self, id: &str) -> Observed<bool> {
        Ok(self.host.catalogue.enabled(id).is_some())
    }

    fn mcp_provider_enabled_for(&self, id: &str) -> Observed<bool> {
        Ok(self.host.catalogue.enabled(id) == Some(Enabled::Yes))
    }

    fn mcp_has_field(&self, name: &str) -> Observed<bool> {
        Ok(self.result().contains(name))
    }

    fn mcp_field_bool(&self, name: &str) -> Observed<bool> {
        Ok(self.result().boolean(name).unwrap_or(false))
    }

    fn mcp_field_string(&self, name: &str) -> Observed<&str> {
        Ok(self.result().string(name).unwrap_or(""))
    }

    fn mcp_field_int(&self, name: &str) -> Observed<i64> {
        Ok(self.result().int(name).unwrap_or(0))
    }

    // The providers of this catalogue declare no result schemas, so `mcp_schema_matched` stays false.
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bridged_tools_are_told_by_their_name() {
        assert_eq!(bridged("mcp__issues__search"), Some(("issues", "search")));
        assert_eq!(bridged("mcp__issues"), None);
        assert_eq!(bridged("read"), None);
    }

    #[test]
    fn a_provider_that_is_not_listed_is_neither_configured_nor_enabled() {
        let catalogue = Catalogue::example();
        assert!(catalogue.enabled("issues") == Some(Enabled::Yes));
        assert!(catalogue.enabled("billing") == Some(Enabled::No));
        assert!(catalogue.enabled("crm").is_none());
    }
}
