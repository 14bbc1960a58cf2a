//! Counters: keyed by rule, session and counter scope (OAR-FIRE-5, OAR-FIRE-10).

use std::collections::BTreeMap;
use std::fmt::Debug;

use super::{CounterScope, StoreError};
use crate::program::Action;

/// The two counters of a rule at one scope (OAR-FIRE-3).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// `fire_count`
    pub fire: i64,
    /// `breaker_count`
    pub breaker: i64,
}

impl Counts {
    /// The counters after an action (OAR-FIRE-4). A counter stays at its largest value rather than wrap.
    #[must_use]
    pub fn after(self, action: Action) -> Self {
        match action {
            Action::IncrementCounter => Self {
                fire: self.fire.saturating_add(1),
                ..self
            },
            Action::ResetCounter => Self { fire: 0, ..self },
            Action::IncrementBreaker => Self {
                breaker: self.breaker.saturating_add(1),
                ..self
            },
            Action::ResetBreaker => Self { breaker: 0, ..self },
            Action::PublishEvent => self,
        }
    }
}

/// One counter action of an occurrence.
#[derive(Clone, Debug)]
pub struct Update<'a> {
    /// The qualified identifier of the rule.
    pub rule: &'static str,
    /// Its counter scope value; `None` for a rule without `counter_scope`, which is another counter than the empty scope
    /// (OAR-FIRE-10).
    pub scope: Option<&'a CounterScope<'a>>,
    /// What is done.
    pub action: Action,
}

/// Where counters live. One store may serve many sessions.
pub trait CounterStore: Debug {
    /// The counters of a rule at a scope; zero when never written.
    ///
    /// # Errors
    /// The store cannot be read.
    fn read(
        &self,
        session: &str,
        rule: &'static str,
        scope: Option<&CounterScope<'_>>,
    ) -> Result<Counts, StoreError>;

    /// Applies the updates of one occurrence in order, all or none. `publish` hands over the occurrence's events: a store
    /// calls it once, after it is sure that it can apply and before it commits, and applies nothing when it fails.
    ///
    /// # Errors
    /// The store or `publish` refuses; nothing was applied.
    fn apply(
        &mut self,
        session: &str,
        updates: &[Update<'_>],
        publish: &mut dyn FnMut() -> Result<(), StoreError>,
    ) -> Result<(), StoreError>;
}

/// Counter values by their conformance spelling (OAR-CONF-33).
pub type Counters = BTreeMap<String, Counts>;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn resets_write_zero_and_increments_add_one() {
        let counts = Counts {
            fire: 4,
            breaker: 2,
        };
        assert_eq!(
            counts.after(Action::ResetCounter),
            Counts {
                fire: 0,
                breaker: 2
            }
        );
        assert_eq!(
            counts.after(Action::IncrementBreaker),
            Counts {
                fire: 4,
                breaker: 3
            }
        );
        assert_eq!(
            counts.after(Action::ResetBreaker),
            Counts {
                fire: 4,
                breaker: 0
            }
        );
        assert_eq!(counts.after(Action::PublishEvent), counts);
    }
}
