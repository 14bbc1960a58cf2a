//! From what fired to the outcome: side-effects applied, decision resolved, content transformed.

use smallvec::SmallVec;

use super::evaluation::{Contribution, Evaluation, Queued};
use crate::outcome::{Advisory, Copy, Effect, Event, Failure, Outcome, RuleOutcome, SideEffect};
use crate::program::{Action, CopySource, Rule, RuleEffect, TransformAction};
use crate::session::{State, StoreError, Update};
use crate::transform::{self, Applied, Target, Transform};

/// An evaluated occurrence whose side-effects are still to be applied.
#[derive(Debug)]
#[must_use = "nothing is decided before `commit`"]
pub struct Pending<'a> {
    evaluation: Evaluation<'a>,
    content: Option<&'a str>,
    call_name: Option<&'a str>,
}

impl<'a> Pending<'a> {
    pub(super) fn new(
        evaluation: Evaluation<'a>,
        content: Option<&'a str>,
        call_name: Option<&'a str>,
    ) -> Self {
        Self {
            evaluation,
            content,
            call_name,
        }
    }

    /// Applies the side-effects as one batch, resolves the decision, applies the transforms, and appends the call to the
    /// activity when it was admitted.
    #[inline]
    pub fn commit<S: State + ?Sized>(mut self, session: &mut S) -> Outcome {
        let mut side_effects = SmallVec::new();
        let mut events = Vec::new();
        if !self.evaluation.queued.is_empty() {
            match self.apply(session) {
                Ok(applied) => (side_effects, events) = applied,
                Err(error) => self.refused(&error),
            }
        }
        let outcome = self.resolve(side_effects, events);
        outcome.admit(session)
    }

    fn apply<S: State + ?Sized>(
        &mut self,
        session: &mut S,
    ) -> Result<(SmallVec<[SideEffect; 4]>, Vec<Event>), StoreError> {
        let mut applied = SmallVec::new();
        let mut events = Vec::new();
        let mut updates: SmallVec<[Update<'a>; 2]> = SmallVec::new();
        let queued = std::mem::take(&mut self.evaluation.queued);
        for Queued { rule, scope, .. } in &queued {
            let rule = self.evaluation.mode.rule(*rule);
            for &action in rule.more.map_or(&[][..], |more| more.on_fire) {
                applied.push(SideEffect {
                    rule: rule.qualified,
                    action,
                });
                match action {
                    Action::PublishEvent => {
                        let anchor = self.evaluation.anchor.local;
                        events.push(Event {
                            rule: rule.qualified,
                            anchor,
                            effect: rule.effect,
                        });
                    }
                    _ => updates.push(Update {
                        rule: rule.qualified,
                        scope: scope.clone(),
                        action,
                    }),
                }
            }
        }
        let result = session.commit(&updates, &events);
        self.evaluation.queued = queued;
        result.map(|()| (applied, events))
    }

    /// The batch was refused, so every rule in it is one that cannot be evaluated (OAR-FIRE-9): in evaluation order a
    /// rule that fails open is withdrawn, and the first other one blocks.
    #[cold]
    fn refused(&mut self, error: &StoreError) {
        let evaluation = &mut self.evaluation;
        let mut block = None;
        for Queued {
            rule: id,
            error_copy,
            ..
        } in std::mem::take(&mut evaluation.queued)
        {
            let rule = evaluation.mode.rule(id);
            let fired = (id << 3) | RuleOutcome::Fired as u32;
            for entry in evaluation
                .trace
                .entries
                .iter_mut()
                .filter(|entry| **entry == fired)
            {
                *entry = (id << 3) | RuleOutcome::Errored as u32;
            }
            evaluation.failures.push(Failure {
                rule: rule.qualified,
                cause: error.clone().into(),
            });
            evaluation
                .contributions
                .retain(|contribution| contribution.rule != id);
            if block.is_none()
                && let Some(named) = rule.on_error.blocks_as(id)
            {
                block = Some((named, refusal_copy(evaluation, named, error_copy)));
            }
        }
        if block.is_some() {
            evaluation.error_block = block;
        }
    }

    #[inline]
    fn resolve(self, side_effects: SmallVec<[SideEffect; 4]>, events: Vec<Event>) -> Decided<'a> {
        let Self {
            evaluation,
            content,
            call_name,
        } = self;
        let Evaluation {
            mode,
            anchor,
            table,
            contributions,
            error_block,
            failures,
            trace,
            ..
        } = evaluation;
        let mut outcome = Outcome {
            effect: Effect::None,
            rule: None,
            copy: Copy::default(),
            advisories: SmallVec::new(),
            transforms: SmallVec::new(),
            content: None,
            skipped: Vec::new(),
            side_effects,
            events,
            trace,
            failures,
        };
        let admits = if anchor.admits_calls {
            table.activity_window
        } else {
            0
        };
        if let Some((rule, copy)) = error_block {
            outcome.effect = Effect::Block;
            outcome.rule = Some(mode.rule(rule));
            outcome.copy = copy;
            return Decided {
                outcome,
                call_name,
                admits,
            };
        }
        // Precedence (OAR-EVAL-6); among equals the first in evaluation order (OAR-EVAL-19).
        let severest = contributions
            .iter()
            .map(|contribution| effect(contribution.effect))
            .max();
        outcome.effect = severest.unwrap_or_default();
        match outcome.effect {
            Effect::None => {}
            Effect::Transform => {
                transform(&mut outcome, contributions, content, |rule| mode.rule(rule))
            }
            Effect::Block => {
                let block = contributions
                    .into_iter()
                    .find(|contribution| contribution.effect == RuleEffect::Block);
                if let Some(Contribution { rule, copy, .. }) = block {
                    outcome.rule = Some(mode.rule(rule));
                    outcome.copy = copy;
                }
            }
            Effect::Nudge | Effect::Warn => {
                let spoken = contributions
                    .into_iter()
                    .filter(|spoken| effect(spoken.effect) == outcome.effect);
                outcome.advisories.extend(spoken.map(|spoken| Advisory {
                    rule: mode.rule(spoken.rule),
                    copy: spoken.copy,
                }));
                outcome.rule = outcome.advisories.first().map(|first| first.rule);
            }
        }
        Decided {
            outcome,
            call_name,
            admits,
        }
    }
}

