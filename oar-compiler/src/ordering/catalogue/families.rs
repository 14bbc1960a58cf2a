//! Families of models: which atomic profiles each one wants.

/// A family and its recipe.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Family {
    /// The family's name.
    pub name: &'static str,
    /// Atomic profiles, as tokens, in order.
    pub profiles: &'static [&'static str],
    /// Another name for its one profile, rather than a union.
    pub is_alias: bool,
    /// The recipe follows what is known of similar families; nobody has confirmed it for this one.
    pub is_unconfirmed: bool,
}

const fn family(name: &'static str, profiles: &'static [&'static str]) -> Family {
    Family {
        name,
        profiles,
        is_alias: false,
        is_unconfirmed: false,
    }
}

const fn unconfirmed(name: &'static str, profiles: &'static [&'static str]) -> Family {
    Family {
        is_unconfirmed: true,
        ..family(name, profiles)
    }
}

const BASELINE: &[&str] = &["openai_shape_baseline"];

/// Every family.
pub const FAMILIES: &[Family] = &[
    family(
        "anthropic-manual-thinking",
        &[
            "thinking_before_tool_use",
            "payload_field_preservation:signature",
        ],
    ),
    family(
        "anthropic-adaptive-thinking",
        &["payload_field_preservation:signature"],
    ),
    family(
        "gemini-3",
        &["thought_signature_required", "function_response_adjacency"],
    ),
    family(
        "gemini-2-5",
        &["thought_signature_advisory", "function_response_adjacency"],
    ),
    family("nova", &["strict_alternation", "openai_shape_baseline"]),
    family("bedrock-converse", &["converse_text_before_tool_use"]),
    family(
        "deepseek-v3-base",
        &["strict_alternation", "openai_shape_baseline"],
    ),
    family(
        "deepseek-thinking",
        &["strict_alternation", "full_history_preservation:thought"],
    ),
    family(
        "deepseek-v4",
        &["strict_alternation", "full_history_preservation:thought"],
    ),
    family("qwen-2-5", BASELINE),
    family(
        "qwen-3",
        &[
            "openai_shape_baseline",
            "reasoning_pruned_after_latest_turn",
        ],
    ),
    family("glm-4-5", BASELINE),
    family(
        "glm-4-7",
        &[
            "openai_shape_baseline",
            "payload_field_preservation:clear_thinking",
        ],
    ),
    family(
        "kimi-k2",
        &[
            "openai_shape_baseline",
            "full_history_preservation:toolCall",
        ],
    ),
    family(
        "kimi-k3",
        &[
            "openai_shape_baseline",
            "full_history_preservation:toolCall",
            "full_history_preservation:thought",
        ],
    ),
    family(
        "minimax-m2",
        &[
            "openai_shape_baseline",
            "full_history_preservation:toolCall",
            "full_history_preservation:thought",
        ],
    ),
    family(
        "minimax-m3",
        &[
            "openai_shape_baseline",
            "full_history_preservation:toolCall",
            "full_history_preservation:thought",
        ],
    ),
    family(
        "llama-3",
        &["openai_shape_baseline", "single_tool_call_per_turn"],
    ),
    family("gemma-3", &["strict_alternation"]),
    family(
        "gemma-4",
        &["strict_alternation", "stale_thinking_advisory"],
    ),
    family("gpt-oss", &["harmony_commentary_channel"]),
    family(
        "codex-responses",
        &["payload_field_preservation:encrypted_content"],
    ),
    family("granite-3-x", &["role_remap_split_tool_roles"]),
    family("granite-4-x", &["role_remap_inline_tool_call"]),
    family("mistral", BASELINE),
    family("llama-4", BASELINE),
    family("nemotron", BASELINE),
    family("cohere-command-r", BASELINE),
    family("phi", BASELINE),
    family("mai", BASELINE),
    family("jamba", BASELINE),
    family("falcon", BASELINE),
    family("palmyra", BASELINE),
    family("ernie", BASELINE),
    family("gpt-4-legacy", BASELINE),
    unconfirmed("bytedance-seed", BASELINE),
    unconfirmed("muse-spark", BASELINE),
    unconfirmed("muse-glimmer", BASELINE),
    Family {
        is_alias: true,
        ..family("grok", &["permissive"])
    },
];
