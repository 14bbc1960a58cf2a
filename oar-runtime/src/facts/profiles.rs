//! One trait per standard profile (section 5.4), from one table.
//!
//! The table is a macro so that the JSON adapter implements every fact from the same lines that declare it.

use super::from_call;

/// Hands the table to the macro named. A fact that the occurrence's tool call says of itself names where that is read.
macro_rules! profiles {
    ($each:ident) => {
        $each! {
            #[doc = "Profile `tool`: a host that dispatches named tool calls with structured arguments."]
            ///
            /// What a call says of itself comes from [`Occurrence::call`](super::Occurrence::call); a host overrides what
            /// it knows beyond that, such as `policy_denied`. `tool_args_fingerprint` is computed from the call, and stands in
            /// no trait: see [`Occurrence::stated_fingerprint`](super::Occurrence::stated_fingerprint).
            Tool: super::Occurrence, "tool" {
                #[doc = "The name of the tool being invoked at this anchor occurrence."]
                tool: string = from_call::name;
                #[doc = "The arguments the tool was called with."]
                tool_args: map = from_call::args;
                #[doc = "Machine codes for argument checks that did not pass. Empty when the arguments validated."]
                arg_validation_errors: list;
                #[doc = "Human-facing reason the argument check failed. Empty when the arguments validated."]
                arg_validation_reason: string;
                #[doc = "The argument name the failed check named. Empty when the arguments validated or the check named no field."]
                arg_validation_field: string;
                #[doc = "The permission profile in force for this call."]
                permission_profile: string;
                #[doc = "True when the host's own authorisation layer refused the call."]
                policy_denied: bool;
            } {
                #[doc = "The named tool argument as a string; empty when absent or not a string."]
                fn tool_arg_string(string) -> string = from_call::string;
                #[doc = "The named tool argument as an integer; zero when absent or not an integer."]
                fn tool_arg_int(string) -> int = from_call::int;
                #[doc = "The named tool argument as a boolean; false when absent or not a boolean."]
                fn tool_arg_bool(string) -> bool = from_call::boolean;
            }
            #[doc = "Profile `session`: a host with a durable session and an identifiable caller."]
            Session "session" {
                #[doc = "The session's declared posture."]
                session_posture: string;
                #[doc = "The identity on whose behalf the call is made."]
                principal: string;
                #[doc = "Roles attributed to the principal by the host."]
                principal_roles: list;
            } {
            }
            #[doc = "Profile `filesystem`: a host whose tools address a file system."]
            Filesystem "filesystem" {
                #[doc = "True when a path argument resolved to a directory."]
                is_directory: bool;
                #[doc = "True when a path or artifact the call names does not exist."]
                not_found: bool;
                #[doc = "True when a path argument resolved to a location the host's path sandbox refuses."]
                path_denied: bool;
            } {
                #[doc = "True when the named tool's path arguments resolve outside the scope in force for that tool."]
                fn path_outside_scope(string) -> bool;
            }
            #[doc = "Profile `content-provenance`: a host that preserves structured content segments and their provenance."]
            ContentProvenance "content-provenance" {
                #[doc = "Transport-independent roles for the content segments, in segment order: system, developer, user, assistant, tool, or unknown."]
                content_roles: list;
                #[doc = "Host-attributed origins for the content segments, in segment order: host, user, model, tool, peer, resource, retrieval, or unknown."]
                content_origins: list;
                #[doc = "Instruction authority attributed by the host to each content segment, in segment order: system, developer, user, delegated, none, or unknown."]
                content_authorities: list;
                #[doc = "Host trust classification for each content segment, in segment order: trusted, untrusted, or unknown. Trust does not itself grant instruction authority."]
                content_trust_tiers: list;
                #[doc = "Host-defined source identifier for each content segment, in segment order; empty when a segment has no source identifier."]
                content_sources: list;
                #[doc = "Number of structured content segments at this occurrence; equal to the length of every aligned content provenance list."]
                content_segment_count: int;
                #[doc = "True when content_trust_tiers contains untrusted."]
                content_contains_untrusted: bool;
            } {
            }
            #[doc = "Profile `content`: a host that supplies content measurements."]
            Content "content" {
                #[doc = "Length in Unicode code points of the content at this anchor."]
                content_length: int;
            } {
            }
            #[doc = "Profile `secrets`: a host that submits content to a registered secret detector."]
            Secrets "secrets" {
                #[doc = "Credential or secret spans a registered detector reported. Empty when no detector ran."]
                secret_matches: spans;
            } {
            }
            #[doc = "Profile `pii`: a host that submits content to a registered personal-data detector."]
            Pii "pii" {
                #[doc = "Personal-data spans a registered detector reported. Empty when no detector ran."]
                pii_entities: spans;
            } {
            }
            #[doc = "Profile `prompt-injection`: a host that submits content to a registered injection detector."]
            PromptInjection "prompt-injection" {
                #[doc = "Injection likelihood from a registered detector, between 0 and 1."]
                prompt_injection_score: double;
            } {
            }
            #[doc = "Profile `jailbreak`: a host that submits content to a registered jailbreak detector."]
            Jailbreak "jailbreak" {
                #[doc = "Jailbreak likelihood from a registered detector, between 0 and 1."]
                jailbreak_score: double;
            } {
            }
            #[doc = "Profile `moderation`: a host that submits content to a classifier scoring it against named categories."]
            Moderation "moderation" {
                #[doc = "The category names a registered classifier returned a score for. Empty when no classifier ran."]
                moderation_categories: list;
            } {
                #[doc = "The score a registered classifier reported for the named category, between 0 and 1; zero when that category was not scored."]
                fn moderation_score(string) -> double;
            }
            #[doc = "Profile `mcp`: a host bridging Model Context Protocol providers."]
            Mcp "mcp" {
                #[doc = "The catalogue provider id for this call, or empty when the call is not a bridged tool call."]
                mcp_provider_id: string;
                #[doc = "The unqualified tool name on the bridged server."]
                mcp_tool_name: string;
                #[doc = "The host-side name of the bridged tool."]
                mcp_qualified_tool: string;
                #[doc = "True when the catalogue contains the provider this call is bound to."]
                mcp_provider_configured: bool;
                #[doc = "True when the provider this call is bound to is configured and enabled."]
                mcp_provider_enabled: bool;
                #[doc = "True after a bridged call that returned without error. False before the call."]
                mcp_call_ok: bool;
                #[doc = "The machine error code a failed bridged call reported, never free text."]
                mcp_error_code: string;
                #[doc = "True when at least one declared result schema validated the call's result."]
                mcp_schema_matched: bool;
            } {
                #[doc = "True when the catalogue contains the given provider id."]
                fn mcp_provider_configured_for(string) -> bool;
                #[doc = "True when the given provider is configured and enabled."]
                fn mcp_provider_enabled_for(string) -> bool;
                #[doc = "True when the projected result carries the given key."]
                fn mcp_has_field(string) -> bool;
                #[doc = "The projected boolean at the given key; false when absent or wrongly typed."]
                fn mcp_field_bool(string) -> bool;
                #[doc = "The projected string at the given key; empty when absent."]
                fn mcp_field_string(string) -> string;
                #[doc = "The projected integer at the given key; zero when absent."]
                fn mcp_field_int(string) -> int;
            }
        }
    };
}
#[cfg(feature = "json")]
pub(crate) use profiles;

