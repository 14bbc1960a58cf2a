//! From what fired to the outcome: side-effects applied, decision resolved, content transformed.

use std::borrow::Cow;
use std::mem;

use smallvec::SmallVec;

use super::evaluation::{Evaluation, Queued};
use crate::outcome::{Advisory, Effect, Event, Failure, Outcome, RuleOutcome};
use crate::program::Action;
use crate::session::{State, StoreError, Update};
use crate::transform::{self, Applied};

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
            self.transform();
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
        for Queued { rule, scope, .. } in self.queued.as_slice() {
            self.outcome.push_applied(rule);
            for &action in rule.more.map_or(&[][..], |more| more.on_fire) {
                if action == Action::PublishEvent {
                    self.outcome.more().events.push(Event {
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
        outcome.applied = None;
        outcome.more().applied.clear();
        outcome.more().events.clear();
        let mut block = None;
        for Queued {
            at, rule, refusal, ..
        } in mem::take(&mut self.queued)
        {
            outcome.replace_mark(at, RuleOutcome::Errored);
            outcome.more().failures.push(Failure {
                rule: rule.qualified,
                cause: error.clone().into(),
            });
            if outcome.effect != Effect::Block {
                outcome.retain_spoken(|spoken| spoken.qualified != rule.qualified);
                self.transforms
                    .retain(|transform| transform.rule != rule.qualified);
            }
            block = block.or(refusal);
        }
        if let Some(Advisory { rule, rendered }) = block {
            outcome.block(rule, rendered);
        }
    }

    fn transform(&mut self) {
        let Some(content) = self.content else {
            return;
        };
        let Applied { content, skipped } = transform::apply(content, &self.transforms);
        let more = self.outcome.more();
        more.content = content;
        more.skipped = skipped;
    }
}
