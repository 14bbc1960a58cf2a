//! The evaluation of one occurrence (section 10.1), once for every pack and host.
//!
//! [`Evaluation`] is a state machine without input or output: it runs until it needs a detector, says which, and goes on
//! with the report. Its stages are the files: `select` and `order`, `evaluation` with `ready` and `fire`, `commit`.
//! [`Walk`] is the short way that most occurrences go; [`quick()`] drives both, synchronously.

mod commit;
mod effects;
mod enforcements;
mod evaluation;
mod fire;
mod notes;
mod order;
mod quick;
mod ready;
mod select;
mod suppressed;
mod walk;

pub use enforcements::{ConfigError, Configuration, Enforcements};
pub use evaluation::{Evaluation, Step};
pub use notes::{NoNotes, NoteList, Notes};
pub use order::order;
pub use quick::{Begun, Quick, quick};
pub use walk::{Met, Walk};
