//! What code generated from Open Agent Rules packs links to.
//!
//! | module | what |
//! |---|---|
//! | [`facts`] | one trait per capability profile, and the views their values are read through |
//! | [`args`], [`tool_call`] | a tool call's arguments and fingerprint |
//! | [`detector`] | what a detector reports |
//! | [`program`] | the tables that generated code fills |
//! | [`engine`] | selection, order, evaluation, commit: one occurrence from facts to outcome |
//! | [`outcome`] | decision, trace, advisories, copy, events |
//! | [`session`] | counters, activity, event sink; many sessions in bounded memory |
//! | [`transform`] | spans and the accumulated rewrites |
//! | [`json`] | occurrences and outcomes as JSON (feature `json`) |
//!
//! [`arith`], [`text`], [`decimal`], [`raise`] and [`verdict`] are what the condition and copy languages compile to.

pub mod args;
pub mod arith;
pub mod decimal;
pub mod detector;
pub mod engine;
pub mod expr;
pub mod facts;
mod few;
pub mod fingerprint;
pub mod generated;
pub mod hash;
#[cfg(feature = "json")]
pub mod json;
pub mod kept_counts;
pub mod ordering;
pub mod outcome;
pub mod program;
pub mod raise;
mod rare;
pub mod render;
pub mod session;
pub mod text;
pub mod tool_call;
pub mod transform;
pub mod verdict;

pub use detector::{DetectorError, Report};
pub use engine::{ConfigError, Configuration};
pub use facts::{FactError, Observed};
pub use outcome::{Advisory, CopyField, Effect, Event, Outcome, RuleOutcome};
pub use program::Enforcement;
pub use session::{Eviction, Session, Sessions};
pub use tool_call::ToolCall;
