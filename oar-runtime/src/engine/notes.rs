//! What is noted on the short way beyond the words of a [`Walk`](super::Walk): side-effects and transforms.

use std::fmt::Debug;

use smallvec::SmallVec;

use super::effects;
use super::evaluation::{Evaluation, Queued};
use super::quick::Quick;
use crate::outcome::{Effect, Outcome, RuleOutcome, Spoken, mark};
use crate::program::{Anchor, Rule, Spanned, TransformAction, TransformSpec};
use crate::rare::Rare;
use crate::session::{CounterScope, State, StoreError};
use crate::transform::{self, Applied, Skipped, Target, Transform};

/// [`NoteList`], or [`NoNotes`] at an anchor where no rule has side-effects or a transform: that costs nothing.
///
/// Notes stay where they are made: moving what was just written takes longer than writing it.
pub trait Notes<'a>: Debug + Default {
    /// Whether anything is kept.
    const KEEPS: bool;

    /// Whether the words of the walk are all there is.
    fn is_empty(&self) -> bool;

    /// Whether no transform fired.
    fn is_quiet(&self) -> bool;

    /// An enforced rule fired.
    fn fired(&mut self, at: u32);

    /// Hands over to the long way.
    fn take_over(&mut self, evaluation: &mut Evaluation<'a>);

    /// The outcome, with side-effects and transforms applied.
    fn commit<S: State + ?Sized>(&mut self, quick: Quick<'a>, session: &mut S) -> Outcome;
}

/// There is nothing to note.
#[derive(Debug, Default)]
pub struct NoNotes;

impl<'a> Notes<'a> for NoNotes {
    const KEEPS: bool = false;

    #[inline]
    fn is_empty(&self) -> bool {
        true
    }

    #[inline]
    fn is_quiet(&self) -> bool {
        true
    }

    #[inline]
    fn fired(&mut self, _: u32) {}

    #[inline]
    fn take_over(&mut self, _: &mut Evaluation<'a>) {}

    #[inline]
    fn commit<S: State + ?Sized>(&mut self, quick: Quick<'a>, _: &mut S) -> Outcome {
        Outcome::new(quick.anchor)
    }
}

/// What was noted, in evaluation order.
#[derive(Debug)]
pub struct NoteList<'a> {
    /// The positions of the rules that fired.
    fired: SmallVec<[u32; 4]>,
    queued: SmallVec<[Noted<'a>; 2]>,
    /// The first transform's rule.
    transforming: u32,
    transforms: SmallVec<[Transform<'a>; 2]>,
}

/// A rule's side-effects, to be applied.
#[derive(Debug)]
struct Noted<'a> {
    at: u32,
    rule: u32,
    scope: Option<CounterScope<'a>>,
}

impl Default for NoteList<'_> {
    #[inline]
    fn default() -> Self {
        Self {
            fired: SmallVec::new(),
            queued: SmallVec::new(),
            transforming: Outcome::NO_RULE,
            transforms: SmallVec::new(),
        }
    }
}

impl<'a> NoteList<'a> {
    /// A rule with side-effects fired; its counter scope, if one of them counts under it.
    #[inline]
    pub fn queue(&mut self, at: u32, rule: u32, scope: Option<CounterScope<'a>>) {
        self.queued.push(Noted { at, rule, scope });
    }

    /// A transform fired. Without spans it is of the content.
    #[inline]
    pub fn transform(&mut self, anchor: &'static Anchor, number: u32, spans: Option<Spanned<'a>>) {
        let rule = anchor.rule(number);
        // INVARIANT: a rule with effect `transform` carries a transform (OAR-DOC-22); the compiler writes it.
        if let Some(spec) = rule.more.and_then(|more| more.transform) {
            if self.transforms.is_empty() {
                self.transforming = number;
            }
            self.transforms.push(transform_of(rule, spec, spans));
        }
    }

    /// The side-effects were refused: the long way says what becomes of it.
    #[cold]
    fn refused<S: State + ?Sized>(
        &mut self,
        quick: &Quick<'a>,
        session: &mut S,
        error: StoreError,
    ) -> Outcome {
        let mut evaluation = Evaluation::at(quick.anchor);
        evaluation.take_over(&quick.walk, self);
        evaluation.content = quick.content;
        evaluation.call = quick.call;
        evaluation.conclude(Err(error), session)
    }

    fn outcome(&self, quick: &Quick<'_>) -> Outcome {
        let mut applied = Applied::default();
        let (mut effect, mut rule) = quick.walk.decision();
        if !self.transforms.is_empty() {
            (effect, rule) = (Effect::Transform, self.transforming);
            if let Some(content) = quick.content {
                applied = transform::apply(content, &self.transforms);
            }
        }
        let mut first = self.fired.iter();
        let mut next = || first.next().map_or(0, |&at| mark(at, RuleOutcome::Fired));
        let marks = [next(), next(), next()];
        let outcome = Outcome {
            anchor: quick.anchor,
            lane: quick.walk.lane,
            reached: quick.walk.at,
            marks,
            marked: self.fired.len().min(marks.len()) as u8,
            effect,
            rule,
            content: applied.content,
            more: Rare::NONE,
        };
        match self.fired.get(marks.len()..).unwrap_or_default() {
            [] if applied.skipped.is_empty() => outcome,
            fired => outcome.with(fired, applied.skipped),
        }
    }
}

impl Outcome {
    /// The same with more rules that fired, and with skipped transforms.
    #[cold]
    fn with(mut self, fired: &[u32], skipped: Vec<Skipped>) -> Self {
        for &at in fired {
            self.push_mark(at, RuleOutcome::Fired);
        }
        if !skipped.is_empty() {
            self.rest_mut().skipped = skipped;
        }
        self
    }
}

impl<'a> Notes<'a> for NoteList<'a> {
    const KEEPS: bool = true;

    #[inline]
    fn is_empty(&self) -> bool {
        self.queued.is_empty() && self.transforms.is_empty()
    }

    #[inline]
    fn is_quiet(&self) -> bool {
        self.transforms.is_empty()
    }

    #[inline]
    fn fired(&mut self, at: u32) {
        self.fired.push(at);
    }

    fn take_over(&mut self, evaluation: &mut Evaluation<'a>) {
        let (anchor, lane) = (evaluation.anchor, evaluation.outcome.lane);
        for &at in &self.fired {
            if let Some(&rule) = anchor.lane(lane).rules.get(at as usize) {
                evaluation.outcome.push_fired(at, rule, None);
            }
        }
        for Noted { at, rule, scope } in self.queued.drain(..) {
            let named = anchor.rule(rule).on_error.blocks_as(rule);
            // The short way takes no rule whose block would speak with bindings.
            let rendered = None;
            evaluation.queued.push(Queued {
                at,
                rule,
                scope,
                refusal: named.map(|rule| Spoken { rule, rendered }),
            });
        }
        evaluation.transforms.append(&mut self.transforms);
    }

    #[inline(never)]
    fn commit<S: State + ?Sized>(&mut self, quick: Quick<'a>, session: &mut S) -> Outcome {
        if !self.queued.is_empty() {
            let queued = self.queued.iter();
            let queued = queued.map(|noted| (noted.rule, noted.scope.as_ref()));
            if let Err(error) = effects::apply(quick.anchor, queued, session) {
                return self.refused(&quick, session, error);
            }
        }
        quick.admit(session);
        self.outcome(&quick)
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
