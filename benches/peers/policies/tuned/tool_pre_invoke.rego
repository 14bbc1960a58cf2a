# Tuned: one chain, in which the first rule that applies decides, blocking rules before the one that warns. What is cheapest
# to refute stands first in each body.
package oar

import rego.v1

default tool_pre_invoke := ""

tool_pre_invoke := "BULK_DELETE_DENIED" if {
	input.tool == "delete"
	input.tool_args.recursive == true
} else := "MCP_PROVIDER_DISABLED" if {
	input.mcp_provider_id != ""
	not input.mcp_provider_enabled
} else := "READ_OUTSIDE_SCOPE" if {
	input.path_outside_scope
	input.tool in ["read", "grep"]
} else := "WRITE_OUTSIDE_WORKSPACE" if {
	input.tool in ["write", "edit"]
	_ = input.tool_args.path
	not startswith(input.tool_args.path, "/workspace/")
} else := "DESTRUCTIVE_TOOL_WARN" if {
	input.tool in ["delete", "move", "chmod"]
}
