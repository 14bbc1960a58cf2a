//! Payload values: opaque JSON-like data of the host, looked at and never interpreted.
//!
//! [`Datum`] borrows from whatever the host keeps, [`Data`] owns, [`Literal`] is what compiled rules carry. None of
//! them needs a JSON library, so a host with typed payloads pays for none.

/// Containers nested deeper than this are not followed; see [`Data::TooDeep`].
const MAX_DEPTH: usize = 128;

/// A borrowed value.
#[derive(Clone, Copy)]
pub enum Datum<'a> {
    /// `null`, which is a value and never absence.
    Null,
    /// A boolean.
    Bool(bool),
    /// An integer; wide enough for signed and unsigned 64-bit ones.
    Int(i128),
    /// Any other number.
    Float(f64),
    /// A string.
    Str(&'a str),
    /// A list.
    List(&'a dyn DatumList),
    /// A mapping.
    Map(&'a dyn DatumMap),
}

/// A list that a payload holds.
pub trait DatumList {
    /// How many elements it has.
    fn len(&self) -> usize;

    /// The element at an index from 0.
    fn get(&self, index: usize) -> Option<Datum<'_>>;

    /// Whether it has none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// A mapping that a payload holds, or a payload itself: a host may implement this on a struct, one key per field.
pub trait DatumMap {
    /// How many members it has.
    fn len(&self) -> usize;

    /// The member of that name; `None` only when there is no such member.
    fn get(&self, key: &str) -> Option<Datum<'_>>;

    /// Shows every member once, in any order.
    fn each(&self, visit: &mut dyn FnMut(&str, Datum<'_>));

    /// Whether it has none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// An owned value.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Data {
    /// `null`
    Null,
    /// A boolean.
    Bool(bool),
    /// An integer.
    Int(i128),
    /// Any other number.
    Float(f64),
    /// A string.
    Str(String),
    /// A list.
    List(Vec<Data>),
    /// A mapping.
    Map(Members),
    /// Stands for a container below 128 others. It equals no datum, so that a comparison with it reports a change
    /// rather than overlooks one, and a payload that holds it is never repaired.
    TooDeep,
}

/// The members of an owned mapping, by key. Most payloads have one or two: a sorted list is smaller than a tree.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Members(Vec<(String, Data)>);

impl Members {
    /// The member of that name.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Data> {
        self.0.get(self.place(key).ok()?).map(|(_, value)| value)
    }

    /// Every member, by key.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Data)> {
        self.0.iter().map(|(key, value)| (key.as_str(), value))
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The member of that name, made as `null` when there is none.
    fn entry(&mut self, key: &str) -> Option<&mut Data> {
        let place = self.place(key).unwrap_or_else(|place| {
            self.0.insert(place, (key.to_owned(), Data::Null));
            place
        });
        self.0.get_mut(place).map(|(_, value)| value)
    }

    fn place(&self, key: &str) -> Result<usize, usize> {
        self.0.binary_search_by(|(name, _)| name.as_str().cmp(key))
    }
}

impl FromIterator<(String, Data)> for Members {
    /// Of two members with one key the last is kept.
    fn from_iter<I: IntoIterator<Item = (String, Data)>>(members: I) -> Self {
        let mut list: Vec<_> = members.into_iter().collect();
        if !list.is_sorted_by(|(a, _), (b, _)| a < b) {
            list.reverse();
            list.sort_by(|(a, _), (b, _)| a.cmp(b));
            list.dedup_by(|(a, _), (b, _)| a == b);
        }
        Self(list)
    }
}

/// A value in a compiled rule.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Literal {
    /// `null`
    Null,
    /// A boolean.
    Bool(bool),
    /// An integer.
    Int(i128),
    /// Any other number.
    Float(f64),
    /// A string.
    Str(&'static str),
    /// A list.
    List(&'static [Literal]),
    /// A mapping, no key twice.
    Map(&'static [(&'static str, Literal)]),
}

/// A dot-path into a payload: resolution starts inside the payload, so `sig` means `payload.sig`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Path {
    /// The path as written.
    pub text: &'static str,
    /// Its parts, none of them empty.
    pub segments: &'static [&'static str],
}

impl Path {
    /// What stands at the path. Only an absent key is `None`: `null`, `false`, `0`, `""` and `{}` are present.
    #[must_use]
    pub fn read<'a>(&self, payload: Option<Datum<'a>>) -> Option<Datum<'a>> {
        let mut at = payload?;
        for segment in self.segments {
            at = at.member(segment)?;
        }
        Some(at)
    }
}

impl<'a> Datum<'a> {
    /// The member of a mapping, or the element of a list whose decimal index the key spells.
    #[must_use]
    pub fn member(self, key: &str) -> Option<Datum<'a>> {
        match self {
            Datum::Map(map) => map.get(key),
            Datum::List(list) => list.get(list_index(key)?),
            _ => None,
        }
    }

    /// The string, when it is one.
    #[must_use]
    pub fn as_str(self) -> Option<&'a str> {
        match self {
            Datum::Str(text) => Some(text),
            _ => None,
        }
    }

    /// An owned copy.
    #[must_use]
    pub fn to_data(self) -> Data {
        self.copy_below(MAX_DEPTH)
    }

    fn copy_below(self, depth: usize) -> Data {
        match self {
            Datum::Null => Data::Null,
            Datum::Bool(b) => Data::Bool(b),
            Datum::Int(n) => Data::Int(n),
            Datum::Float(x) => Data::Float(x),
            Datum::Str(text) => Data::Str(text.to_owned()),
            Datum::List(_) | Datum::Map(_) if depth == 0 => Data::TooDeep,
            Datum::List(list) => Data::List(
                (0..list.len())
                    .filter_map(|index| list.get(index))
                    .map(|value| value.copy_below(depth - 1))
                    .collect(),
            ),
            Datum::Map(map) => {
                let mut members = Vec::with_capacity(map.len());
                map.each(&mut |key, value| {
                    members.push((key.to_owned(), value.copy_below(depth - 1)));
                });
                Data::Map(members.into_iter().collect())
            }
        }
    }
}

