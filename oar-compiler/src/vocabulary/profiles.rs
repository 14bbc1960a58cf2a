//! The standard profiles (section 5.4).

use super::entry::{Entry, Profile, fact, function};
use super::{Scalar, Type};

pub(super) static PROFILES: &[Profile] = &[
Profile { name: "tool", description: "A host that dispatches named tool calls with structured arguments.", by_detector: false, entries: &[
Entry::new("tool", fact(Type::String), "The name of the tool being invoked at this anchor occurrence."),
Entry::new("tool_args", fact(Type::Map), "The arguments the tool was called with."),
Entry::new("tool_args_fingerprint", fact(Type::String), "A stable digest of the tool name and arguments, for identifying a repeat of the same call."),
Entry::new("arg_validation_errors", fact(Type::ListString), "Machine codes for argument checks that did not pass. Empty when the arguments validated."),
Entry::new("arg_validation_reason", fact(Type::String), "Human-facing reason the argument check failed. Empty when the arguments validated."),
Entry::new("arg_validation_field", fact(Type::String), "The argument name the failed check named. Empty when the arguments validated or the check named no field."),
Entry::new("permission_profile", fact(Type::String), "The permission profile in force for this call."),
Entry::new("policy_denied", fact(Type::Bool), "True when the host's own authorisation layer refused the call."),
Entry::new("tool_arg_string", function(Scalar::String, Scalar::String), "The named tool argument as a string; empty when absent or not a string."),
Entry::new("tool_arg_int", function(Scalar::String, Scalar::Int), "The named tool argument as an integer; zero when absent or not an integer."),
Entry::new("tool_arg_bool", function(Scalar::String, Scalar::Bool), "The named tool argument as a boolean; false when absent or not a boolean."),
] },
Profile { name: "session", description: "A host with a durable session and an identifiable caller.", by_detector: false, entries: &[
Entry::new("session_posture", fact(Type::String), "The session's declared posture."),
Entry::new("principal", fact(Type::String), "The identity on whose behalf the call is made."),
Entry::new("principal_roles", fact(Type::ListString), "Roles attributed to the principal by the host."),
] },
Profile { name: "filesystem", description: "A host whose tools address a file system.", by_detector: false, entries: &[
Entry::new("is_directory", fact(Type::Bool), "True when a path argument resolved to a directory."),
Entry::new("not_found", fact(Type::Bool), "True when a path or artifact the call names does not exist."),
Entry::new("path_denied", fact(Type::Bool), "True when a path argument resolved to a location the host's path sandbox refuses."),
Entry::new("path_outside_scope", function(Scalar::String, Scalar::Bool), "True when the named tool's path arguments resolve outside the scope in force for that tool."),
] },
Profile { name: "content-provenance", description: "A host that preserves structured content segments and their provenance.", by_detector: false, entries: &[
Entry::new("content_roles", fact(Type::ListString), "Transport-independent roles for the content segments, in segment order: system, developer, user, assistant, tool, or unknown.").of(&["system", "developer", "user", "assistant", "tool", "unknown"]),
Entry::new("content_origins", fact(Type::ListString), "Host-attributed origins for the content segments, in segment order: host, user, model, tool, peer, resource, retrieval, or unknown.").of(&["host", "user", "model", "tool", "peer", "resource", "retrieval", "unknown"]),
Entry::new("content_authorities", fact(Type::ListString), "Instruction authority attributed by the host to each content segment, in segment order: system, developer, user, delegated, none, or unknown.").of(&["system", "developer", "user", "delegated", "none", "unknown"]),
Entry::new("content_trust_tiers", fact(Type::ListString), "Host trust classification for each content segment, in segment order: trusted, untrusted, or unknown. Trust does not itself grant instruction authority.").of(&["trusted", "untrusted", "unknown"]),
Entry::new("content_sources", fact(Type::ListString), "Host-defined source identifier for each content segment, in segment order; empty when a segment has no source identifier."),
Entry::new("content_segment_count", fact(Type::Int), "Number of structured content segments at this occurrence; equal to the length of every aligned content provenance list."),
Entry::new("content_contains_untrusted", fact(Type::Bool), "True when content_trust_tiers contains untrusted."),
] },
Profile { name: "content", description: "A host that supplies content measurements.", by_detector: false, entries: &[
Entry::new("content_length", fact(Type::Int), "Length in Unicode code points of the content at this anchor."),
] },
Profile { name: "secrets", description: "A host that submits content to a registered secret detector.", by_detector: true, entries: &[
Entry::new("secret_matches", fact(Type::ListMap), "Credential or secret spans a registered detector reported. Empty when no detector ran."),
] },
Profile { name: "pii", description: "A host that submits content to a registered personal-data detector.", by_detector: true, entries: &[
Entry::new("pii_entities", fact(Type::ListMap), "Personal-data spans a registered detector reported. Empty when no detector ran."),
] },
Profile { name: "prompt-injection", description: "A host that submits content to a registered injection detector.", by_detector: true, entries: &[
Entry::new("prompt_injection_score", fact(Type::Double), "Injection likelihood from a registered detector, between 0 and 1."),
] },
Profile { name: "jailbreak", description: "A host that submits content to a registered jailbreak detector.", by_detector: true, entries: &[
Entry::new("jailbreak_score", fact(Type::Double), "Jailbreak likelihood from a registered detector, between 0 and 1."),
] },
Profile { name: "moderation", description: "A host that submits content to a classifier scoring it against named categories.", by_detector: true, entries: &[
Entry::new("moderation_categories", fact(Type::ListString), "The category names a registered classifier returned a score for. Empty when no classifier ran."),
Entry::new("moderation_score", function(Scalar::String, Scalar::Double), "The score a registered classifier reported for the named category, between 0 and 1; zero when that category was not scored."),
] },
Profile { name: "mcp", description: "A host bridging Model Context Protocol providers.", by_detector: false, entries: &[
Entry::new("mcp_provider_id", fact(Type::String), "The catalogue provider id for this call, or empty when the call is not a bridged tool call."),
Entry::new("mcp_tool_name", fact(Type::String), "The unqualified tool name on the bridged server."),
Entry::new("mcp_qualified_tool", fact(Type::String), "The host-side name of the bridged tool."),
Entry::new("mcp_provider_configured", fact(Type::Bool), "True when the catalogue contains the provider this call is bound to."),
Entry::new("mcp_provider_enabled", fact(Type::Bool), "True when the provider this call is bound to is configured and enabled."),
Entry::new("mcp_call_ok", fact(Type::Bool), "True after a bridged call that returned without error. False before the call."),
Entry::new("mcp_error_code", fact(Type::String), "The machine error code a failed bridged call reported, never free text."),
Entry::new("mcp_schema_matched", fact(Type::Bool), "True when at least one declared result schema validated the call's result."),
Entry::new("mcp_provider_configured_for", function(Scalar::String, Scalar::Bool), "True when the catalogue contains the given provider id."),
Entry::new("mcp_provider_enabled_for", function(Scalar::String, Scalar::Bool), "True when the given provider is configured and enabled."),
Entry::new("mcp_has_field", function(Scalar::String, Scalar::Bool), "True when the projected result carries the given key."),
Entry::new("mcp_field_bool", function(Scalar::String, Scalar::Bool), "The projected boolean at the given key; false when absent or wrongly typed."),
Entry::new("mcp_field_string", function(Scalar::String, Scalar::String), "The projected string at the given key; empty when absent."),
Entry::new("mcp_field_int", function(Scalar::String, Scalar::Int), "The projected integer at the given key; zero when absent."),
] },
];
