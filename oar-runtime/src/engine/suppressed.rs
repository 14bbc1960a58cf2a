//! The rules that are suppressed at an occurrence.

use smallvec::SmallVec;

/// A set of rules, one bit each.
#[derive(Debug, Default)]
pub(super) struct Suppressed(SmallVec<[u64; 2]>);

impl Suppressed {
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn insert(&mut self, rule: u32) {
        let word = (rule / 64) as usize;
        if self.0.len() <= word {
            self.0.resize(word + 1, 0);
        }
        // INVARIANT: resized to hold the word.
        self.0[word] |= 1 << (rule % 64);
    }

    #[inline]
    pub(super) fn contains(&self, rule: u32) -> bool {
        let word = self.0.get((rule / 64) as usize);
        word.is_some_and(|word| word & (1 << (rule % 64)) != 0)
    }
}
