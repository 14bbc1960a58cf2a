//! The shape of the tables: what may stand where.

use super::pattern::Pattern;

/// What may stand somewhere.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Shape {
    /// `true` or `false`.
    Bool,
    /// A whole number, at least this.
    Integer(i64),
    /// Any string.
    Text,
    /// A string of at least one character.
    NonEmpty,
    /// A string that follows a grammar.
    Name(Pattern),
    /// One of a closed set of strings.
    Word(&'static [&'static str]),
    /// A list.
    List(List),
    /// An object with keys of the author's choice.
    Map {
        /// The grammar of the keys; any string without one.
        key: Option<Pattern>,
        /// What stands behind each key.
        value: &'static Shape,
    },
    /// An object with a closed set of members.
    Object(&'static [Member]),
}

/// What a list may hold.
#[derive(Clone, Copy, Debug)]
pub(crate) struct List {
    /// What each item is.
    pub(crate) item: &'static Shape,
    /// Whether no two items may be equal.
    pub(crate) unique: bool,
    /// Whether it may have no items.
    pub(crate) may_be_empty: bool,
}

/// A member of an object.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Member {
    /// Its name.
    pub(crate) name: &'static str,
    /// The clause that defines it.
    pub(crate) clause: &'static str,
    /// What it is for, in one sentence for editors.
    pub(crate) about: &'static str,
    /// Whether it must be there.
    pub(crate) required: bool,
    /// What may stand in it.
    pub(crate) shape: Shape,
}

/// A member that must stand where another one has a certain value, and must not stand elsewhere.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Belonging {
    /// The member.
    pub(crate) member: &'static str,
    /// The other one.
    pub(crate) to: &'static str,
    /// Its value.
    pub(crate) value: &'static str,
    /// How a message calls such a document: `of kind`, `with the effect`.
    pub(crate) phrase: &'static str,
    /// The clause that says so.
    pub(crate) clause: &'static str,
    /// What to add where it is missing.
    pub(crate) example: &'static str,
}

/// A kind of document.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DocumentShape {
    /// What to call it.
    pub(crate) name: &'static str,
    /// The member that tells it apart, and holds its version.
    pub(crate) marker: &'static str,
    /// Its members, the marker included.
    pub(crate) members: &'static [Member],
    /// The clause about members that are missing.
    pub(crate) missing: &'static str,
    /// The clause about members that it does not have.
    pub(crate) unknown: &'static str,
    /// The clauses about its version: not a version, another major, a later minor.
    pub(crate) version: [&'static str; 3],
    /// Members that stand where another member has a certain value, and nowhere else.
    pub(crate) belongings: &'static [Belonging],
    /// What it is for, in one sentence for editors.
    pub(crate) about: &'static str,
    /// Whether `x-` members are legal at its top level (OAR-DOC-26).
    pub(crate) extensions: bool,
}

/// Whether a member's name is an `x-` extension: `^x-[a-z0-9]+(-[a-z0-9]+)*$` (OAR-DOC-26).
pub(crate) fn is_extension(name: &str) -> bool {
    let word = |part: &str| {
        !part.is_empty()
            && part
                .bytes()
                .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit())
    };
    name.strip_prefix("x-")
        .is_some_and(|rest| rest.split('-').all(word))
}
