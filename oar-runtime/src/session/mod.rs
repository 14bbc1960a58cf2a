//! What outlives an occurrence: counters, recent activity, the event stream.

mod activity;
mod counter_scope;
mod counters;
mod error;
mod events;
mod memory;
mod recency;
mod scope;
mod sessions;
mod table;

use std::borrow::Cow;

pub use activity::Activity;
pub use counter_scope::CounterScope;
pub use counters::{CounterStore, Counters, Counts, Update};
pub use error::StoreError;
pub use events::{Discard, EventSink};
pub use memory::MemoryCounters;
pub use sessions::{Eviction, Opened, SessionRefused, Sessions};

use crate::outcome::Event;

/// Whether a rule's flow is in the recent activity: the session's, or one stated for the occurrence (OAR-FACT-12).
#[must_use]
pub fn flow_matches(flow: &[&str], stated: Option<&[String]>, session: &Activity) -> bool {
    match stated {
        Some(steps) => activity::matches(flow, steps.iter().map(String::as_str)),
        None => activity::matches(flow, session.steps()),
    }
}

/// What the engine needs of a session. [`Session`] implements it over any store and sink.
pub trait State {
    /// The counters of a rule at a scope, before this occurrence (OAR-FIRE-6).
    ///
    /// # Errors
    /// The store cannot be read.
    fn counts(
        &self,
        rule: &'static str,
        scope: Option<&CounterScope<'_>>,
    ) -> Result<Counts, StoreError>;

    /// The recent activity.
    fn activity(&self) -> &Activity;

    /// Applies the side-effects of an occurrence, all or none (OAR-FIRE-9).
    ///
    /// # Errors
    /// A store or a sink refused; nothing was applied.
    fn commit(&mut self, updates: &[Update<'_>], events: &[Event]) -> Result<(), StoreError>;

    /// Appends the name of an admitted call (OAR-PROF-9), keeping at most `window` steps.
    fn admit(&mut self, step: &str, window: usize);
}

/// One session: the unit that counters and activity are keyed by. [`Sessions`] keeps many.
///
/// Its counters live in a [`CounterStore`], in memory unless another is given; its events go to an [`EventSink`], and
/// with every outcome in any case.
#[derive(Debug)]
pub struct Session<C = MemoryCounters, E = Discard> {
    id: Box<str>,
    counters: C,
    sink: E,
    activity: Activity,
}

impl Session {
    /// A session with counters in memory.
    #[must_use]
    pub fn new<'a>(id: impl Into<Cow<'a, str>>) -> Self {
        Self::with_store(id, MemoryCounters::default(), Discard)
    }
}

impl<C: CounterStore, E: EventSink> Session<C, E> {
    /// A session over a counter store and an event sink.
    #[must_use]
    pub fn with_store<'a>(id: impl Into<Cow<'a, str>>, counters: C, sink: E) -> Self {
        Self {
            id: id.into().into_owned().into(),
            counters,
            sink,
            activity: Activity::default(),
        }
    }

    /// The identifier.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The counter store.
    #[must_use]
    pub fn counters(&self) -> &C {
        &self.counters
    }

    /// The event sink.
    #[must_use]
    pub fn sink(&self) -> &E {
        &self.sink
    }

    /// The event sink, to drain it.
    pub fn sink_mut(&mut self) -> &mut E {
        &mut self.sink
    }
}

impl<C: CounterStore, E: EventSink> State for Session<C, E> {
    fn counts(
        &self,
        rule: &'static str,
        scope: Option<&CounterScope<'_>>,
    ) -> Result<Counts, StoreError> {
        self.counters.read(&self.id, rule, scope)
    }

    fn activity(&self) -> &Activity {
        &self.activity
    }

    fn commit(&mut self, updates: &[Update<'_>], events: &[Event]) -> Result<(), StoreError> {
        let Self {
            id, counters, sink, ..
        } = self;
        if updates.is_empty() {
            return sink.publish(id, events);
        }
        if events.is_empty() {
            return counters.apply(id, updates, &mut || Ok(()));
        }
        counters.apply(id, updates, &mut || sink.publish(id, events))
    }

    fn admit(&mut self, step: &str, window: usize) {
        self.activity.admit(step, window);
    }
}
