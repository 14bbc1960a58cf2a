//! Counters in memory.

use super::table::Table;
use super::{CounterScope, CounterStore, Counters, Counts, StoreError, Update};

/// Counters of one session, in memory.
///
/// A counter takes 65 bytes, with a scope that is a call's fingerprint or up to 38 bytes long. Between a quarter and five
/// eighths of a large table is free, so a million counters take between 87 and 173 MB. The table grows by doubling, and the
/// occurrence that makes it grow waits for that: about a millisecond at ten thousand counters, tenths of a second at a
/// million.
///
/// Among a million counters an occurrence mostly waits for memory, a third of it for the address to be translated. A process
/// whose large allocations lie in huge pages is spared that: with glibc, `GLIBC_TUNABLES=glibc.malloc.hugetlb=1`.
#[derive(Debug)]
pub struct MemoryCounters {
    counts: Table,
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
            counts: Table::default(),
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
        self.len() == 0
    }

    /// Every counter that was written, spelled `<qualified id>` or `<qualified id>#<scope value>` (OAR-CONF-33).
    #[must_use]
    pub fn snapshot(&self) -> Counters {
        let counters = self.counts.iter();
        counters
            .map(|(rule, scope, counts)| match scope {
                Some(scope) => (format!("{rule}#{scope}"), counts),
                None => (rule.to_owned(), counts),
            })
            .collect()
    }

    /// Whether the counters that updates write fit.
    #[inline]
    fn fits(&self, updates: &[Update<'_>]) -> bool {
        let room = self.limit.saturating_sub(self.len());
        updates.len() <= room || self.missing(updates) <= room
    }

    /// How many counters the updates write that are not held.
    fn missing(&self, updates: &[Update<'_>]) -> usize {
        let missing = |&(at, update): &(usize, &Update<'_>)| {
            let scope = update.scope;
            let same = |other: &Update<'_>| other.rule == update.rule && other.scope == scope;
            self.counts.get(update.rule, scope).is_none() && !updates.iter().take(at).any(same)
        };
        updates.iter().enumerate().filter(missing).count()
    }
}

impl CounterStore for MemoryCounters {
    fn read(
        &self,
        _session: &str,
        rule: &'static str,
        scope: Option<&CounterScope<'_>>,
    ) -> Result<Counts, StoreError> {
        Ok(self.counts.get(rule, scope).unwrap_or_default())
    }

    fn apply(
        &mut self,
        _session: &str,
        updates: &[Update<'_>],
        publish: &mut dyn FnMut() -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        if !self.fits(updates) {
            return Err(StoreError::new(format!(
                "the session already holds its {} counters",
                self.limit
            )));
        }
        publish()?;
        for Update {
            rule,
            scope,
            action,
        } in updates
        {
            self.counts
                .update(rule, *scope, |counts| counts.after(*action));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::Action;

    fn update(scope: Option<&'static str>, action: Action) -> Update<'static> {
        Update {
            rule: "a/R",
            scope: scope.map(|text| &*Box::leak(Box::new(CounterScope::new(text)))),
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
    fn the_limit_counts_counters_and_not_updates() {
        let mut store = MemoryCounters::with_limit(2);
        // Two actions on one counter, and a third on another: two counters.
        let updates = [
            update(Some("x"), Action::IncrementCounter),
            update(Some("x"), Action::IncrementBreaker),
            update(None, Action::ResetCounter),
        ];
        store.apply("s", &updates, &mut || Ok(())).unwrap();
        assert_eq!(store.len(), 2);
        // Full: what is held goes on being counted, and nothing else.
        store.apply("s", &updates, &mut || Ok(())).unwrap();
        let other = [updates[0].clone(), update(Some("y"), Action::ResetCounter)];
        let refused = store.apply("s", &other, &mut || panic!("published"));
        assert_eq!(
            refused.unwrap_err().to_string(),
            "the session already holds its 2 counters"
        );
        let counts = store
            .read("s", "a/R", Some(&CounterScope::new("x")))
            .unwrap();
        let expected = Counts {
            fire: 2,
            breaker: 2,
        };
        assert_eq!(counts, expected);
    }

    #[test]
    fn a_limit_of_none_refuses_every_write() {
        let mut store = MemoryCounters::with_limit(0);
        let one = [update(None, Action::ResetCounter)];
        assert!(store.apply("s", &one, &mut || Ok(())).is_err());
        assert_eq!(store.apply("s", &[], &mut || Ok(())), Ok(()));
        assert!(store.is_empty());
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
}
