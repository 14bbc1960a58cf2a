//! Open Agent Rules: compiler.
