//! The shape of the tables.

use super::{Scalar, SymbolType, Type};

/// A standard fact or function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The name rules use.
    pub name: &'static str,
    /// Fact or function, and of which type.
    pub ty: SymbolType,
    /// What it observes, in the specification's words.
    pub observation: &'static str,
    /// The values that the observation enumerates for the fact or, on a list, for its members; empty when it does not.
    pub values: &'static [&'static str],
}

/// A bundle of facts and functions that a host provides whole or not at all (OAR-FACT-16).
///
/// The `core` tier has the same shape and every host provides it (OAR-FACT-15).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Profile {
    /// The name that `profiles` and `requires.profiles` use.
    pub name: &'static str,
    /// Which hosts it is for, in the specification's words.
    pub description: &'static str,
    /// Whether registered detectors produce its facts, so that a host without any cannot claim it (OAR-OPS-22).
    pub by_detector: bool,
    /// What it provides, in the order of the specification.
    pub entries: &'static [Entry],
}

impl Entry {
    pub(super) const fn new(
        name: &'static str,
        ty: SymbolType,
        observation: &'static str,
    ) -> Entry {
        Entry {
            name,
            ty,
            observation,
            values: &[],
        }
    }

    /// The same entry with the values its observation enumerates.
    pub(super) const fn of(self, values: &'static [&'static str]) -> Entry {
        Entry { values, ..self }
    }
}

pub(super) const fn fact(ty: Type) -> SymbolType {
    SymbolType::Fact(ty)
}

pub(super) const fn function(argument: Scalar, result: Scalar) -> SymbolType {
    SymbolType::Function { argument, result }
}
