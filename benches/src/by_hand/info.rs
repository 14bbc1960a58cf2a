//! What decisions say of the rules.

use oar::CopyField::{Fix, Title, What};

use super::Info;

/// By [`super::Rule`].
pub(super) static RULES: [Info; 10] = [
    Info {
        qualified: "example.hygiene/REPEAT_CALL_TALLY",
        code: "REPEAT_CALL_TALLY",
        copy: &[(
            What,
            "Records that this exact call was made, so the rules below can see a repeat.",
        )],
    },
    Info {
        qualified: "example.security/BULK_DELETE_DENIED",
        code: "BULK_DELETE_DENIED",
        copy: &[(
            What,
            "A recursive delete is refused outright rather than merely flagged.",
        )],
    },
    Info {
        qualified: "example.security/DESTRUCTIVE_TOOL_WARN",
        code: "DESTRUCTIVE_TOOL_WARN",
        copy: &[(What, "This tool changes state that is awkward to restore.")],
    },
    Info {
        qualified: "example.security/MCP_PROVIDER_DISABLED",
        code: "MCP_PROVIDER_DISABLED",
        copy: &[
            (
                What,
                "The call targets a bridged provider that is configured but not enabled.",
            ),
            (
                Fix,
                "Enable the provider in the catalogue, or route the call elsewhere.",
            ),
        ],
    },
    Info {
        qualified: "example.security/READ_OUTSIDE_SCOPE",
        code: "READ_OUTSIDE_SCOPE",
        copy: &[
            (Title, "Read outside the declared scope"),
            (
                What,
                "The call reads a path outside the scope in force for this tool.",
            ),
            (
                Fix,
                "Read inside the scope, or widen the scope deliberately.",
            ),
        ],
    },
    Info {
        qualified: "example.security/WRITE_OUTSIDE_WORKSPACE",
        code: "WRITE_OUTSIDE_WORKSPACE",
        copy: &[
            (Title, "Write outside the workspace"),
            (
                What,
                "The call writes to a path that is not under /workspace/.",
            ),
            (
                Fix,
                "Write inside the workspace, or move the file there deliberately.",
            ),
        ],
    },
    Info {
        qualified: "example.hygiene/REPEAT_LOOP_BLOCK",
        code: "REPEAT_LOOP_BLOCK",
        copy: &[
            (What, "The same call has been retried too many times."),
            (
                Fix,
                "Inspect the environment or change the command rather than replaying it.",
            ),
        ],
    },
    Info {
        qualified: "example.hygiene/REPEAT_LOOP_WARN",
        code: "REPEAT_LOOP_WARN",
        copy: &[(
            What,
            "The same call has been retried several times without a change of approach.",
        )],
    },
    Info {
        qualified: "example.security/REDACT_PII",
        code: "REDACT_PII",
        copy: &[(What, "The response contained personal data.")],
    },
    Info {
        qualified: "example.security/REDACT_SECRETS",
        code: "REDACT_SECRETS",
        copy: &[(
            What,
            "The response contained something shaped like a credential.",
        )],
    },
];
