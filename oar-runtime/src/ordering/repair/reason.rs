//! Why a finding was not repaired.

use std::fmt;

/// Why a blocking finding is left.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// Findings of this rule type are never repaired: that would invent or destroy content.
    NotRepairable,
    /// Too many calls in one turn: an invented turn between them would only hide it.
    TooManyCalls,
    /// The rule has no fallback value.
    NoFallback,
    /// The fallback is neither authorised by its rule nor by the host.
    NotAuthorized,
    /// The payload is not an object, or nested too deep to copy; writing into it would lose it.
    PayloadNotWritable,
    /// Only ids of tool calls are replaced.
    NotToolCalls,
    /// The host cannot replace a group of tool calls in one step.
    NoGroupReplacement,
    /// The new identifiers were refused; nothing was changed.
    RenameRefused(RenameDefect),
    /// The order needs two entries to share a millisecond against their natural order, and the host does not store
    /// positions.
    NeedsSharedMillisecond,
    /// The repair would bring back an earlier state: the rules contradict each other.
    RepeatsEarlierState,
    /// The cap on repairs was reached.
    StepLimit,
}

/// What is wrong with identifiers that a rename strategy made.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RenameDefect {
    /// An empty one.
    Empty,
    /// One that two members of the group would share.
    Repeated(String),
    /// One that is held in the timeline already, by whatever kind; the group's own old id counts.
    Taken(String),
    /// One that looks like a filler, which the next run would drop.
    Reserved(String),
    /// One that a blocking `identifierFormat` rule forbids.
    BreaksRule {
        /// The identifier.
        id: String,
        /// The rule.
        rule: &'static str,
    },
}

impl Reason {
    /// Whether a repair was tried and failed, rather than not on offer.
    #[must_use]
    pub fn is_failure(&self) -> bool {
        matches!(
            self,
            Reason::NoGroupReplacement
                | Reason::RenameRefused(_)
                | Reason::PayloadNotWritable
                | Reason::NeedsSharedMillisecond
        )
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::NotRepairable => f.write_str("findings of this rule type are never repaired"),
            Reason::TooManyCalls => f.write_str("a call cannot be taken out of a turn"),
            Reason::NoFallback => f.write_str("the rule has no fallback value"),
            Reason::NotAuthorized => f.write_str("the fallback is not authorised"),
            Reason::PayloadNotWritable => f.write_str("the payload is not an object"),
            Reason::NotToolCalls => f.write_str("only ids of tool calls are replaced"),
            Reason::NoGroupReplacement => f.write_str("the host cannot replace a group of calls"),
            Reason::RenameRefused(defect) => write!(f, "the new ids were refused: {defect}"),
            Reason::NeedsSharedMillisecond => {
                f.write_str("the host does not store positions within a millisecond")
            }
            Reason::RepeatsEarlierState => f.write_str("the rules contradict each other"),
            Reason::StepLimit => f.write_str("too many repairs"),
        }
    }
}

impl fmt::Display for RenameDefect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RenameDefect::Empty => f.write_str("one is empty"),
            RenameDefect::Repeated(id) => write!(f, "`{id}` was made twice"),
            RenameDefect::Taken(id) => write!(f, "`{id}` is held already"),
            RenameDefect::Reserved(id) => write!(f, "`{id}` is reserved for fillers"),
            RenameDefect::BreaksRule { id, rule } => write!(f, "`{id}` breaks the rule `{rule}`"),
        }
    }
}
