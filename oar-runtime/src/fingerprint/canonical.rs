//! Canonical JSON (OAR-FACT-28), written straight into a hash.

use std::fmt;
#[cfg(feature = "json")]
use std::sync::LazyLock;

use sha2::{Digest, Sha256};
use smallvec::SmallVec;

use super::MAX_DEPTH;
use super::error::{Fault, FingerprintError};
use super::plain::{is_plain, plain_length};
use crate::args::{Arg, Args};
use crate::decimal::{EXACT_INTEGERS, write_double, write_integer};

/// The members of an object, sorted on the stack up to this many.
type Sorted<'a> = SmallVec<[(&'a str, Node<'a>); 16]>;

/// The members of an object as they come, and whether they are known to come by key.
struct Members<I> {
    members: I,
    sorted: bool,
}

/// Whether a JSON map is sorted. With a feature that some other crate may turn on it keeps the order of insertion.
#[cfg(feature = "json")]
static SORTED: LazyLock<bool> = LazyLock::new(|| {
    let entry = |key: &str| (key.to_owned(), serde_json::Value::Null);
    let map = serde_json::Map::from_iter([entry("b"), entry("a")]);
    map.keys().is_sorted()
});

/// A value of either shape that arguments come in.
#[derive(Clone, Copy)]
enum Node<'a> {
    #[cfg(feature = "json")]
    Json(&'a serde_json::Value),
    Arg(&'a Arg<'a>),
    Str(&'a str),
    Offset(usize),
}

/// A writer of canonical JSON whose output is hashed, not kept.
pub(super) struct Canonical<'b> {
    buffer: &'b mut Buffer,
    used: usize,
    /// What the buffer had no room for. Most calls fit.
    hash: Option<Sha256>,
}

/// Gathers the many short pieces of JSON: one hash update for each would cost more than the hashing.
pub(super) type Buffer = [u8; 256];

impl<'b> Canonical<'b> {
    /// Nothing written yet.
    #[inline]
    pub(super) const fn new(buffer: &'b mut Buffer) -> Self {
        Self {
            buffer,
            used: 0,
            hash: None,
        }
    }

    /// The digest of what was written.
    pub(super) fn digest(&mut self) -> [u8; 32] {
        let rest = self.buffer.get(..self.used).unwrap_or_default();
        match self.hash.take() {
            None => Sha256::digest(rest).into(),
            Some(hash) => hash.chain_update(rest).finalize().into(),
        }
    }

    /// `[tool, args]`, after a prefix.
    pub(super) fn call(
        &mut self,
        prefix: &[u8],
        tool: &str,
        args: Args<'_>,
    ) -> Result<(), FingerprintError> {
        self.push(prefix);
        self.push_byte(b'[');
        self.string(tool);
        self.push_byte(b',');
        match args {
            Args::Empty => self.push(b"{}"),
            #[cfg(feature = "json")]
            Args::Json(map) => self.arguments(json_members(map))?,
            Args::Pairs(pairs) => self.arguments(pair_members(pairs))?,
            Args::Span(span) => {
                let (start, end) = (Node::Offset(span.start), Node::Offset(span.end));
                self.arguments(Members {
                    members: [("end", end), ("start", start)].into_iter(),
                    sorted: true,
                })?;
            }
            Args::Strings(map) => {
                self.arguments(Members {
                    members: map.iter().map(|(key, value)| (key, Node::Str(value))),
                    sorted: false,
                })?;
            }
        }
        self.push_byte(b']');
        Ok(())
    }

