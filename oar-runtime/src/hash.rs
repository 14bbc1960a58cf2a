//! The selector index: from a string to the rules that select it, in constant time.

/// A perfect-enough hash table built by the compiler: open addressing over a power of two, at most half full.
#[derive(Debug)]
pub struct Table {
    /// The slots; their number is a power of two, or zero.
    pub slots: &'static [Slot],
}

/// A value and the rules whose clause holds it; an empty list marks a free slot.
pub type Slot = (&'static str, &'static [u32]);

impl Table {
    /// The rules whose clause holds a value, ascending.
    #[inline]
    #[must_use]
    pub fn get(&self, value: &str) -> &'static [u32] {
        let mask = self.slots.len().wrapping_sub(1);
        let mut at = hash(value) as usize;
        // At most half of the slots are taken, so a free one ends the search.
        for _ in 0..self.slots.len() {
            let Some(&(key, rules)) = self.slots.get(at & mask) else {
                break;
            };
            if rules.is_empty() {
                break;
            }
            if key == value {
                return rules;
            }
            at = at.wrapping_add(1);
        }
        &[]
    }
}

/// A fast, fixed hash: the compiler and the generated code must agree on it, so its value is part of the generated
/// code's contract. Selector values come from the pack, not from an attacker, and a lookup never inserts, so it needs no
/// secret.
#[inline]
#[must_use]
pub fn hash(value: &str) -> u32 {
    const MULTIPLIER: u64 = 0x9E37_79B9_7F4A_7C15;
    let (chunks, rest) = value.as_bytes().as_chunks::<8>();
    let mut state = value.len() as u64;
    for chunk in chunks {
        state = (state ^ u64::from_le_bytes(*chunk))
            .wrapping_mul(MULTIPLIER)
            .rotate_left(29);
    }
    let mut tail = 0u64;
    for &byte in rest {
        tail = (tail << 8) | u64::from(byte);
    }
    state = (state ^ tail).wrapping_mul(MULTIPLIER);
    (state >> 32) as u32
}
