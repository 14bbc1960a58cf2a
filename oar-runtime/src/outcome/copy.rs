//! Rendered copy.

use std::borrow::Cow;

/// The members of `copy` (OAR-DOC-24).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CopyField {
    /// `title`
    Title,
    /// `what`
    What,
    /// `cause`
    Cause,
    /// `why`
    Why,
    /// `fix`
    Fix,
    /// `instead`
    Instead,
}

impl CopyField {
    /// The member's name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Title => "title",
            Self::What => "what",
            Self::Cause => "cause",
            Self::Why => "why",
            Self::Fix => "fix",
            Self::Instead => "instead",
        }
    }
}

/// The rendered copy of a rule (OAR-COPY-7): the members the rule has, in the order of [`CopyField`].
#[derive(Clone, Debug)]
pub struct Copy(Rendered);

#[derive(Clone, Debug)]
enum Rendered {
    Constant(&'static [(CopyField, &'static str)]),
    Bound(Box<[(CopyField, Cow<'static, str>)]>),
}

impl Copy {
    /// No copy.
    pub(crate) const NONE: &Self = &Self(Rendered::Constant(&[]));

    /// Copy without bindings.
    #[must_use]
    pub const fn constant(members: &'static [(CopyField, &'static str)]) -> Self {
        Self(Rendered::Constant(members))
    }

    /// Copy rendered at an occurrence.
    #[must_use]
    pub fn rendered(members: Vec<(CopyField, Cow<'static, str>)>) -> Self {
        Self(Rendered::Bound(members.into()))
    }

    /// A member's text; `None` when the rule has no such member, or the copy of an error block could not be rendered
    /// (OAR-COPY-11).
    #[must_use]
    pub fn get(&self, field: CopyField) -> Option<&str> {
        self.iter()
            .find(|(member, _)| *member == field)
            .map(|(_, text)| text)
    }

    /// The members present.
    pub fn iter(&self) -> impl Iterator<Item = (CopyField, &str)> {
        let (constant, bound) = match &self.0 {
            Rendered::Constant(members) => (*members, &[][..]),
            Rendered::Bound(members) => (&[][..], &members[..]),
        };
        constant
            .iter()
            .copied()
            .chain(bound.iter().map(|(field, text)| (*field, text.as_ref())))
    }

    /// Whether no member is present.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.iter().next().is_none()
    }
}

impl Default for Copy {
    fn default() -> Self {
        Self::NONE.clone()
    }
}