    fn arguments<'a>(
        &mut self,
        members: Members<impl Iterator<Item = (&'a str, Node<'a>)> + Clone>,
    ) -> Result<(), FingerprintError> {
        self.object(members, |canonical, key, node| match node {
            Some(node) => canonical
                .value(node, 1)
                .map_err(|fault| fault.in_argument(key)),
            None => Err(Fault::DuplicateKey(key.to_owned()).in_argument(key)),
        })
    }

    /// A value inside `depth` levels of lists and objects.
    fn value(&mut self, node: Node<'_>, depth: usize) -> Result<(), Fault> {
        match node {
            #[cfg(feature = "json")]
            Node::Json(value) => {
                use serde_json::Value;
                match value {
                    Value::Null => self.push(b"null"),
                    Value::Bool(value) => self.boolean(*value),
                    Value::Number(number) => match number.as_i64() {
                        Some(integer) => self.integer(integer)?,
                        None => self.double(json_number(number)?)?,
                    },
                    Value::String(text) => self.string(text),
                    Value::Array(items) => self.list(items.iter().map(Node::Json), depth)?,
                    Value::Object(map) => self.nested(json_members(map), depth)?,
                }
            }
            Node::Str(text) => self.string(text),
            Node::Offset(offset) => self.double(exact(offset as i128)?)?,
            Node::Arg(arg) => match *arg {
                Arg::Null => self.push(b"null"),
                Arg::Bool(value) => self.boolean(value),
                Arg::Int(integer) => self.integer(integer)?,
                Arg::Double(double) => self.double(double)?,
                Arg::Str(text) => self.string(text),
                Arg::List(items) => self.list(items.iter().map(Node::Arg), depth)?,
                Arg::Map(pairs) => self.nested(pair_members(pairs), depth)?,
            },
        }
        Ok(())
    }

    fn list<'a>(
        &mut self,
        items: impl Iterator<Item = Node<'a>>,
        depth: usize,
    ) -> Result<(), Fault> {
        let depth = deeper(depth)?;
        self.push_byte(b'[');
        for (index, item) in items.enumerate() {
            if index > 0 {
                self.push_byte(b',');
            }
            self.value(item, depth)?;
        }
        self.push_byte(b']');
        Ok(())
    }

    fn nested<'a>(
        &mut self,
        members: Members<impl Iterator<Item = (&'a str, Node<'a>)> + Clone>,
        depth: usize,
    ) -> Result<(), Fault> {
        let depth = deeper(depth)?;
        self.object(members, |canonical, key, node| match node {
            Some(node) => canonical.value(node, depth),
            None => Err(Fault::DuplicateKey(key.to_owned())),
        })
    }

    /// An object, its members by key in code point order: for UTF-8 that is the order of the bytes,
    /// and so of `str`. `value` is given no node where a key is there twice.
    fn object<'a, E>(
        &mut self,
        Members { members, sorted }: Members<impl Iterator<Item = (&'a str, Node<'a>)> + Clone>,
        value: impl FnMut(&mut Self, &str, Option<Node<'a>>) -> Result<(), E>,
    ) -> Result<(), E> {
        let in_order = |(left, _): &(&str, _), (right, _): &(&str, _)| left < right;
        if sorted || members.clone().is_sorted_by(in_order) {
            return self.members(members, value);
        }
        let mut list: Sorted<'_> = members.collect();
        list.sort_unstable_by_key(|(key, _)| *key);
        self.members(list.into_iter(), value)
    }

    fn members<'a, E>(
        &mut self,
        members: impl Iterator<Item = (&'a str, Node<'a>)>,
        mut value: impl FnMut(&mut Self, &str, Option<Node<'a>>) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut previous = None;
        for (key, node) in members {
            self.key(if previous.is_some() { b',' } else { b'{' }, key);
            let repeated = previous.replace(key) == Some(key);
            value(self, key, if repeated { None } else { Some(node) })?;
        }
        self.push(if previous.is_some() { b"}" } else { b"{}" });
        Ok(())
    }

    /// The key of a member, with what stands before and behind it.
    #[inline]
    fn key(&mut self, before: u8, key: &str) {
        let end = self.used + key.len() + 4;
        if is_plain(key.as_bytes())
            && let Some([first, open, room @ .., close, colon]) =
                self.buffer.get_mut(self.used..end)
        {
            room.copy_from_slice(key.as_bytes());
            (*first, *open, *close, *colon) = (before, b'"', b'"', b':');
            self.used = end;
        } else {
            self.push_byte(before);
            self.escaped(key);
            self.push_byte(b':');
        }
    }

    /// An integer as the double of the same value.
    fn integer(&mut self, value: i64) -> Result<(), Fault> {
        if value.unsigned_abs() < EXACT_INTEGERS {
            // Writing to a hash does not fail.
            let _ = write_integer(self, value);
            return Ok(());
        }
        self.double(exact(value.into())?)
    }

    fn boolean(&mut self, value: bool) {
        self.push(if value { b"true" } else { b"false" });
    }

    fn double(&mut self, value: f64) -> Result<(), Fault> {
        if !value.is_finite() {
            return Err(Fault::NotFinite);
        }
        // Writing to a hash does not fail.
        let _ = write_double(self, value);
        Ok(())
    }

    /// Quotation mark, backslash and U+0000 to U+001F are escaped, the latter always as `\u00xx`;
    /// every other code point stands for itself.
    fn string(&mut self, text: &str) {
        let end = self.used + text.len() + 2;
        if is_plain(text.as_bytes())
            && let Some([open, room @ .., close]) = self.buffer.get_mut(self.used..end)
        {
            room.copy_from_slice(text.as_bytes());
            (*open, *close) = (b'"', b'"');
            self.used = end;
        } else {
            self.escaped(text);
        }
    }

    /// A string that needs escapes, or more room than there is.
    fn escaped(&mut self, text: &str) {
        self.push_byte(b'"');
        let mut rest = text.as_bytes();
        loop {
            let (plain, tail) = rest.split_at(plain_length(rest));
            self.push(plain);
            let Some((&byte, tail)) = tail.split_first() else {
                break;
            };
            match byte {
                b'"' => self.push(b"\\\""),
                b'\\' => self.push(b"\\\\"),
                _ => {
                    // Below U+0020: the first digit is 0 or 1.
                    let low = byte & 15;
                    let low = if low < 10 {
                        b'0' + low
                    } else {
                        b'a' + low - 10
                    };
                    self.push(&[b'\\', b'u', b'0', b'0', b'0' + (byte >> 4), low]);
                }
            }
            rest = tail;
        }
        self.push_byte(b'"');
    }

    fn push_byte(&mut self, byte: u8) {
        self.push(&[byte]);
    }

    #[inline]
    fn push(&mut self, bytes: &[u8]) {
        match self.buffer.get_mut(self.used..self.used + bytes.len()) {
            Some(room) => {
                room.copy_from_slice(bytes);
                self.used += bytes.len();
            }
            None => self.hash_on(bytes),
        }
    }

    /// Empties the buffer, and hashes what did not fit into it.
    #[cold]
    fn hash_on(&mut self, bytes: &[u8]) {
        let hash = self.hash.get_or_insert_default();
        hash.update(self.buffer.get(..self.used).unwrap_or_default());
        hash.update(bytes);
        self.used = 0;
    }
}

