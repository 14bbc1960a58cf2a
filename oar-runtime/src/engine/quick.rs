//! The outcome of an occurrence that the short way leads through, and the driver of the long one.

use super::enforcements::Enforcements;
use super::evaluation::{Evaluation, Step, Turn};
use super::notes::Notes;
use super::walk::{End, Walk};
use crate::outcome::{Effect, Outcome, RuleOutcome, mark};
use crate::program::{Anchor, Program};
use crate::rare::Rare;
use crate::session::State;

/// An occurrence that the short way led through, apart from what was noted there.
#[derive(Debug)]
#[must_use = "nothing is decided before `commit`"]
pub struct Quick<'a> {
    pub(super) anchor: &'static Anchor,
    pub(super) walk: Walk<'a>,
    /// The content, where a transform may apply to it.
    pub(super) content: Option<&'a str>,
    /// The call, where it may be a step of the activity.
    pub(super) call: Option<&'a str>,
}

/// An evaluation that goes the long way from here on.
#[derive(Debug)]
pub struct Begun<'a> {
    anchor: &'static Anchor,
    walk: Walk<'a>,
}

/// Evaluates an occurrence as far as the short way goes. What is noted there is given empty.
///
/// # Errors
/// It has to go the long way: [`Begun::evaluate`].
#[inline]
pub fn quick<'a, P: Program<'a>>(
    anchor: &'static Anchor,
    enforcements: &Enforcements,
    program: &P,
    notes: &mut P::Notes,
) -> Result<Quick<'a>, Begun<'a>> {
    let walk = match enforcements.is_custom() {
        true => Walk::select(None),
        false => program.walk(notes),
    };
    match walk.end {
        End::Done => Ok(Quick {
            anchor,
            content: match notes.is_quiet() {
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
    /// Applies what was noted, and gives the outcome; the call is appended to the activity when it was admitted.
    #[inline]
    pub fn commit<S: State + ?Sized, N: Notes<'a>>(
        self,
        session: &mut S,
        notes: &mut N,
    ) -> Outcome {
        if !notes.is_empty() {
            return notes.commit(self, session);
        }
        self.admit(session);
        let (effect, rule) = self.walk.decision();
        let mark = self.walk.fired.map(|(at, ..)| mark(at, RuleOutcome::Fired));
        Outcome {
            anchor: self.anchor,
            lane: self.walk.lane,
            reached: self.walk.at,
            marks: [mark.unwrap_or_default(), 0, 0],
            marked: u8::from(mark.is_some()),
            effect,
            rule,
            content: None,
            more: Rare::NONE,
        }
    }

    /// Appends the call to the activity, unless the decision is a block.
    #[inline]
    pub(super) fn admit<S: State + ?Sized>(&self, session: &mut S) {
        if let Some(name) = self.call
            && self.walk.decision().0 != Effect::Block
        {
            session.admit(name, self.anchor.table.activity_window);
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
        notes: &mut P::Notes,
    ) {
        let mut walk = self.walk;
        match std::mem::replace(&mut walk.end, End::Done) {
            End::Done => {}
            End::Select(key) => evaluation.select(enforcements, program, key),
            End::Rule(why) => {
                evaluation.take_over(&walk, notes);
                if let Some(why) = why
                    && let Some(turn) = evaluation.turn()
                {
                    // Its detector ran: this gives the same report again.
                    let detector = turn.rule.more.and_then(|more| more.detector);
                    if let Some(detector) = detector {
                        evaluation.resume(detector, program.detect(detector));
                    }
                    let report = detector.and_then(|detector| evaluation.position(detector));
                    evaluation.judge(program, Turn { report, ..turn }, Err(why));
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
