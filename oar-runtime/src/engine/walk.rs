//! The short way through an occurrence, as far as it goes.

use crate::outcome::{Effect, Outcome, effect_alone};
use crate::program::{Anchor, Program};
use crate::raise::Raise;

/// How far the short way led: nothing speaks, or one rule does, or nothing but transforms. Side-effects and transforms
/// stand in [`Notes`](super::Notes).
///
/// Generated code drives it. These few words are all that changes on this way. They are never lent to a function that is
/// not inlined, so they stay in registers.
#[derive(Debug)]
pub struct Walk<'a> {
    /// The lane that was selected.
    pub(super) lane: u32,
    /// The rules before this position were evaluated.
    pub(super) at: u32,
    /// The rule that fired: its position, number and effect.
    pub(super) fired: Option<(u32, u32, Effect)>,
    pub(super) end: End<'a>,
}

/// Why the short way ended.
#[derive(Debug)]
pub(super) enum End<'a> {
    /// The occurrence is evaluated.
    Done,
    /// The rules are still to be selected. A fact is produced at most once: here is the first index's, if it was read.
    Select(Option<Result<&'a str, Raise>>),
    /// The rule at the position is more than the short way can take. Here is what its condition gave, if it was evaluated.
    Rule(Option<Result<bool, Raise>>),
}

impl<'a> Walk<'a> {
    /// Along a lane.
    #[inline]
    #[must_use]
    pub fn along(lane: u32) -> Self {
        Self {
            lane,
            at: 0,
            fired: None,
            end: End::Done,
        }
    }

    /// Nowhere: the rules have to be selected one by one. The first index's fact comes along if it was read.
    #[inline]
    #[must_use]
    pub fn select(key: Option<Result<&'a str, Raise>>) -> Self {
        Self {
            end: End::Select(key),
            ..Self::along(0)
        }
    }

    /// The decision that the rule which fired makes: its effect, and the rule's number.
    #[inline]
    pub(super) fn decision(&self) -> (Effect, u32) {
        self.fired
            .map_or((Effect::None, Outcome::NO_RULE), |(_, rule, effect)| {
                (effect, rule)
            })
    }

    /// Whether no rule spoke.
    #[inline]
    #[must_use]
    pub fn is_quiet(&self) -> bool {
        self.fired.is_none()
    }

    /// Notes that a rule fired; `false` when one has already.
    #[inline]
    pub fn fires(&mut self, at: u32, rule: u32, effect: Effect) -> bool {
        let first = self.fired.is_none();
        if first {
            self.fired = Some((at, rule, effect));
        }
        first
    }

    /// The rules before this position were evaluated, and no other is: there is none, or one blocked (OAR-EVAL-4).
    #[inline]
    #[must_use]
    pub fn done(self, at: u32) -> Self {
        Self { at, ..self }
    }

    /// The rule at this position is still to be evaluated.
    #[inline]
    #[must_use]
    pub fn stop(self, at: u32) -> Self {
        Self {
            at,
            end: End::Rule(None),
            ..self
        }
    }

    /// The condition of the rule at this position gave what is more than the short way can take.
    #[inline]
    #[must_use]
    pub fn leave(self, at: u32, verdict: Result<bool, Raise>) -> Self {
        Self {
            at,
            end: End::Rule(Some(verdict)),
            ..self
        }
    }

    /// The condition of the rule at this position did not pass: the end of the way, if it is one.
    #[cold]
    #[inline(never)]
    pub fn meets(
        &mut self,
        anchor: &'static Anchor,
        at: u32,
        id: u32,
        verdict: Result<bool, Raise>,
    ) -> Option<Self> {
        let rule = anchor.rule(id);
        let taken = match verdict {
            Ok(true) => rule.alone && self.fires(at, id, effect_alone(rule)),
            Ok(false) => true,
            Err(_) => false,
        };
        let blocks = matches!(verdict, Ok(true)) && effect_alone(rule) == Effect::Block;
        let so_far = Self {
            lane: self.lane,
            at: self.at,
            fired: self.fired,
            end: End::Done,
        };
        match taken {
            false => Some(so_far.leave(at, verdict)),
            true if blocks => Some(so_far.done(at + 1)),
            true => None,
        }
    }

    /// Goes along a lane that is too long to be written out.
    #[inline]
    #[must_use]
    pub fn loop_along<P: Program<'a>>(anchor: &'static Anchor, lane: u32, program: &P) -> Self {
        let mut walk = Self::along(lane);
        let lane = anchor.lane(lane);
        let mut at = 0;
        for &id in lane.plain {
            match program.when(id, None) {
                Ok(false) => {}
                verdict => {
                    if let Some(end) = walk.meets(anchor, at, id, verdict) {
                        return end;
                    }
                }
            }
            at += 1;
        }
        match lane.plain.len() == lane.rules.len() {
            true => walk.done(at),
            false => walk.stop(at),
        }
    }
}
