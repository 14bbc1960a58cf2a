//! The state machine: each selected rule in order, up to the first block.

use std::borrow::Cow;

use smallvec::SmallVec;

use super::commit::Pending;
use super::enforcements::{Custom, Enforcements};
use super::order::order;
use super::select::{Selected, select};
use crate::detector::{DetectorError, Report};
use crate::outcome::{Copy, Failure, RuleOutcome, Trace};
use crate::program::{
    Anchor, CopySource, Enforcement, More, Program, Rule, RuleEffect, RuleTable, Spanned,
};
use crate::raise::{DetectorFailure, Raise};

/// The rules of a policy with the enforcements in force for one occurrence.
#[derive(Debug)]
pub(super) struct Mode {
    rules: &'static [Rule],
    custom: Option<Custom>,
}

impl Mode {
    /// The rule of a number.
    #[inline]
    pub(super) fn rule(&self, rule: u32) -> &'static Rule {
        // INVARIANT: rule numbers come from the same generated tables as the rules.
        &self.rules[rule as usize]
    }

    #[inline]
    fn enforcement(&self, rule: u32) -> Enforcement {
        match &self.custom {
            None => self.rule(rule).enforcement,
            // INVARIANT: one entry per rule.
            Some(custom) => custom.get(rule),
        }
    }

    #[inline]
    pub(super) fn is_off(&self, rule: u32) -> bool {
        self.enforcement(rule) == Enforcement::Off
    }

    pub(super) fn overrides(&self, rule: u32) -> &'static [u32] {
        self.rule(rule).more.map_or(&[], |more| more.overrides)
    }
}

/// What an evaluation needs next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// The report of the detector of that number; give it to [`Evaluation::resume`].
    Detect(u32),
    /// Nothing: [`Evaluation::finish`].
    Done,
}

/// What a fired rule contributes to a decision.
#[derive(Debug)]
pub(super) struct Contribution {
    pub(super) rule: u32,
    pub(super) effect: RuleEffect,
    pub(super) copy: Copy,
    /// The spans of a transform that targets a fact.
    pub(super) spans: Option<Spanned>,
}

/// A rule's side-effects, waiting to be applied.
#[derive(Debug)]
pub(super) struct Queued<'a> {
    pub(super) rule: u32,
    pub(super) scope: Option<Cow<'a, str>>,
    /// The copy of the block that it comes to when the batch is refused, where that has to be rendered.
    pub(super) error_copy: Option<Copy>,
}

/// One occurrence, evaluated as far as it could be.
#[derive(Debug)]
pub struct Evaluation<'a> {
    pub(super) mode: Mode,
    pub(super) table: &'static RuleTable,
    pub(super) anchor: &'static Anchor,
    order: Selected,
    next: usize,
    /// Rules whose selector could not be read.
    unread: Vec<(u32, Raise)>,
    /// What each detector that ran reported; one run serves every rule of the occurrence that declares it.
    reports: Vec<(u32, Result<Report, DetectorError>)>,
    /// Rules suppressed so far, one bit each; empty while none is.
    suppressed: Vec<u64>,
    pub(super) contributions: SmallVec<[Contribution; 2]>,
    pub(super) queued: SmallVec<[Queued<'a>; 2]>,
    /// The rule whose identifiers an error block carries, and the copy.
    pub(super) error_block: Option<(u32, Copy)>,
    pub(super) failures: Vec<Failure>,
    pub(super) trace: Trace,
}

enum Verdict<'a> {
    Passed,
    Fired(Contribution, Option<Cow<'a, str>>),
    Detect(u32),
}

