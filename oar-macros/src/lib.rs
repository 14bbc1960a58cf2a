//! Open Agent Rules: macros.
