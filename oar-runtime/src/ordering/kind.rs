//! The small closed vocabularies of the guard.

use std::fmt;

/// The three kinds of primitive a conversation is made of.
///
/// The order of the variants is the order in which entries of one millisecond stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// Something the user or the assistant said. System prompts and tool results are not messages.
    Message,
    /// Reasoning of the assistant.
    Thought,
    /// A tool call of the assistant, its result included.
    ToolCall,
}

impl Kind {
    /// Every kind.
    pub const ALL: [Kind; 3] = [Kind::Message, Kind::Thought, Kind::ToolCall];

    /// The name in documents: `message`, `thought`, `toolCall`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Message => "message",
            Kind::Thought => "thought",
            Kind::ToolCall => "toolCall",
        }
    }

    /// The kind of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Kind::Message => "message",
            Kind::Thought => "thought",
            Kind::ToolCall => "tool call",
        })
    }
}

/// Who speaks. Thoughts and tool calls are always the assistant's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Role {
    /// The user.
    User,
    /// The assistant.
    Assistant,
}

impl Role {
    /// The name in documents: `user`, `assistant`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Role::User => "user",
            Role::Assistant => "assistant",
        }
    }

    /// The role of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        [Role::User, Role::Assistant]
            .into_iter()
            .find(|role| role.name() == name)
    }

    /// The other one.
    #[must_use]
    pub const fn opposite(self) -> Self {
        match self {
            Role::User => Role::Assistant,
            Role::Assistant => Role::User,
        }
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What a finding means for the decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Severity {
    /// The request does not proceed.
    Blocking,
    /// The finding is reported and changes nothing. What an omitted severity means.
    #[default]
    Advisory,
}

impl Severity {
    /// The name in documents: `blocking`, `advisory`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Severity::Blocking => "blocking",
            Severity::Advisory => "advisory",
        }
    }
}

/// Where the guard runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Surface {
    /// Before each model request: the host can refuse that one request.
    #[default]
    Dispatch,
    /// Once when a user turn starts: the host can only abort the turn.
    Turn,
}

/// Where a rule is active.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum ActiveOn {
    /// On both surfaces.
    #[default]
    Both,
    /// Before each model request only.
    Dispatch,
    /// At the start of a turn only.
    Turn,
}

impl ActiveOn {
    /// Whether the rule runs on that surface.
    #[must_use]
    pub const fn includes(self, surface: Surface) -> bool {
        matches!(
            (self, surface),
            (ActiveOn::Both, _)
                | (ActiveOn::Dispatch, Surface::Dispatch)
                | (ActiveOn::Turn, Surface::Turn)
        )
    }
}

/// Whether the request may go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Decision {
    /// No blocking finding is left.
    Proceed,
    /// At least one blocking finding is left.
    Reject,
}
