//! What a host implements on its own message types.

use super::{Datum, Kind, Role};

/// Ids that begin with this are fillers of an earlier run: the guard ignores them and their host deletes them.
pub const FILLER_PREFIX: &str = "__ordering-guard-filler-";

/// What a filler says.
pub const FILLER_TEXT: &str = "Understood.";

/// The text of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Text<'a> {
    /// The text as it stands; empty when there is none.
    Known(&'a str),
    /// Made only when the prompt is put together. The guard cannot see it and takes it for non-empty.
    Dynamic,
}

impl Text<'_> {
    /// Whether nothing but whitespace is there. The set is that of ECMAScript's `trim`, which the rule types were
    /// written against: it holds U+FEFF and does not hold U+0085.
    #[must_use]
    pub fn is_blank(self) -> bool {
        match self {
            Text::Known(text) => text
                .chars()
                .all(|c| c == '\u{feff}' || (c.is_whitespace() && c != '\u{85}')),
            Text::Dynamic => false,
        }
    }
}

/// One message, thought or tool call of the host, seen by the guard.
///
/// Everything is borrowed. A reference to a primitive is a primitive, and so is an enum of references to three types.
pub trait Primitive {
    /// Which of the three it is.
    fn kind(&self) -> Kind;

    /// Its identifier: not empty, and unique only if a rule asks for that.
    fn id(&self) -> &str;

    /// When it was created, in milliseconds since the epoch. A host without times counts positions.
    fn created_at(&self) -> i64;

    /// Who speaks. Asked of messages only.
    fn role(&self) -> Role {
        Role::Assistant
    }

    /// What it says. Asked of messages only.
    fn text(&self) -> Text<'_> {
        Text::Known("")
    }

    /// Whether anything is attached. Asked of messages only.
    fn has_attachments(&self) -> bool {
        false
    }

    /// The name of the tool. Asked of tool calls only.
    fn tool(&self) -> &str {
        ""
    }

    /// Opaque provider data. Asked of thoughts and tool calls only; `null` is the same as none.
    fn payload(&self) -> Option<Datum<'_>> {
        None
    }

    /// Which wire adapter may replay the payload. Asked of thoughts and tool calls only.
    fn replay_compatibility(&self) -> Option<&str> {
        None
    }

    /// The place among entries of one millisecond, when the host keeps what an earlier repair assigned. Entries
    /// without one stand after those with one, messages first, then thoughts, then tool calls, each as stored.
    fn seq(&self) -> Option<u64> {
        None
    }
}

/// A conversation: primitives in the order the host stores them.
pub trait Timeline {
    /// What it is made of: a reference, or a small value that holds references.
    type Primitive<'a>: Primitive
    where
        Self: 'a;

    /// How many primitives there are.
    fn len(&self) -> usize;

    /// The primitive at an index from 0.
    fn get(&self, index: usize) -> Option<Self::Primitive<'_>>;

    /// Whether there are none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl<P: Primitive> Timeline for [P] {
    type Primitive<'a>
        = &'a P
    where
        P: 'a;

    fn len(&self) -> usize {
        <[P]>::len(self)
    }

    fn get(&self, index: usize) -> Option<&P> {
        <[P]>::get(self, index)
    }
}

impl<P: Primitive> Timeline for Vec<P> {
    type Primitive<'a>
        = &'a P
    where
        P: 'a;

    fn len(&self) -> usize {
        Vec::len(self)
    }

    fn get(&self, index: usize) -> Option<&P> {
        <[P]>::get(self, index)
    }
}

impl<P: Primitive + ?Sized> Primitive for &P {
    fn kind(&self) -> Kind {
        (**self).kind()
    }
    fn id(&self) -> &str {
        (**self).id()
    }
    fn created_at(&self) -> i64 {
        (**self).created_at()
    }
    fn role(&self) -> Role {
        (**self).role()
    }
    fn text(&self) -> Text<'_> {
        (**self).text()
    }
    fn has_attachments(&self) -> bool {
        (**self).has_attachments()
    }
    fn tool(&self) -> &str {
        (**self).tool()
    }
    fn payload(&self) -> Option<Datum<'_>> {
        (**self).payload()
    }
    fn replay_compatibility(&self) -> Option<&str> {
        (**self).replay_compatibility()
    }
    fn seq(&self) -> Option<u64> {
        (**self).seq()
    }
}
