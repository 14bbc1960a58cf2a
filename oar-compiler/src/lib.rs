//! Open Agent Rules documents to Rust source.
//!
//! The crate is a pipeline; its modules are the stages, in order, and data only moves forward:
//!
//! | stage | from | to |
//! |---|---|---|
//! | [`pack`] | folders, file lists | the bytes of a pack, by name |
//! | [`source`] | bytes | YAML/JSON nodes, every key and scalar with its place |
//! | [`document`] | nodes | rule, capability and configuration documents (closed world) |
//! | [`condition`] | `when` text | typed expression |
//! | [`copy`] | `copy` text | typed template |
//! | [`link`] | documents | [`link::RuleSet`]: identities, anchors, references resolved |
//! | [`plan`] | rule set | one program per anchor |
//! | [`emit`] | plan | Rust source text |
//! | [`ordering`] | nodes | ordering profiles, and their Rust source text |
//!
//! Every stage reports into one [`diagnostic::Diagnostics`]; nothing is rendered before the end, so that one
//! run shows every error of every document. [`check`] and [`compile`] run the stages; [`build`] is what a build script
//! calls, and [`configurations`] reads what an operator hands to a running host.

pub mod build;
pub mod condition;
pub mod copy;
pub mod diagnostic;
pub mod document;
pub mod emit;
pub mod link;
pub mod ordering;
pub mod pack;
pub mod plan;
pub mod portability;
pub mod schema;
pub mod source;
pub mod vocabulary;
pub mod warnings;

mod compile;
mod configurations;
mod guards;

pub use compile::{Checked, Compiled, Failure, Settings, check, compile, host};
pub use configurations::configurations;
pub use guards::Guard;
