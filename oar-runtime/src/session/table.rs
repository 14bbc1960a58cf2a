//! Counters by rule and scope.
//!
//! With a million scopes an occurrence waits for memory and for little else. So a counter lies near where its hash says, key and
//! all, in one cache line, and nothing is read of the line of another: a byte for each slot says first whether it is worth it.
//! A million of these bytes lie in the caches, where a million counters do not. Nothing is ever removed, which is what makes open
//! addressing this simple.

use std::fmt;
use std::hash::{BuildHasher, Hasher};
use std::sync::atomic::{AtomicUsize, Ordering};

use hashbrown::{DefaultHashBuilder, HashMap};

use super::Counts;
use super::counter_scope::{Bytes, CounterScope};
use super::scope::Scope;

/// Counters by rule and scope.
#[derive(Default)]
pub(super) struct Table {
    /// Their number is a power of two, or zero. At least a quarter of them is free, so a search ends soon.
    slots: Vec<Option<Entry>>,
    /// A byte for each slot: [`FREE`], or the tag of its counter.
    tags: Vec<u8>,
    /// The slots taken.
    held: usize,
    /// The rules that have counters; entries know them by number.
    rules: Vec<&'static str>,
    numbers: HashMap<&'static str, u32>,
    /// Seeded: scopes may be chosen by an attacker.
    hasher: DefaultHashBuilder,
    /// The slot of the counter that was read last. What a condition reads, `on_fire` often writes: a guess, checked before
    /// use, that spares the second search.
    last: AtomicUsize,
}

/// Packs mostly have few rules that count: these many are looked through before the map is asked.
const FEW: usize = 4;

/// The tag of no counter.
const FREE: u8 = 0;

/// From this many slots on they are doubled.
const MANY: usize = 1024;

/// Aligned so that it never lies in two cache lines.
#[derive(Debug)]
#[repr(align(64))]
struct Entry {
    counts: Counts,
    scope: Scope,
    rule: u32,
    /// What its place follows from, so that growing reads no keys.
    hash: u32,
}

impl Entry {
    /// Whether it is the counter of a rule at a scope.
    #[inline]
    fn is(&self, rule: u32, scope: Option<&CounterScope<'_>>) -> bool {
        self.rule == rule && self.scope.is(scope)
    }
}

/// A counter to look for.
#[derive(Clone, Copy)]
struct Key<'a> {
    hash: u32,
    rule: u32,
    scope: Option<&'a CounterScope<'a>>,
}

impl Table {
    /// The number of counters.
    pub(super) fn len(&self) -> usize {
        self.held
    }

    /// The counters of a rule at a scope, if they were ever written.
    #[inline]
    pub(super) fn get(
        &self,
        rule: &'static str,
        scope: Option<&CounterScope<'_>>,
    ) -> Option<Counts> {
        let at = self.find(self.key(self.known(rule)?, scope))?;
        self.last.store(at, Ordering::Relaxed);
        let entry = self.slots.get(at)?.as_ref();
        entry.map(|entry| entry.counts)
    }

    /// Writes the counters of a rule at a scope, zero before.
    #[inline]
    pub(super) fn update(
        &mut self,
        rule: &'static str,
        scope: Option<&CounterScope<'_>>,
        write: impl FnOnce(Counts) -> Counts,
    ) {
        let rule = self.number(rule);
        if let Some(Some(entry)) = self.slots.get_mut(*self.last.get_mut())
            && entry.is(rule, scope)
        {
            entry.counts = write(entry.counts);
            return;
        }
        // The guess was wrong.
        let key = self.key(rule, scope);
        match self.find(key) {
            Some(at) => {
                if let Some(Some(entry)) = self.slots.get_mut(at) {
                    entry.counts = write(entry.counts);
                }
            }
            None => self.insert(key, write(Counts::default())),
        }
    }

    /// Every counter: rule, scope, counts.
    pub(super) fn iter(
        &self,
    ) -> impl Iterator<Item = (&'static str, Option<CounterScope<'_>>, Counts)> {
        let rule = |entry: &Entry| self.rules.get(entry.rule as usize).copied();
        let entries = self.slots.iter().flatten();
        entries.filter_map(move |entry| Some((rule(entry)?, entry.scope.value(), entry.counts)))
    }

    #[inline]
    fn key<'a>(&self, rule: u32, scope: Option<&'a CounterScope<'a>>) -> Key<'a> {
        Key {
            // 32 bits tell as many slots apart as memory holds.
            hash: seeded(&self.hasher, rule, scope) as u32,
            rule,
            scope,
        }
    }

