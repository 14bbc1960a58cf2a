//! Rules as a pack has them: a program for each, asked one after the other.
//!
//! An expression language has no notion of rules, so which of them decides is the host's to say. What it does for that is
//! kept to a loop over an array.

use oar::Effect;

use crate::peer::Answer;

/// A program for each rule, in the base order of evaluation (OAR-EVAL-1).
#[derive(Debug)]
pub struct Rules<T>([(Answer, T); 5]);

impl<T> Rules<T> {
    /// Compiles the texts, which stand in that order: of `BULK_DELETE_DENIED`, of `DESTRUCTIVE_TOOL_WARN`, of
    /// `MCP_PROVIDER_DISABLED`, of `READ_OUTSIDE_SCOPE`, of `WRITE_OUTSIDE_WORKSPACE`.
    pub fn compile<E>(
        [delete, destructive, provider, read, write]: [&str; 5],
        compile: impl Fn(&str) -> Result<T, E>,
    ) -> Result<Self, E> {
        let rule = |code, text| Ok((Answer::by(code), compile(text)?));
        Ok(Self([
            rule("BULK_DELETE_DENIED", delete)?,
            rule("DESTRUCTIVE_TOOL_WARN", destructive)?,
            rule("MCP_PROVIDER_DISABLED", provider)?,
            rule("READ_OUTSIDE_SCOPE", read)?,
            rule("WRITE_OUTSIDE_WORKSPACE", write)?,
        ]))
    }

    /// The first rule that blocks, which ends the occurrence (OAR-EVAL-4), or else the first that warns (OAR-EVAL-19). One
    /// that cannot be evaluated, of which `holds` says nothing, blocks: all of them fail closed.
    #[inline]
    pub fn decide(&self, mut holds: impl FnMut(&T) -> Option<bool>) -> Answer {
        let mut decision = Answer::NONE;
        for (answer, program) in &self.0 {
            match holds(program) {
                Some(false) => {}
                Some(true) if answer.effect == Effect::Block => return *answer,
                Some(true) if decision == Answer::NONE => decision = *answer,
                Some(true) => {}
                None => return answer.failed(),
            }
        }
        decision
    }
}
