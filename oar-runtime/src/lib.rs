//! Open Agent Rules: runtime.
