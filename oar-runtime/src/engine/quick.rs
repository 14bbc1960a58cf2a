//! The short way through an occurrence: nothing fires, or one rule whose effect is all there is to it.

use super::enforcements::Enforcements;
use super::evaluation::{Evaluation, Place, Step};
use crate::outcome::{Advisory, Effect, Outcome, RuleOutcome, effect_alone, mark};
use crate::program::{Anchor, Lane, Program, Rule, RuleEffect, RuleTable};
use crate::raise::Raise;
use crate::session::State;

/// An evaluated occurrence that needs nothing from a session but to note the call.
///
/// These few words are all that changes on this way. Nothing here is ever lent to a function that is not inlined, so
/// they stay in registers.
#[derive(Debug)]
#[must_use = "nothing is decided before `commit`"]
pub struct Quick<'a> {
    place: Place,
    lane: &'static [u32],
    /// The rules before this position were evaluated.
    at: usize,
    /// The rule that fired, and its position.
    fired: Option<(usize, &'static Rule)>,
    /// The call, where it may be a step of the activity.
    call: Option<&'a str>,
}

/// An evaluation that goes the long way from here on.
#[derive(Debug)]
pub struct Begun<'a> {
    place: Place,
    way: Way<'a>,
}

#[derive(Debug)]
enum Way<'a> {
    /// The rules are still to be selected. A fact is produced at most once: here is the first index's, if it was read.
    Select(Option<Result<&'a str, Raise>>),
    /// The rules of a lane are evaluated up to a position.
    From {
        lane: &'static Lane,
        at: usize,
        fired: Option<(usize, &'static Rule)>,
        /// What the condition of the rule at that position gave, if it was evaluated.
        verdict: Option<Result<bool, Raise>>,
    },
}

/// Evaluates an occurrence as far as the short way goes.
///
/// # Errors
/// It has to go the long way: [`Begun::evaluate`].
#[inline]
pub fn quick<'a, P: Program<'a>>(
    table: &'static RuleTable,
    anchor: &'static Anchor,
    enforcements: &Enforcements,
    program: &P,
) -> Result<Quick<'a>, Begun<'a>> {
    let place = Place { table, anchor };
    let lane = match enforcements.is_custom() {
        true => Err(None),
        false => program.lane(),
    };
    match lane {
        Ok(lane) => run(place, lane, program),
        Err(key) => Err(Begun {
            place,
            way: Way::Select(key),
        }),
    }
}

#[inline]
fn run<'a, P: Program<'a>>(
    place: Place,
    lane: &'static Lane,
    program: &P,
) -> Result<Quick<'a>, Begun<'a>> {
    let mut fired = None;
    let leave = |at, fired, verdict| {
        let way = Way::From {
            lane,
            at,
            fired,
            verdict,
        };
        Err(Begun { place, way })
    };
    for (at, &id) in lane.plain.iter().enumerate() {
        match program.when(id, None) {
            Ok(false) => {}
            Ok(true) if fired.is_none() && place.rule(id).alone => {
                let rule = place.rule(id);
                fired = Some((at, rule));
                if rule.effect == RuleEffect::Block {
                    // OAR-EVAL-4
                    return Ok(Quick::new(place, lane, at + 1, fired, program));
                }
            }
            verdict => return leave(at, fired, Some(verdict)),
        }
    }
    let at = lane.plain.len();
    if at < lane.rules.len() {
        return leave(at, fired, None);
    }
    Ok(Quick::new(place, lane, at, fired, program))
}

impl<'a> Quick<'a> {
    #[inline]
    fn new<P: Program<'a>>(
        place: Place,
        lane: &'static Lane,
        at: usize,
        fired: Option<(usize, &'static Rule)>,
        program: &P,
    ) -> Self {
        let call = match P::ADMITS {
            true => program.call_name(),
            false => None,
        };
        Self {
            place,
            lane: lane.rules,
            at,
            fired,
            call,
        }
    }

    /// The outcome; the call is appended to the activity when it was admitted.
    #[inline]
    pub fn commit<S: State + ?Sized>(self, session: &mut S) -> Outcome {
        let effect = self
            .fired
            .map_or(Effect::None, |(_, rule)| effect_alone(rule));
        if let Some(name) = self.call
            && effect != Effect::Block
        {
            session.admit(name, self.place.table.activity_window);
        }
        let marks = self.fired.map(|(at, _)| mark(at, RuleOutcome::Fired));
        Outcome {
            effect,
            marked: u8::from(marks.is_some()),
            // Rules are numbered in 32 bits, so their positions are as well.
            reached: self.at as u32,
            lane: self.lane,
            marks: [marks.unwrap_or_default(), 0, 0, 0],
            spoken: self.fired.map(|(_, rule)| Advisory {
                rule,
                rendered: None,
            }),
            ..Outcome::new(self.place.table)
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
        let mut evaluation = Evaluation::at(self.place);
        match self.way {
            Way::Select(key) => evaluation.select(enforcements, program, key),
            Way::From {
                lane,
                at,
                fired,
                verdict,
            } => {
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
