//! What a repair hands back.

use super::{Entry, Reason};
use crate::ordering::report::{Violation, distinct_ids};
use crate::ordering::{Decision, Finding, Role, Snapshot};

/// The result of a repair.
#[derive(Clone, Debug)]
pub struct Repaired<P> {
    /// What was found, done and left.
    pub report: RepairReport,
    /// The timeline to send: repaired when the decision is to proceed, as it came when it is to reject. Fillers of
    /// earlier runs are left out either way.
    pub timeline: Vec<Entry<P>>,
    /// On a rejection, how far the repairs got: for information only.
    pub attempted: Option<Vec<Entry<P>>>,
}

/// What a repair found, did and left.
#[derive(Clone, Debug)]
pub struct RepairReport {
    /// Whether the request may go on: yes, unless something is unrepaired.
    pub decision: Decision,
    /// Everything found before any repair: blocking findings, then advisory ones.
    pub found: Vec<Finding>,
    /// The repairs in the order they were made. On a rejection they were only attempted.
    pub repaired: Vec<Action>,
    /// Blocking findings that are left, each with the reason.
    pub unrepaired: Vec<Unrepaired>,
    /// Advisory findings about the repaired timeline.
    pub advisories: Vec<Finding>,
    /// What to hand to the next run: the repaired timeline, when this run proceeds and a rule asks for it. With `None`
    /// keep the old one.
    pub snapshot: Option<Snapshot>,
    /// Where the host stores fillers of earlier runs. They were ignored; delete them.
    pub stale_fillers: Vec<usize>,
}

impl RepairReport {
    /// Whether anything was done.
    #[must_use]
    pub fn is_changed(&self) -> bool {
        self.decision == Decision::Proceed && !self.repaired.is_empty()
    }

    /// The ids of the rules whose findings are left after the repair, blocking ones first, each once.
    #[must_use]
    pub fn finding_ids(&self) -> Vec<&'static str> {
        let left = self.unrepaired.iter().map(|left| &left.finding);
        distinct_ids(left.chain(&self.advisories))
    }

    /// The error to deliver when the request is rejected.
    #[must_use]
    pub fn violation(&self) -> Option<Violation> {
        let left: Vec<_> = self
            .unrepaired
            .iter()
            .map(|left| left.finding.clone())
            .collect();
        Violation::of(&left)
    }
}

/// A blocking finding that a repair left.
#[derive(Clone, Debug)]
pub struct Unrepaired {
    /// The finding, about the timeline as far as the repairs got.
    pub finding: Finding,
    /// Why it is still there.
    pub reason: Reason,
}

/// One repair.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Action {
    /// `reorder`: entries that stood too late now stand directly before another.
    Reorder {
        /// The rule.
        rule_id: &'static str,
        /// The entries that moved, in order.
        moved: Vec<String>,
        /// The entry they stand before.
        before: String,
    },
    /// `reorder-adjacent`: an entry now stands before the one that it followed.
    ReorderAdjacent {
        /// The rule.
        rule_id: &'static str,
        /// The entry that moved.
        moved: String,
        /// The entry it stands before.
        before: String,
    },
    /// `fill-required-metadata`: a fallback value was written into a payload.
    FillMetadata {
        /// The rule.
        rule_id: &'static str,
        /// The primitive.
        primitive: String,
        /// Where in its payload.
        key: &'static str,
    },
    /// `insert-alternation-filler`: a message now stands between two of one role.
    InsertFiller {
        /// The rule.
        rule_id: &'static str,
        /// The two.
        between: [String; 2],
        /// The filler's id.
        filler: String,
        /// Its role.
        role: Role,
        /// Its time.
        created_at: i64,
    },
    /// `renumber-colliding-ids`: every member of a collision has a new id.
    Rename {
        /// The rule.
        rule_id: &'static str,
        /// Old and new id of each member, in stored order.
        renames: Vec<(String, String)>,
    },
}

impl Action {
    /// The strategy's name, such as `reorder-adjacent`.
    #[must_use]
    pub const fn strategy(&self) -> &'static str {
        match self {
            Action::Reorder { .. } => "reorder",
            Action::ReorderAdjacent { .. } => "reorder-adjacent",
            Action::FillMetadata { .. } => "fill-required-metadata",
            Action::InsertFiller { .. } => "insert-alternation-filler",
            Action::Rename { .. } => "renumber-colliding-ids",
        }
    }

    /// The rule whose finding was repaired.
    #[must_use]
    pub const fn rule_id(&self) -> &'static str {
        match self {
            Action::Reorder { rule_id, .. }
            | Action::ReorderAdjacent { rule_id, .. }
            | Action::FillMetadata { rule_id, .. }
            | Action::InsertFiller { rule_id, .. }
            | Action::Rename { rule_id, .. } => rule_id,
        }
    }
}
