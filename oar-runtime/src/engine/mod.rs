//! The evaluation of one occurrence (section 10.1), once for every pack and host.
//!
//! [`Evaluation`] is a state machine without input or output: it runs until it needs a detector, says which, and goes on
//! with the report. [`evaluate`] is the synchronous driver. The stages are the files: `select`, `order`, `evaluation`,
//! `commit`.

mod commit;
mod enforcements;
mod evaluation;
mod order;
mod select;

pub use commit::Pending;
pub use enforcements::{ConfigError, Configuration, Enforcements};
pub use evaluation::{Evaluation, Step};

use crate::program::{Anchor, Program, RuleTable};

/// Evaluates an occurrence, running each detector where it stands. The result decides nothing before
/// [`Pending::commit`] has applied its side-effects (OAR-FIRE-6, OAR-FIRE-9).
#[inline]
pub fn evaluate<'a, P: Program<'a>>(
    table: &'static RuleTable,
    anchor: &'static Anchor,
    enforcements: &Enforcements,
    program: &P,
) -> Pending<'a> {
    let mut evaluation = Evaluation::new(table, anchor, enforcements, program);
    while let Step::Detect(detector) = evaluation.advance(program) {
        let report = program.detect(detector);
        evaluation.resume(detector, report);
    }
    evaluation.finish(program)
}
