//! The outcome of an occurrence that the short way leads through, and the driver of the long one.

use super::edits::Edits;
use super::enforcements::Enforcements;
use super::evaluation::{Evaluation, Step};
use super::walk::{End, Walk};
use crate::outcome::{Effect, Outcome, RuleOutcome, mark};
use crate::program::{Anchor, Program};
use crate::rare::Rare;
use crate::session::State;

/// An evaluated occurrence that needs nothing from a session but to note the call.
#[derive(Debug)]
#[must_use = "nothing is decided before `commit`"]
pub struct Quick<'a> {
    anchor: &'static Anchor,
    walk: Walk<'a>,
    /// The content, where a transform may apply to it.
    content: Option<&'a str>,
    /// The call, where it may be a step of the activity.
    call: Option<&'a str>,
}

/// An evaluation that goes the long way from here on.
#[derive(Debug)]
pub struct Begun<'a> {
    anchor: &'static Anchor,
    walk: Walk<'a>,
}

/// Evaluates an occurrence as far as the short way goes.
///
/// # Errors
/// It has to go the long way: [`Begun::evaluate`].
#[inline]
pub fn quick<'a, P: Program<'a>>(
    anchor: &'static Anchor,
    enforcements: &Enforcements,
    program: &P,
    edits: &mut P::Edits,
) -> Result<Quick<'a>, Begun<'a>> {
    let walk = match enforcements.is_custom() {
        true => Walk::select(None),
        false => program.walk(edits),
    };
    match walk.end {
        End::Done => Ok(Quick {
            anchor,
            content: match edits.is_empty() {
                true => None,
                false => program.content(),
            },
            walk,
            call: match P::ADMITS {
                true => program.call_name(),
                false => None,
            },
        }),
        _ => Err(Begun { anchor, walk }),
    }
}

impl<'a> Quick<'a> {
    /// The outcome; the call is appended to the activity when it was admitted.
    #[inline]
    pub fn commit<S: State + ?Sized, E: Edits<'a>>(self, session: &mut S, edits: &E) -> Outcome {
        let (marked, first, effect, rule) = match self.walk.fired {
            None => (0, 0, Effect::None, Outcome::NO_RULE),
            Some((at, rule, effect)) => (1, mark(at, RuleOutcome::Fired), effect, rule),
        };
        if let Some(name) = self.call
            && effect != Effect::Block
        {
            session.admit(name, self.anchor.table.activity_window);
        }
        if !edits.is_empty() {
            let Walk { lane, at, .. } = self.walk;
            return edits.outcome(self.anchor, lane, at, self.content);
        }
        Outcome {
            anchor: self.anchor,
            lane: self.walk.lane,
            reached: self.walk.at,
            marks: [first, 0, 0],
            marked,
            effect,
            rule,
            applied: Outcome::NO_RULE,
            content: None,
            more: Rare::NONE,
        }
    }
}

impl<'a> Begun<'a> {
    /// Where to go on. It is made apart from [`Begun::evaluate`] because it is large: it stays where it is put.
    #[inline(never)]
    pub fn evaluation(&self) -> Evaluation<'a> {
        Evaluation::at(self.anchor)
    }

    /// Evaluates the rest, running each detector where it stands.
    #[inline(never)]
    pub fn evaluate<P: Program<'a>>(
        self,
        evaluation: &mut Evaluation<'a>,
        enforcements: &Enforcements,
        program: &P,
        edits: &mut P::Edits,
    ) {
        let Walk {
            lane,
            at,
            fired,
            end,
        } = self.walk;
        match end {
            End::Done => {}
            End::Select(key) => evaluation.select(enforcements, program, key),
            End::Rule(verdict) => {
                evaluation.take_over(lane, at, fired);
                edits.take_over(evaluation);
                if let Some(verdict) = verdict
                    && let Some(turn) = evaluation.turn()
                {
                    evaluation.judge(program, turn, verdict);
                }
            }
        }
        while let Step::Detect(detector) = evaluation.advance(program) {
            let report = program.detect(detector);
            evaluation.resume(detector, report);
        }
        evaluation.finish(program);
    }
}
