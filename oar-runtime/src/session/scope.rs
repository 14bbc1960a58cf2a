//! A counter scope as the table of counters holds it: in place, as far as it can be.

/// Bytes of text that are held in place: those of a fingerprint, which is what calls are told apart by (OAR-FACT-28).
const SHORT: usize = 64;

/// A counter scope value (OAR-FIRE-10).
#[derive(Debug)]
pub(super) enum Scope {
    /// The rule has no `counter_scope`, which is not the empty scope.
    Absent,
    /// Text in place.
    Short { length: u8, bytes: [u8; SHORT] },
    /// Longer text.
    Long(Box<str>),
}

impl Scope {
    pub(super) fn new(value: Option<&str>) -> Self {
        let Some(text) = value else {
            return Self::Absent;
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
    pub(super) fn is(&self, value: Option<&str>) -> bool {
        match (self, value) {
            (Self::Absent, None) => true,
            (Self::Short { length, bytes }, Some(text)) => {
                bytes.get(..usize::from(*length)) == Some(text.as_bytes())
            }
            (Self::Long(held), Some(text)) => **held == *text,
            _ => false,
        }
    }

    /// The scope value.
    pub(super) fn value(&self) -> Option<&str> {
        match self {
            Self::Absent => None,
            Self::Short { length, bytes } => {
                let bytes = bytes.get(..usize::from(*length)).unwrap_or_default();
                // INVARIANT: `new` is the only constructor and copies a whole `str`.
                Some(str::from_utf8(bytes).unwrap_or_default())
            }
            Self::Long(text) => Some(text),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_is_kept_as_it_was_and_told_from_every_other() {
        let mut texts: Vec<String> = (0..4).map(|length| "\0".repeat(length)).collect();
        texts.extend((62..67).map(|length| "0".repeat(length)));
        texts.extend((31..34).map(|length| "é".repeat(length)));
        texts.push("0123456789abcdef".repeat(4));
        texts.push("0123456789ABCDEF".repeat(4));
        texts.push("x".repeat(1000));
        let values = || std::iter::once(None).chain(texts.iter().map(|text| Some(&**text)));
        for (at, held) in values().enumerate() {
            let scope = Scope::new(held);
            assert_eq!(scope.value(), held);
            for (other, value) in values().enumerate() {
                assert_eq!(scope.is(value), at == other, "{held:?}, {value:?}");
            }
        }
    }

    #[test]
    fn a_fingerprint_is_held_in_place() {
        let fingerprint = "0".repeat(64);
        assert!(matches!(
            Scope::new(Some(&fingerprint)),
            Scope::Short { length: 64, .. }
        ));
    }
}
