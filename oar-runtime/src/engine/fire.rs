//! What firing needs and does.

use super::evaluation::{Evaluation, Queued, Turn};
use crate::detector::Report;
use crate::outcome::{Advisory, Copy, RuleOutcome};
use crate::program::{CopySource, Program, Rule, RuleEffect, TransformAction, TransformSpec};
use crate::raise::Raise;
use crate::rare::Rare;
use crate::transform::{self, Target, Transform};

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
                transform = Some(transform_of(program, id, rule, spec, found)?);
            }
            if more.scoped && on_fire.iter().any(|action| action.counts()) {
                scope = Some(program.scope(id, found)?);
            }
        }
        let rendered = match rule.effect {
            RuleEffect::Allow => Rare::NONE,
            _ => copy(program, id, rule, found)?,
        };
        if !turn.enforced {
            // It contributes nothing, suppresses nothing and stops nothing (OAR-EVAL-10).
            self.mark(RuleOutcome::MonitoredFired);
            return Ok(());
        }
        let at = self.outcome.reached;
        self.outcome.push_fired(at, rule, rendered);
        self.outcome.reached += 1;
        if let Some(transform) = transform {
            self.transforms.push(transform);
        }
        if !on_fire.is_empty() {
            let refusal = self.refusal(program, turn);
            self.queued.push(Queued {
                at,
                rule,
                scope,
                refusal,
            });
        }
        for &target in rule.more.map_or(&[][..], |more| more.overrides) {
            self.suppressed.insert(target);
        }
        Ok(())
    }

    /// The copy of an error block, as an advisory keeps it. Copy that cannot be rendered is left out, and the block stands
    /// (OAR-COPY-11).
    pub(super) fn error_copy<P: Program<'a>>(
        &self,
        program: &P,
        turn: Turn,
        named: u32,
    ) -> Rare<Copy> {
        // What the failing rule's own detector reported is part of its copy's environment, and of no other's.
        let detector = turn.rule.more.and_then(|more| more.detector);
        let detector = detector.filter(|_| named == turn.id);
        let report = self.report(detector.and_then(|detector| self.position(detector)));
        copy(program, named, self.anchor.rule(named), report).unwrap_or(Rare::NONE)
    }

    /// The block that it comes to when the side-effects are refused, rendered now: by then the facts are gone.
    fn refusal<P: Program<'a>>(&self, program: &P, turn: Turn) -> Option<Advisory> {
        let named = turn.rule.on_error.blocks_as(turn.id)?;
        Some(Advisory {
            rule: self.anchor.rule(named),
            rendered: self.error_copy(program, turn, named),
        })
    }
}

fn transform_of<'a, P: Program<'a>>(
    program: &P,
    id: u32,
    rule: &'static Rule,
    spec: &'static TransformSpec,
    report: Option<&Report>,
) -> Result<Transform, Raise> {
    Ok(Transform {
        rule: rule.qualified,
        action: match spec.action {
            TransformAction::Redact => transform::Action::Redact,
            TransformAction::Replace => transform::Action::Replace,
            TransformAction::Annotate => transform::Action::Annotate,
        },
        target: match spec.target {
            "content" => Target::Content,
            _ => Target::Spans(program.target(id, report)?),
        },
        replacement: spec.replacement.unwrap_or(transform::REDACTED),
    })
}

/// The copy of a rule, as an advisory keeps it: what has no bindings stays with the rule.
#[inline]
fn copy<'a, P: Program<'a>>(
    program: &P,
    id: u32,
    rule: &'static Rule,
    report: Option<&Report>,
) -> Result<Rare<Copy>, Raise> {
    match rule.copy {
        CopySource::Constant(_) => Ok(Rare::NONE),
        CopySource::Bound => Ok(Rare::new(program.copy(id, report)?)),
    }
}
