//! The state machine: each selected rule in order, up to the first block.

use std::borrow::Cow;

use smallvec::SmallVec;

use super::enforcements::{Custom, Enforcements};
use super::notes::Notes;
use super::ready::Ready;
use super::suppressed::Suppressed;
use super::walk::Walk;
use crate::detector::{DetectorError, Report};
use crate::few::Few;
use crate::outcome::{Outcome, Spoken};
use crate::program::{Anchor, Enforcement, Program, Rule};
use crate::raise::Raise;
use crate::transform::Transform;

/// What an evaluation needs next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// The report of the detector of that number; give it to [`Evaluation::resume`].
    Detect(u32),
    /// Nothing: [`Evaluation::finish`], and then [`Evaluation::commit`].
    Done,
}

/// One occurrence, evaluated as far as it could be.
#[derive(Debug)]
#[must_use = "nothing is decided before `commit`"]
pub struct Evaluation<'a> {
    pub(super) anchor: &'static Anchor,
    /// The configuration given at run time.
    pub(super) custom: Option<Custom>,
    /// The rules from this position on are left unevaluated.
    pub(super) end: u32,
    /// Whether rules must be looked at that nothing keeps from being evaluated otherwise: a selector could not be read, or a
    /// rule is suppressed.
    pub(super) careful: bool,
    /// Rules whose selector could not be read.
    pub(super) unread: Few<(u32, Raise)>,
    /// What each detector that ran reported; one run serves every rule of the occurrence that declares it.
    pub(super) reports: Few<(u32, Result<Report, DetectorError>)>,
    /// Rules suppressed so far.
    pub(super) suppressed: Suppressed,
    /// Side-effects to apply, in the order of their rules.
    pub(super) queued: Few<Queued<'a>>,
    /// What the fired transforms do, in the order of their rules.
    pub(super) transforms: SmallVec<[Transform<'a>; 2]>,
    pub(super) outcome: Outcome,
    /// The content, when there are transforms.
    pub(super) content: Option<&'a str>,
    /// The call, where it may be a step of the activity.
    pub(super) call: Option<&'a str>,
}

/// A rule's side-effects, waiting to be applied.
#[derive(Debug)]
pub(super) struct Queued<'a> {
    /// Its position in the order.
    pub(super) at: u32,
    pub(super) rule: u32,
    pub(super) scope: Option<Cow<'a, str>>,
    /// The block that it comes to when the batch is refused; `None` for a rule that fails open.
    pub(super) refusal: Option<Spoken>,
}

/// A rule whose turn it is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Turn {
    pub(super) id: u32,
    pub(super) rule: &'static Rule,
    pub(super) enforced: bool,
    /// The position of its detector's report.
    pub(super) report: Option<usize>,
}

impl<'a> Evaluation<'a> {
    /// Selects the rules of an occurrence and puts them in order.
    pub fn new<P: Program<'a>>(
        anchor: &'static Anchor,
        enforcements: &Enforcements,
        program: &P,
    ) -> Self {
        let mut evaluation = Self::at(anchor);
        evaluation.select(enforcements, program, None);
        evaluation
    }

    /// An evaluation without rules.
    pub(super) fn at(anchor: &'static Anchor) -> Self {
        Self {
            anchor,
            custom: None,
            end: 0,
            careful: false,
            unread: Few::None,
            reports: Few::None,
            suppressed: Suppressed::default(),
            queued: Few::None,
            transforms: SmallVec::new(),
            outcome: Outcome::new(anchor),
            content: None,
            call: None,
        }
    }

    /// Takes over a lane that was evaluated up to a position, with what was noted.
    pub(super) fn take_over<N: Notes<'a>>(&mut self, walk: &Walk<'a>, notes: &mut N) {
        // Rules are numbered in 32 bits, so their positions are as well.
        self.end = self.anchor.lane(walk.lane).rules.len() as u32;
        self.outcome.lane = walk.lane;
        self.outcome.reached = walk.at;
        match walk.fired {
            // Where there are notes, they have it as well.
            Some((at, rule, _)) if !N::KEEPS => self.outcome.push_fired(at, rule, None),
            _ => notes.take_over(self),
        }
    }

    /// The rule at hand.
    #[inline]
    pub(super) fn turn(&self) -> Option<Turn> {
        let at = self.outcome.reached;
        if at >= self.end {
            return None;
        }
        let id = *self.outcome.order().get(at as usize)?;
        let rule = self.anchor.rule(id);
        Some(Turn {
            id,
            rule,
            enforced: self.enforcement(id, rule) == Enforcement::Enforce,
            report: None,
        })
    }

    /// The enforcement of a rule.
    #[inline]
    pub(super) fn enforcement(&self, id: u32, rule: &Rule) -> Enforcement {
        match &self.custom {
            None => rule.enforcement,
            Some(custom) => custom.get(id),
        }
    }

    /// The report at a position.
    #[inline]
    pub(super) fn report(&self, at: Option<usize>) -> Option<&Report> {
        let (_, report) = self.reports.as_slice().get(at?)?;
        report.as_ref().ok()
    }

    /// The position of a detector's report.
    pub(super) fn position(&self, detector: u32) -> Option<usize> {
        let mut reports = self.reports.as_slice().iter();
        reports.position(|&(ran, _)| ran == detector)
    }

    /// Goes on until a detector is needed or nothing is left to evaluate.
    pub fn advance<P: Program<'a>>(&mut self, program: &P) -> Step {
        while let Some(turn) = self.turn() {
            let turn = match self.ready(program, turn) {
                Ready::Go(turn) => turn,
                Ready::Over => continue,
                Ready::Detect(detector) => return Step::Detect(detector),
            };
            let verdict = program.when(turn.id, self.report(turn.report));
            self.judge(program, turn, verdict);
        }
        Step::Done
    }

    /// Takes the report of the detector that [`Step::Detect`] named. A report under a name that the
    /// host does not declare is a failure of the detector: what it meant to say would be lost
    /// (OAR-FACT-26).
    pub fn resume(&mut self, detector: u32, report: Result<Report, DetectorError>) {
        let report = report.and_then(|report| report.checked(self.anchor.table.observations));
        self.reports.push((detector, report));
    }

    /// Reads what committing needs, once [`Evaluation::advance`] is done.
    pub fn finish<P: Program<'a>>(&mut self, program: &P) {
        if P::ADMITS {
            self.call = program.call_name();
        }
        if !self.transforms.is_empty() {
            self.content = program.content();
        }
    }
}