    /// Where a counter is, if it is held.
    #[inline]
    fn find(&self, key: Key<'_>) -> Option<usize> {
        let is = |entry: &Entry| entry.hash == key.hash && entry.is(key.rule, key.scope);
        let wanted = tag(key.hash);
        for at in probe(key.hash, self.tags.len()) {
            match *self.tags.get(at)? {
                // A free slot ends the search.
                FREE => return None,
                tag if tag == wanted && self.slots.get(at)?.as_ref().is_some_and(is) => {
                    return Some(at);
                }
                _ => {}
            }
        }
        None
    }

    /// Puts in a counter that is not there.
    #[cold]
    fn insert(&mut self, key: Key<'_>, counts: Counts) {
        if (self.held + 1) * 4 > self.slots.len() * 3 {
            self.grow();
        }
        self.held += 1;
        self.put(Entry {
            counts,
            scope: Scope::new(key.scope),
            rule: key.rule,
            hash: key.hash,
        });
    }

    /// Puts an entry into the first free slot of its hash.
    #[inline]
    fn put(&mut self, entry: Entry) {
        let hash = entry.hash;
        let mut places = probe(hash, self.tags.len());
        // INVARIANT: a quarter of the slots is free.
        let free = places.find(|&at| self.tags.get(at) == Some(&FREE));
        if let Some(at) = free
            && let (Some(place), Some(slot)) = (self.tags.get_mut(at), self.slots.get_mut(at))
        {
            *place = tag(hash);
            *slot = Some(entry);
        }
    }

    /// The number of a rule that has one. A rule is known by its name, which mostly stands in one place.
    #[inline]
    fn known(&self, rule: &'static str) -> Option<u32> {
        let mut first = self.rules.iter().take(FEW).zip(0..);
        match first.find(|(name, _)| std::ptr::eq(**name, rule)) {
            Some((_, number)) => Some(number),
            None => self.numbers.get(rule).copied(),
        }
    }

    /// The number of a rule.
    #[inline]
    fn number(&mut self, rule: &'static str) -> u32 {
        match self.known(rule) {
            Some(number) => number,
            None => self.introduce(rule),
        }
    }

    /// Numbers a rule.
    #[cold]
    fn introduce(&mut self, rule: &'static str) -> u32 {
        // A program that holds 2^32 different identifiers does not exist.
        let number = self.rules.len() as u32;
        self.rules.push(rule);
        self.numbers.insert(rule, number);
        number
    }

    /// Doubles the slots; while they are few, four times as many, for every counter moves each time.
    fn grow(&mut self) {
        let slots = self.slots.len();
        let slots = match slots < MANY {
            true => (slots * 4).max(4),
            false => slots * 2,
        };
        let mut old = Vec::new();
        old.resize_with(slots, || None);
        std::mem::swap(&mut self.slots, &mut old);
        self.tags.clear();
        self.tags.resize(slots, FREE);
        old.into_iter().flatten().for_each(|entry| self.put(entry));
    }
}

/// The hash of a key. No scope and the empty one share it: they are told apart by the entries.
#[inline]
fn seeded(hasher: &DefaultHashBuilder, rule: u32, scope: Option<&CounterScope<'_>>) -> u64 {
    let mut hasher = hasher.build_hasher();
    hasher.write_u32(rule);
    match scope.map(CounterScope::bytes) {
        Some(Bytes::Digest(digest)) => {
            let (words, _) = digest.as_chunks::<8>();
            let words = words.iter().map(|word| u64::from_ne_bytes(*word));
            words.for_each(|word| hasher.write_u64(word));
        }
        Some(Bytes::Text(text)) => hasher.write(text.as_bytes()),
        None => {}
    }
    hasher.finish()
}

/// What is kept of a hash beside its slot, from the end that says least about where that is.
#[inline]
fn tag(hash: u32) -> u8 {
    let [.., high] = hash.to_le_bytes();
    high | 1
}

