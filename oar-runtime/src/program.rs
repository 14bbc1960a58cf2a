//! The tables that generated code fills, and the calls the engine makes into it.

use std::borrow::Cow;

use crate::detector::{DetectorError, Report};
use crate::engine::{Met, NoNotes, Notes, Walk};
use crate::facts::Occurrence;
use crate::hash::Table;
use crate::outcome::Copy;
use crate::raise::Raise;
use crate::session::CounterScope;
use crate::transform::Span;
use crate::verdict::Verdict;

/// What a rule does when it fires (OAR-DOC-11).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RuleEffect {
    /// Stops the occurrence.
    Block,
    /// Changes its content.
    Transform,
    /// Speaks to the agent.
    Nudge,
    /// Speaks to the operator.
    Warn,
    /// Records a pass.
    Allow,
}

impl RuleEffect {
    /// The spelling of the specification.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Block => "block",
            Self::Transform => "transform",
            Self::Nudge => "nudge",
            Self::Warn => "warn",
            Self::Allow => "allow",
        }
    }
}

/// How loudly a rule runs (OAR-DOC-16).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Enforcement {
    /// Its effect applies.
    Enforce,
    /// It is evaluated and recorded only.
    Monitor,
    /// It is not evaluated.
    Off,
}

/// What happens when a rule cannot be evaluated (OAR-DOC-18).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnError {
    /// Block under its own identifiers.
    FailClosed,
    /// Record and go on.
    FailOpen,
    /// Block under the identifiers of the rule of that number.
    Substitute(u32),
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

/// A declared side-effect (OAR-FIRE-1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Adds one to `fire_count`.
    IncrementCounter,
    /// Sets `fire_count` to zero.
    ResetCounter,
    /// Emits one record to the event stream.
    PublishEvent,
    /// Adds one to `breaker_count`.
    IncrementBreaker,
    /// Sets `breaker_count` to zero.
    ResetBreaker,
}

impl Action {
    /// The spelling of the specification.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::IncrementCounter => "increment_counter",
            Self::ResetCounter => "reset_counter",
            Self::PublishEvent => "publish_event",
            Self::IncrementBreaker => "increment_breaker",
            Self::ResetBreaker => "reset_breaker",
        }
    }

    /// Whether it writes a counter, and so needs the rule's counter scope.
    #[must_use]
    pub fn counts(self) -> bool {
        !matches!(self, Self::PublishEvent)
    }
}

/// The three content mutations (OAR-OPS-13).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TransformAction {
    /// Replaces, with a default.
    Redact,
    /// Replaces.
    Replace,
    /// Inserts after.
    Annotate,
}

impl TransformAction {
    /// The spelling of the specification.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Redact => "redact",
            Self::Replace => "replace",
            Self::Annotate => "annotate",
        }
    }
}

/// A rule's `transform`, as declared.
#[derive(Debug, PartialEq, Eq)]
pub struct TransformSpec {
    /// What is done.
    pub action: TransformAction,
    /// `content`, or the name of the fact that holds the spans.
    pub target: &'static str,
    /// What is written; `None` for a redaction with the fixed placeholder.
    pub replacement: Option<&'static str>,
}

/// One rule, as far as the engine needs it. Generated; hosts read it through [`crate::Outcome`].
#[derive(Debug)]
pub struct Rule {
    /// The qualified identifier.
    pub qualified: &'static str,
    /// What it does.
    pub effect: RuleEffect,
    /// Its enforcement before any configuration given at run time.
    pub enforcement: Enforcement,
    /// Whether nothing may silence it.
    pub mandatory: bool,
    /// What happens when it cannot be evaluated.
    pub on_error: OnError,
    /// Whether firing is only to be written down: it has no side-effects, overrides, transform, and its copy no bindings.
    pub alone: bool,
    /// The rest, `None` where all of it is absent: most rules have none of it.
    pub more: Option<&'static More>,
    /// Its copy.
    pub copy: CopySource,
}

