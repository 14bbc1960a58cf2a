//! The closed vocabulary of `on_fire` (section 6) and the detectors the corpus reserves (OAR-CONF-25).

use super::core::{BREAKER_COUNT, FIRE_COUNT};
use crate::document::Action;

/// A side-effect that `on_fire` may declare (OAR-FIRE-1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OnFireAction {
    /// Which one.
    pub action: Action,
    /// The core fact it writes (OAR-FIRE-3); `None` for an event.
    pub writes: Option<&'static str>,
    /// What it does, in the specification's words.
    pub effect: &'static str,
}

impl OnFireAction {
    /// How rules spell it.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.action.name()
    }
}

pub(super) static ACTIONS: [OnFireAction; 5] = [
    OnFireAction {
        action: Action::IncrementCounter,
        writes: Some(FIRE_COUNT),
        effect: "Adds one.",
    },
    OnFireAction {
        action: Action::ResetCounter,
        writes: Some(FIRE_COUNT),
        effect: "Sets the value to zero.",
    },
    OnFireAction {
        action: Action::IncrementBreaker,
        writes: Some(BREAKER_COUNT),
        effect: "Adds one.",
    },
    OnFireAction {
        action: Action::ResetBreaker,
        writes: Some(BREAKER_COUNT),
        effect: "Sets the value to zero.",
    },
    OnFireAction {
        action: Action::PublishEvent,
        writes: None,
        effect: "Emits one record to the host's event stream. Writes no fact and is not observable to any condition.",
    },
];

/// A detector that every engine running the published corpus provides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReservedDetector {
    /// The whole reference.
    pub reference: &'static str,
    /// What it does, in the specification's words.
    pub behaviour: &'static str,
}

pub(super) static DETECTORS: [ReservedDetector; 3] = [
    ReservedDetector {
        reference: "detector://noop",
        behaviour: "Reports no findings.",
    },
    ReservedDetector {
        reference: "detector://error",
        behaviour: "Always fails, which is how a fixture reaches the on_error path.",
    },
    ReservedDetector {
        reference: "detector://fixture",
        behaviour: "Reports no findings of its own, leaving the detector facts the fixture supplied in place, which is how a fixture proves the rule owns the threshold.",
    },
];
