//! The portable pack as an expert would write it for this host: straight-line code, static rules, a lean outcome.
//!
//! It keeps what the specification has an engine keep of an occurrence: the decision with its rule and copy, the trace of
//! the selected rules in evaluation order, the accumulated advisories and transforms, the spans skipped, and why a rule
//! could not be evaluated, with every rule failing closed. It leaves out what this pack alone does not need: run-time
//! configuration, monitored rules, copy with bindings, resumable detectors, `fail_open` and substituted rules.

mod calls;
mod content;
mod counted;
mod info;

pub use calls::pre_invoke;
pub use content::{Delivery, output};
pub use counted::{Counted, Tally, counted_pre_invoke};

use oar::{CopyField, Effect, FactError, RuleOutcome};

/// The rules, in the base order of evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Rule {
    /// `example.hygiene/REPEAT_CALL_TALLY`
    RepeatCallTally,
    /// `example.security/BULK_DELETE_DENIED`
    BulkDeleteDenied,
    /// `example.security/DESTRUCTIVE_TOOL_WARN`
    DestructiveToolWarn,
    /// `example.security/MCP_PROVIDER_DISABLED`
    McpProviderDisabled,
    /// `example.security/READ_OUTSIDE_SCOPE`
    ReadOutsideScope,
    /// `example.security/WRITE_OUTSIDE_WORKSPACE`
    WriteOutsideWorkspace,
    /// `example.hygiene/REPEAT_LOOP_BLOCK`
    RepeatLoopBlock,
    /// `example.hygiene/REPEAT_LOOP_WARN`
    RepeatLoopWarn,
    /// `example.security/REDACT_PII`
    RedactPii,
    /// `example.security/REDACT_SECRETS`
    RedactSecrets,
}

/// What a decision says of a rule.
#[derive(Debug)]
pub struct Info {
    /// The qualified identifier.
    pub qualified: &'static str,
    /// The bare identifier.
    pub code: &'static str,
    /// The copy.
    pub copy: &'static [(CopyField, &'static str)],
}

impl Rule {
    /// What a decision says of it.
    #[must_use]
    pub fn info(self) -> &'static Info {
        &info::RULES[self as usize]
    }
}

/// What a call resolved to.
#[derive(Debug)]
pub struct Decision {
    /// The effect.
    pub effect: Effect,
    /// The rule that decided.
    pub rule: Option<Rule>,
    /// The selected rules that were reached.
    pub trace: Trace,
    /// Every rule that fired with the effect, when that is warn.
    pub advisories: [Option<Rule>; 2],
    /// Why the last rule of the trace could not be evaluated.
    pub failure: Option<FactError>,
}

impl Decision {
    #[inline]
    fn none(trace: Trace) -> Self {
        Self::new(Effect::None, None, trace)
    }

    #[inline]
    fn new(effect: Effect, rule: Option<Rule>, trace: Trace) -> Self {
        Self {
            effect,
            rule,
            trace,
            advisories: [None; 2],
            failure: None,
        }
    }

    /// A rule fired that blocks.
    #[inline]
    fn block(rule: Rule, mut trace: Trace) -> Self {
        trace.push(rule, RuleOutcome::Fired);
        Self::new(Effect::Block, Some(rule), trace)
    }

    /// A rule could not be evaluated, and refuses.
    #[cold]
    fn fail_closed(rule: Rule, mut trace: Trace, error: FactError) -> Self {
        trace.push(rule, RuleOutcome::Errored);
        Self {
            failure: Some(error),
            ..Self::new(Effect::Block, Some(rule), trace)
        }
    }

    /// The rule's copy.
    #[must_use]
    pub fn copy(&self) -> &'static [(CopyField, &'static str)] {
        self.rule.map_or(&[], |rule| rule.info().copy)
    }
}

/// The trace: no occurrence of this pack selects more rules.
#[derive(Debug)]
pub struct Trace {
    entries: [(Rule, RuleOutcome); 7],
    len: u8,
}

impl Trace {
    #[inline]
    fn new() -> Self {
        Self {
            entries: [(Rule::RepeatCallTally, RuleOutcome::Passed); 7],
            len: 0,
        }
    }

    #[inline]
    fn push(&mut self, rule: Rule, outcome: RuleOutcome) {
        if let Some(entry) = self.entries.get_mut(usize::from(self.len)) {
            *entry = (rule, outcome);
            self.len += 1;
        }
    }

    /// The entries, in evaluation order.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, RuleOutcome)> {
        let entries = self.entries.iter().take(usize::from(self.len));
        entries.map(|&(rule, outcome)| (rule.info().qualified, outcome))
    }
}
