//! Sessions by identifier and by when they were last used, each operation in constant time.

use std::hash::BuildHasher;
use std::time::Duration;

use hashbrown::{DefaultHashBuilder, HashTable};

use super::Session;

/// Sessions, found by their identifier and linked in the order of their last use.
///
/// They lie in one list without holes; links are positions in it.
#[derive(Debug)]
pub(super) struct Recency<C, E> {
    places: Vec<Place<C, E>>,
    /// Positions by the hash of the identifier.
    positions: HashTable<usize>,
    /// Seeded: identifiers may be chosen by an attacker.
    hasher: DefaultHashBuilder,
    oldest: Option<usize>,
    newest: Option<usize>,
}

#[derive(Debug)]
struct Place<C, E> {
    session: Session<C, E>,
    hash: u64,
    /// When it was last used.
    used: Duration,
    /// The neighbours in the order of use.
    older: Option<usize>,
    newer: Option<usize>,
}

impl<C, E> Recency<C, E> {
    pub(super) fn new() -> Self {
        Self {
            places: Vec::new(),
            positions: HashTable::new(),
            hasher: DefaultHashBuilder::default(),
            oldest: None,
            newest: None,
        }
    }

    pub(super) fn len(&self) -> usize {
        self.places.len()
    }

    /// The position of a session.
    pub(super) fn position(&self, id: &str) -> Option<usize> {
        let is = |&at: &usize| {
            self.places
                .get(at)
                .is_some_and(|place| *place.session.id == *id)
        };
        self.positions.find(self.hasher.hash_one(id), is).copied()
    }

    pub(super) fn get(&self, at: usize) -> Option<&Session<C, E>> {
        self.places.get(at).map(|place| &place.session)
    }

    /// The session used least lately: its position, and when it was used.
    pub(super) fn oldest(&self) -> Option<(usize, Duration)> {
        let at = self.oldest?;
        self.places.get(at).map(|place| (at, place.used))
    }

    /// The sessions, the one used least lately first.
    pub(super) fn iter(&self) -> impl Iterator<Item = &Session<C, E>> {
        let place = |at: Option<usize>| self.places.get(at?);
        std::iter::successors(place(self.oldest), move |at| place(at.newer))
            .map(|place| &place.session)
    }

    /// Notes that the session at a position is used.
    pub(super) fn touch(&mut self, at: usize, now: Duration) -> Option<&mut Session<C, E>> {
        if self.newest != Some(at) && at < self.places.len() {
            self.unlink(at);
            self.link(at);
        }
        let place = self.places.get_mut(at)?;
        place.used = now;
        Some(&mut place.session)
    }

    /// Takes in a session that is not held, as the one used last.
    pub(super) fn push(&mut self, session: Session<C, E>, now: Duration) -> &mut Session<C, E> {
        let (at, hash) = (self.places.len(), self.hasher.hash_one(session.id.as_ref()));
        let Self {
            places, positions, ..
        } = self;
        let hash_of = |&at: &usize| places.get(at).map_or(0, |place| place.hash);
        positions.insert_unique(hash, at, hash_of);
        self.places.push(Place {
            session,
            hash,
            used: now,
            older: None,
            newer: None,
        });
        self.link(at);
        // INVARIANT: it was pushed above.
        &mut self.places[at].session
    }

    /// Takes out the session at a position. The last of the list takes its place.
    pub(super) fn remove(&mut self, at: usize) -> Option<Session<C, E>> {
        let hash = self.places.get(at)?.hash;
        self.unlink(at);
        if let Ok(position) = self.positions.find_entry(hash, |&position| position == at) {
            position.remove();
        }
        let removed = self.places.swap_remove(at);
        if let Some(moved) = self.places.get(at) {
            let (hash, older, newer) = (moved.hash, moved.older, moved.newer);
            let last = self.places.len();
            if let Some(position) = self.positions.find_mut(hash, |&position| position == last) {
                *position = at;
            }
            *self.after(older) = Some(at);
            *self.before(newer) = Some(at);
        }
        Some(removed.session)
    }

