//! The ordering guard: declarative rules about the order of a conversation.
//!
//! Providers refuse or silently mangle conversations whose parts stand in the wrong order. A profile says what one of
//! them wants, in twelve types of rule; the compiler turns it into constant tables and a function; this module is what
//! those link to.
//!
//! A host implements [`Primitive`] on its own message types and hands over a slice of them, or implements
//! [`Timeline`] where that does not fit. Then
//!
//! * [`check`] says what is wrong: a pure function from rules, timeline and [`Options`] to a [`Report`];
//! * [`repair`] plans how to put it right: a pure function to a [`Repaired`] timeline, which the host applies when
//!   the decision is to proceed. Running it on its own output changes nothing.
//!
//! No function here does I/O, reads a clock or draws a random number.

#[cfg(feature = "json")]
pub mod api;
mod check;
mod datum;
mod finding;
mod guard;
#[cfg(feature = "json")]
pub mod json;
mod kind;
mod options;
mod pattern;
mod repair;
mod report;
mod rule;
mod rules;
mod sink;
mod snapshot;
mod timeline;
mod view;

pub use check::{RuleSet, check};
pub use datum::{Data, Datum, DatumList, DatumMap, Literal, Members, Path};
pub use finding::{Detail, Finding};
pub use guard::{Composition, Guard, union_name};
pub use kind::{ActiveOn, Decision, Kind, Role, Severity, Surface};
pub use options::{Options, Rename, Tool};
pub use pattern::Pattern;
pub use repair::{Action, Entry, Reason, RenameDefect, RepairReport, Repaired, Unrepaired, repair};
pub use report::{Report, Violation};
pub use rule::{
    Adjacency, Alternation, ApplyTo, Fallback, IdentifierFormat, IdentifierUniqueness, Invariant,
    NonEmptyTurn, Order, OrderScope, Preservation, Profile, RenameStrategy, RequiredMetadata,
    RoleRemap, Rule, RuleType, SchemaIntegrity, StaleContentAdvisory, ToolIdentity,
};
pub use sink::Sink;
pub use snapshot::{Record, Snapshot};
pub use timeline::{FILLER_PREFIX, FILLER_TEXT, Primitive, Text, Timeline};
pub use view::{Row, View};

#[cfg(test)]
mod tests;
