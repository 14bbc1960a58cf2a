//! One entry of the copy that a repair works on, and of the timeline it hands back.

use crate::ordering::timeline::FILLER_TEXT;
use crate::ordering::view::Row;
use crate::ordering::{Data, Datum, Kind, Primitive, Role, Text};

/// An entry of a repaired timeline: one of the host's primitives, perhaps with changes, or a filler.
///
/// It is a primitive itself and answers with the changes in place.
#[derive(Clone, Debug)]
pub struct Entry<P> {
    source: Source<P>,
    kind: Kind,
    role: Role,
    at: i64,
    seq: u64,
    moved: bool,
    id: Option<String>,
    payload: Option<Data>,
    tag: Option<&'static str>,
}

#[derive(Clone, Debug)]
enum Source<P> {
    Host { primitive: P, index: usize },
    Filler { id: String },
}

impl<P> Entry<P> {
    pub(crate) fn host(row: Row<P>) -> Self {
        Self {
            kind: row.kind,
            role: row.role,
            at: row.at,
            source: Source::Host {
                primitive: row.primitive,
                index: row.index,
            },
            seq: 0,
            moved: false,
            id: None,
            payload: None,
            tag: None,
        }
    }

    pub(crate) fn filler(id: String, role: Role, at: i64) -> Self {
        Self {
            source: Source::Filler { id },
            kind: Kind::Message,
            role,
            at,
            seq: 0,
            moved: false,
            id: None,
            payload: None,
            tag: None,
        }
    }

    /// Where the host stores the primitive; `None` for a filler.
    #[must_use]
    pub fn index(&self) -> Option<usize> {
        match &self.source {
            Source::Host { index, .. } => Some(*index),
            Source::Filler { .. } => None,
        }
    }

    /// The host's primitive as it was; `None` for a filler.
    #[must_use]
    pub fn original(&self) -> Option<&P> {
        match &self.source {
            Source::Host { primitive, .. } => Some(primitive),
            Source::Filler { .. } => None,
        }
    }

    /// Whether the repair made it: a message of [`FILLER_TEXT`] that serves this one request.
    #[must_use]
    pub fn is_filler(&self) -> bool {
        matches!(self.source, Source::Filler { .. })
    }

    /// The identifier it received, when that changed.
    #[must_use]
    pub fn new_id(&self) -> Option<&str> {
        self.id.as_deref()
    }

    /// The payload it received, when that changed.
    #[must_use]
    pub fn new_payload(&self) -> Option<&Data> {
        self.payload.as_ref()
    }

    /// The tag it received, when it had none.
    #[must_use]
    pub fn new_replay_compatibility(&self) -> Option<&'static str> {
        self.tag
    }

    /// The time it received, when it was moved.
    #[must_use]
    pub fn new_created_at(&self) -> Option<i64> {
        self.moved.then_some(self.at)
    }

    /// Its place in the repaired timeline, from 0: what the host stores so that entries of one millisecond stay in
    /// this order.
    #[must_use]
    pub fn position(&self) -> u64 {
        self.seq
    }

    pub(crate) fn set_position(&mut self, position: usize) {
        self.seq = position as u64;
    }

    pub(crate) fn move_to(&mut self, at: i64) {
        self.at = at;
        self.moved = true;
    }

    /// Takes back a [`Entry::move_to`].
    pub(crate) fn restore_time(&mut self, at: i64, moved: bool) {
        (self.at, self.moved) = (at, moved);
    }

    pub(crate) fn rename(&mut self, id: String) {
        self.id = Some(id);
    }

    pub(crate) fn set_payload(&mut self, payload: Data) {
        self.payload = Some(payload);
    }

    pub(crate) fn set_tag(&mut self, tag: &'static str) {
        self.tag = Some(tag);
    }
}

impl<P: Primitive> Primitive for Entry<P> {
    fn kind(&self) -> Kind {
        self.kind
    }

    fn id(&self) -> &str {
        match (&self.id, &self.source) {
            (Some(id), _) => id,
            (None, Source::Host { primitive, .. }) => primitive.id(),
            (None, Source::Filler { id }) => id,
        }
    }

    fn created_at(&self) -> i64 {
        self.at
    }

    fn role(&self) -> Role {
        self.role
    }

    fn text(&self) -> Text<'_> {
        match &self.source {
            Source::Host { primitive, .. } => primitive.text(),
            Source::Filler { .. } => Text::Known(FILLER_TEXT),
        }
    }

    fn has_attachments(&self) -> bool {
        self.original().is_some_and(Primitive::has_attachments)
    }

    fn tool(&self) -> &str {
        self.original().map_or("", Primitive::tool)
    }

    fn payload(&self) -> Option<Datum<'_>> {
        match &self.payload {
            Some(payload) => payload.as_datum(),
            None => self.original()?.payload(),
        }
    }

    fn replay_compatibility(&self) -> Option<&str> {
        match self.tag {
            Some(tag) => Some(tag),
            None => self.original()?.replay_compatibility(),
        }
    }

    fn seq(&self) -> Option<u64> {
        Some(self.seq)
    }
}

/// The entries of a timeline that no repair changed.
pub(crate) fn untouched<P>(rows: Vec<Row<P>>) -> Vec<Entry<P>> {
    let mut entries: Vec<_> = rows.into_iter().map(Entry::host).collect();
    for (position, entry) in entries.iter_mut().enumerate() {
        entry.set_position(position);
    }
    entries
}
