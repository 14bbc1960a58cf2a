//! The core anchors (section 8.1).

/// A lifecycle moment that the specification fixes (OAR-PROF-1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CoreAnchor {
    /// The identifier rules use.
    pub name: &'static str,
    /// When it occurs, in the specification's words.
    pub moment: &'static str,
}

pub(super) static ANCHORS: [CoreAnchor; 8] = [
    CoreAnchor {
        name: "tool.pre_invoke",
        moment: "Before a tool call is dispatched, with the tool name and arguments observable and nothing executed yet.",
    },
    CoreAnchor {
        name: "tool.handler",
        moment: "Inside the tool's own handler, after argument validation and before the effect it performs.",
    },
    CoreAnchor {
        name: "tool.post_invoke",
        moment: "After a tool call returns, with the result observable and before it is handed back to the agent.",
    },
    CoreAnchor {
        name: "agent.post_turn",
        moment: "After an agent produces a turn, with the turn's content observable — the moment a claim can be checked against the evidence for it.",
    },
    CoreAnchor {
        name: "agent.finalize",
        moment: "After a worker or child agent completes and its summary is available.",
    },
    CoreAnchor {
        name: "model.input",
        moment: "User and retrieved content assembled for the model, before the model consumes it.",
    },
    CoreAnchor {
        name: "model.output",
        moment: "A model response, before it is shown to a person or acted on.",
    },
    CoreAnchor {
        name: "model.tool_result",
        moment: "Content returned by a tool or retrieval step, before the model consumes it.",
    },
];
