//! Many sessions in bounded memory.

use std::fmt;
use std::time::Duration;

use super::recency::Recency;
use super::{CounterStore, Discard, EventSink, MemoryCounters, Session};

/// What happens when one session more is asked for than may be held.
///
/// To forget a session is to change what the policy means there: counters are zero again, a breaker that was open is closed,
/// a flow has to begin anew (OAR-FIRE-5, OAR-PROF-9). So a host says which sessions may be forgotten, and is told of each
/// one that is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Eviction {
    /// None may: the new session is refused.
    Never,
    /// The session used least lately. Whoever can begin sessions at will can have any other forgotten.
    LeastRecentlyUsed,
    /// The session used least lately, if that was this long ago or longer, by the time given to [`Sessions::advance`];
    /// otherwise the new session is refused.
    Idle(Duration),
}

/// The sessions of a process: at most so many, and the least recently used of them found at once.
///
/// With a bound on the counters of each ([`MemoryCounters::with_limit`]), memory is bounded as a whole. Every operation
/// takes the same time however many sessions there are, but for the growth of the tables.
///
/// Nothing here reads a clock, does I/O or locks: threads share it behind a lock, which is held for as long as an occurrence
/// takes. Where that is too long, a host has several, each behind a lock of its own and with a share of the limit, and finds
/// the one for a session by a hash of its identifier.
///
/// ```
/// use std::sync::Mutex;
/// use std::time::{Duration, Instant};
///
/// use oar_runtime::session::{Discard, Eviction, MemoryCounters, Opened, SessionRefused, Sessions};
///
/// let started = Instant::now();
/// let idle = Eviction::Idle(Duration::from_secs(3600));
/// let sessions = Mutex::new(Sessions::new(10_000, idle));
///
/// let decide = |id: &str| -> Result<(), SessionRefused> {
///     let mut sessions = sessions.lock().unwrap();
///     sessions.advance(started.elapsed());
///     // A session that is refused is an occurrence that nobody decided: nothing crosses the anchor (OAR-PROF-10).
///     let Opened { session, evicted } =
///         sessions.open(id, || (MemoryCounters::with_limit(1_000), Discard))?;
///     // Here: policy.tool_pre_invoke(&call, session)
///     assert_eq!(session.id(), id);
///     if let Some(evicted) = evicted {
///         eprintln!("`{}` is forgotten with {} counters", evicted.id(), evicted.counters().len());
///     }
///     Ok(())
/// };
/// std::thread::scope(|scope| {
///     scope.spawn(|| decide("s-41"));
///     scope.spawn(|| decide("s-42"));
/// });
/// assert_eq!(sessions.lock().unwrap().len(), 2);
/// assert!(sessions.lock().unwrap().end("s-42").is_some());
/// ```
#[derive(Debug)]
pub struct Sessions<C = MemoryCounters, E = Discard> {
    limit: usize,
    eviction: Eviction,
    /// The latest time given.
    now: Duration,
    held: Recency<C, E>,
}

/// A session that was asked for.
#[derive(Debug)]
#[must_use = "a session may have been evicted for it"]
pub struct Opened<'a, C = MemoryCounters, E = Discard> {
    /// The session.
    pub session: &'a mut Session<C, E>,
    /// The session that was forgotten to make room, with all it held. Asked for again, its identifier is a new session.
    pub evicted: Option<Session<C, E>>,
}

/// As many sessions as may be held are held, and none of them may be forgotten. Those held are as they were.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SessionRefused {
    limit: usize,
}

impl<C: CounterStore, E: EventSink> Sessions<C, E> {
    /// Holds at most `limit` sessions; `eviction` says what happens when one more is asked for. A limit of zero refuses
    /// every session.
    #[must_use]
    pub fn new(limit: usize, eviction: Eviction) -> Self {
        Self {
            limit,
            eviction,
            now: Duration::ZERO,
            held: Recency::new(),
        }
    }