/// A list index as a key spells it: decimal, no sign, no leading zero.
fn list_index(key: &str) -> Option<usize> {
    let plain = key.bytes().all(|b| b.is_ascii_digit()) && (key == "0" || !key.starts_with('0'));
    plain.then(|| key.parse().ok()).flatten()
}

impl Data {
    /// A borrowed view.
    #[must_use]
    pub fn as_datum(&self) -> Option<Datum<'_>> {
        Some(match self {
            Data::Null => Datum::Null,
            Data::Bool(b) => Datum::Bool(*b),
            Data::Int(n) => Datum::Int(*n),
            Data::Float(x) => Datum::Float(*x),
            Data::Str(text) => Datum::Str(text),
            Data::List(list) => Datum::List(list),
            Data::Map(map) => Datum::Map(map),
            Data::TooDeep => return None,
        })
    }

    /// The member of a mapping, or the element of a list whose decimal index the key spells.
    pub(crate) fn member(&self, key: &str) -> Option<&Data> {
        match self {
            Data::Map(members) => members.get(key),
            Data::List(list) => list.as_slice().get(list_index(key)?),
            _ => None,
        }
    }

    /// Structural equality: the order of members does not matter and `1` equals `1.0`.
    #[must_use]
    pub fn same(&self, other: Datum<'_>) -> bool {
        // The recursion follows `self`, whose depth is bounded where it was made.
        match (self, other) {
            (Data::Null, Datum::Null) => true,
            (Data::Bool(a), Datum::Bool(b)) => *a == b,
            (Data::Int(a), Datum::Int(b)) => *a == b,
            (Data::Float(a), Datum::Float(b)) => *a == b,
            (Data::Int(a), Datum::Float(b)) => same_number(*a, b),
            (Data::Float(a), Datum::Int(b)) => same_number(b, *a),
            (Data::Str(a), Datum::Str(b)) => a == b,
            (Data::List(a), Datum::List(b)) => {
                a.len() == b.len()
                    && a.iter()
                        .enumerate()
                        .all(|(at, value)| b.get(at).is_some_and(|other| value.same(other)))
            }
            (Data::Map(a), Datum::Map(b)) => {
                a.len() == b.len()
                    && a.iter()
                        .all(|(key, value)| b.get(key).is_some_and(|other| value.same(other)))
            }
            _ => false,
        }
    }

    /// Whether a container was too deep to copy.
    #[must_use]
    pub fn is_partial(&self) -> bool {
        match self {
            Data::TooDeep => true,
            Data::List(list) => list.iter().any(Data::is_partial),
            Data::Map(map) => map.iter().any(|(_, value)| value.is_partial()),
            _ => false,
        }
    }

    /// Writes `value` at a path. A step that is not a mapping becomes an empty one; siblings survive.
    pub(crate) fn write(&mut self, segments: &[&str], value: Data) {
        match segments.split_first() {
            None => *self = value,
            Some((first, rest)) => {
                if !matches!(self, Data::Map(_)) {
                    *self = Data::Map(Members::default());
                }
                if let Data::Map(members) = self
                    && let Some(member) = members.entry(first)
                {
                    member.write(rest, value);
                }
            }
        }
    }
}

fn same_number(int: i128, float: f64) -> bool {
    // Exact both ways: the cast saturates and rounds, so it is undone and compared.
    float.fract() == 0.0 && float as i128 == int && (float as i128) as f64 == float
}

impl Literal {
    /// An owned copy.
    #[must_use]
    pub fn to_data(self) -> Data {
        // The recursion follows constant data, which is as deep as the profile that was compiled.
        match self {
            Literal::Null => Data::Null,
            Literal::Bool(b) => Data::Bool(b),
            Literal::Int(n) => Data::Int(n),
            Literal::Float(x) => Data::Float(x),
            Literal::Str(text) => Data::Str(text.to_owned()),
            Literal::List(list) => Data::List(list.iter().map(|value| value.to_data()).collect()),
            Literal::Map(members) => Data::Map(
                members
                    .iter()
                    .map(|(key, value)| ((*key).to_owned(), value.to_data()))
                    .collect(),
            ),
        }
    }
}

impl DatumList for Vec<Data> {
    fn len(&self) -> usize {
        Vec::len(self)
    }

    fn get(&self, index: usize) -> Option<Datum<'_>> {
        self.as_slice().get(index)?.as_datum()
    }
}

impl DatumMap for Members {
    fn len(&self) -> usize {
        self.0.len()
    }

    fn get(&self, key: &str) -> Option<Datum<'_>> {
        Members::get(self, key)?.as_datum()
    }

    fn each(&self, visit: &mut dyn FnMut(&str, Datum<'_>)) {
        for (key, value) in self.iter() {
            if let Some(value) = value.as_datum() {
                visit(key, value);
            }
        }
    }
}

impl std::fmt::Debug for Datum<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.to_data().fmt(f)
    }
}
