//! What conditions compile to beyond plain Rust: collections, and the cases that raise.

use std::borrow::Cow;

use smallvec::SmallVec;

use crate::args::Args;
use crate::facts::{Spans, StrList, StrMap};
use crate::raise::Raise;
use crate::text;

/// A `list<string>` value: a fact or a literal.
#[derive(Clone, Debug)]
pub enum List<'a> {
    /// A fact.
    Fact(StrList<'a>),
    /// A literal.
    Literal(SmallVec<[Cow<'a, str>; 8]>),
}

/// A `list<map>` value: a fact or a literal.
#[derive(Clone, Debug)]
pub enum Maps<'a> {
    /// A fact.
    Fact(Spans<'a>),
    /// A literal.
    Literal(SmallVec<[Args<'a>; 4]>),
}

/// Anything `size` counts the members of (OAR-EXPR-16).
pub trait Size {
    /// The number of members; on a string, of code points.
    fn size(&self) -> usize;
}

macro_rules! size {
    ($($ty:ty: $this:ident => $size:expr;)*) => {$(
        impl Size for $ty {
            fn size(&self) -> usize {
                let $this = self;
                $size
            }
        }
    )*};
}

size! {
    Args<'_>: map => map.len();
    StrMap<'_>: map => map.len();
    StrList<'_>: list => list.len();
    Spans<'_>: list => list.len();
    List<'_>: list => match list { List::Fact(fact) => fact.len(), List::Literal(members) => members.len() };
    Maps<'_>: list => match list { Maps::Fact(fact) => fact.len(), Maps::Literal(members) => members.len() };
}

/// `size(x)` of a list or map.
#[inline]
pub fn size(value: &impl Size) -> i64 {
    i64::try_from(value.size()).unwrap_or(i64::MAX)
}

/// `size(x)` of a string, in code points.
#[inline]
#[must_use]
pub fn size_str(value: &str) -> i64 {
    text::length(value)
}

/// `needle in list`.
#[must_use]
pub fn in_list(needle: &str, list: &List<'_>) -> bool {
    match list {
        List::Fact(fact) => fact.contains(needle),
        List::Literal(members) => members.iter().any(|member| member == needle),
    }
}

/// `list[index]`; a negative index raises as one past the end does (OAR-EXPR-21).
///
/// # Errors
/// No such index.
pub fn index_list<'l>(list: &'l List<'_>, index: i64) -> Result<&'l str, Raise> {
    let at = usize::try_from(index).map_err(|_| Raise::IndexOutOfRange)?;
    let member = match list {
        List::Fact(fact) => fact.get(at),
        List::Literal(members) => members.get(at).map(Cow::as_ref),
    };
    member.ok_or(Raise::IndexOutOfRange)
}

/// `fact[index]` of a `list<string>` fact.
///
/// # Errors
/// No such index.
pub fn index_strings(list: StrList<'_>, index: i64) -> Result<&str, Raise> {
    let at = usize::try_from(index).map_err(|_| Raise::IndexOutOfRange)?;
    list.get(at).ok_or(Raise::IndexOutOfRange)
}

/// `maps[index]`.
///
/// # Errors
/// No such index.
pub fn index_maps<'a>(list: &Maps<'a>, index: i64) -> Result<Args<'a>, Raise> {
    let at = usize::try_from(index).map_err(|_| Raise::IndexOutOfRange)?;
    let member = match list {
        Maps::Fact(fact) => fact.get(at),
        Maps::Literal(members) => members.get(at).copied(),
    };
    member.ok_or(Raise::IndexOutOfRange)
}

/// `map[key]` of a `map<string,string>`.
///
/// # Errors
/// No such key.
pub fn index_map<'a>(map: StrMap<'a>, key: &str) -> Result<&'a str, Raise> {
    map.get(key).ok_or(Raise::KeyAbsent)
}

/// `a + b + …` on strings.
#[must_use]
pub fn concat(operands: &[&str]) -> String {
    operands.concat()
}

/// A `list<string>` literal.
#[must_use]
pub fn list<const N: usize>(members: [Cow<'_, str>; N]) -> List<'_> {
    List::Literal(members.into_iter().collect())
}

/// A `list<map>` literal.
#[must_use]
pub fn maps<const N: usize>(members: [Args<'_>; N]) -> Maps<'_> {
    Maps::Literal(members.into_iter().collect())
}

/// `needle in fact`, for a `list<string>` fact.
#[inline]
#[must_use]
pub fn in_strings(needle: &str, list: StrList<'_>) -> bool {
    list.contains(needle)
}

/// `key in map`.
#[inline]
#[must_use]
pub fn in_map(key: &str, map: Args<'_>) -> bool {
    map.contains(key)
}

/// `key in map`, for a `map<string,string>`.
#[inline]
#[must_use]
pub fn in_string_map(key: &str, map: StrMap<'_>) -> bool {
    map.contains(key)
}
