//! What stands before a rule's condition, and what becomes of its verdict.

use super::evaluation::{Evaluation, Turn};
use crate::outcome::{Failure, RuleOutcome, Spoken};
use crate::program::{Program, RuleEffect};
use crate::raise::Raise;
use crate::verdict::{NotPassed, Verdict};

/// What stands before a rule's condition.
pub(super) enum Ready {
    /// Nothing.
    Go(Turn),
    /// The rule is done.
    Over,
    /// Its detector has not run yet.
    Detect(u32),
}

impl<'a> Evaluation<'a> {
    /// Everything about a rule that may keep its condition from being evaluated.
    pub(super) fn ready<P: Program<'a>>(&mut self, program: &P, turn: Turn) -> Ready {
        if self.careful && self.is_over(program, turn) {
            return Ready::Over;
        }
        let Some(more) = turn.rule.more else {
            return Ready::Go(turn);
        };
        // Flow first: a rule that its flow excludes runs no detector and cannot raise (OAR-EVAL-3).
        if !more.flow.is_empty() && !program.flow(more.flow) {
            self.passed(turn);
            return Ready::Over;
        }
        let Some(detector) = more.detector else {
            return Ready::Go(turn);
        };
        let report = self.position(detector);
        match report.and_then(|at| self.reports.as_slice().get(at)) {
            None => Ready::Detect(detector),
            Some((_, Ok(_))) => Ready::Go(Turn { report, ..turn }),
            Some((_, Err(error))) => {
                let names = self.anchor.table.detectors;
                let name = names.get(detector as usize).copied();
                let raise = Raise::detector(name.unwrap_or_default(), error.clone());
                self.errored(program, turn, raise);
                Ready::Over
            }
        }
    }

    /// Whether a rule is suppressed, or its selector could not be read.
    fn is_over<P: Program<'a>>(&mut self, program: &P, turn: Turn) -> bool {
        if self.suppressed.contains(turn.id) {
            self.mark(RuleOutcome::Suppressed);
            return true;
        }
        match self.unread.take_first(|&(rule, _)| rule == turn.id) {
            Some((_, raise)) => {
                self.errored(program, turn, raise);
                true
            }
            None => false,
        }
    }

    /// What becomes of a rule after its condition.
    pub(super) fn judge<P: Program<'a>>(&mut self, program: &P, turn: Turn, verdict: Verdict) {
        let fired = match verdict {
            Ok(()) => return self.passed(turn),
            Err(NotPassed::Holds) => self.fire(program, turn),
            Err(NotPassed::Raises(raise)) => Err(raise),
        };
        match fired {
            // OAR-EVAL-4
            Ok(()) if turn.enforced && turn.rule.effect == RuleEffect::Block => self.stop(),
            Ok(()) => {}
            Err(raise) => self.errored(program, turn, raise),
        }
    }

    fn passed(&mut self, turn: Turn) {
        match turn.enforced {
            true => self.outcome.reached += 1,
            false => self.mark(RuleOutcome::MonitoredPassed),
        }
    }

    /// A rule could not be evaluated (OAR-OPS-3, OAR-OPS-4, OAR-OPS-5).
    #[cold]
    fn errored<P: Program<'a>>(&mut self, program: &P, turn: Turn, cause: Raise) {
        let Turn {
            id, rule, enforced, ..
        } = turn;
        self.mark(match enforced {
            true => RuleOutcome::Errored,
            false => RuleOutcome::MonitoredErrored,
        });
        self.outcome.rest_mut().failures.push(Failure {
            rule: rule.qualified,
            cause,
        });
        if let Some(named) = rule.on_error.blocks_as(id).filter(|_| enforced) {
            let rendered = self.error_copy(program, turn, named);
            self.outcome.block(Spoken {
                rule: named,
                rendered,
            });
            self.stop();
        }
    }

    /// The rule at hand came to an outcome.
    pub(super) fn mark(&mut self, outcome: RuleOutcome) {
        self.outcome.push_mark(self.outcome.reached, outcome);
        self.outcome.reached += 1;
    }

    /// Leaves the rest unevaluated; a suppressed rule is still recorded (OAR-OPS-10).
    fn stop(&mut self) {
        self.end = self.outcome.reached;
        if self.suppressed.is_empty() {
            return;
        }
        for at in self.end..self.outcome.order().len() as u32 {
            let id = self.outcome.order().get(at as usize);
            if id.is_some_and(|&id| self.suppressed.contains(id)) {
                self.outcome.push_mark(at, RuleOutcome::Suppressed);
            }
        }
    }
}
