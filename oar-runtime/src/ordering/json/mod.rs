//! Timelines, snapshots and reports as JSON: for hosts without types of their own, and for tools.
//!
//! A timeline is an array of objects in stored order, in the field names of the rule types: `kind`, `id`, `createdAt`,
//! `role`, `content`, `attachments`, `tool`, `payload`, `replayCompatibility`, and `seq` where a repair assigned one.
//! Whatever else an object holds is carried through untouched.

mod replay;
mod report;
mod snapshot;
mod timeline;
mod tools;
pub(crate) mod value;
mod write;

#[doc(hidden)]
pub use replay::replay;
pub use report::{finding_to_json, repair_report_to_json, report_to_json};
pub use snapshot::{snapshot_from_json, snapshot_to_json};
pub use timeline::{JsonPrimitive, JsonTimeline};
pub use tools::tools_from_json;
pub use write::timeline_to_json;

use std::fmt;

/// JSON that is not what it should be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JsonError {
    /// Where: a path such as `timeline[3].role`.
    pub at: String,
    /// What is wrong there.
    pub message: String,
}

impl JsonError {
    pub(crate) fn new(at: impl Into<String>, message: impl Into<String>) -> Self {
        Self {
            at: at.into(),
            message: message.into(),
        }
    }

    /// The same error, seen from further out.
    pub(crate) fn within(mut self, outer: &str) -> Self {
        let dot = if self.at.is_empty() || self.at.starts_with('[') {
            ""
        } else {
            "."
        };
        self.at = format!("{outer}{dot}{}", self.at);
        self
    }
}

impl fmt::Display for JsonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}`: {}", self.at, self.message)
    }
}

impl std::error::Error for JsonError {}

#[cfg(test)]
mod tests;