impl<'a> Evaluation<'a> {
    /// Selects the rules of an occurrence and puts them in order.
    #[inline]
    pub fn new<P: Program<'a>>(
        table: &'static RuleTable,
        anchor: &'static Anchor,
        enforcements: &Enforcements,
        program: &P,
    ) -> Self {
        let mode = Mode {
            rules: table.rules,
            custom: enforcements.current(),
        };
        let mut unread = Vec::new();
        let mut selected = select(anchor, &mode, program, &mut unread);
        if anchor.suppression {
            order(&mut selected, &mode);
        }
        Self {
            mode,
            table,
            anchor,
            order: selected,
            next: 0,
            unread,
            reports: Vec::new(),
            suppressed: Vec::new(),
            contributions: SmallVec::new(),
            queued: SmallVec::new(),
            error_block: None,
            failures: Vec::new(),
            trace: Trace {
                rules: table.rules,
                entries: SmallVec::new(),
            },
        }
    }

    /// Goes on until a detector is needed or nothing is left to evaluate.
    #[inline]
    pub fn advance<P: Program<'a>>(&mut self, program: &P) -> Step {
        while let Some(&id) = self.order.get(self.next) {
            let rule = self.mode.rule(id);
            if self.is_suppressed(id) {
                self.trace.push(id, RuleOutcome::Suppressed);
                self.next += 1;
                continue;
            }
            let enforced = self.mode.enforcement(id) == Enforcement::Enforce;
            let stop = match self.rule(program, id, rule) {
                Ok(Verdict::Detect(detector)) => return Step::Detect(detector),
                Ok(Verdict::Passed) => {
                    self.trace.push(
                        id,
                        if enforced {
                            RuleOutcome::Passed
                        } else {
                            RuleOutcome::MonitoredPassed
                        },
                    );
                    false
                }
                // A monitored rule contributes nothing, suppresses nothing and stops nothing (OAR-EVAL-10).
                Ok(Verdict::Fired(..)) if !enforced => {
                    self.trace.push(id, RuleOutcome::MonitoredFired);
                    false
                }
                Ok(Verdict::Fired(contribution, scope)) => {
                    self.fired(program, id, rule, contribution, scope)
                }
                Err(raise) => self.errored(program, id, rule, enforced, raise),
            };
            self.next += 1;
            if stop {
                self.stop();
            }
        }
        Step::Done
    }

    /// Takes the report of the detector that [`Step::Detect`] named. A report under a name that the
    /// host does not declare is a failure of the detector: what it meant to say would be lost
    /// (OAR-FACT-26).
    pub fn resume(&mut self, detector: u32, report: Result<Report, DetectorError>) {
        let declared = self.table.observations;
        let report = report.and_then(|report| {
            let stray = report
                .names()
                .find(|name| declared.binary_search(name).is_err());
            match stray {
                None => Ok(report),
                Some(name) => Err(DetectorError::new(format!(
                    "it reported `{name}`, which the capability document does not declare"
                ))),
            }
        });
        self.reports.push((detector, report));
    }

    /// What the occurrence comes to, once [`Evaluation::advance`] is done.
    #[inline]
    pub fn finish<P: Program<'a>>(self, program: &P) -> Pending<'a> {
        Pending::new(self, program.content(), program.call_name())
    }

    /// One rule: its selector's failure, its flow, its detector, its condition, and what firing needs.
    #[inline]
    fn rule<P: Program<'a>>(
        &mut self,
        program: &P,
        id: u32,
        rule: &'static Rule,
    ) -> Result<Verdict<'a>, Raise> {
        let Some(more) = rule.more else {
            if !self.unread.is_empty() {
                self.selector_failure(id)?;
            }
            if !program.when(id, None)? {
                return Ok(Verdict::Passed);
            }
            return Ok(Verdict::Fired(
                contribution(program, id, rule, None, None)?,
                None,
            ));
        };
        self.selector_failure(id)?;
        // Flow first: a rule that its flow excludes runs no detector and cannot raise (OAR-EVAL-3).
        if !more.flow.is_empty() && !program.flow(more.flow) {
            return Ok(Verdict::Passed);
        }
        let report = match more.detector {
            None => None,
            Some(detector) => match self.report(detector)? {
                None => return Ok(Verdict::Detect(detector)),
                some => some,
            },
        };
        if !program.when(id, report)? {
            return Ok(Verdict::Passed);
        }
        let spans = match more.transform {
            Some(spec) if spec.target != "content" => Some(program.target(id, report)?),
            _ => None,
        };
        let counts = more.scoped && more.on_fire.iter().any(|action| action.counts());
        let scope = if counts {
            Some(program.scope(id, report)?)
        } else {
            None
        };
        Ok(Verdict::Fired(
            contribution(program, id, rule, report, spans)?,
            scope,
        ))
    }

    fn selector_failure(&mut self, id: u32) -> Result<(), Raise> {
        match self.unread.iter().position(|&(rule, _)| rule == id) {
            Some(at) => Err(self.unread.swap_remove(at).1),
            None => Ok(()),
        }
    }

    /// The report of a detector: `None` when it has not run yet.
    fn report(&self, detector: u32) -> Result<Option<&Report>, Raise> {
        match self.reports.iter().find(|&&(ran, _)| ran == detector) {
            None => Ok(None),
            Some((_, Ok(report))) => Ok(Some(report)),
            Some((_, Err(error))) => {
                let name = self
                    .table
                    .detectors
                    .get(detector as usize)
                    .copied()
                    .unwrap_or_default();
                Err(Raise::Detector(Box::new(DetectorFailure {
                    detector: name,
                    error: error.clone(),
                })))
            }
        }
    }

    /// An enforced rule fired; whether the occurrence stops there (OAR-EVAL-4).
    #[inline]
    fn fired<P: Program<'a>>(
        &mut self,
        program: &P,
        id: u32,
        rule: &'static Rule,
        contribution: Contribution,
        scope: Option<Cow<'a, str>>,
    ) -> bool {
        self.trace.push(id, RuleOutcome::Fired);
        if let Some(More {
            on_fire, overrides, ..
        }) = rule.more
        {
            if !on_fire.is_empty() {
                let error_copy = self.refusal_copy(program, id, rule);
                self.queued.push(Queued {
                    rule: id,
                    scope,
                    error_copy,
                });
            }
            overrides.iter().for_each(|&target| self.suppress(target));
        }
        if rule.effect != RuleEffect::Allow {
            self.contributions.push(contribution);
        }
        rule.effect == RuleEffect::Block
    }

    /// A rule could not be evaluated; whether the occurrence stops there (OAR-OPS-3, OAR-OPS-4, OAR-OPS-5).
    #[cold]
    fn errored<P: Program<'a>>(
        &mut self,
        program: &P,
        id: u32,
        rule: &'static Rule,
        enforced: bool,
        cause: Raise,
    ) -> bool {
        self.trace.push(
            id,
            if enforced {
                RuleOutcome::Errored
            } else {
                RuleOutcome::MonitoredErrored
            },
        );
        self.failures.push(Failure {
            rule: rule.qualified,
            cause,
        });
        let Some(named) = rule.on_error.blocks_as(id).filter(|_| enforced) else {
            return false;
        };
        self.error_block = Some((named, self.error_copy(program, id, rule, named)));
        true
    }

    /// The copy of an error block. Copy that cannot be rendered is left out, and the block stands (OAR-COPY-11).
    #[cold]
    fn error_copy<P: Program<'a>>(
        &self,
        program: &P,
        id: u32,
        rule: &'static Rule,
        named: u32,
    ) -> Copy {
        // What the failing rule's own detector reported is part of its copy's environment, and of no other's.
        let detector = rule
            .more
            .and_then(|more| more.detector)
            .filter(|_| named == id);
        let report = detector.and_then(|detector| self.report(detector).ok().flatten());
        render(program, named, self.mode.rule(named), report).unwrap_or_default()
    }

    /// Renders ahead what only the facts can render, should the rule's side-effects be refused: by then they are gone.
    #[inline]
    fn refusal_copy<P: Program<'a>>(
        &self,
        program: &P,
        id: u32,
        rule: &'static Rule,
    ) -> Option<Copy> {
        let named = rule.on_error.blocks_as(id)?;
        match self.mode.rule(named).copy {
            CopySource::Constant(_) => None,
            CopySource::Bound => Some(self.error_copy(program, id, rule, named)),
        }
    }

    /// Leaves the rest unevaluated; a suppressed rule is still recorded (OAR-OPS-10).
    #[cold]
    fn stop(&mut self) {
        if !self.suppressed.is_empty() {
            for at in self.next..self.order.len() {
                // INVARIANT: `at` is below the length.
                let id = self.order[at];
                if self.is_suppressed(id) {
                    self.trace.push(id, RuleOutcome::Suppressed);
                }
            }
        }
        self.next = self.order.len();
    }

    #[cold]
    fn suppress(&mut self, target: u32) {
        let word = (target / 64) as usize;
        if self.suppressed.len() <= word {
            self.suppressed.resize(word + 1, 0);
        }
        // INVARIANT: resized to hold the word.
        self.suppressed[word] |= 1 << (target % 64);
    }

    #[inline]
    fn is_suppressed(&self, rule: u32) -> bool {
        let word = self
            .suppressed
            .get((rule / 64) as usize)
            .copied()
            .unwrap_or(0);
        word & (1 << (rule % 64)) != 0
    }
}

#[inline]
fn contribution<'a, P: Program<'a>>(
    program: &P,
    id: u32,
    rule: &'static Rule,
    report: Option<&Report>,
    spans: Option<Spanned>,
) -> Result<Contribution, Raise> {
    let copy = match rule.effect {
        RuleEffect::Allow => Copy::default(),
        _ => render(program, id, rule, report)?,
    };
    Ok(Contribution {
        rule: id,
        effect: rule.effect,
        copy,
        spans,
    })
}

#[inline]
fn render<'a, P: Program<'a>>(
    program: &P,
    id: u32,
    rule: &'static Rule,
    report: Option<&Report>,
) -> Result<Copy, Raise> {
    match rule.copy {
        CopySource::Constant(members) => Ok(Copy::constant(members)),
        CopySource::Bound => program.copy(id, report),
    }
}
