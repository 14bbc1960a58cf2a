//! The short way through an occurrence, as far as it goes.

use crate::outcome::{Effect, Outcome, effect_alone};
use crate::program::{Anchor, Program};
use crate::raise::Raise;
use crate::verdict::NotPassed;

/// How far the short way led: nothing speaks, or one rule does, or nothing but transforms. Side-effects and transforms
/// stand in [`Notes`](super::Notes).
///
/// Generated code drives it. These few words are all that changes on this way. They are lent to a function that is not
/// inlined only where a rule does not pass ([`Met`]), so until then they stay in registers.
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
    /// The rule at the position is more than the short way can take. Here is why it does not pass, if its condition was evaluated.
    Rule(Option<NotPassed>),
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

    /// The rule at this position does not pass, and that is more than the short way can take.
    #[inline]
    #[must_use]
    pub fn leave(self, at: u32, why: NotPassed) -> Self {
        Self {
            at,
            end: End::Rule(Some(why)),
            ..self
        }
    }

    /// Along a lane that functions lead through: it ends at the position that they give.
    #[inline]
    #[must_use]
    pub fn led(lane: u32, lead: impl FnOnce(&mut Met<'a>) -> u32) -> Self {
        let mut met = Met(None);
        let at = lead(&mut met);
        match met.0 {
            None => Self::along(lane).done(at),
            Some(walk) => Self { lane, at, ..walk },
        }
    }

    /// Along a lane that is too long to be written out, to the position that it ends at.
    #[inline]
    pub fn along_loop<P: Program<'a>>(
        anchor: &'static Anchor,
        lane: u32,
        program: &P,
        met: &mut Met<'a>,
    ) -> u32 {
        let lane = anchor.lane(lane);
        let mut at = 0;
        for &id in lane.plain {
            match program.when(id, None) {
                Ok(()) => {}
                Err(why) => {
                    if let Some(end) = met.rule(anchor, at, id, why) {
                        return end;
                    }
                }
            }
            at += 1;
        }
        match lane.plain.len() == lane.rules.len() {
            true => at,
            false => met.stop(at),
        }
    }
}

/// What the functions of a lane met besides rules that pass.
///
/// It is written where there is such a thing, and nowhere else. A walk that such a function returned would be written to memory
/// and read from there at once in other pieces than it was written in, which a processor does not like.
#[derive(Debug)]
pub struct Met<'a>(Option<Walk<'a>>);

impl<'a> Met<'a> {
    fn walk(&mut self) -> &mut Walk<'a> {
        self.0.get_or_insert_with(|| Walk::along(0))
    }

    /// The rule at this position does not pass: where the way ends, if it does.
    #[cold]
    #[inline(never)]
    pub fn rule(
        &mut self,
        anchor: &'static Anchor,
        at: u32,
        id: u32,
        why: NotPassed,
    ) -> Option<u32> {
        let rule = anchor.rule(id);
        let effect = effect_alone(rule);
        let walk = self.walk();
        let taken = match why {
            NotPassed::Holds => rule.alone && walk.fires(at, id, effect),
            NotPassed::Raises(_) => false,
        };
        match taken {
            false => {
                walk.end = End::Rule(Some(why));
                Some(at)
            }
            // OAR-EVAL-4
            true => (effect == Effect::Block).then_some(at + 1),
        }
    }

    /// The rule at this position is still to be evaluated: the way ends there.
    #[cold]
    pub fn stop(&mut self, at: u32) -> u32 {
        self.walk().end = End::Rule(None);
        at
    }

    /// The rules have to be selected one by one. The first index's fact comes along.
    #[cold]
    pub fn select(&mut self, key: &'a str) -> u32 {
        self.walk().end = End::Select(Some(Ok(key)));
        0
    }
}
