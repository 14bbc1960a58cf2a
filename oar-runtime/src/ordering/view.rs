//! A timeline as rules see it: sorted, fillers of earlier runs left out, roles attributed.

use std::ops::Range;

use super::timeline::FILLER_PREFIX;
use super::{Datum, Kind, Primitive, Role, Timeline};

/// A timeline in order. Made once per check and borrowed by every rule.
#[derive(Debug)]
pub struct View<P> {
    rows: Vec<Row<P>>,
    stale_fillers: Vec<usize>,
}

/// One entry of a [`View`].
#[derive(Debug)]
pub struct Row<P> {
    /// The primitive.
    pub primitive: P,
    /// Its kind.
    pub kind: Kind,
    /// Its role; a thought and a tool call are the assistant's wherever they stand.
    pub role: Role,
    /// When it was created, in milliseconds.
    pub at: i64,
    /// Where the host stores it.
    pub index: usize,
}

impl<P: Primitive> Row<P> {
    fn new(primitive: P, index: usize) -> Self {
        let kind = primitive.kind();
        let role = match kind {
            Kind::Message => primitive.role(),
            Kind::Thought | Kind::ToolCall => Role::Assistant,
        };
        Self {
            kind,
            role,
            at: primitive.created_at(),
            index,
            primitive,
        }
    }

    /// The payload. A message never has one, and `null` is none.
    pub fn payload(&self) -> Option<Datum<'_>> {
        if self.kind == Kind::Message {
            return None;
        }
        match self.primitive.payload() {
            Some(Datum::Null) | None => None,
            payload => payload,
        }
    }

    /// Whether it is a message of that role.
    pub fn is_message_of(&self, role: Role) -> bool {
        self.kind == Kind::Message && self.role == role
    }

    /// Whether it is a message that neither says nor attaches anything.
    pub fn is_blank_message(&self) -> bool {
        self.kind == Kind::Message
            && !self.primitive.has_attachments()
            && self.primitive.text().is_blank()
    }
}

impl<P: Primitive> View<P> {
    /// Sorts a host's timeline. Linear when it is sorted already.
    pub fn of<'t, T>(timeline: &'t T) -> Self
    where
        T: Timeline<Primitive<'t> = P> + ?Sized,
    {
        let mut rows = Vec::with_capacity(timeline.len());
        let mut stale_fillers = Vec::new();
        for index in 0..timeline.len() {
            let Some(primitive) = timeline.get(index) else {
                continue;
            };
            if primitive.id().starts_with(FILLER_PREFIX) {
                stale_fillers.push(index);
            } else {
                rows.push(Row::new(primitive, index));
            }
        }
        // Stable, so that entries of one kind and millisecond keep their stored order.
        rows.sort_by_key(|row| {
            let seq = row.primitive.seq();
            (
                row.at,
                seq.unwrap_or(u64::MAX),
                seq.is_none().then_some(row.kind),
            )
        });
        Self {
            rows,
            stale_fillers,
        }
    }

    /// A view of entries that stand in order already, fillers included.
    pub(crate) fn in_order(primitives: impl Iterator<Item = P>) -> Self {
        Self {
            rows: primitives
                .enumerate()
                .map(|(index, primitive)| Row::new(primitive, index))
                .collect(),
            stale_fillers: Vec::new(),
        }
    }

    /// The entries in order.
    #[must_use]
    pub fn rows(&self) -> &[Row<P>] {
        &self.rows
    }

    /// The entries, given away.
    pub(crate) fn into_rows(self) -> Vec<Row<P>> {
        self.rows
    }

    /// Where the host stores fillers of earlier runs, which it should delete.
    #[must_use]
    pub fn stale_fillers(&self) -> &[usize] {
        &self.stale_fillers
    }

    /// The maximal runs of entries of one role, in order.
    pub fn groups(&self) -> impl Iterator<Item = Range<usize>> {
        let mut start = 0;
        std::iter::from_fn(move || {
            let role = self.rows.get(start)?.role;
            let length = self
                .rows
                .iter()
                .skip(start)
                .take_while(|row| row.role == role)
                .count();
            let group = start..start + length;
            start = group.end;
            Some(group)
        })
    }

    /// The last role group, found from the end.
    #[must_use]
    pub fn latest_group(&self) -> Option<Range<usize>> {
        let role = self.rows.last()?.role;
        let length = self
            .rows
            .iter()
            .rev()
            .take_while(|row| row.role == role)
            .count();
        Some(self.rows.len() - length..self.rows.len())
    }

    /// The entries of a range with their positions.
    pub fn slice(&self, range: Range<usize>) -> impl Iterator<Item = (usize, &Row<P>)> {
        self.rows
            .iter()
            .enumerate()
            .take(range.end)
            .skip(range.start)
    }

    /// The entries of a kind with their positions.
    pub fn of_kind(&self, kind: Kind) -> impl Iterator<Item = (usize, &Row<P>)> {
        self.rows
            .iter()
            .enumerate()
            .filter(move |(_, row)| row.kind == kind)
    }

    /// The position of the last user message.
    #[must_use]
    pub fn latest_user_message(&self) -> Option<usize> {
        self.rows
            .iter()
            .rposition(|row| row.is_message_of(Role::User))
    }
}