/// A resolved outcome whose call is still to be appended to the activity.
struct Decided<'a> {
    outcome: Outcome,
    call_name: Option<&'a str>,
    /// Steps of activity to keep; 0 at an anchor that admits no calls.
    admits: usize,
}

impl Decided<'_> {
    #[inline]
    fn admit<S: State + ?Sized>(self, session: &mut S) -> Outcome {
        if self.admits > 0
            && self.outcome.effect != Effect::Block
            && let Some(name) = self.call_name
        {
            session.admit(name, self.admits);
        }
        self.outcome
    }
}

fn effect(effect: RuleEffect) -> Effect {
    match effect {
        RuleEffect::Block => Effect::Block,
        RuleEffect::Transform => Effect::Transform,
        RuleEffect::Nudge => Effect::Nudge,
        RuleEffect::Warn => Effect::Warn,
        RuleEffect::Allow => Effect::None,
    }
}

/// The copy of the block that a refused rule comes to: rendered when it fired, or constant.
fn refusal_copy(evaluation: &Evaluation<'_>, named: u32, rendered: Option<Copy>) -> Copy {
    match evaluation.mode.rule(named).copy {
        CopySource::Constant(members) => Copy::constant(members),
        CopySource::Bound => rendered.unwrap_or_default(),
    }
}

fn transform(
    outcome: &mut Outcome,
    contributions: SmallVec<[Contribution; 2]>,
    content: Option<&str>,
    rule: impl Fn(u32) -> &'static Rule,
) {
    let mut list: SmallVec<[Transform; 2]> = SmallVec::new();
    for contribution in contributions
        .into_iter()
        .filter(|c| c.effect == RuleEffect::Transform)
    {
        let rule = rule(contribution.rule);
        // INVARIANT: a rule with effect `transform` carries a transform (OAR-DOC-22); the emitter writes it.
        let Some(spec) = rule.more.and_then(|more| more.transform) else {
            continue;
        };
        if outcome.rule.is_none() {
            outcome.rule = Some(rule);
            outcome.copy = contribution.copy;
        }
        outcome.transforms.push(spec);
        list.push(Transform {
            rule: rule.qualified,
            action: match spec.action {
                TransformAction::Redact => transform::Action::Redact,
                TransformAction::Replace => transform::Action::Replace,
                TransformAction::Annotate => transform::Action::Annotate,
            },
            target: contribution.spans.map_or(Target::Content, Target::Spans),
            replacement: spec.replacement.unwrap_or(transform::REDACTED),
        });
    }
    if let Some(content) = content {
        let Applied { content, skipped } = transform::apply(content, &list);
        outcome.content = content;
        outcome.skipped = skipped;
    }
}
