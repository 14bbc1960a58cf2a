//! Open Agent Rules: runtime.

pub mod args;
pub mod arith;
pub mod decimal;
pub mod fingerprint;
pub mod ordering;
pub mod raise;
pub mod text;
pub mod tool_call;
pub mod transform;