impl fmt::Write for Canonical<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.push(text.as_bytes());
        Ok(())
    }
}

/// One level further in, unless that is too deep: the recursion follows untrusted input.
fn deeper(depth: usize) -> Result<usize, Fault> {
    if depth < MAX_DEPTH {
        Ok(depth + 1)
    } else {
        Err(Fault::TooDeep)
    }
}

#[cfg(feature = "json")]
fn json_members(
    map: &serde_json::Map<String, serde_json::Value>,
) -> Members<impl Iterator<Item = (&str, Node<'_>)> + Clone> {
    Members {
        members: map
            .iter()
            .map(|(key, value)| (key.as_str(), Node::Json(value))),
        sorted: *SORTED,
    }
}

fn pair_members<'a>(
    pairs: &'a [(&'a str, Arg<'a>)],
) -> Members<impl Iterator<Item = (&'a str, Node<'a>)> + Clone> {
    Members {
        members: pairs.iter().map(|(key, value)| (*key, Node::Arg(value))),
        sorted: false,
    }
}

/// An integer as the double of the same value.
fn exact(integer: i128) -> Result<f64, Fault> {
    // Compared below.
    let (double, back) = (integer as f64, (integer as f64) as i128);
    if back == integer {
        Ok(double)
    } else {
        Err(Fault::InexactInteger(integer.to_string()))
    }
}

#[cfg(feature = "json")]
fn json_number(number: &serde_json::Number) -> Result<f64, Fault> {
    /// Integers beyond this magnitude are the ones that the 64-bit readers below refuse.
    const WIDE: f64 = 9_223_372_036_854_775_808.0;
    if let Some(integer) = number.as_i64() {
        return exact(integer.into());
    }
    if let Some(integer) = number.as_u64() {
        return exact(integer.into());
    }
    let double = number.as_f64().ok_or(Fault::NotFinite)?;
    if double.abs() >= WIDE {
        // Built with `arbitrary_precision`, a number keeps its text, integers of any width included.
        wide_integer(&number.to_string(), double)?;
    }
    Ok(double)
}

/// Refuse `text` if it spells an integer, without fraction or exponent, other than `double`.
#[cfg(feature = "json")]
fn wide_integer(text: &str, double: f64) -> Result<(), Fault> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let spells_integer = digits.bytes().all(|byte| byte.is_ascii_digit());
    // A precision asks for the exact value, not for the shortest digits.
    if spells_integer && text != format!("{double:.0}") {
        return Err(Fault::InexactInteger(text.to_owned()));
    }
    Ok(())
}

#[cfg(all(test, feature = "json"))]
mod tests {
    use super::*;

    #[test]
    fn wide_integers_must_be_exact() {
        let two_64 = 18_446_744_073_709_551_616.0;
        assert!(wide_integer("18446744073709551616", two_64).is_ok());
        assert!(wide_integer("-18446744073709551616", -two_64).is_ok());
        assert!(matches!(
            wide_integer("18446744073709551617", two_64),
            Err(Fault::InexactInteger(text)) if text == "18446744073709551617"
        ));
        // Spelled as a float: the nearest double is what it means.
        assert!(wide_integer("18446744073709551617.0", two_64).is_ok());
        assert!(wide_integer("1e23", 1e23).is_ok());
    }
}