    /// Says what time it is: the time since a moment that the host chose once, by a clock that does not go back. A time
    /// before one that was given already counts as that one. While none is given, time stands still, and no session
    /// becomes idle.
    pub fn advance(&mut self, now: Duration) {
        self.now = self.now.max(now);
    }

    /// The session of an identifier, which counts as a use of it. A session that is not held begins, with the counter store
    /// and the event sink that `make` gives; it is called for no other.
    ///
    /// Identifiers are compared byte by byte; each is one, the empty one included.
    ///
    /// # Errors
    /// The session is not held, the limit is reached, and by [`Eviction`] none may be forgotten for it. Nothing has changed.
    pub fn open(
        &mut self,
        id: &str,
        make: impl FnOnce() -> (C, E),
    ) -> Result<Opened<'_, C, E>, SessionRefused> {
        let now = self.now;
        if let Some(at) = self.held.position(id) {
            // INVARIANT: the position was found just now, so a session is there.
            let refused = SessionRefused { limit: self.limit };
            let session = self.held.touch(at, now).ok_or(refused)?;
            return Ok(Opened {
                session,
                evicted: None,
            });
        }
        let room = self.room()?;
        // Made before anything is forgotten for it: what fails here costs nothing.
        let (counters, sink) = make();
        let session = Session::with_store(id, counters, sink);
        let evicted = room.and_then(|at| self.held.remove(at));
        Ok(Opened {
            session: self.held.push(session, now),
            evicted,
        })
    }

    /// Where one more session goes: `None` when there is room, or the position of the session to be forgotten for it.
    fn room(&self) -> Result<Option<usize>, SessionRefused> {
        if self.held.len() < self.limit {
            return Ok(None);
        }
        let idle = match self.eviction {
            Eviction::Never => None,
            Eviction::LeastRecentlyUsed => self.idle(Duration::ZERO),
            Eviction::Idle(after) => self.idle(after),
        };
        idle.map(Some).ok_or(SessionRefused { limit: self.limit })
    }

    /// The position of the session used least lately, if that was this long ago or longer.
    fn idle(&self, after: Duration) -> Option<usize> {
        let (at, used) = self.held.oldest()?;
        (self.now.saturating_sub(used) >= after).then_some(at)
    }

    /// A session that is held. This is no use of it.
    #[must_use]
    pub fn get(&self, id: &str) -> Option<&Session<C, E>> {
        self.held.get(self.held.position(id)?)
    }

    /// Ends a session, and hands it back if it was held. Asked for again, its identifier is a new session.
    pub fn end(&mut self, id: &str) -> Option<Session<C, E>> {
        let at = self.held.position(id)?;
        self.held.remove(at)
    }

    /// Ends sessions that were last used this long ago or longer, by the time given to [`Sessions::advance`], and hands them
    /// back, the one used least lately first: one each time the iterator is asked, and none otherwise, so that a host can
    /// sweep a few at a time. It does so whatever the [`Eviction`].
    pub fn end_idle(&mut self, after: Duration) -> impl Iterator<Item = Session<C, E>> {
        std::iter::from_fn(move || {
            let at = self.idle(after)?;
            self.held.remove(at)
        })
    }

    /// The sessions held, the one used least lately first. This is no use of them.
    pub fn iter(&self) -> impl Iterator<Item = &Session<C, E>> {
        self.held.iter()
    }

    /// The number of sessions held.
    #[must_use]
    pub fn len(&self) -> usize {
        self.held.len()
    }

    /// Whether none is held.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many may be held.
    #[must_use]
    pub fn limit(&self) -> usize {
        self.limit
    }
}

impl SessionRefused {
    /// How many sessions may be held.
    #[must_use]
    pub fn limit(&self) -> usize {
        self.limit
    }
}

impl fmt::Display for SessionRefused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let limit = self.limit;
        write!(
            f,
            "the limit of {limit} sessions is reached, and none may be forgotten; end one, or raise the limit"
        )
    }
}

impl std::error::Error for SessionRefused {}

#[cfg(test)]
mod tests;
