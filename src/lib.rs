//! Open Agent Rules, compiled.
