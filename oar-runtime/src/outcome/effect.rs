//! The decision's effect, and what happened to each rule.

use std::fmt;

/// The effect of a decision (OAR-EVAL-6), most severe last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Effect {
    /// The occurrence is allowed.
    #[default]
    None,
    /// For the operator.
    Warn,
    /// For the agent's next step.
    Nudge,
    /// The content is changed.
    Transform,
    /// The occurrence is stopped.
    Block,
}

impl Effect {
    /// The spelling of the specification.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Warn => "warn",
            Self::Nudge => "nudge",
            Self::Transform => "transform",
            Self::Block => "block",
        }
    }
}

impl fmt::Display for Effect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What happened to one selected rule (OAR-OPS-9).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum RuleOutcome {
    /// Its condition held.
    Fired,
    /// Its condition, or its flow, did not hold.
    Passed,
    /// It could not be evaluated.
    Errored,
    /// A rule that overrides it fired.
    Suppressed,
    /// Monitored, and would have fired.
    MonitoredFired,
    /// Monitored, and would have passed.
    MonitoredPassed,
    /// Monitored, and could not be evaluated.
    MonitoredErrored,
}

impl RuleOutcome {
    /// The spelling of the specification.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Fired => "fired",
            Self::Passed => "passed",
            Self::Errored => "errored",
            Self::Suppressed => "suppressed",
            Self::MonitoredFired => "monitored_fired",
            Self::MonitoredPassed => "monitored_passed",
            Self::MonitoredErrored => "monitored_errored",
        }
    }
}

impl fmt::Display for RuleOutcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
