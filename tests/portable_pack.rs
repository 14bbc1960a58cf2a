//! The portable pack through `include_rules!` and a list of files, which needs no build script.

mod policy {
    oar::include_rules![
        "examples/gateway/packs/bulk-delete.yaml",
        "examples/gateway/packs/mcp-provider-disabled.yaml",
        "examples/gateway/packs/read-outside-scope.yaml",
        "examples/gateway/packs/redact-pii.yaml",
        "examples/gateway/packs/redact-secrets.yaml",
        "examples/gateway/packs/repeat-loop.yaml",
        "examples/gateway/packs/write-outside-workspace.yaml",
        capability = "examples/gateway/packs/capability.yaml",
        json = true
    ];
}

#[path = "portable_pack/body.rs"]
mod body;
