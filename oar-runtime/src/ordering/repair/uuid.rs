//! Version 6 UUIDs (RFC 9562, section 5.6) without a clock or a random source.

use sha2::{Digest, Sha256};

/// The Gregorian epoch of UUID time before the Unix epoch, in units of 100 ns.
const GREGORIAN_OFFSET: i128 = 0x01B2_1DD2_1381_4000;

/// A time-ordered id for one member of a collision. Its time is the member's own creation in milliseconds; clock
/// sequence and node come from a hash of the old id and the member's index, so that the same timeline always yields
/// the same id.
pub(super) fn v6(old: &str, index: usize, at: i64) -> String {
    let ticks = (i128::from(at) * 10_000 + GREGORIAN_OFFSET) as u128;
    let (high, mid, low) = (
        (ticks >> 28) & 0xFFFF_FFFF,
        (ticks >> 12) & 0xFFFF,
        ticks & 0xFFF,
    );
    let mut hash = Sha256::new();
    hash.update((index as u64).to_be_bytes());
    hash.update(at.to_be_bytes());
    hash.update(old.as_bytes());
    let digest = hash.finalize();
    let bits = digest
        .iter()
        .take(8)
        .fold(0_u64, |bits, &byte| (bits << 8) | u64::from(byte));
    let clock = (bits >> 48) & 0x3FFF;
    // The multicast bit marks a node that is no hardware address (RFC 9562, section 6.10).
    let node = (bits & 0xFFFF_FFFF_FFFF) | 0x0100_0000_0000;
    format!(
        "{high:08x}-{mid:04x}-6{low:03x}-{:04x}-{node:012x}",
        0x8000 | clock
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_is_in_front_and_the_rest_tells_members_apart() {
        // 0x01B21DD213814000 is the Unix epoch: high 1b21dd21, mid 3814, low 000.
        let first = v6("x", 0, 0);
        assert!(first.starts_with("1b21dd21-3814-6000-"), "{first}");
        assert_eq!(first.len(), 36);
        assert_ne!(first, v6("x", 1, 0));
        assert_ne!(first, v6("y", 0, 0));
        assert_eq!(first, v6("x", 0, 0));
    }
}
