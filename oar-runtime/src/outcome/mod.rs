//! What an occurrence resolved to.

mod advisory;
mod copy;
mod effect;
mod record;
mod trace;

use std::fmt;

use smallvec::SmallVec;

use crate::program::{Action, Anchor, RuleEffect, TransformSpec};
use crate::raise::Raise;
use crate::rare::Rare;
use crate::transform::Skipped;

pub use advisory::{Advisories, Advisory};
pub use copy::{Copy, CopyField};
pub use effect::{Effect, RuleOutcome};
pub(crate) use record::{effect_alone, mark};
pub use trace::Trace;

/// A record for the host's event stream (OAR-FIRE-7).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// The qualified identifier of the rule.
    pub rule: &'static str,
    /// The host-local anchor.
    pub anchor: &'static str,
    /// The rule's effect.
    pub effect: RuleEffect,
}

/// Why a traced rule is `errored` or `monitored_errored`.
#[derive(Clone, Debug)]
pub struct Failure {
    /// The qualified identifier of the rule that could not be evaluated.
    pub rule: &'static str,
    /// Why.
    pub cause: Raise,
}

/// A side-effect that was applied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SideEffect {
    /// The qualified identifier of the rule that declared it.
    pub rule: &'static str,
    /// What was done.
    pub action: Action,
}

/// What an occurrence resolved to: the decision, and everything recorded on the way.
///
/// It is small, and nothing is allocated for a decision that no rule or one rule made: what there is more to an occurrence
/// stands in one box.
#[derive(Clone)]
#[must_use = "a decision that is not honoured binds nothing (OAR-PROF-10)"]
pub struct Outcome {
    pub(crate) anchor: &'static Anchor,
    /// The lane that holds the evaluation order, or [`Outcome::OWN_ORDER`].
    pub(crate) lane: u32,
    /// The rules before this position of the order were reached.
    pub(crate) reached: u32,
    /// See [`Trace`]; further marks are in `more`.
    pub(crate) marks: [u32; 3],
    /// The number of `marks`.
    pub(crate) marked: u8,
    pub(crate) effect: Effect,
    /// The rule of the decision, or [`Outcome::NO_RULE`]. While evaluation goes on, the first enforced rule that fired with
    /// any effect but `allow`; of an error block, the rule whose identifiers it carries; of a transform, the first: nobody
    /// asks for the others' copy.
    pub(crate) rule: u32,
    /// The first rule whose side-effects were applied, or [`Outcome::NO_RULE`]; the others are in `more`.
    pub(crate) applied: u32,
    pub(crate) content: Option<String>,
    pub(crate) more: Rare<More>,
}

/// What most outcomes have nothing of.
#[derive(Clone, Debug, Default)]
pub(crate) struct More {
    /// All rules of the decision, when there are several or copy was rendered.
    pub(crate) spoken: Vec<Spoken>,
    pub(crate) rest: Rare<Rest>,
}

/// What even most of the others have nothing of.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rest {
    pub(crate) order: SmallVec<[u32; 8]>,
    pub(crate) marks: Vec<u32>,
    pub(crate) applied: Vec<u32>,
    pub(crate) skipped: Vec<Skipped>,
    pub(crate) events: Vec<Event>,
    pub(crate) failures: Vec<Failure>,
}

/// A rule of the decision.
#[derive(Clone, Debug)]
pub(crate) struct Spoken {
    pub(crate) rule: u32,
    /// Its copy where that has bindings; other copy stays with the rule.
    pub(crate) rendered: Option<Copy>,
}

impl Outcome {
    /// The effect (OAR-EVAL-6).
    #[inline]
    #[must_use]
    pub fn effect(&self) -> Effect {
        self.effect
    }

    /// The bare identifier of the rule that decided: for display and coarse routing (OAR-EVAL-9).
    #[must_use]
    pub fn code(&self) -> Option<&'static str> {
        self.spoken().first().map(|first| first.code())
    }

    /// The qualified identifier of the rule that decided.
    #[must_use]
    pub fn rule(&self) -> Option<&'static str> {
        self.spoken().first().map(|first| first.rule())
    }

    /// The rendered copy of the rule that decided (OAR-COPY-7).
    #[must_use]
    pub fn copy(&self) -> &Copy {
        self.spoken().first().map_or(Copy::NONE, Advisory::copy)
    }

    /// Every enforced rule that fired with the decision's effect, when that is nudge or warn (OAR-EVAL-20).
    #[must_use]
    pub fn advisories(&self) -> Advisories<'_> {
        match self.effect {
            Effect::Nudge | Effect::Warn => self.spoken(),
            Effect::None | Effect::Transform | Effect::Block => Advisories::none(self),
        }
    }

    /// The accumulated transforms, when the decision is transform (OAR-OPS-15).
    pub fn transforms(&self) -> impl Iterator<Item = &'static TransformSpec> {
        let marks = match self.effect {
            Effect::Transform => 0..self.marks(),
            Effect::None | Effect::Warn | Effect::Nudge | Effect::Block => 0..0,
        };
        let fired = marks
            .filter_map(|index| self.mark(index))
            .filter(|&(_, what)| what == RuleOutcome::Fired);
        let rules = fired.filter_map(|(at, _)| self.order().get(at as usize));
        rules.filter_map(|&rule| self.anchor.rule(rule).more?.transform)
    }

    /// The content after the transforms; `None` when the decision changes none: deliver what there was, or, on a block,
    /// nothing.
    #[must_use]
    pub fn content(&self) -> Option<&str> {
        self.content.as_deref()
    }

    /// The content after the transforms, owned.
    #[must_use]
    pub fn into_content(self) -> Option<String> {
        self.content
    }

    /// Spans not applied because an earlier transform had rewritten their text (OAR-OPS-23).
    #[must_use]
    pub fn skipped_transforms(&self) -> &[Skipped] {
        self.rest().map_or(&[], |rest| &rest.skipped)
    }

    /// The side-effects applied, in order (OAR-FIRE-8).
    pub fn side_effects(&self) -> impl Iterator<Item = SideEffect> {
        let first = Some(self.applied).filter(|&rule| rule != Self::NO_RULE);
        let further = self.rest().map_or(&[][..], |rest| &rest.applied);
        let rules = first.into_iter().chain(further.iter().copied());
        rules.flat_map(|rule| {
            let rule = self.anchor.rule(rule);
            let actions = rule.more.map_or(&[][..], |more| more.on_fire);
            actions.iter().map(|&action| SideEffect {
                rule: rule.qualified,
                action,
            })
        })
    }

    /// The records of `publish_event`, in order; they were handed to the session's event sink as well.
    #[must_use]
    pub fn events(&self) -> &[Event] {
        self.rest().map_or(&[], |rest| &rest.events)
    }

    /// The applied-rules trace.
    #[must_use]
    pub fn trace(&self) -> Trace<'_> {
        Trace::new(self)
    }

    /// Why each errored rule could not be evaluated, in evaluation order.
    #[must_use]
    pub fn failures(&self) -> &[Failure] {
        self.rest().map_or(&[], |rest| &rest.failures)
    }

    /// The rules of the decision, in evaluation order.
    fn spoken(&self) -> Advisories<'_> {
        Advisories::of(self)
    }

    fn rest(&self) -> Option<&Rest> {
        self.more.get()?.rest.get()
    }
}

impl fmt::Debug for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Outcome")
            .field("effect", &self.effect)
            .field("rule", &self.rule())
            .field("trace", &self.trace())
            .field("more", &self.more)
            .finish_non_exhaustive()
    }
}
