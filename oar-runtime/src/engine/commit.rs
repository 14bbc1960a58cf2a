//! From what fired to the outcome: side-effects applied, decision resolved, content transformed.

use std::mem;

use super::effects;
use super::evaluation::{Evaluation, Queued};
use crate::outcome::{Effect, Event, Failure, Outcome, RuleOutcome};
use crate::session::{State, StoreError};
use crate::transform::{self, Applied};

impl Evaluation<'_> {
    /// Applies the side-effects as one batch, resolves the decision, applies the transforms, and appends the call to the
    /// activity when it was admitted. Before this nothing is decided (OAR-FIRE-6, OAR-FIRE-9).
    #[inline(never)]
    pub fn commit<S: State + ?Sized>(self, session: &mut S) -> Outcome {
        let queued = self.queued.as_slice();
        let applied = match queued {
            [] => Ok(Vec::new()),
            _ => {
                let queued = queued.iter();
                let queued = queued.map(|queued| (queued.rule, queued.scope.as_deref()));
                effects::apply(self.anchor, queued, session)
            }
        };
        self.conclude(applied, session)
    }

    /// The same, with side-effects that were applied or refused already.
    pub(super) fn conclude<S: State + ?Sized>(
        mut self,
        applied: Result<Vec<Event>, StoreError>,
        session: &mut S,
    ) -> Outcome {
        match applied {
            Ok(events) => self.applied(events),
            Err(error) => self.refused(&error),
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

    fn applied(&mut self, events: Vec<Event>) {
        for queued in self.queued.as_slice() {
            self.outcome.push_applied(queued.rule);
        }
        if !events.is_empty() {
            self.outcome.rest_mut().events = events;
        }
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
