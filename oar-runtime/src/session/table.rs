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
    match scope.map(CounterScope::bytes) {
        Some(Bytes::Digest(digest)) => {
            let (words, _) = digest.as_chunks::<16>();
            let words = words.iter().map(|word| u128::from_ne_bytes(*word));
            words.for_each(|word| hasher.write_u128(word));
        }
        Some(Bytes::Text(text)) => hasher.write(text.as_bytes()),
        None => {}
    }
    // Last, so that no part of the scope is what is mixed least.
    hasher.write_u32(rule);
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
mod tests;