    /// Takes a session out of the order.
    fn unlink(&mut self, at: usize) {
        if let Some(place) = self.places.get(at) {
            let (older, newer) = (place.older, place.newer);
            *self.after(older) = newer;
            *self.before(newer) = older;
        }
    }

    /// Puts a session that is not in the order at its end.
    fn link(&mut self, at: usize) {
        let newest = self.newest;
        if let Some(place) = self.places.get_mut(at) {
            (place.older, place.newer) = (newest, None);
        }
        *self.after(newest) = Some(at);
        self.newest = Some(at);
    }

    /// The link to what was used after a session, or to what was used first.
    fn after(&mut self, at: Option<usize>) -> &mut Option<usize> {
        match at.and_then(|at| self.places.get_mut(at)) {
            Some(place) => &mut place.newer,
            None => &mut self.oldest,
        }
    }

    /// The link to what was used before a session, or to what was used last.
    fn before(&mut self, at: Option<usize>) -> &mut Option<usize> {
        match at.and_then(|at| self.places.get_mut(at)) {
            Some(place) => &mut place.older,
            None => &mut self.newest,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::{Discard, MemoryCounters};

    type Order = Recency<MemoryCounters, Discard>;

    fn of(ids: &[&str]) -> Order {
        let mut order = Order::new();
        for id in ids {
            order.push(Session::new(*id), Duration::ZERO);
        }
        order
    }

    fn touch(order: &mut Order, id: &str) {
        let at = order.position(id).unwrap();
        assert_eq!(order.touch(at, Duration::ZERO).unwrap().id(), id);
    }

    fn remove(order: &mut Order, id: &str) {
        let at = order.position(id).unwrap();
        assert_eq!(order.remove(at).unwrap().id(), id);
        assert_eq!(order.position(id), None);
    }

    /// The order in both directions, and that each is found.
    fn check(order: &Order, expected: &[&str]) {
        let ids: Vec<&str> = order.iter().map(Session::id).collect();
        assert_eq!(ids, expected);
        let backwards = std::iter::successors(order.newest, |&at| order.places[at].older);
        let mut ids: Vec<&str> = backwards.map(|at| order.get(at).unwrap().id()).collect();
        ids.reverse();
        assert_eq!(ids, expected);
        for id in expected {
            let at = order.position(id).unwrap();
            assert_eq!(order.get(at).unwrap().id(), *id);
        }
        assert_eq!(order.len(), expected.len());
        assert_eq!(order.positions.len(), expected.len());
    }

    #[test]
    fn use_moves_to_the_end() {
        let mut order = of(&["a", "b", "c"]);
        check(&order, &["a", "b", "c"]);
        touch(&mut order, "a");
        check(&order, &["b", "c", "a"]);
        touch(&mut order, "c");
        check(&order, &["b", "a", "c"]);
        touch(&mut order, "c");
        check(&order, &["b", "a", "c"]);
    }

    #[test]
    fn whatever_is_removed_the_others_stay_in_order() {
        let all = ["a", "b", "c", "d"];
        for first in all {
            for second in all.iter().filter(|&&id| id != first) {
                let mut order = of(&all);
                touch(&mut order, "b");
                let mut expected = vec!["a", "c", "d", "b"];
                for id in [first, second] {
                    remove(&mut order, id);
                    expected.retain(|&left| left != id);
                    check(&order, &expected);
                }
                order.push(Session::new(first), Duration::ZERO);
                expected.push(first);
                check(&order, &expected);
            }
        }
    }

    #[test]
    fn emptied_it_starts_anew() {
        let mut order = of(&["a"]);
        remove(&mut order, "a");
        check(&order, &[]);
        assert_eq!((order.oldest, order.newest), (None, None));
        assert!(order.remove(0).is_none());
        assert!(order.touch(0, Duration::ZERO).is_none());
        order.push(Session::new("b"), Duration::from_secs(3));
        check(&order, &["b"]);
        assert_eq!(order.oldest(), Some((0, Duration::from_secs(3))));
    }
}
