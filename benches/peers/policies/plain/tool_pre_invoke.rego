# A rule of the pack is a rule of a partial set. The sets have no order: the host takes the first that blocks in the pack's.
package oar

import rego.v1

blocked contains "BULK_DELETE_DENIED" if {
	input.tool == "delete"
	input.tool_args.recursive == true
}

warned contains "DESTRUCTIVE_TOOL_WARN" if {
	input.tool in ["delete", "move", "chmod"]
}

blocked contains "MCP_PROVIDER_DISABLED" if {
	input.mcp_provider_id != ""
	not input.mcp_provider_enabled
}

blocked contains "READ_OUTSIDE_SCOPE" if {
	input.tool in ["read", "grep"]
	input.path_outside_scope
}

# With a path that is no string `startswith` is undefined, so this applies.
blocked contains "WRITE_OUTSIDE_WORKSPACE" if {
	input.tool in ["write", "edit"]
	_ = input.tool_args.path
	not startswith(input.tool_args.path, "/workspace/")
}
