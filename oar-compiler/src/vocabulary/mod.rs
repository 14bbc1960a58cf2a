//! The words of the specification as tables: types, core facts, profiles, anchors, actions, detectors.
//!
//! The only place in the compiler where the name of a standard fact, profile or anchor is spelled.

mod anchors;
mod core;
mod entry;
mod environment;
mod profiles;
mod reserved;
mod types;

pub use anchors::CoreAnchor;
pub use core::{ANCHOR, BREAKER_COUNT, BREAKER_COUNT_OF, FIRE_COUNT, FIRE_COUNT_OF};
pub use entry::{Entry, Profile};
pub use environment::{Environment, Symbol, SymbolId, Tier};
pub use reserved::{OnFireAction, ReservedDetector};
pub use types::{Scalar, SymbolType, Type};

/// The transform target that means the whole content (OAR-OPS-14); no standard fact has this name.
pub const CONTENT: &str = "content";

/// The core anchor whose admitted calls are a session's activity (OAR-PROF-9).
pub const TOOL_PRE_INVOKE: &str = "tool.pre_invoke";

/// What stands before a detector's name in a reference (OAR-OPS-12).
pub const DETECTOR_SCHEME: &str = "detector://";

/// The `core` tier (section 5.3).
#[must_use]
pub fn core() -> &'static Profile {
    &core::CORE
}

/// The standard profiles (section 5.4), in the order of the specification.
#[must_use]
pub fn profiles() -> &'static [Profile] {
    profiles::PROFILES
}

/// The standard profile of that name.
#[must_use]
pub fn profile(name: &str) -> Option<&'static Profile> {
    profiles().iter().find(|profile| profile.name == name)
}

/// The core or profile entry of that name, with the bundle it belongs to (OAR-FACT-14).
#[must_use]
pub fn entry(name: &str) -> Option<(&'static Profile, &'static Entry)> {
    std::iter::once(core())
        .chain(profiles())
        .find_map(|profile| {
            let entry = profile.entries.iter().find(|entry| entry.name == name)?;
            Some((profile, entry))
        })
}

/// The core anchors, in the order of section 8.1.
#[must_use]
pub fn anchors() -> &'static [CoreAnchor] {
    &anchors::ANCHORS
}

/// The place of a core anchor in [`anchors()`].
#[must_use]
pub fn core_anchor(name: &str) -> Option<usize> {
    anchors().iter().position(|anchor| anchor.name == name)
}

/// The side-effects of `on_fire` (section 6).
#[must_use]
pub fn actions() -> &'static [OnFireAction] {
    &reserved::ACTIONS
}

/// The detectors that the published corpus reserves (OAR-CONF-25).
#[must_use]
pub fn reserved_detectors() -> &'static [ReservedDetector] {
    &reserved::DETECTORS
}

#[cfg(test)]
mod tests;
