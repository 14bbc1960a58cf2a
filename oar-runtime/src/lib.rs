//! Open Agent Rules: runtime.

pub mod arith;
pub mod decimal;
pub mod raise;
pub mod text;
