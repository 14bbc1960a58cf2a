//! Documents to a rule set: everything that a rule names is found, and what cannot be found is refused.

mod ruleset;

pub use ruleset::{
    AnchorId, DetectorId, LocalAnchor, OnErrorPlan, Origin, Rule, RuleId, RuleSet, Selection,
    Target, TransformRule,
};
