//! The condition language of Appendix A: text to typed expression.

mod typed;

pub use typed::{Arithmetic, Builtin, Counter, Relation, Typed, TypedKind};