/// The Rust type of a fact type.
macro_rules! ty {
    (bool) => { bool };
    (int) => { i64 };
    (double) => { f64 };
    (string) => { &str };
    (list) => { $crate::facts::StrList<'_> };
    (spans) => { $crate::facts::Spans<'_> };
    (map) => { $crate::args::Args<'_> };
}
#[cfg(feature = "json")]
pub(crate) use ty;

/// The zero value of a fact type (OAR-FACT-25).
macro_rules! zero {
    (bool) => {
        false
    };
    (int) => {
        0
    };
    (double) => {
        0.0
    };
    (string) => {
        ""
    };
    (list) => {
        $crate::facts::StrList::EMPTY
    };
    (spans) => {
        $crate::facts::Spans::EMPTY
    };
    (map) => {
        $crate::args::Args::Empty
    };
}
#[cfg(feature = "json")]
pub(crate) use zero;

/// The body of a method that a host does not override: what the call says, or the zero value.
macro_rules! default {
    ($call:expr, $zero:expr) => {
        Ok($zero)
    };
    ($call:expr, $zero:expr, $from:path) => {
        $from($call)
    };
    ($call:expr, $argument:ident, $zero:expr) => {{
        let _ = $argument;
        Ok($zero)
    }};
    ($call:expr, $argument:ident, $zero:expr, $from:path) => {
        $from($call, $argument)
    };
}
#[cfg(feature = "json")]
pub(crate) use default;

macro_rules! declare {
    ($($(#[$profile:meta])* $trait:ident $(: $above:path,)? $name:literal {
        $($(#[$doc:meta])* $fact:ident: $ty:ident $(= $default:path)?;)*
    } {
        $($(#[$function_doc:meta])* fn $function:ident($argument:ident) -> $result:ident $(= $function_default:path)?;)*
    })*) => {
        $(
            $(#[$profile])*
            ///
            /// A method not overridden reads as its zero value (OAR-FACT-25).
            #[diagnostic::on_unimplemented(
                message = "the pack's capability document claims a profile that `{Self}` does not provide",
                note = "a profile is provided whole: `impl oar::facts::… for …` with an empty body provides its zero values"
            )]
            pub trait $trait $(: $above)? {
                $($(#[$doc])*
                #[inline]
                fn $fact(&self) -> $crate::facts::Observed<ty!($ty)> {
                    default!(self.call(), zero!($ty) $(, $default)?)
                })*
                $($(#[$function_doc])*
                #[inline]
                fn $function(&self, argument: ty!($argument)) -> $crate::facts::Observed<ty!($result)> {
                    default!(self.call(), argument, zero!($result) $(, $function_default)?)
                })*
            }
        )*
    };
}

profiles!(declare);
