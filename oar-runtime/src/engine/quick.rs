//! The outcome of an occurrence that the short way leads through, and the driver of the long one.

use super::enforcements::Enforcements;
use super::evaluation::{Evaluation, Step};
use super::walk::{End, Walk};
use crate::outcome::{Advisory, Effect, Outcome, RuleOutcome, mark};
use crate::program::{Anchor, Program};
use crate::rare::Rare;
use crate::session::State;

/// An evaluated occurrence that needs nothing from a session but to note the call.
#[derive(Debug)]
#[must_use = "nothing is decided before `commit`"]
pub struct Quick<'a> {
    anchor: &'static Anchor,
    walk: Walk<'a>,
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
) -> Result<Quick<'a>, Begun<'a>> {
    let walk = match enforcements.is_custom() {
        true => Walk::select(None),
        false => program.walk(),
    };
    match walk.end {
        End::Done => Ok(Quick {
            anchor,
            walk,
            call: match P::ADMITS {
                true => program.call_name(),
                false => None,
            },
        }),
        _ => Err(Begun { anchor, walk }),
    }
}

impl Quick<'_> {
    /// The outcome; the call is appended to the activity when it was admitted.
    #[inline]
    pub fn commit<S: State + ?Sized>(self, session: &mut S) -> Outcome {
        let (marked, first, effect, spoken) = match self.walk.fired {
            None => (0, 0, Effect::None, None),
            Some((at, rule, effect)) => {
                let rendered = Rare::NONE;
                let mark = mark(at, RuleOutcome::Fired);
                (1, mark, effect, Some(Advisory { rule, rendered }))
            }
        };
        if let Some(name) = self.call
            && effect != Effect::Block
        {
            session.admit(name, self.anchor.table.activity_window);
        }
        Outcome {
            effect,
            marked,
            lane: self.walk.lane,
            reached: self.walk.at,
            marks: [first, 0, 0],
            anchor: self.anchor,
            spoken,
            applied: None,
            more: Rare::NONE,
        }
    }
}

impl<'a> Begun<'a> {
    /// Evaluates the rest, running each detector where it stands.
    #[inline(never)]
    pub fn evaluate<P: Program<'a>>(
        self,
        enforcements: &Enforcements,
        program: &P,
    ) -> Evaluation<'a> {
        let Walk {
            lane,
            at,
            fired,
            end,
        } = self.walk;
        let mut evaluation = Evaluation::at(self.anchor);
        match end {
            End::Done => {}
            End::Select(key) => evaluation.select(enforcements, program, key),
            End::Rule(verdict) => {
                evaluation.take_over(lane, at, fired);
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
        evaluation
    }
}
