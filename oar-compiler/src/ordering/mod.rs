//! Ordering profiles: documents with the marker `ordering: "1.0"` to a checked [`Profile`] to Rust source.
//!
//! The same stages as for rules, smaller: [`load`] reads a document strictly and reports every defect with its place,
//! [`emit`] writes the constant tables and functions that a host calls, [`catalogue()`] knows the profiles that ship
//! with the compiler by name.

mod automaton;
#[cfg(feature = "run")]
mod cases;
mod catalogue;
mod emit;
mod fields;
mod instantiate;
mod load;
mod options;
mod path;
mod profile;
mod rules;
mod tables;

pub use automaton::{Automaton, PatternError};
#[cfg(feature = "run")]
pub use cases::{
    CaseResult, NotCases, Prepared, Section, case_name, is_cases, judge, members, prepare,
    run_cases,
};
pub use catalogue::{CATALOGUE, Family, UnknownProfile, catalogue, families, shipped, sources};
pub use emit::{EmitOptions, emit, module_name};
pub(crate) use fields::{Asked, Shape};
pub use instantiate::instantiate;
pub(crate) use load::VERSION;
pub use load::{check_names, load, load_profile};
pub use options::{Action, Composition, GuardOptions, OnRepair, OnViolation, load_options};
pub use profile::{
    ActiveOn, ApplyTo, Body, Constant, Fallback, Invariant, Kind, OrderScope, Path, Pattern,
    Profile, RenameStrategy, Role, Rule, Severity,
};
pub(crate) use rules::members as rule_members;