/// The optional members of a [`Rule`].
#[derive(Debug)]
pub struct More {
    /// Whether selector clauses are left that the index does not decide.
    pub selector: bool,
    /// Steps of the recent activity, oldest first; empty for a rule without `flow`.
    pub flow: &'static [&'static str],
    /// The detector it runs.
    pub detector: Option<u32>,
    /// Side-effects in order.
    pub on_fire: &'static [Action],
    /// Whether its counters are keyed by a counter scope.
    pub scoped: bool,
    /// Rules it suppresses, ascending.
    pub overrides: &'static [u32],
    /// Rules of its anchor that suppress it, ascending.
    pub suppressors: &'static [u32],
    /// Its transform.
    pub transform: Option<&'static TransformSpec>,
}

impl More {
    /// None of it.
    pub const NONE: Self = Self {
        selector: false,
        flow: &[],
        detector: None,
        on_fire: &[],
        scoped: false,
        overrides: &[],
        suppressors: &[],
        transform: None,
    };
}

/// Where a rule's copy comes from.
#[derive(Debug)]
pub enum CopySource {
    /// It has no bindings.
    Constant(Copy),
    /// [`Program::copy`] renders it.
    Bound,
}

impl Rule {
    /// The bare identifier.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self.qualified.rsplit_once('/') {
            Some((_, id)) => id,
            None => self.qualified,
        }
    }

    /// `on_fire`.
    #[inline]
    pub(crate) fn on_fire(&self) -> &'static [Action] {
        self.more.map_or(&[], |more| more.on_fire)
    }
}

/// One local anchor. Generated.
#[derive(Debug)]
pub struct Anchor {
    /// The host's name for it.
    pub local: &'static str,
    /// The rule set.
    pub table: &'static RuleTable,
    /// The lanes; the first holds the rules that no index decides.
    pub lanes: &'static [Lane],
    /// Rules found by the value of a `string` fact.
    pub indexes: &'static [Index],
    /// Whether the lanes of the one index there is hold the rules of the first lane as well.
    pub merged: bool,
    /// Whether any rule here suppresses another one here.
    pub suppression: bool,
}

impl Anchor {
    /// The rule of a number.
    #[inline]
    #[must_use]
    pub fn rule(&self, number: u32) -> &'static Rule {
        // INVARIANT: rule numbers come from the same generated tables as the rules.
        &self.table.rules[number as usize]
    }

    /// The lane of a number.
    #[inline]
    #[must_use]
    pub fn lane(&self, number: u32) -> &'static Lane {
        // INVARIANT: lane numbers come from the same generated tables as the lanes; the compiler writes the first.
        &self.lanes[number as usize]
    }
}

/// Rules that may be selected together.
#[derive(Debug)]
pub struct Lane {
    /// The rules, in evaluation order.
    pub rules: &'static [u32],
    /// Whether all of them are selected unless a configuration given at run time has a say: none is off, and no selector
    /// clause is left to check.
    pub straight: bool,
    /// Those of them, from the first, that fire when their condition says so and that alone: they are enforced, and have
    /// no flow and no detector.
    pub plain: &'static [u32],
}

/// Rules found by the value of one `string` fact.
#[derive(Debug)]
pub struct Index {
    /// From value to the number of the lane with the rules whose clause holds it.
    pub table: Table,
    /// Every rule whose clause is in the table, ascending: for the case that the fact cannot be read.
    pub all: &'static [u32],
}

/// A compiled rule set. Generated.
#[derive(Debug)]
pub struct RuleTable {
    /// Every rule, in the base order of OAR-EVAL-1; rule numbers index it.
    pub rules: &'static [Rule],
    /// Names of the registered detectors; detector numbers index it.
    pub detectors: &'static [&'static str],
    /// Names that a detector may report, sorted: every profile and host fact or function; empty
    /// when no rule runs a detector.
    pub observations: &'static [&'static str],
    /// Steps of activity kept (OAR-PROF-3).
    pub activity_window: usize,
}

