//! What an occurrence resolved to.

use std::borrow::Cow;
use std::fmt;

use smallvec::SmallVec;

use crate::program::{Action, OnError, Rule, RuleEffect, TransformSpec};
use crate::raise::Raise;
use crate::transform::Skipped;

/// The effect of a decision (OAR-EVAL-6), most severe last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Effect {
    /// The occurrence is allowed.
    #[default]
    None,
    /// For the operator.
    Warn,
    /// For the agent's next step.
    Nudge,
    /// The content is changed.
    Transform,
    /// The occurrence is stopped.
    Block,
}

impl Effect {
    /// The spelling of the specification.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Warn => "warn",
            Self::Nudge => "nudge",
            Self::Transform => "transform",
            Self::Block => "block",
        }
    }
}

impl fmt::Display for Effect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What happened to one selected rule (OAR-OPS-9).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum RuleOutcome {
    /// Its condition held.
    Fired,
    /// Its condition, or its flow, did not hold.
    Passed,
    /// It could not be evaluated.
    Errored,
    /// A rule that overrides it fired.
    Suppressed,
    /// Monitored, and would have fired.
    MonitoredFired,
    /// Monitored, and would have passed.
    MonitoredPassed,
    /// Monitored, and could not be evaluated.
    MonitoredErrored,
}

impl RuleOutcome {
    /// The spelling of the specification.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Fired => "fired",
            Self::Passed => "passed",
            Self::Errored => "errored",
            Self::Suppressed => "suppressed",
            Self::MonitoredFired => "monitored_fired",
            Self::MonitoredPassed => "monitored_passed",
            Self::MonitoredErrored => "monitored_errored",
        }
    }
}

impl fmt::Display for RuleOutcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The members of `copy` (OAR-DOC-24).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CopyField {
    /// `title`
    Title,
    /// `what`
    What,
    /// `cause`
    Cause,
    /// `why`
    Why,
    /// `fix`
    Fix,
    /// `instead`
    Instead,
}

impl CopyField {
    /// The member's name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Title => "title",
            Self::What => "what",
            Self::Cause => "cause",
            Self::Why => "why",
            Self::Fix => "fix",
            Self::Instead => "instead",
        }
    }
}

/// The rendered copy of a rule (OAR-COPY-7): the members the rule has, in the order of [`CopyField`].
#[derive(Clone, Debug, Default)]
pub struct Copy(Rendered);

#[derive(Clone, Debug, Default)]
enum Rendered {
    #[default]
    Empty,
    Constant(&'static [(CopyField, &'static str)]),
    Bound(Box<[(CopyField, Cow<'static, str>)]>),
}

impl Copy {
    /// Copy without bindings.
    #[must_use]
    pub const fn constant(members: &'static [(CopyField, &'static str)]) -> Self {
        Self(Rendered::Constant(members))
    }

    /// Copy rendered at an occurrence.
    #[must_use]
    pub fn rendered(members: Vec<(CopyField, Cow<'static, str>)>) -> Self {
        Self(Rendered::Bound(members.into()))
    }

    /// A member's text; `None` when the rule has no such member, or the copy of an error block could not be rendered
    /// (OAR-COPY-11).
    #[must_use]
    pub fn get(&self, field: CopyField) -> Option<&str> {
        self.iter()
            .find(|(member, _)| *member == field)
            .map(|(_, text)| text)
    }

    /// The members present.
    pub fn iter(&self) -> impl Iterator<Item = (CopyField, &str)> {
        let (constant, bound) = match &self.0 {
            Rendered::Empty => (&[][..], &[][..]),
            Rendered::Constant(members) => (*members, &[][..]),
            Rendered::Bound(members) => (&[][..], &members[..]),
        };
        constant
            .iter()
            .copied()
            .chain(bound.iter().map(|(field, text)| (*field, text.as_ref())))
    }

    /// Whether no member is present.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.iter().next().is_none()
    }
}

/// One rule of the accumulated advisory list (OAR-EVAL-20).
#[derive(Clone, Debug)]
pub struct Advisory {
    pub(crate) rule: &'static Rule,
    pub(crate) copy: Copy,
}

impl Advisory {
    /// The bare identifier.
    #[must_use]
    pub fn code(&self) -> &'static str {
        self.rule.code()
    }

    /// The qualified identifier.
    #[must_use]
    pub fn rule(&self) -> &'static str {
        self.rule.qualified
    }

    /// Its rendered copy.
    #[must_use]
    pub fn copy(&self) -> &Copy {
        &self.copy
    }
}

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

/// The applied-rules trace (OAR-OPS-9), in evaluation order.
#[derive(Clone)]
pub struct Trace {
    pub(crate) rules: &'static [Rule],
    /// Rule number times eight plus outcome: four bytes an entry, so that a usual trace stays on the stack.
    pub(crate) entries: SmallVec<[u32; 16]>,
}

