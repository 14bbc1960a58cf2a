//! Why arguments have no fingerprint.

use std::error::Error;
use std::fmt;

use super::MAX_DEPTH;

/// Why arguments have no canonical JSON, and so no fingerprint (OAR-FACT-28).
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FingerprintError {
    /// An integer that binary64 does not hold exactly.
    InexactInteger {
        /// The argument that is or holds it.
        argument: String,
        /// The integer, in base 10.
        integer: String,
    },
    /// An infinity, NaN, or a number beyond the range of binary64.
    NotFinite {
        /// The argument that is or holds it.
        argument: String,
    },
    /// Two values under one name.
    DuplicateKey {
        /// The argument that is repeated, or that holds the repeated name.
        argument: String,
        /// The repeated name.
        key: String,
    },
    /// Lists and objects nested beyond [`MAX_DEPTH`].
    TooDeep {
        /// The argument that holds them.
        argument: String,
    },
}

impl fmt::Display for FingerprintError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::InexactInteger { argument, integer } => write!(
                f,
                "tool argument `{argument}` holds the integer {integer}, which a 64-bit float does \
                 not hold exactly; pass it as a string"
            ),
            Self::NotFinite { argument } => write!(
                f,
                "tool argument `{argument}` holds a number that is not a finite 64-bit float; pass \
                 it as a string, or leave it out"
            ),
            Self::DuplicateKey { argument, key } => write!(
                f,
                "tool argument `{argument}` has the name `{key}` twice; pass each name once"
            ),
            Self::TooDeep { argument } => write!(
                f,
                "tool argument `{argument}` is nested more than {MAX_DEPTH} levels deep; flatten it, \
                 or pass the inner levels as a string"
            ),
        }
    }
}

impl Error for FingerprintError {}

/// What is wrong, before it is known in which argument.
#[derive(Debug)]
pub(super) enum Fault {
    InexactInteger(String),
    NotFinite,
    DuplicateKey(String),
    TooDeep,
}

impl Fault {
    pub(super) fn in_argument(self, argument: &str) -> FingerprintError {
        let argument = argument.to_owned();
        match self {
            Self::InexactInteger(integer) => FingerprintError::InexactInteger { argument, integer },
            Self::NotFinite => FingerprintError::NotFinite { argument },
            Self::DuplicateKey(key) => FingerprintError::DuplicateKey { argument, key },
            Self::TooDeep => FingerprintError::TooDeep { argument },
        }
    }
}
