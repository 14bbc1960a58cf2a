//! Digests, for what is built once.

use std::fmt::Write;

use sha2::{Digest, Sha256};

/// The digest of some pieces, in 32 hexadecimal digits. Where one piece ends matters.
#[must_use]
pub fn digest<'p>(pieces: impl IntoIterator<Item = &'p [u8]>) -> String {
    let mut hash = Sha256::new();
    for piece in pieces {
        hash.update((piece.len() as u64).to_le_bytes());
        hash.update(piece);
    }
    let mut digits = String::new();
    for byte in hash.finalize().iter().take(16) {
        // Writing to a string does not fail.
        let _ = write!(digits, "{byte:02x}");
    }
    digits
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_do_not_run_together() {
        assert_ne!(digest([&b"ab"[..], b"c"]), digest([&b"a"[..], b"bc"]));
        assert_eq!(digest([&b"ab"[..]]).len(), 32);
    }
}