const OUTCOMES: [RuleOutcome; 8] = [
    RuleOutcome::Fired,
    RuleOutcome::Passed,
    RuleOutcome::Errored,
    RuleOutcome::Suppressed,
    RuleOutcome::MonitoredFired,
    RuleOutcome::MonitoredPassed,
    RuleOutcome::MonitoredErrored,
    // Never written: it pads the table so that three bits always index it.
    RuleOutcome::MonitoredErrored,
];

impl Trace {
    #[inline]
    pub(crate) fn push(&mut self, rule: u32, outcome: RuleOutcome) {
        self.entries.push((rule << 3) | outcome as u32);
    }

    /// Each selected rule that was reached, by qualified identifier, with its outcome.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&'static str, RuleOutcome)> {
        self.entries.iter().map(|&entry| {
            let rule = self
                .rules
                .get((entry >> 3) as usize)
                .map_or("", |rule| rule.qualified);
            (rule, OUTCOMES[(entry & 7) as usize])
        })
    }

    /// The number of entries.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether no rule was selected.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }
}

impl fmt::Debug for Trace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}

/// Why a traced rule is `errored` or `monitored_errored`.
#[derive(Clone, Debug)]
pub struct Failure {
    /// The qualified identifier of the rule that could not be evaluated.
    pub rule: &'static str,
    /// Why.
    pub cause: Raise,
}

/// What an occurrence resolved to: the decision, and everything recorded on the way.
#[derive(Clone, Debug)]
#[must_use = "a decision that is not honoured binds nothing (OAR-PROF-10)"]
pub struct Outcome {
    pub(crate) effect: Effect,
    pub(crate) rule: Option<&'static Rule>,
    pub(crate) copy: Copy,
    pub(crate) advisories: SmallVec<[Advisory; 2]>,
    pub(crate) transforms: SmallVec<[&'static TransformSpec; 2]>,
    pub(crate) content: Option<String>,
    pub(crate) skipped: Vec<Skipped>,
    pub(crate) side_effects: SmallVec<[SideEffect; 4]>,
    pub(crate) events: Vec<Event>,
    pub(crate) trace: Trace,
    pub(crate) failures: Vec<Failure>,
}

/// A side-effect that was applied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SideEffect {
    /// The qualified identifier of the rule that declared it.
    pub rule: &'static str,
    /// What was done.
    pub action: Action,
}

impl Outcome {
    /// The effect (OAR-EVAL-6).
    #[must_use]
    pub fn effect(&self) -> Effect {
        self.effect
    }

    /// The bare identifier of the rule that decided: for display and coarse routing (OAR-EVAL-9).
    #[must_use]
    pub fn code(&self) -> Option<&'static str> {
        self.rule.map(Rule::code)
    }

    /// The qualified identifier of the rule that decided.
    #[must_use]
    pub fn rule(&self) -> Option<&'static str> {
        self.rule.map(|rule| rule.qualified)
    }

    /// The rendered copy of the rule that decided (OAR-COPY-7).
    #[must_use]
    pub fn copy(&self) -> &Copy {
        match self.advisories.first() {
            Some(first) => &first.copy,
            None => &self.copy,
        }
    }

    /// Every enforced rule that fired with the decision's effect, when that is nudge or warn (OAR-EVAL-20).
    #[must_use]
    pub fn advisories(&self) -> &[Advisory] {
        &self.advisories
    }

    /// The accumulated transforms, when the decision is transform (OAR-OPS-15).
    pub fn transforms(&self) -> impl ExactSizeIterator<Item = &'static TransformSpec> {
        self.transforms.iter().copied()
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
        &self.skipped
    }

    /// The side-effects applied, in order (OAR-FIRE-8).
    #[must_use]
    pub fn side_effects(&self) -> &[SideEffect] {
        &self.side_effects
    }

    /// The records of `publish_event`, in order; they were handed to the session's event sink as well.
    #[must_use]
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// The applied-rules trace.
    #[must_use]
    pub fn trace(&self) -> &Trace {
        &self.trace
    }

    /// Why each errored rule could not be evaluated, in evaluation order.
    #[must_use]
    pub fn failures(&self) -> &[Failure] {
        &self.failures
    }
}

impl OnError {
    /// The rule whose identifiers a block carries, for the failing rule's number; `None` when the failure is recorded
    /// and evaluation goes on (OAR-OPS-3, OAR-OPS-4, OAR-OPS-5).
    pub(crate) fn blocks_as(self, failing: u32) -> Option<u32> {
        match self {
            Self::FailOpen => None,
            Self::FailClosed => Some(failing),
            Self::Substitute(rule) => Some(rule),
        }
    }
}
