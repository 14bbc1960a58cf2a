//! From what fired to the outcome: side-effects applied, decision resolved, content transformed.

use std::mem;

use super::effects;
use super::evaluation::{Evaluation, Queued};
use crate::outcome::{Effect, Failure, Outcome, RuleOutcome};
use crate::session::{State, StoreError};
use crate::transform::{self, Applied};

impl Evaluation<'_> {
    /// Applies the side-effects as one batch, resolves the decision, applies the transforms, and appends the call to the
    /// activity when it was admitted. Before this nothing is decided (OAR-FIRE-6, OAR-FIRE-9).
    #[inline(never)]
    pub fn commit<S: State + ?Sized>(self, session: &mut S) -> Outcome {
        let queued = self.queued.as_slice();
        let applied = match queued {
            [] => Ok(()),
            _ => {
                let queued = queued.iter();
                let queued = queued.map(|queued| (queued.rule, queued.scope.as_ref()));
                effects::apply(self.anchor, queued, session)
            }
        };
        self.conclude(applied, session)
    }

    /// The same, with side-effects that were applied or refused already.
    pub(super) fn conclude<S: State + ?Sized>(
        mut self,
        applied: Result<(), StoreError>,
        session: &mut S,
    ) -> Outcome {
        if let Err(error) = applied {
            self.refused(&error);
        }
        self.outcome.resolve();
        if self.outcome.effect == Effect::Transform {
            self.transform();
        }
        if let Some(name) = self.call
            && self.outcome.effect != Effect::Block
        {
            session.admit(name, self.anchor.table.activity_window);
        }
        self.outcome
    }

    /// The batch was refused, so every rule in it is one that cannot be evaluated (OAR-FIRE-9): in evaluation order a
    /// rule that fails open is withdrawn, and the first other one blocks.
    #[cold]
    fn refused(&mut self, error: &StoreError) {
        let outcome = &mut self.outcome;
        let mut block = None;
        for Queued {
            at,
            rule: number,
            refusal,
            ..
        } in mem::take(&mut self.queued)
        {
            let rule = self.anchor.rule(number);
            outcome.replace_mark(at, RuleOutcome::Errored);
            outcome.rest_mut().failures.push(Failure {
                rule: rule.qualified,
                cause: error.clone().into(),
            });
            if outcome.effect != Effect::Block {
                outcome.retain_spoken(|spoken| spoken != number);
                self.transforms
                    .retain(|transform| transform.rule != rule.qualified);
            }
            block = block.or(refusal);
        }
        if let Some(spoken) = block {
            outcome.block(spoken);
        }
    }

    fn transform(&mut self) {
        let Some(content) = self.content else {
            return;
        };
        let Applied { content, skipped } = transform::apply(content, &self.transforms);
        self.outcome.content = content;
        if !skipped.is_empty() {
            self.outcome.rest_mut().skipped = skipped;
        }
    }
}
