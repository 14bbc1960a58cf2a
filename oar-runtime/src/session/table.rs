//! Counters by rule and scope.

use std::fmt;
use std::hash::{BuildHasher, Hasher};
use std::sync::atomic::{AtomicUsize, Ordering};

use hashbrown::{DefaultHashBuilder, HashTable};

use super::Counts;
use super::scope::Scope;

/// Counters by rule and scope.
#[derive(Default)]
pub(super) struct Table {
    /// A counter lies in its place key and all: no pointer to the scope stands before it, for with a million scopes an
    /// occurrence waits for memory and for little else.
    entries: HashTable<Entry>,
    /// Seeded: scopes may be chosen by an attacker.
    hasher: DefaultHashBuilder,
    /// The place of the counter found last. What a condition reads, `on_fire` often writes: a guess, checked before use, that
    /// spares the second search.
    last: AtomicUsize,
}

#[derive(Debug)]
struct Entry {
    counts: Counts,
    rule: &'static str,
    scope: Scope,
}

impl Entry {
    #[inline]
    fn is(&self, rule: &str, scope: Option<&str>) -> bool {
        self.scope.is(scope) && (std::ptr::eq(self.rule, rule) || self.rule == rule)
    }
}

impl Table {
    /// The number of counters.
    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    /// The counters of a rule at a scope, if they were ever written.
    #[inline]
    pub(super) fn get(&self, rule: &'static str, scope: Option<&str>) -> Option<Counts> {
        let at = self.find(self.hash(rule, scope), rule, scope)?;
        self.last.store(at, Ordering::Relaxed);
        self.entries.get_bucket(at).map(|entry| entry.counts)
    }

    /// Writes the counters of a rule at a scope, zero before.
    #[inline]
    pub(super) fn update(
        &mut self,
        rule: &'static str,
        scope: Option<&str>,
        write: impl FnOnce(Counts) -> Counts,
    ) {
        if let Some(entry) = self.entries.get_bucket_mut(*self.last.get_mut())
            && entry.is(rule, scope)
        {
            entry.counts = write(entry.counts);
            return;
        }
        let hash = self.hash(rule, scope);
        match self.entries.find_mut(hash, |entry| entry.is(rule, scope)) {
            Some(entry) => entry.counts = write(entry.counts),
            None => self.insert(
                hash,
                Entry {
                    counts: write(Counts::default()),
                    rule,
                    scope: Scope::new(scope),
                },
            ),
        }
    }

    /// Every counter: rule, scope, counts.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&'static str, Option<&str>, Counts)> {
        let entries = self.entries.iter();
        entries.map(|entry| (entry.rule, entry.scope.value(), entry.counts))
    }

    #[inline]
    fn hash(&self, rule: &str, scope: Option<&str>) -> u64 {
        seeded(&self.hasher, rule, scope.map(str::as_bytes))
    }

    #[inline]
    fn find(&self, hash: u64, rule: &str, scope: Option<&str>) -> Option<usize> {
        self.entries
            .find_bucket_index(hash, |entry| entry.is(rule, scope))
    }

    #[cold]
    fn insert(&mut self, hash: u64, entry: Entry) {
        let hasher = &self.hasher;
        self.entries.insert_unique(hash, entry, |entry| {
            seeded(hasher, entry.rule, entry.scope.bytes())
        });
    }
}

/// No scope and the empty one may share a place: their keys differ.
#[inline]
fn seeded(hasher: &DefaultHashBuilder, rule: &str, scope: Option<&[u8]>) -> u64 {
    let mut hasher = hasher.build_hasher();
    hasher.write(rule.as_bytes());
    hasher.write(scope.unwrap_or_default());
    hasher.finish()
}

impl fmt::Debug for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counters = self.iter();
        f.debug_map()
            .entries(counters.map(|(rule, scope, counts)| ((rule, scope), counts)))
            .finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RULES: [&str; 2] = ["a/R", "a/S"];

    fn one_more(counts: Counts) -> Counts {
        Counts {
            fire: counts.fire + 1,
            ..counts
        }
    }

    #[test]
    fn counters_survive_growth_and_stay_apart() {
        let mut table = Table::default();
        let scopes: Vec<String> = (0..1000).map(|n| format!("{n:064x}")).collect();
        for (at, scope) in scopes.iter().enumerate() {
            for _ in 0..=at % 3 {
                table.update(RULES[at % 2], Some(scope), one_more);
            }
            assert_eq!(table.len(), at + 1);
        }
        for (at, scope) in scopes.iter().enumerate() {
            let fire = table
                .get(RULES[at % 2], Some(scope))
                .map(|counts| counts.fire);
            assert_eq!(fire, i64::try_from(at % 3 + 1).ok());
            assert_eq!(table.get(RULES[(at + 1) % 2], Some(scope)), None);
        }
        assert_eq!(table.iter().count(), 1000);
    }

    #[test]
    fn what_was_read_last_is_not_taken_for_what_is_written() {
        let mut table = Table::default();
        let keys = [
            (RULES[0], None),
            (RULES[1], None),
            (RULES[0], Some("")),
            (RULES[0], Some("x")),
            (RULES[1], Some("x")),
        ];
        for (rule, scope) in keys {
            for (read, at) in keys {
                table.get(read, at);
                table.update(rule, scope, one_more);
            }
        }
        for (rule, scope) in keys {
            assert_eq!(table.get(rule, scope).map(|counts| counts.fire), Some(5));
        }
        assert_eq!(table.len(), 5);
    }

    #[test]
    fn a_rule_is_known_by_its_name_wherever_that_stands() {
        let elsewhere: &'static str = String::from(RULES[0]).leak();
        let mut table = Table::default();
        table.update(RULES[0], None, one_more);
        table.update(elsewhere, None, one_more);
        assert_eq!(
            table.get(elsewhere, None).map(|counts| counts.fire),
            Some(2)
        );
    }

    #[test]
    fn it_shows_itself_as_a_map() {
        let mut table = Table::default();
        table.update(RULES[0], Some("x"), one_more);
        assert_eq!(
            format!("{table:?}"),
            r#"{("a/R", Some("x")): Counts { fire: 1, breaker: 0 }}"#
        );
    }
}
