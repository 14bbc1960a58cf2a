//! The transforms that fire on the short way.

use std::fmt::Debug;

use smallvec::SmallVec;

use super::evaluation::Evaluation;
use crate::outcome::{Effect, Outcome, RuleOutcome, mark};
use crate::program::{Anchor, Rule, Spanned, TransformAction, TransformSpec};
use crate::rare::Rare;
use crate::transform::{self, Applied, Target, Transform};

/// What the transforms of an anchor come to on the short way: [`EditList`], or [`NoEdits`] where no rule has one, which
/// then costs nothing. It stays where it is made: moving what was just written would take longer than writing it.
pub trait Edits<'a>: Debug + Default {
    /// Whether no transform fired.
    fn is_empty(&self) -> bool;

    /// Hands over to the long way.
    fn take_over(&mut self, evaluation: &mut Evaluation<'a>);

    /// The outcome of an occurrence at which nothing but transforms fired.
    fn outcome(
        &self,
        anchor: &'static Anchor,
        lane: u32,
        reached: u32,
        content: Option<&str>,
    ) -> Outcome;
}

/// No rule has a transform.
#[derive(Debug, Default)]
pub struct NoEdits;

impl<'a> Edits<'a> for NoEdits {
    #[inline]
    fn is_empty(&self) -> bool {
        true
    }

    #[inline]
    fn take_over(&mut self, _: &mut Evaluation<'a>) {}

    fn outcome(&self, anchor: &'static Anchor, _: u32, _: u32, _: Option<&str>) -> Outcome {
        Outcome::new(anchor)
    }
}

/// The transforms that fired, in evaluation order.
#[derive(Debug, Default)]
pub struct EditList<'a> {
    /// Positions and numbers of the rules.
    fired: SmallVec<[(u32, u32); 2]>,
    transforms: SmallVec<[Transform<'a>; 2]>,
}

impl<'a> EditList<'a> {
    /// Notes that a transform fired. Without spans it is of the content.
    #[inline]
    pub fn push(
        &mut self,
        anchor: &'static Anchor,
        at: u32,
        number: u32,
        spans: Option<Spanned<'a>>,
    ) {
        let rule = anchor.rule(number);
        // INVARIANT: a rule with effect `transform` carries a transform (OAR-DOC-22); the compiler writes it.
        let Some(spec) = rule.more.and_then(|more| more.transform) else {
            return;
        };
        self.fired.push((at, number));
        self.transforms.push(transform_of(rule, spec, spans));
    }
}

impl<'a> Edits<'a> for EditList<'a> {
    #[inline]
    fn is_empty(&self) -> bool {
        self.fired.is_empty()
    }

    fn take_over(&mut self, evaluation: &mut Evaluation<'a>) {
        for &(at, rule) in &self.fired {
            evaluation.outcome.push_fired(at, rule, None);
        }
        evaluation.transforms.append(&mut self.transforms);
    }

    #[inline(never)]
    fn outcome(
        &self,
        anchor: &'static Anchor,
        lane: u32,
        reached: u32,
        content: Option<&str>,
    ) -> Outcome {
        let Applied { content, skipped } = content.map_or_else(Applied::default, |content| {
            transform::apply(content, &self.transforms)
        });
        let mut fired = self.fired.iter();
        let rule = fired
            .as_slice()
            .first()
            .map_or(Outcome::NO_RULE, |first| first.1);
        let mut next = || {
            fired
                .next()
                .map_or(0, |&(at, _)| mark(at, RuleOutcome::Fired))
        };
        let marks = [next(), next(), next()];
        let mut outcome = Outcome {
            anchor,
            lane,
            reached,
            marks,
            marked: self.fired.len().min(marks.len()) as u8,
            effect: Effect::Transform,
            rule,
            applied: Outcome::NO_RULE,
            content,
            more: Rare::NONE,
        };
        for &(at, _) in fired {
            outcome.push_mark(at, RuleOutcome::Fired);
        }
        if !skipped.is_empty() {
            outcome.rest_mut().skipped = skipped;
        }
        outcome
    }
}

/// A fired rule's transform; without spans it is of the content.
#[inline]
pub(super) fn transform_of<'a>(
    rule: &'static Rule,
    spec: &'static TransformSpec,
    spans: Option<Spanned<'a>>,
) -> Transform<'a> {
    Transform {
        rule: rule.qualified,
        action: match spec.action {
            TransformAction::Redact => transform::Action::Redact,
            TransformAction::Replace => transform::Action::Replace,
            TransformAction::Annotate => transform::Action::Annotate,
        },
        target: spans.map_or(Target::Content, Target::Spans),
        replacement: spec.replacement.unwrap_or(transform::REDACTED),
    }
}

/// Applies the transforms of a decision to the content, if the anchor has any.
pub(super) fn apply(outcome: &mut Outcome, content: Option<&str>, transforms: &[Transform<'_>]) {
    let Some(content) = content else {
        return;
    };
    let Applied { content, skipped } = transform::apply(content, transforms);
    outcome.content = content;
    if !skipped.is_empty() {
        outcome.rest_mut().skipped = skipped;
    }
}
