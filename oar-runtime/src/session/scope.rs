//! A counter scope as the table of counters holds it: in place, as far as it can be.

use super::counter_scope::{Bytes, CounterScope};

/// Bytes of text that are held in place: as many as leave a counter in one cache line.
const SHORT: usize = 38;

/// A counter scope value (OAR-FIRE-10), or none.
#[derive(Debug)]
pub(super) enum Scope {
    /// The rule has no `counter_scope`, which is not the empty scope.
    Absent,
    /// The digest of a call, which is what is counted by most.
    Digest([u8; 32]),
    /// Text in place.
    Short { length: u8, bytes: [u8; SHORT] },
    /// Longer text.
    Long(Box<str>),
}

impl Scope {
    pub(super) fn new(value: Option<&CounterScope<'_>>) -> Self {
        let text = match value.map(CounterScope::bytes) {
            None => return Self::Absent,
            Some(Bytes::Digest(digest)) => return Self::Digest(*digest),
            Some(Bytes::Text(text)) => text,
        };
        let mut bytes = [0; SHORT];
        match (bytes.get_mut(..text.len()), u8::try_from(text.len())) {
            (Some(place), Ok(length)) => {
                place.copy_from_slice(text.as_bytes());
                Self::Short { length, bytes }
            }
            _ => Self::Long(text.into()),
        }
    }

    /// Whether it is this scope value.
    #[inline]
    pub(super) fn is(&self, value: Option<&CounterScope<'_>>) -> bool {
        match (self, value.map(CounterScope::bytes)) {
            (Self::Absent, None) => true,
            (Self::Digest(held), Some(Bytes::Digest(digest))) => *held == *digest,
            (Self::Short { length, bytes }, Some(Bytes::Text(text))) => {
                bytes.get(..usize::from(*length)) == Some(text.as_bytes())
            }
            (Self::Long(held), Some(Bytes::Text(text))) => **held == *text,
            _ => false,
        }
    }

    /// The scope value.
    pub(super) fn value(&self) -> Option<CounterScope<'_>> {
        match self {
            Self::Absent => None,
            Self::Digest(digest) => Some(CounterScope::fingerprint(digest)),
            Self::Short { length, bytes } => {
                let bytes = bytes.get(..usize::from(*length)).unwrap_or_default();
                // INVARIANT: `new` is the only constructor and copies a whole `str`.
                Some(CounterScope::new(str::from_utf8(bytes).unwrap_or_default()))
            }
            Self::Long(text) => Some(CounterScope::new(&**text)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_is_kept_as_it_was_and_told_from_every_other() {
        let mut texts: Vec<String> = (0..4).map(|length| "\0".repeat(length)).collect();
        texts.extend((36..41).map(|length| "0".repeat(length)));
        texts.extend((17..22).map(|length| "é".repeat(length)));
        texts.push("0123456789abcdef".repeat(4));
        texts.push("0123456789ABCDEF".repeat(4));
        texts.push("x".repeat(1000));
        let scopes: Vec<_> = texts.iter().map(CounterScope::new).collect();
        let values = || std::iter::once(None).chain(scopes.iter().map(Some));
        for (at, held) in values().enumerate() {
            let scope = Scope::new(held);
            assert_eq!(scope.value().as_ref(), held);
            for (other, value) in values().enumerate() {
                assert_eq!(scope.is(value), at == other, "{held:?}, {value:?}");
            }
        }
    }

    #[test]
    fn a_fingerprint_is_held_as_its_digest() {
        let fingerprint = CounterScope::new("0".repeat(64));
        assert!(matches!(Scope::new(Some(&fingerprint)), Scope::Digest(_)));
    }
}
