//! The selector index: from a string to the rules that select it, in constant time.

/// A perfect-enough hash table built by the compiler: open addressing over a power of two, at most half full.
#[derive(Debug)]
pub struct Table {
    /// The slots; their number is a power of two, or zero.
    pub slots: &'static [Slot],
}

/// A value and the number of a lane; [`FREE`] is none.
pub type Slot = (&'static str, u32);

/// A free slot.
pub const FREE: Slot = ("", u32::MAX);

impl Table {
    /// The lane of the rules whose clause holds a value.
    #[inline]
    #[must_use]
    pub fn get(&self, value: &str) -> Option<u32> {
        let mask = self.slots.len().wrapping_sub(1);
        let start = hash(value) as usize;
        // At most half of the slots are taken, so a free one ends the search.
        for step in 0..self.slots.len() {
            let (key, lane) = *self.slots.get(start.wrapping_add(step) & mask)?;
            if lane == FREE.1 {
                break;
            }
            if key == value {
                return Some(lane);
            }
        }
        None
    }
}

/// A fast, fixed hash: the compiler and the generated code must agree on it, so its value is part of the generated
/// code's contract. Selector values come from the pack, not from an attacker, and a lookup never inserts, so it needs no
/// secret.
#[inline]
#[must_use]
pub fn hash(value: &str) -> u32 {
    const MULTIPLIER: u64 = 0x9E37_79B9_7F4A_7C15;
    let bytes = value.as_bytes();
    let length = bytes.len() as u64;
    let mixed = |state: u64, word: u64| (state ^ word).wrapping_mul(MULTIPLIER);
    // The last word overlaps the one before it, so that no length needs a loop over single bytes.
    let (state, last) = match (
        bytes.last_chunk::<8>(),
        bytes.first_chunk::<4>(),
        bytes.last_chunk::<4>(),
    ) {
        (Some(last), _, _) => {
            let (words, _) = bytes.as_chunks::<8>();
            let words = words.iter().map(|word| u64::from_le_bytes(*word));
            let state = words.fold(length, |state, word| mixed(state, word).rotate_left(29));
            (state, u64::from_le_bytes(*last))
        }
        (None, Some(first), Some(last)) => (
            length,
            u64::from(u32::from_le_bytes(*first)) << 32 | u64::from(u32::from_le_bytes(*last)),
        ),
        _ => (
            length,
            bytes
                .iter()
                .fold(0, |word, byte| word << 8 | u64::from(*byte)),
        ),
    };
    (mixed(state, last) >> 32) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_counts() {
        for length in 0..40_usize {
            let text = "a".repeat(length);
            let longer = "a".repeat(length + 1);
            assert_ne!(hash(&text), hash(&longer));
            for at in 0..length {
                let mut other = text.clone();
                other.replace_range(at..=at, "b");
                assert_ne!(hash(&text), hash(&other), "{length}, {at}");
            }
        }
    }
}
