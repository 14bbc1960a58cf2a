//! Hosts that speak JSON: occurrences whose facts are JSON values, and outcomes as JSON.
//!
//! Every value is checked against its declared type when a rule consumes it; another type, `null` included, is a
//! fact-provider failure, never coerced (OAR-FACT-26).

mod facts;
mod occurrence;
mod outcome;
pub mod values;

pub use occurrence::Occurrence;
