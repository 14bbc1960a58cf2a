//! The words of the specification as tables: types, core facts, profiles, anchors, actions, detectors.
//!
//! The only place in the compiler where the name of a standard fact, profile or anchor is spelled.

mod environment;
mod types;

pub use environment::{Environment, Symbol, SymbolId, Tier};
pub use types::{Scalar, SymbolType, Type};