/// The calls the engine makes into the code generated for one anchor.
///
/// A rule's own detector report is passed to what it may consume; its facts replace the host's there and nowhere else.
pub trait Program<'a> {
    /// Whether calls are steps of the activity here: the anchor admits them, and some rule reads them.
    const ADMITS: bool = false;

    /// What is noted on the short way.
    type Notes: Notes<'a>;

    /// Goes the short way as far as it leads.
    fn walk(&self, notes: &mut Self::Notes) -> Walk<'a>;

    /// Goes the short way along the lane that the first index found for a value, to the position that it ends at.
    fn lane(&self, anchor: &'static Anchor, lane: u32, value: &'a str, met: &mut Met<'a>) -> u32
    where
        Self: Sized,
    {
        match anchor.lane(lane).straight {
            true => Walk::along_loop(anchor, lane, self, met),
            false => met.select(value),
        }
    }

    /// The fact of an index.
    fn key(&self, index: usize) -> Result<&'a str, Raise>;

    /// The selector clauses of a rule that its index does not decide.
    fn selector(&self, rule: u32) -> Result<bool, Raise>;

    /// The condition of a rule.
    fn when(&self, rule: u32, report: Option<&Report>) -> Verdict;

    /// The spans of a rule's transform.
    fn target(&self, rule: u32, report: Option<&Report>) -> Result<Spanned<'a>, Raise>;

    /// The counter scope of a rule.
    fn scope(&self, rule: u32, report: Option<&Report>) -> Result<CounterScope<'a>, Raise>;

    /// The copy of a rule that has bindings.
    fn copy(&self, rule: u32, report: Option<&Report>) -> Result<Copy, Raise>;

    /// Runs a detector, for the synchronous driver.
    fn detect(&self, detector: u32) -> Result<Report, DetectorError>;

    /// The content at the occurrence.
    fn content(&self) -> Option<&'a str>;

    /// The call at the occurrence.
    fn call_name(&self) -> Option<&'a str>;

    /// Whether the steps of a flow are in the recent activity, in order (OAR-FACT-12).
    fn flow(&self, steps: &[&str]) -> bool;
}

/// The spans a transform acts on.
pub type Spanned<'a> = Cow<'a, [Span]>;

/// The program of an anchor that no rule is bound to. Calls may be steps of the activity there all the same, for rules at
/// other anchors.
#[derive(Debug)]
pub struct NoRules<'a, H, const ADMITS: bool>(pub &'a H);

impl<'a, H: Occurrence, const ADMITS: bool> Program<'a> for NoRules<'a, H, ADMITS> {
    const ADMITS: bool = ADMITS;

    type Notes = NoNotes;

    fn walk(&self, _: &mut NoNotes) -> Walk<'a> {
        Walk::along(0)
    }

    fn key(&self, _: usize) -> Result<&'a str, Raise> {
        Ok("")
    }

    fn selector(&self, _: u32) -> Result<bool, Raise> {
        Ok(false)
    }

    fn when(&self, _: u32, _: Option<&Report>) -> Verdict {
        Ok(())
    }

    fn target(&self, _: u32, _: Option<&Report>) -> Result<Spanned<'a>, Raise> {
        Ok(Cow::Borrowed(&[]))
    }

    fn scope(&self, _: u32, _: Option<&Report>) -> Result<CounterScope<'a>, Raise> {
        Ok(CounterScope::new(""))
    }

    fn copy(&self, _: u32, _: Option<&Report>) -> Result<Copy, Raise> {
        Ok(Copy::default())
    }

    fn detect(&self, _: u32) -> Result<Report, DetectorError> {
        Ok(Report::new())
    }

    fn content(&self) -> Option<&'a str> {
        self.0.content()
    }

    fn call_name(&self) -> Option<&'a str> {
        self.0.call_name()
    }

    fn flow(&self, _: &[&str]) -> bool {
        false
    }
}
