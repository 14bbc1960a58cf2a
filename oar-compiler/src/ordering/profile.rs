//! A profile that has been checked: everything in it is legal and means what the document says.

use super::Automaton;
use crate::diagnostic::Span;

/// A named list of rules.
#[derive(Clone, Debug)]
pub struct Profile {
    /// The document's first bytes.
    pub span: Span,
    /// `name`
    pub name: String,
    /// `description`
    pub description: String,
    /// `permissive`
    pub permissive: bool,
    /// `rules`, no id twice.
    pub rules: Vec<Rule>,
}

/// One rule of a profile.
#[derive(Clone, Debug)]
pub struct Rule {
    /// Where it stands.
    pub span: Span,
    /// `id`
    pub id: String,
    /// `severity`; advisory when the document does not say, for every type.
    pub severity: Severity,
    /// What it demands, by `type`.
    pub body: Body,
}

/// What a rule demands.
#[derive(Clone, Debug)]
pub enum Body {
    /// `order`
    Order {
        /// The kind that comes first.
        before: Kind,
        /// The kind that comes after; another one.
        after: Kind,
        /// Where the two are compared.
        scope: OrderScope,
        /// Only the last role group is looked at.
        only_latest_group: bool,
    },
    /// `requiredMetadata`
    RequiredMetadata {
        /// Thoughts or tool calls.
        kind: Kind,
        /// Which of them.
        apply_to: ApplyTo,
        /// `requiredPayloadKey`
        key: Path,
        /// `gatedByReplayCompatibility`, not empty.
        gate: Option<Vec<String>>,
        /// The three `fallback…` fields.
        fallback: Option<Fallback>,
    },
    /// `alternation`; its `roles` and `mode` have one legal value each.
    Alternation {
        /// `maxPerGroup`
        max_per_group: Option<u64>,
    },
    /// `adjacency`
    Adjacency {
        /// The kind whose direct successor is looked at.
        first: Kind,
        /// What it may not be; not empty.
        disallow_between: Vec<Kind>,
    },
    /// `preservation`
    Preservation {
        /// The kind that is compared.
        kind: Kind,
        /// What must hold.
        invariant: Invariant,
        /// `resetOnModelSwitch`
        reset_on_model_switch: bool,
    },
    /// `roleRemap`
    RoleRemap {
        /// The kind it is about.
        kind: Kind,
        /// The string that must stand at `tag`.
        variant: String,
        /// `expectedRoleTag`
        tag: Path,
    },
    /// `staleContentAdvisory`
    StaleContentAdvisory {
        /// The kind it is about.
        kind: Kind,
        /// `optOutOptionKey`; documentation only.
        opt_out_option_key: String,
    },
    /// `identifierFormat`
    IdentifierFormat {
        /// The kind it is about.
        kind: Kind,
        /// `maxLength` in code points.
        max_length: Option<u64>,
        /// `allowedPattern`
        pattern: Option<Pattern>,
    },
    /// `nonEmptyTurn`
    NonEmptyTurn {
        /// Whose turns.
        role: Role,
        /// Only the last turn is looked at.
        only_terminal: bool,
    },
    /// `toolIdentity`
    ToolIdentity,
    /// `schemaIntegrity`
    SchemaIntegrity,
    /// `identifierUniqueness`
    IdentifierUniqueness {
        /// The kind it is about.
        kind: Kind,
        /// Where the rule is active.
        surface: ActiveOn,
        /// How a repair makes new ids.
        rename: RenameStrategy,
    },
}

/// `message`, `thought`, `toolCall`
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `message`
    Message,
    /// `thought`
    Thought,
    /// `toolCall`
    ToolCall,
}

/// `user`, `assistant`
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// `user`
    User,
    /// `assistant`
    Assistant,
}

/// `blocking`, `advisory`
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Severity {
    /// `blocking`
    Blocking,
    /// `advisory`
    #[default]
    Advisory,
}

/// `adjacent-same-role-group`, `entire-turn`
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OrderScope {
    /// `adjacent-same-role-group`
    RoleGroup,
    /// `entire-turn`
    EntireTurn,
}

/// `first-in-group`, `every`
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ApplyTo {
    /// `first-in-group`
    FirstInGroup,
    /// `every`
    Every,
}

/// `both`, `dispatch`, `turn`
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum ActiveOn {
    /// `both`
    #[default]
    Both,
    /// `dispatch`
    Dispatch,
    /// `turn`
    Turn,
}

/// `uuid-v6`, `suffix-index`, `keep-item-id`
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum RenameStrategy {
    /// `uuid-v6`
    #[default]
    UuidV6,
    /// `suffix-index`
    SuffixIndex,
    /// `keep-item-id`
    KeepItemId,
}

/// What a `preservation` rule demands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Invariant {
    /// `count-non-decreasing`
    CountNonDecreasing,
    /// `payload-field-stable`, with its `payloadField`
    PayloadFieldStable(Path),
    /// `pruned-after-latest-turn`
    PrunedAfterLatestTurn,
}

/// A dot-path: no part empty, and not spelled from outside the payload.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Path {
    /// As written.
    pub text: String,
}

impl Path {
    /// Its parts.
    pub fn segments(&self) -> impl Iterator<Item = &str> {
        self.text.split('.')
    }
}

/// A pattern and what it compiled to.
#[derive(Clone, Debug)]
pub struct Pattern {
    /// As written.
    pub text: String,
    /// Matches one or more repetitions of it, and nothing else.
    pub automaton: Automaton,
}

/// What a repair may write where metadata is missing.
#[derive(Clone, Debug)]
pub struct Fallback {
    /// `fallbackPayloadValue`
    pub value: Constant,
    /// `fallbackReplayCompatibility`
    pub replay_compatibility: String,
    /// `fallbackRepairAuthorized`
    pub authorized: bool,
}

/// Any JSON value.
#[derive(Clone, Debug, PartialEq)]
pub enum Constant {
    /// `null`
    Null,
    /// A boolean.
    Bool(bool),
    /// An integer of 64 bits.
    Int(i64),
    /// Any other number; finite.
    Float(f64),
    /// A string.
    Str(String),
    /// A list.
    List(Vec<Constant>),
    /// An object, no key twice, in the order written.
    Map(Vec<(String, Constant)>),
}