/// The places of a hash among slots, the first choice first.
#[inline]
fn probe(hash: u32, slots: usize) -> impl Iterator<Item = usize> {
    let mask = slots.wrapping_sub(1);
    let first = hash as usize;
    (0..slots).map(move |step| first.wrapping_add(step) & mask)
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

    fn scope(text: &str) -> CounterScope<'_> {
        CounterScope::new(text)
    }

    fn one_more(counts: Counts) -> Counts {
        Counts {
            fire: counts.fire + 1,
            ..counts
        }
    }

    #[test]
    fn a_counter_lies_in_one_cache_line() {
        assert_eq!(size_of::<Option<Entry>>(), 64);
        assert_eq!(align_of::<Option<Entry>>(), 64);
    }

    #[test]
    fn counters_survive_growth_and_stay_apart() {
        let mut table = Table::default();
        let scopes: Vec<_> = (0..1000)
            .map(|n| CounterScope::new(format!("{n:064x}")))
            .collect();
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
    fn the_counter_read_last_is_not_taken_for_another() {
        let mut table = Table::default();
        let (empty, x) = (scope(""), scope("x"));
        let keys = [
            (RULES[0], None),
            (RULES[1], None),
            (RULES[0], Some(&empty)),
            (RULES[0], Some(&x)),
            (RULES[1], Some(&x)),
        ];
        // Each is written five times, once after each of the others and itself was read, the table growing meanwhile.
        for (rule, scope) in keys {
            for (read, at) in keys {
                table.get(read, at);
                table.update(rule, scope, one_more);
            }
        }
        for (rule, scope) in keys {
            assert_eq!(table.get(rule, scope).map(|counts| counts.fire), Some(5));
        }
        assert_eq!(table.len(), keys.len());
    }

    #[test]
    fn a_rule_is_known_by_its_name_wherever_that_stands() {
        let elsewhere: &'static str = String::from(RULES[0]).leak();
        let mut table = Table::default();
        let x = scope("x");
        for rule in [RULES[0], elsewhere] {
            table.get(rule, Some(&x));
            table.update(rule, Some(&x), one_more);
            table.update(rule, None, one_more);
        }
        for scope in [Some(&x), None] {
            let counts = table.get(elsewhere, scope);
            assert_eq!(counts.map(|counts| counts.fire), Some(2));
        }
        assert_eq!(table.len(), 2);
    }

    #[test]
    fn equal_hashes_are_told_apart_by_their_keys() {
        let mut table = Table::default();
        let rules = RULES.map(|rule| table.number(rule));
        let key = |rule, scope| Key {
            hash: 7,
            rule,
            scope,
        };
        let (empty, x) = (scope(""), scope("x"));
        let keys = [
            key(rules[0], None),
            key(rules[1], None),
            key(rules[0], Some(&empty)),
            key(rules[0], Some(&x)),
            key(rules[1], Some(&x)),
        ];
        for (at, &key) in keys.iter().enumerate() {
            assert_eq!(table.find(key), None);
            let counts = Counts {
                fire: i64::try_from(at).unwrap(),
                breaker: 0,
            };
            table.insert(key, counts);
        }
        for (at, &key) in keys.iter().enumerate() {
            let found = table.find(key).unwrap();
            let entry = table.slots[found].as_ref().unwrap();
            assert_eq!(entry.counts.fire, i64::try_from(at).unwrap());
        }
    }

    #[test]
    fn a_quarter_of_the_slots_stays_free() {
        let mut table = Table::default();
        assert_eq!(table.get(RULES[0], None), None);
        for n in 0..200 {
            table.update(RULES[0], Some(&scope(&n.to_string())), one_more);
            assert!(table.slots.len().is_power_of_two());
            assert!(table.held * 4 <= table.slots.len() * 3);
        }
    }

    #[test]
    fn counters_lie_near_where_their_hash_says() {
        let mut table = Table::default();
        let scopes = 90_000;
        (0..scopes)
            .for_each(|n| table.update(RULES[0], Some(&scope(&format!("{n:064x}"))), one_more));
        let mask = table.slots.len() - 1;
        let taken = table.slots.iter().enumerate();
        let steps = taken.filter_map(|(at, slot)| {
            let first = slot.as_ref()?.hash as usize;
            Some(at.wrapping_sub(first) & mask)
        });
        // At 90,000 of 131,072 slots, linear probing goes 1.1 steps beyond the first slot on average.
        assert!(steps.sum::<usize>() < 2 * scopes);
    }

    #[test]
    fn it_shows_itself_as_a_map() {
        let mut table = Table::default();
        table.update(RULES[0], Some(&scope("x")), one_more);
        assert_eq!(
            format!("{table:?}"),
            r#"{("a/R", Some("x")): Counts { fire: 1, breaker: 0 }}"#
        );
    }
}
