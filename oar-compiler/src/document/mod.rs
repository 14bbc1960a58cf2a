//! Nodes to documents: the closed world of rule, capability and configuration documents.
//!
//! A document with a defect is still read as far as it is sound, so that all its errors show at once; a member that
//! did not read is `None` here and was reported.

mod capability;
mod check;
mod config;
pub(crate) mod pattern;
mod read;
mod read_capability;
mod read_config;
mod read_rule;
mod rule;
mod say;
pub(crate) mod shape;
mod slips;
pub(crate) mod tables;
mod take;

pub use capability::{CapabilityDocument, CoreAnchor, HostFact};
pub use config::{ConfigDocument, Override};
pub(crate) use read::SUPPORTED;
pub use read::read;
pub use rule::{
    Action, Clause, CopyField, CopyText, Effect, Enforcement, Kind, OnError, Requires,
    RuleDocument, RuleRef, Status, TransformAction, TransformText,
};

use crate::diagnostic::Span;

/// A value with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spanned<T> {
    /// The value.
    pub value: T,
    /// Its bytes in the file.
    pub span: Span,
}

/// The documents of a run, told apart by their marker.
#[derive(Clone, Debug, Default)]
pub struct Documents {
    /// Documents with `oar`.
    pub rules: Vec<RuleDocument>,
    /// Documents with `oar_capability_version`.
    pub capabilities: Vec<CapabilityDocument>,
    /// Documents with `oar_config`.
    pub configs: Vec<ConfigDocument>,
    /// Documents with `ordering`, left to the `ordering` stages.
    pub orderings: Vec<crate::source::Document>,
    /// Whether a document did not load at all, which was reported: a reference that finds nothing may mean that one,
    /// and is then no error of its own.
    pub incomplete: bool,
}

#[cfg(test)]
mod tests;
