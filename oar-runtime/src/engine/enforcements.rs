//! Which rules run and how loudly: declared, configured at build time, reconfigured at run time (section 9).

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use arc_swap::{ArcSwapOption, Guard};

use crate::program::{Enforcement, Rule};

/// An operator's configuration, read (OAR-CFG-1): as in a document, `disable` applies first and `enforcement` after it,
/// whatever the order of the calls.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Configuration {
    disable: Vec<String>,
    enforcement: Vec<(String, Enforcement)>,
}

impl Configuration {
    /// A configuration that states nothing.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Treats a rule, by bare or qualified identifier, as though its enforcement were `off` (OAR-CFG-2).
    #[must_use]
    pub fn disable(mut self, rule: impl Into<String>) -> Self {
        self.disable.push(rule.into());
        self
    }

    /// Applies an enforcement in place of the rule's own (OAR-CFG-3). Of two statements under one spelling the later one
    /// counts.
    #[must_use]
    pub fn enforcement(mut self, rule: impl Into<String>, enforcement: Enforcement) -> Self {
        self.enforcement.push((rule.into(), enforcement));
        self
    }
}

/// Why a configuration does not apply; nothing of it was applied.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ConfigError {
    /// It names a rule that is not loaded (OAR-CFG-4).
    Unknown {
        /// The rule as written.
        rule: String,
    },
    /// A bare identifier matches rules of several namespaces (OAR-CFG-8).
    Ambiguous {
        /// The rule as written.
        rule: String,
        /// The qualified identifiers it matches.
        candidates: Vec<&'static str>,
    },
    /// It would silence a mandatory rule (OAR-CFG-5, OAR-OPS-7).
    Mandatory {
        /// The rule's qualified identifier.
        rule: &'static str,
    },
    /// One configuration names a rule by two spellings that disagree: a JSON object has no order.
    Contradiction {
        /// The rule's qualified identifier.
        rule: &'static str,
    },
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown { rule } => write!(
                f,
                "the configuration names `{rule}`, which is not loaded (OAR-CFG-4)"
            ),
            Self::Ambiguous { rule, candidates } => {
                write!(
                    f,
                    "`{rule}` matches {} (OAR-CFG-8): write the qualified identifier",
                    candidates.join(" and ")
                )
            }
            Self::Mandatory { rule } => {
                write!(
                    f,
                    "`{rule}` is mandatory and cannot be disabled or downgraded (OAR-CFG-5)"
                )
            }
            Self::Contradiction { rule } => {
                write!(
                    f,
                    "`enforcement` names `{rule}` twice, by two spellings that disagree"
                )
            }
        }
    }
}

impl std::error::Error for ConfigError {}

/// The enforcements in force for one policy. Swapped atomically: an occurrence sees the old ones or the new ones whole.
#[derive(Debug)]
pub struct Enforcements {
    rules: &'static [Rule],
    /// Whether `custom` holds anything: most hosts never reconfigure, and pay one relaxed load.
    customised: AtomicBool,
    custom: ArcSwapOption<Vec<Enforcement>>,
}

impl Enforcements {
    /// The enforcements of the build.
    #[must_use]
    pub fn new(rules: &'static [Rule]) -> Self {
        Self {
            rules,
            customised: AtomicBool::new(false),
            custom: ArcSwapOption::empty(),
        }
    }

    /// Applies configurations, in order, over what the build says; earlier run-time configurations are forgotten. The
    /// last statement about a rule wins (OAR-CFG-7).
    ///
    /// # Errors
    /// The first defect; nothing is applied then.
    pub fn apply(&self, configurations: &[Configuration]) -> Result<(), ConfigError> {
        let mut next: Vec<Enforcement> = self.rules.iter().map(|rule| rule.enforcement).collect();
        for configuration in configurations {
            for reference in &configuration.disable {
                self.state(reference, Enforcement::Off, &mut next)?;
            }
            let mut said: Vec<(usize, &str, Enforcement)> = Vec::new();
            for (reference, enforcement) in &configuration.enforcement {
                let at = self.state(reference, *enforcement, &mut next)?;
                let disagrees = |&(other, spelled, as_what): &(usize, &str, Enforcement)| {
                    other == at && spelled != reference && as_what != *enforcement
                };
                if said.iter().any(disagrees) {
                    return Err(ConfigError::Contradiction {
                        rule: self.rules[at].qualified, // INVARIANT: `state` gives positions of `self.rules`.
                    });
                }
                said.push((at, reference, *enforcement));
            }
        }
        self.custom.store(Some(Arc::new(next)));
        self.customised.store(true, Ordering::Release);
        Ok(())
    }

    /// Takes one statement, and gives the position of the rule it is about.
    fn state(
        &self,
        reference: &str,
        enforcement: Enforcement,
        next: &mut [Enforcement],
    ) -> Result<usize, ConfigError> {
        let at = self.resolve(reference)?;
        let rule = &self.rules[at]; // INVARIANT: `resolve` gives positions of `self.rules`.
        if rule.mandatory && enforcement != Enforcement::Enforce {
            return Err(ConfigError::Mandatory {
                rule: rule.qualified,
            });
        }
        next[at] = enforcement; // INVARIANT: `next` has one entry per rule.
        Ok(at)
    }

    /// A reference by exact qualified identifier first, then by bare identifier in any namespace (OAR-CFG-8).
    fn resolve(&self, reference: &str) -> Result<usize, ConfigError> {
        if let Some(at) = self
            .rules
            .iter()
            .position(|rule| rule.qualified == reference)
        {
            return Ok(at);
        }
        let matches: Vec<usize> = (0..self.rules.len())
            .filter(|&at| self.rules[at].code() == reference)
            .collect();
        match matches[..] {
            [at] => Ok(at),
            [] => Err(ConfigError::Unknown {
                rule: reference.to_owned(),
            }),
            _ => Err(ConfigError::Ambiguous {
                rule: reference.to_owned(),
                candidates: matches.iter().map(|&at| self.rules[at].qualified).collect(),
            }),
        }
    }

    /// Whether a configuration was applied.
    #[inline]
    pub(super) fn is_custom(&self) -> bool {
        self.customised.load(Ordering::Acquire)
    }

    /// The enforcement of each rule now; `None` while the build's stand.
    pub(super) fn current(&self) -> Option<Custom> {
        self.is_custom().then(|| Custom(self.custom.load()))
    }
}

/// The run-time enforcements as one occurrence sees them.
#[derive(Debug)]
pub(super) struct Custom(Guard<Option<Arc<Vec<Enforcement>>>>);

impl Custom {
    #[inline]
    pub(super) fn get(&self, rule: u32) -> Enforcement {
        // INVARIANT: `apply` stores one entry per rule before it says that there is something to load. Were there none,
        // enforcing is the answer that fails closed.
        self.0
            .as_ref()
            .and_then(|list| list.get(rule as usize))
            .copied()
            .unwrap_or(Enforcement::Enforce)
    }
}

#[cfg(test)]
mod tests;
