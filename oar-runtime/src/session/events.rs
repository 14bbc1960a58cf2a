//! Where the records of `publish_event` go (OAR-FIRE-7).

use std::fmt::Debug;

use super::StoreError;
use crate::outcome::Event;

/// A host's event stream.
pub trait EventSink: Debug {
    /// Takes the records of one occurrence, in order: all of them or none.
    ///
    /// # Errors
    /// The stream refuses; the rules that published take their `on_error` (OAR-FIRE-9).
    fn publish(&mut self, session: &str, events: &[Event]) -> Result<(), StoreError>;
}

/// Takes every record and keeps none: for hosts that read [`crate::Outcome::events`].
#[derive(Clone, Copy, Debug, Default)]
pub struct Discard;

impl EventSink for Discard {
    fn publish(&mut self, _session: &str, _events: &[Event]) -> Result<(), StoreError> {
        Ok(())
    }
}

impl EventSink for Vec<Event> {
    fn publish(&mut self, _session: &str, events: &[Event]) -> Result<(), StoreError> {
        self.extend_from_slice(events);
        Ok(())
    }
}
