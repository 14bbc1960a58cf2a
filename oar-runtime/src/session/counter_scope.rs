//! The value of a counter scope.

use std::borrow::Cow;
use std::fmt;
use std::hash::{Hash, Hasher};

use crate::fingerprint::Fingerprint;

/// The value of a counter scope at an occurrence (OAR-FIRE-10): a text. [`Display`](fmt::Display) gives it.
///
/// The fingerprint of a call is known by the bytes that it spells: calls are what is counted most, and their digits are then
/// never written. It equals its text.
#[derive(Clone)]
pub struct CounterScope<'a>(Value<'a>);

#[derive(Clone)]
enum Value<'a> {
    Text(Cow<'a, str>),
    /// The text of a fingerprint.
    Digest(&'a [u8; 32]),
}

/// What tells values apart.
#[derive(PartialEq, Eq, Hash)]
pub(super) enum Bytes<'s> {
    /// Never of a fingerprint.
    Text(&'s str),
    Digest(Cow<'s, [u8; 32]>),
}

impl<'a> CounterScope<'a> {
    /// A counter scope of that text.
    #[inline]
    #[must_use]
    pub fn new(text: impl Into<Cow<'a, str>>) -> Self {
        Self(Value::Text(text.into()))
    }

    /// A counter scope whose text is a fingerprint.
    #[inline]
    #[must_use]
    pub(crate) fn fingerprint(digest: &'a [u8; 32]) -> Self {
        Self(Value::Digest(digest))
    }

    #[inline]
    pub(super) fn bytes(&self) -> Bytes<'_> {
        match &self.0 {
            Value::Digest(digest) => Bytes::Digest(Cow::Borrowed(digest)),
            Value::Text(text) => match Fingerprint::digest_of(text) {
                Some(digest) => Bytes::Digest(Cow::Owned(digest)),
                None => Bytes::Text(text),
            },
        }
    }
}

impl PartialEq for CounterScope<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.bytes() == other.bytes()
    }
}

impl Eq for CounterScope<'_> {}

impl Hash for CounterScope<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.bytes().hash(state);
    }
}

impl fmt::Display for CounterScope<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Value::Text(text) => f.write_str(text),
            Value::Digest(digest) => Fingerprint::from_digest(digest).fmt(f),
        }
    }
}

impl fmt::Debug for CounterScope<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.to_string().fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fingerprint_is_the_same_value_as_its_text() {
        let digest: [u8; 32] = std::array::from_fn(|at| (at * 8) as u8);
        let computed = CounterScope::fingerprint(&digest);
        let stated = CounterScope::new(computed.to_string());
        assert_eq!(stated, computed);
        let other = digest.map(|byte| byte ^ 1);
        assert_ne!(CounterScope::fingerprint(&other), computed);
        assert_ne!(stated, CounterScope::fingerprint(&other));
    }

    #[test]
    fn every_other_text_stays_as_it_is() {
        let digits = "0123456789abcdef".repeat(4);
        let others = [
            String::new(),
            digits[1..].to_owned(),
            format!("{digits}0"),
            digits.to_uppercase(),
            digits.replace('9', "g"),
            "é".repeat(32),
        ];
        for text in &others {
            let scope = CounterScope::new(text);
            assert!(matches!(scope.bytes(), Bytes::Text(same) if same == text));
            assert_eq!(scope.to_string(), *text);
        }
        let scope = CounterScope::new(&digits);
        assert!(matches!(scope.bytes(), Bytes::Digest(_)));
        assert_eq!(scope.to_string(), digits);
    }
}
