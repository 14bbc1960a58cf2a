//! What a check hands back.

use std::fmt;

use super::{Decision, Finding, Snapshot};

/// The result of a check.
#[derive(Clone, Debug)]
pub struct Report {
    /// Whether the request may go on: yes, unless there is a blocking finding.
    pub decision: Decision,
    /// Blocking findings: profiles in order, rules in order, occurrences in timeline order; `preservation` last.
    pub blocking: Vec<Finding>,
    /// Advisory findings, in the same order. They never change the decision.
    pub advisories: Vec<Finding>,
    /// What to hand to the next run, when this one proceeds and a rule asks for it. With `None` keep the old one: a
    /// rejected run does not move the baseline.
    pub snapshot: Option<Snapshot>,
    /// Where the host stores fillers of earlier runs. They were ignored; delete them.
    pub stale_fillers: Vec<usize>,
}

impl Report {
    /// Every finding, blocking ones first.
    pub fn findings(&self) -> impl Iterator<Item = &Finding> {
        self.blocking.iter().chain(&self.advisories)
    }

    /// The ids of the rules that found something, each once, in the order of the findings: made to be published as a
    /// `list<string>` host fact, so that an ordinary rule decides what a finding means.
    #[must_use]
    pub fn finding_ids(&self) -> Vec<&'static str> {
        distinct_ids(self.findings())
    }

    /// The error to deliver when the request is rejected.
    #[must_use]
    pub fn violation(&self) -> Option<Violation> {
        Violation::of(&self.blocking)
    }
}

/// The rule ids of findings, each once, in order.
pub(crate) fn distinct_ids<'f>(findings: impl Iterator<Item = &'f Finding>) -> Vec<&'static str> {
    let mut ids = Vec::new();
    let mut seen = std::collections::HashSet::new();
    for finding in findings {
        if seen.insert(finding.rule_id()) {
            ids.push(finding.rule_id());
        }
    }
    ids
}

/// An ordering violation as an error: how many findings, the first in words, and all of them.
#[derive(Clone, Debug)]
pub struct Violation {
    findings: Vec<Finding>,
}

impl Violation {
    pub(crate) fn of(blocking: &[Finding]) -> Option<Self> {
        (!blocking.is_empty()).then(|| Self {
            findings: blocking.to_vec(),
        })
    }

    /// The blocking findings, at least one.
    #[must_use]
    pub fn findings(&self) -> &[Finding] {
        &self.findings
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = self.findings.len();
        let noun = if count == 1 {
            "violation"
        } else {
            "violations"
        };
        write!(f, "{count} ordering {noun}")?;
        match self.findings.first() {
            Some(first) => write!(f, ": {first}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Violation {}
