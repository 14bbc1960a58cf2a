//! What firing needs and does.

use super::evaluation::{Evaluation, Queued, Turn};
use super::notes::transform_of;
use crate::detector::Report;
use crate::outcome::{Copy, RuleOutcome, Spoken};
use crate::program::{CopySource, Program, Rule, RuleEffect};
use crate::raise::Raise;

impl<'a> Evaluation<'a> {
    /// The condition of a rule held. What firing consumes is consumed before the rule counts as fired, monitored or not: a
    /// failure means that it did not fire.
    pub(super) fn fire<P: Program<'a>>(&mut self, program: &P, turn: Turn) -> Result<(), Raise> {
        let Turn { id, rule, .. } = turn;
        let found = self.report(turn.report);
        let mut transform = None;
        let mut scope = None;
        let on_fire = rule.more.map_or(&[][..], |more| more.on_fire);
        if let Some(more) = rule.more {
            if let Some(spec) = more.transform {
                let spans = match spec.target {
                    "content" => None,
                    _ => Some(program.target(id, found)?),
                };
                transform = Some(transform_of(rule, spec, spans));
            }
            if more.scoped && on_fire.iter().any(|action| action.counts()) {
                scope = Some(program.scope(id, found)?);
            }
        }
        let rendered = match rule.effect {
            RuleEffect::Allow => None,
            _ => copy(program, id, rule, found)?,
        };
        if !turn.enforced {
            // It contributes nothing, suppresses nothing and stops nothing (OAR-EVAL-10).
            self.mark(RuleOutcome::MonitoredFired);
            return Ok(());
        }
        let at = self.outcome.reached;
        self.outcome.push_fired(at, id, rendered);
        self.outcome.reached += 1;
        if let Some(transform) = transform {
            self.transforms.push(transform);
        }
        if !on_fire.is_empty() {
            let refusal = self.refusal(program, turn);
            self.queued.push(Queued {
                at,
                rule: id,
                scope,
                refusal,
            });
        }
        for &target in rule.more.map_or(&[][..], |more| more.overrides) {
            self.careful = true;
            self.suppressed.insert(target);
        }
        Ok(())
    }

    /// The copy of an error block, as an outcome keeps it. Copy that cannot be rendered is left out, and the block stands
    /// (OAR-COPY-11).
    pub(super) fn error_copy<P: Program<'a>>(
        &self,
        program: &P,
        turn: Turn,
        named: u32,
    ) -> Option<Copy> {
        // What the failing rule's own detector reported is part of its copy's environment, and of no other's.
        let detector = turn.rule.more.and_then(|more| more.detector);
        let detector = detector.filter(|_| named == turn.id);
        let report = self.report(detector.and_then(|detector| self.position(detector)));
        copy(program, named, self.anchor.rule(named), report).unwrap_or_default()
    }

    /// The block that it comes to when the side-effects are refused, rendered now: by then the facts are gone.
    fn refusal<P: Program<'a>>(&self, program: &P, turn: Turn) -> Option<Spoken> {
        let named = turn.rule.on_error.blocks_as(turn.id)?;
        Some(Spoken {
            rule: named,
            rendered: self.error_copy(program, turn, named),
        })
    }
}

/// The copy of a rule, as an outcome keeps it: what has no bindings stays with the rule.
#[inline]
fn copy<'a, P: Program<'a>>(
    program: &P,
    id: u32,
    rule: &'static Rule,
    report: Option<&Report>,
) -> Result<Option<Copy>, Raise> {
    match rule.copy {
        CopySource::Constant(_) => Ok(None),
        CopySource::Bound => program.copy(id, report).map(Some),
    }
}
