//! Counters: keyed by rule, session and counter scope (OAR-FIRE-5, OAR-FIRE-10).

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt::Debug;

use hashbrown::{Equivalent, HashMap};

use super::StoreError;
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
    pub scope: Option<Cow<'a, str>>,
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
        scope: Option<&str>,
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

#[derive(Debug, PartialEq, Eq, Hash)]
struct Key {
    rule: &'static str,
    scope: Option<Box<str>>,
}

/// A borrowed [`Key`], so that a known scope is found without allocating.
#[derive(Hash)]
struct Lookup<'a> {
    rule: &'a str,
    scope: Option<&'a str>,
}

impl Equivalent<Key> for Lookup<'_> {
    fn equivalent(&self, key: &Key) -> bool {
        self.rule == key.rule && self.scope == key.scope.as_deref()
    }
}

/// Counters of one session, in memory.
#[derive(Debug)]
pub struct MemoryCounters {
    counts: HashMap<Key, Counts>,
    limit: usize,
}

impl Default for MemoryCounters {
    fn default() -> Self {
        Self::with_limit(usize::MAX)
    }
}

impl MemoryCounters {
    /// A store that holds at most `limit` counters and refuses to write one more: a session whose scopes an attacker
    /// chooses stays bounded, and the rule that could not count takes its `on_error`.
    #[must_use]
    pub fn with_limit(limit: usize) -> Self {
        Self {
            counts: HashMap::new(),
            limit,
        }
    }

    /// The number of counters held.
    #[must_use]
    pub fn len(&self) -> usize {
        self.counts.len()
    }

    /// Whether none is held.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.counts.is_empty()
    }

    /// Every counter that was written, spelled `<qualified id>` or `<qualified id>#<scope value>` (OAR-CONF-33).
    #[must_use]
    pub fn snapshot(&self) -> Counters {
        let spell = |key: &Key| match &key.scope {
            Some(scope) => format!("{}#{scope}", key.rule),
            None => key.rule.to_owned(),
        };
        self.counts
            .iter()
            .map(|(key, counts)| (spell(key), *counts))
            .collect()
    }

    fn missing(&self, updates: &[Update<'_>]) -> usize {
        let known = |update: &Update<'_>| {
            self.counts
                .contains_key(&lookup(update.rule, update.scope.as_deref()))
        };
        updates.iter().filter(|update| !known(update)).count()
    }
}

fn lookup<'a>(rule: &'a str, scope: Option<&'a str>) -> Lookup<'a> {
    Lookup { rule, scope }
}

impl CounterStore for MemoryCounters {
    fn read(
        &self,
        _session: &str,
        rule: &'static str,
        scope: Option<&str>,
    ) -> Result<Counts, StoreError> {
        Ok(self
            .counts
            .get(&lookup(rule, scope))
            .copied()
            .unwrap_or_default())
    }

    fn apply(
        &mut self,
        _session: &str,
        updates: &[Update<'_>],
        publish: &mut dyn FnMut() -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        if self.limit != usize::MAX
            && self.counts.len().saturating_add(self.missing(updates)) > self.limit
        {
            return Err(StoreError::new(format!(
                "the session already holds its {} counters",
                self.limit
            )));
        }
        publish()?;
        for update in updates {
            let scope = update.scope.as_deref();
            match self.counts.get_mut(&lookup(update.rule, scope)) {
                Some(counts) => *counts = counts.after(update.action),
                None => {
                    let key = Key {
                        rule: update.rule,
                        scope: scope.map(Box::from),
                    };
                    self.counts
                        .insert(key, Counts::default().after(update.action));
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn update(scope: Option<&'static str>, action: Action) -> Update<'static> {
        Update {
            rule: "a/R",
            scope: scope.map(Cow::Borrowed),
            action,
        }
    }

    #[test]
    fn an_empty_scope_is_not_no_scope() {
        let mut store = MemoryCounters::default();
        let updates = [
            update(Some(""), Action::IncrementCounter),
            update(None, Action::IncrementBreaker),
        ];
        store.apply("s", &updates, &mut || Ok(())).unwrap();
        let snapshot = store.snapshot();
        assert_eq!(
            snapshot["a/R#"],
            Counts {
                fire: 1,
                breaker: 0
            }
        );
        assert_eq!(
            snapshot["a/R"],
            Counts {
                fire: 0,
                breaker: 1
            }
        );
    }

    #[test]
    fn a_refused_batch_leaves_nothing_behind() {
        let mut store = MemoryCounters::with_limit(1);
        let two = [
            update(Some("x"), Action::IncrementCounter),
            update(Some("y"), Action::IncrementCounter),
        ];
        assert!(store.apply("s", &two, &mut || Ok(())).is_err());
        assert!(store.is_empty());
        let refused = store.apply("s", &two[..1], &mut || Err(StoreError::new("down")));
        assert_eq!(refused, Err(StoreError::new("down")));
        assert!(store.is_empty());
        store.apply("s", &two[..1], &mut || Ok(())).unwrap();
        assert_eq!(store.len(), 1);
    }

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
