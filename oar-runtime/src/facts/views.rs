//! Borrowed views of aggregate facts: small, `Copy`, and the same whatever the host keeps its data in.

use std::borrow::Cow;

use super::FactError;
use crate::args::Args;
use crate::transform::Span;

/// A `list<string>` fact.
#[derive(Clone, Copy, Debug)]
pub enum StrList<'a> {
    /// Borrowed strings.
    Strs(&'a [&'a str]),
    /// Owned strings.
    Strings(&'a [String]),
    /// JSON strings, checked to be strings by whoever built the view.
    #[cfg(feature = "json")]
    Json(&'a [serde_json::Value]),
}

impl<'a> StrList<'a> {
    /// The zero value.
    pub const EMPTY: StrList<'static> = StrList::Strs(&[]);

    /// The number of members.
    #[must_use]
    pub fn len(self) -> usize {
        match self {
            Self::Strs(list) => list.len(),
            Self::Strings(list) => list.len(),
            #[cfg(feature = "json")]
            Self::Json(list) => list.len(),
        }
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// The member at an index from 0.
    #[must_use]
    pub fn get(self, index: usize) -> Option<&'a str> {
        match self {
            Self::Strs(list) => list.get(index).copied(),
            Self::Strings(list) => list.get(index).map(String::as_str),
            #[cfg(feature = "json")]
            Self::Json(list) => list.get(index)?.as_str(),
        }
    }

    /// Whether a string is among the members, compared by code point.
    #[must_use]
    pub fn contains(self, member: &str) -> bool {
        match self {
            Self::Strs(list) => list.contains(&member),
            Self::Strings(list) => list.iter().any(|s| s == member),
            #[cfg(feature = "json")]
            Self::Json(list) => list.iter().any(|s| s.as_str() == Some(member)),
        }
    }

    /// The members in order.
    pub fn iter(self) -> impl Iterator<Item = &'a str> {
        (0..self.len()).filter_map(move |index| self.get(index))
    }
}

impl Default for StrList<'_> {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl<'a> From<&'a [String]> for StrList<'a> {
    fn from(list: &'a [String]) -> Self {
        Self::Strings(list)
    }
}

impl<'a> From<&'a [&'a str]> for StrList<'a> {
    fn from(list: &'a [&'a str]) -> Self {
        Self::Strs(list)
    }
}

/// A `map<string,string>` fact.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum StrMap<'a> {
    /// Pairs with distinct keys.
    Pairs(&'a [(&'a str, &'a str)]),
    /// A map of owned strings.
    Map(&'a std::collections::BTreeMap<String, String>),
    /// A JSON object, checked to hold strings only by whoever built the view.
    #[cfg(feature = "json")]
    Json(&'a serde_json::Map<String, serde_json::Value>),
}

impl<'a> StrMap<'a> {
    /// The zero value.
    pub const EMPTY: StrMap<'static> = StrMap::Pairs(&[]);

    /// The number of members.
    #[must_use]
    pub fn len(self) -> usize {
        match self {
            Self::Pairs(pairs) => pairs.len(),
            Self::Map(map) => map.len(),
            #[cfg(feature = "json")]
            Self::Json(map) => map.len(),
        }
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// The value at a key.
    #[must_use]
    pub fn get(self, key: &str) -> Option<&'a str> {
        match self {
            Self::Pairs(pairs) => pairs
                .iter()
                .find(|(k, _)| *k == key)
                .map(|&(_, value)| value),
            Self::Map(map) => map.get(key).map(String::as_str),
            #[cfg(feature = "json")]
            Self::Json(map) => map.get(key)?.as_str(),
        }
    }

    /// Whether a key is present.
    #[must_use]
    pub fn contains(self, key: &str) -> bool {
        self.get(key).is_some()
    }

    /// The members, in no order that means anything.
    pub fn iter(self) -> impl Iterator<Item = (&'a str, &'a str)> + Clone {
        let (pairs, map) = match self {
            Self::Pairs(pairs) => (pairs, None),
            Self::Map(map) => (&[][..], Some(map)),
            #[cfg(feature = "json")]
            Self::Json(_) => (&[][..], None),
        };
        let owned = map
            .into_iter()
            .flatten()
            .map(|(key, value)| (key.as_str(), value.as_str()));
        let members = pairs.iter().copied().chain(owned);
        #[cfg(feature = "json")]
        let members = members.chain(
            match self {
                Self::Json(map) => Some(
                    map.iter()
                        .filter_map(|(key, value)| Some((key.as_str(), value.as_str()?))),
                ),
                _ => None,
            }
            .into_iter()
            .flatten(),
        );
        members
    }
}

impl Default for StrMap<'_> {
    fn default() -> Self {
        Self::EMPTY
    }
}

/// A `list<map>` fact, whose members carry spans where a transform names it (OAR-OPS-19).
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Spans<'a> {
    /// Spans with nothing but `start` and `end`.
    Spans(&'a [Span]),
    /// Maps with whatever members.
    Maps(&'a [Args<'a>]),
    /// JSON objects.
    #[cfg(feature = "json")]
    Json(&'a [serde_json::Value]),
}

impl<'a> Spans<'a> {
    /// The zero value.
    pub const EMPTY: Spans<'static> = Spans::Spans(&[]);

    /// The number of members.
    #[must_use]
    pub fn len(self) -> usize {
        match self {
            Self::Spans(list) => list.len(),
            Self::Maps(list) => list.len(),
            #[cfg(feature = "json")]
            Self::Json(list) => list.len(),
        }
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// The member at an index from 0.
    #[must_use]
    pub fn get(self, index: usize) -> Option<Args<'a>> {
        match self {
            Self::Spans(list) => list.get(index).map(|&span| Args::Span(span)),
            Self::Maps(list) => list.get(index).copied(),
            #[cfg(feature = "json")]
            Self::Json(list) => list.get(index)?.as_object().map(Args::Json),
        }
    }

    /// The members as spans, in order.
    ///
    /// # Errors
    /// A member without `start` and `end` as non-negative integers, `start` no greater than `end`, is a fact-provider
    /// failure (OAR-OPS-19).
    pub fn to_spans(self) -> Result<Cow<'a, [Span]>, FactError> {
        if let Self::Spans(list) = self {
            return match list.iter().find(|span| span.start > span.end) {
                Some(_) => Err(malformed()),
                None => Ok(Cow::Borrowed(list)),
            };
        }
        let spans = (0..self.len())
            .map(|index| self.get(index).and_then(member_span).ok_or_else(malformed));
        spans.collect::<Result<Vec<_>, _>>().map(Cow::Owned)
    }
}

fn member_span(member: Args<'_>) -> Option<Span> {
    let offset = |key| usize::try_from(member.int(key)?).ok();
    let span = Span {
        start: offset("start")?,
        end: offset("end")?,
    };
    (span.start <= span.end).then_some(span)
}

#[cold]
fn malformed() -> FactError {
    FactError::new(
        "a span lacks `start` and `end` as non-negative integers with `start` no greater than `end`",
    )
}

impl Default for Spans<'_> {
    fn default() -> Self {
        Self::EMPTY
    }
}
