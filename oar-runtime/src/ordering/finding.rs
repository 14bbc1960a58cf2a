//! What a rule found.

use std::borrow::Cow;
use std::fmt;

use super::{Invariant, Kind, Role, Rule, RuleType, Severity};

/// One violation of one rule.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The rule that was violated.
    pub rule: Rule,
    /// The profile it came from, or `union(a+b)`.
    pub profile: Cow<'static, str>,
    /// Every primitive involved, in the order the rule type defines. Members of an id collision repeat the id.
    pub primitive_ids: Vec<String>,
    /// The indices of those primitives in the timeline that was looked at: the host's own, or for what is left after
    /// a repair the repaired one. Empty where the primitives are gone, which is what `preservation` finds.
    pub entries: Vec<usize>,
    /// What exactly is wrong. Its `Display` is one line for people.
    pub detail: Detail,
}

impl Finding {
    /// The rule's id.
    #[must_use]
    pub fn rule_id(&self) -> &'static str {
        self.rule.id()
    }

    /// The rule's type.
    #[must_use]
    pub fn rule_type(&self) -> RuleType {
        self.rule.rule_type()
    }

    /// What it means for the decision.
    #[must_use]
    pub fn severity(&self) -> Severity {
        self.rule.severity()
    }

    /// The tools it is about: what `schemaIntegrity` and `toolIdentity` name.
    #[must_use]
    pub fn tools(&self) -> &[String] {
        match &self.detail {
            Detail::OrphanRequired { tool, .. } | Detail::UndeclaredTool { tool } => {
                std::slice::from_ref(tool)
            }
            _ => &[],
        }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.rule_id(), self.detail)
    }
}

/// What is wrong, by rule type.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Detail {
    /// A `before` stands after an `after`.
    Order {
        /// The kind that must come first.
        before: Kind,
        /// The kind that must come after.
        after: Kind,
    },
    /// A payload lacks a key.
    MissingMetadata {
        /// The kind of the primitive.
        kind: Kind,
        /// The path that is absent.
        key: &'static str,
    },
    /// Two messages of one role in a row.
    RepeatedRole {
        /// That role.
        role: Role,
    },
    /// A role group holds more calls than allowed. Never repaired: only a model can take a call back.
    TooManyCalls {
        /// How many it holds.
        calls: usize,
        /// How many are allowed.
        most: u64,
    },
    /// A kind directly after another that it may not follow.
    Adjacency {
        /// The first of the two.
        first: Kind,
        /// The one that may not follow.
        next: Kind,
    },
    /// History was lost or altered.
    History {
        /// The kind that was compared.
        kind: Kind,
        /// What was demanded.
        invariant: Invariant,
    },
    /// A payload does not carry the wire role.
    RoleTag {
        /// Where it was looked for.
        tag: &'static str,
        /// What should stand there.
        variant: &'static str,
    },
    /// Content from before the latest user message.
    Stale {
        /// Its kind.
        kind: Kind,
    },
    /// An identifier is too long.
    IdTooLong {
        /// How many code points it has.
        length: usize,
        /// How many are allowed.
        most: u64,
    },
    /// An identifier has characters outside its alphabet.
    IdPattern {
        /// The pattern whose repetitions are allowed.
        pattern: &'static str,
    },
    /// A turn neither says nor does anything.
    EmptyTurn {
        /// Whose turn.
        role: Role,
    },
    /// A call names a tool that the request does not declare.
    UndeclaredTool {
        /// The tool.
        tool: String,
    },
    /// A tool requires keys that are not among its properties.
    OrphanRequired {
        /// The tool.
        tool: String,
        /// The keys.
        keys: Vec<String>,
    },
    /// Several primitives share an identifier.
    IdCollision {
        /// Their kind.
        kind: Kind,
        /// The shared identifier.
        id: String,
        /// How many.
        members: usize,
    },
}

impl fmt::Display for Detail {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Detail::Order { before, after } => {
                write!(f, "a {before} stands after a {after} that it must precede")
            }
            Detail::MissingMetadata { kind, key } => {
                write!(f, "a {kind} carries no `{key}` in its payload")
            }
            Detail::RepeatedRole { role } => write!(f, "two {role} messages in a row"),
            Detail::TooManyCalls { calls, most } => {
                write!(f, "{calls} tool calls in one turn, at most {most} allowed")
            }
            Detail::Adjacency { first, next } => {
                write!(f, "a {next} stands directly after a {first}")
            }
            Detail::History { kind, invariant } => match invariant {
                Invariant::CountNonDecreasing => {
                    write!(f, "the history lost a {kind} that the previous run saw")
                }
                Invariant::PayloadFieldStable(path) => write!(
                    f,
                    "a {kind} that the previous run saw is gone or its `{}` changed",
                    path.text
                ),
                Invariant::PrunedAfterLatestTurn => write!(
                    f,
                    "a {kind} of the latest turn is gone or its payload changed"
                ),
            },
            Detail::RoleTag { tag, variant } => {
                write!(f, "`{tag}` in the payload is not `{variant}`")
            }
            Detail::Stale { kind } => {
                write!(
                    f,
                    "a {kind} from before the latest user message is still there"
                )
            }
            Detail::IdTooLong { length, most } => {
                write!(f, "the id has {length} code points, at most {most} allowed")
            }
            Detail::IdPattern { pattern } => {
                write!(f, "the id is not made of repetitions of `{pattern}`")
            }
            Detail::EmptyTurn { role } => {
                write!(f, "the {role} turn has neither text nor a tool call")
            }
            Detail::UndeclaredTool { tool } => {
                write!(f, "the tool `{tool}` is not declared in this request")
            }
            Detail::OrphanRequired { tool, keys } => write!(
                f,
                "the schema of `{tool}` requires what it does not define: `{}`",
                keys.join("`, `")
            ),
            Detail::IdCollision { kind, id, members } => {
                write!(f, "the id `{id}` is held by {members} primitives: {kind}")
            }
        }
    }
}
