//! The `core` tier (section 5.3).

use super::entry::{Entry, Profile, fact, function};
use super::{Scalar, Type};

/// The core fact `anchor`.
pub const ANCHOR: &str = "anchor";
/// The core fact `fire_count`.
pub const FIRE_COUNT: &str = "fire_count";
/// The core fact `breaker_count`.
pub const BREAKER_COUNT: &str = "breaker_count";
/// The core function `fire_count_of`.
pub const FIRE_COUNT_OF: &str = "fire_count_of";
/// The core function `breaker_count_of`.
pub const BREAKER_COUNT_OF: &str = "breaker_count_of";

pub(super) static CORE: Profile = Profile {
    name: "core",
    description: "Provided by every conforming engine. Deliberately minimal: only what is meaningful at every anchor of every host — the moment itself, and the engine's own counters.",
    by_detector: false,
    entries: &[
        Entry::new(
            ANCHOR,
            fact(Type::String),
            "The identifier of the occurrence being evaluated: the core anchor identifier when the occurrence implements one, and the host-native identifier otherwise. It is a property of the occurrence, so every rule evaluated at one observes the same value.",
        ),
        Entry::new(
            FIRE_COUNT,
            fact(Type::Int),
            "How many times increment_counter has been applied for this rule in this session, before the current occurrence, less any reset_counter. It counts declared increments, not firings: a rule that fires at every occurrence and declares no on_fire has a fire_count of zero.",
        ),
        Entry::new(
            BREAKER_COUNT,
            fact(Type::Int),
            "How many times a circuit breaker has been incremented for this rule and session, before the current occurrence. Maintained by increment_breaker and reset_breaker.",
        ),
        Entry::new(
            FIRE_COUNT_OF,
            function(Scalar::String, Scalar::Int),
            "The fire_count of the rule the argument names, read under that rule's own counter scope at this occurrence. The argument is a string literal naming a loaded rule, bare or qualified.",
        ),
        Entry::new(
            BREAKER_COUNT_OF,
            function(Scalar::String, Scalar::Int),
            "The breaker_count of the rule the argument names, read under that rule's own counter scope at this occurrence. The argument is a string literal naming a loaded rule, bare or qualified.",
        ),
    ],
};
