//! The digest that identifies a repeat of the same tool call (OAR-FACT-28).

mod canonical;
mod error;
mod plain;
#[cfg(test)]
mod tests;

use std::fmt;

use crate::args::Args;
use canonical::Canonical;
pub use error::FingerprintError;

/// Arguments nested deeper than this are refused; the arguments themselves are the first level.
pub const MAX_DEPTH: usize = 128;

/// The value of `tool_args_fingerprint`: 64 lowercase hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Fingerprint([u8; 64]);

impl Fingerprint {
    #[inline]
    pub(crate) fn from_digest(digest: &[u8; 32]) -> Self {
        const fn hex(nibble: u8) -> u8 {
            match nibble {
                0..=9 => b'0' + nibble,
                _ => b'a' + nibble - 10,
            }
        }
        let mut digits = [0; 64];
        for (pair, byte) in digits.as_chunks_mut().0.iter_mut().zip(digest) {
            *pair = [hex(byte >> 4), hex(byte & 15)];
        }
        Self(digits)
    }

    /// The digest that a text spells, if it is the text of a fingerprint.
    #[inline]
    pub(crate) fn digest_of(text: &str) -> Option<[u8; 32]> {
        const fn value(digit: u8) -> Option<u8> {
            match digit {
                b'0'..=b'9' => Some(digit - b'0'),
                b'a'..=b'f' => Some(digit - b'a' + 10),
                _ => None,
            }
        }
        let digits: &[u8; 64] = text.as_bytes().try_into().ok()?;
        let mut digest = [0; 32];
        for (byte, [high, low]) in digest.iter_mut().zip(digits.as_chunks().0) {
            *byte = value(*high)? << 4 | value(*low)?;
        }
        Some(digest)
    }

    /// The fingerprint as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        // INVARIANT: `from_digest` is the only constructor and writes hexadecimal digits.
        str::from_utf8(&self.0).unwrap_or("")
    }
}

impl fmt::Debug for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Fingerprint({self})")
    }
}

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The fingerprint of a call of `tool` with `args`: the SHA-256 of `oar-tool-1.0`, U+0000 and the
/// canonical JSON of `[tool, args]` (OAR-FACT-28).
///
/// Nothing is allocated while no object has more than 16 keys. A JSON integer that the JSON reader
/// itself already turned into a double (`serde_json` does, outside 64 bits) is seen as that double.
///
/// # Errors
/// When the arguments have no canonical JSON: an integer that binary64 does not hold exactly, a
/// double that is not finite, two arguments of one name, or nesting beyond [`MAX_DEPTH`]. For a rule
/// that reads the fingerprint this is a fact-provider failure.
pub fn fingerprint(tool: &str, args: Args<'_>) -> Result<Fingerprint, FingerprintError> {
    let mut bytes = [0; 32];
    digest(tool, args, &mut bytes)?;
    Ok(Fingerprint::from_digest(&bytes))
}

/// Writes the bytes that [`fingerprint`] spells. They are not returned, for that would be to move them, in other pieces than
/// they were just written in, which a processor does not like.
pub(crate) fn digest(
    tool: &str,
    args: Args<'_>,
    bytes: &mut [u8; 32],
) -> Result<(), FingerprintError> {
    let mut buffer = [0; _];
    let mut canonical = Canonical::new(&mut buffer);
    canonical.call(b"oar-tool-1.0\0", tool, args)?;
    *bytes = canonical.digest();
    Ok(())
}
