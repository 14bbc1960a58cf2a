//! From what fired to the outcome: side-effects applied, decision resolved, content transformed.

use std::borrow::Cow;
use std::mem;

use smallvec::SmallVec;

use super::edits;
use super::evaluation::{Evaluation, Queued};
use crate::outcome::{Effect, Event, Failure, Outcome, RuleOutcome};
use crate::program::Action;
use crate::session::{State, StoreError, Update};

impl Evaluation<'_> {
    /// Applies the side-effects as one batch, resolves the decision, applies the transforms, and appends the call to the
    /// activity when it was admitted. Before this nothing is decided (OAR-FIRE-6, OAR-FIRE-9).
    #[inline(never)]
    pub fn commit<S: State + ?Sized>(mut self, session: &mut S) -> Outcome {
        if !self.queued.is_empty()
            && let Err(error) = self.apply(session)
        {
            self.refused(&error);
        }
        self.outcome.resolve();
        if self.outcome.effect == Effect::Transform {
            edits::apply(&mut self.outcome, self.content, &self.transforms);
        }
        if let Some(name) = self.call
            && self.outcome.effect != Effect::Block
        {
            session.admit(name, self.anchor.table.activity_window);
        }
        self.outcome
    }

    /// Applies what is queued.
    fn apply<S: State + ?Sized>(&mut self, session: &mut S) -> Result<(), StoreError> {
        let mut updates: SmallVec<[Update<'_>; 2]> = SmallVec::new();
        for Queued {
            rule: number,
            scope,
            ..
        } in self.queued.as_slice()
        {
            self.outcome.push_applied(*number);
            let rule = self.anchor.rule(*number);
            for &action in rule.more.map_or(&[][..], |more| more.on_fire) {
                if action == Action::PublishEvent {
                    self.outcome.rest_mut().events.push(Event {
                        rule: rule.qualified,
                        anchor: self.anchor.local,
                        effect: rule.effect,
                    });
                } else {
                    updates.push(Update {
                        rule: rule.qualified,
                        scope: scope.as_deref().map(Cow::Borrowed),
                        action,
                    });
                }
            }
        }
        session.commit(&updates, self.outcome.events())
    }

    /// The batch was refused, so every rule in it is one that cannot be evaluated (OAR-FIRE-9): in evaluation order a
    /// rule that fails open is withdrawn, and the first other one blocks.
    #[cold]
    fn refused(&mut self, error: &StoreError) {
        let outcome = &mut self.outcome;
        outcome.applied = Outcome::NO_RULE;
        outcome.rest_mut().applied.clear();
        outcome.rest_mut().events.clear();
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
}
