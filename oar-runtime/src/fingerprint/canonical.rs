//! Canonical JSON (OAR-FACT-28), written straight into a hash.

use std::fmt;

use sha2::{Digest, Sha256};
use smallvec::SmallVec;

use super::MAX_DEPTH;
use super::error::{Fault, FingerprintError};
use crate::args::{Arg, Args};
use crate::decimal::write_double;

/// The members of an object, sorted on the stack up to this many.
type Members<'a> = SmallVec<[(&'a str, Node<'a>); 16]>;

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
pub(super) struct Canonical {
    hash: Sha256,
    /// Gathers the many short pieces of JSON: one hash update for each would cost more than the
    /// hashing.
    buffer: [u8; 256],
    used: usize,
}

impl Canonical {
    pub(super) fn new(prefix: &[u8]) -> Self {
        let mut canonical = Self {
            hash: Sha256::new(),
            buffer: [0; 256],
            used: 0,
        };
        canonical.push(prefix);
        canonical
    }

    pub(super) fn finish(mut self) -> [u8; 32] {
        self.flush();
        self.hash.finalize().into()
    }

    /// `[tool, args]`
    pub(super) fn call(&mut self, tool: &str, args: Args<'_>) -> Result<(), FingerprintError> {
        self.push_byte(b'[');
        self.string(tool);
        self.push_byte(b',');
        let members: Members<'_> = match args {
            Args::Empty => Members::new(),
            #[cfg(feature = "json")]
            Args::Json(map) => json_members(map).collect(),
            Args::Pairs(pairs) => pair_members(pairs).collect(),
            Args::Span(span) => Members::from_slice(&[
                ("start", Node::Offset(span.start)),
                ("end", Node::Offset(span.end)),
            ]),
            Args::Strings(map) => map
                .iter()
                .map(|(key, value)| (key, Node::Str(value)))
                .collect(),
        };
        let members = in_order(members)
            .map_err(|key| Fault::DuplicateKey(key.to_owned()).in_argument(key))?;
        self.object(members, |canonical, key, node| {
            canonical
                .value(node, 1)
                .map_err(|fault| fault.in_argument(key))
        })?;
        self.push_byte(b']');
        Ok(())
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
                    Value::Number(number) => self.double(json_number(number)?)?,
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
                Arg::Int(integer) => self.double(exact(integer.into())?)?,
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
        members: impl Iterator<Item = (&'a str, Node<'a>)>,
        depth: usize,
    ) -> Result<(), Fault> {
        let depth = deeper(depth)?;
        let members =
            in_order(members.collect()).map_err(|key| Fault::DuplicateKey(key.to_owned()))?;
        self.object(members, |canonical, _, node| canonical.value(node, depth))
    }

    /// An object of members that are already in order.
    fn object<'a, E>(
        &mut self,
        members: Members<'a>,
        mut value: impl FnMut(&mut Self, &str, Node<'a>) -> Result<(), E>,
    ) -> Result<(), E> {
        self.push_byte(b'{');
        for (index, (key, node)) in members.into_iter().enumerate() {
            if index > 0 {
                self.push_byte(b',');
            }
            self.string(key);
            self.push_byte(b':');
            value(self, key, node)?;
        }
        self.push_byte(b'}');
        Ok(())
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
        if self.used == self.buffer.len() {
            self.flush();
        }
        if let Some(room) = self.buffer.get_mut(self.used) {
            *room = byte;
            self.used += 1;
        }
    }

    fn push(&mut self, bytes: &[u8]) {
        if let Some(room) = self.buffer.get_mut(self.used..self.used + bytes.len()) {
            room.copy_from_slice(bytes);
            self.used += bytes.len();
        } else {
            self.flush();
            self.hash.update(bytes);
        }
    }

    fn flush(&mut self) {
        self.hash
            .update(self.buffer.get(..self.used).unwrap_or_default());
        self.used = 0;
    }
}

impl fmt::Write for Canonical {
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
) -> impl Iterator<Item = (&str, Node<'_>)> {
    map.iter()
        .map(|(key, value)| (key.as_str(), Node::Json(value)))
}

fn pair_members<'a>(pairs: &'a [(&'a str, Arg<'a>)]) -> impl Iterator<Item = (&'a str, Node<'a>)> {
    pairs.iter().map(|(key, value)| (*key, Node::Arg(value)))
}

/// The members by key, in code point order: for UTF-8 that is the order of the bytes, and so of
/// `str`. An error names a key that is there twice. A JSON map may come sorted or, with a feature
/// some other crate turned on, in order of insertion.
fn in_order(mut members: Members<'_>) -> Result<Members<'_>, &str> {
    if members.is_sorted_by(|(left, _), (right, _)| left < right) {
        return Ok(members);
    }
    members.sort_unstable_by_key(|(key, _)| *key);
    let mut keys = members.iter().map(|(key, _)| *key);
    let mut previous = keys.next();
    for key in keys {
        if previous == Some(key) {
            return Err(key);
        }
        previous = Some(key);
    }
    Ok(members)
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

/// How many bytes from the start need no escape.
fn plain_length(bytes: &[u8]) -> usize {
    /// Wide enough for vector instructions, which an early exit per byte would rule out.
    const BLOCK: usize = 16;
    let escaped = |byte: &u8| *byte < 0x20 || *byte == b'"' || *byte == b'\\';
    let (blocks, _) = bytes.as_chunks::<BLOCK>();
    let clean = blocks
        .iter()
        .take_while(|block| {
            !block
                .iter()
                .fold(false, |found, byte| found | escaped(byte))
        })
        .count();
    let tail = bytes.get(clean * BLOCK..).unwrap_or_default();
    clean * BLOCK + tail.iter().position(escaped).unwrap_or(tail.len())
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

    #[test]
    fn plain_runs_end_at_the_first_escape() {
        for place in 0..70 {
            let mut text = "a".repeat(70).into_bytes();
            assert_eq!(plain_length(&text), 70);
            for escaped in [0, 0x1f, b'"', b'\\'] {
                text[place] = escaped;
                assert_eq!(plain_length(&text), place);
            }
            // None of these is escaped; 0xC3 starts a two-byte character.
            for plain in [0x20, 0x7f, 0xC3, b'/'] {
                text[place] = plain;
                assert_eq!(plain_length(&text), 70);
            }
        }
    }
}
