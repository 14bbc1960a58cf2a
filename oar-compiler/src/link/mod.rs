//! Documents to a rule set: everything that a rule names is found, and what cannot be found is refused.

mod capability;
mod nearest;
mod ruleset;

pub use capability::{Capability, capability};
pub use ruleset::{
    AnchorId, DetectorId, LocalAnchor, OnErrorPlan, Origin, Rule, RuleId, RuleSet, Selection,
    Target, TransformRule,
};
