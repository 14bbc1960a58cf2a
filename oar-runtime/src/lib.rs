//! Open Agent Rules: runtime.

pub mod ordering;
