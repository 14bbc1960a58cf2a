//! The counters that one occurrence has read, where a pack has many of them.

use std::cell::{OnceCell, RefCell};
use std::collections::BTreeMap;

use crate::raise::Raise;
use crate::session::Counts;

/// The counters read so far, by the number of the rule that owns them: every condition of an occurrence observes the same
/// values, whoever else writes to the store meanwhile (OAR-FIRE-6).
///
/// A map and not a cell for each: what an occurrence pays follows the counters that it reads, not those of the pack. One that
/// reads none has no map either.
#[derive(Debug, Default)]
pub struct KeptCounts(OnceCell<Box<Map>>);

type Map = RefCell<BTreeMap<u32, Result<Counts, Raise>>>;

impl KeptCounts {
    /// The counters of a rule, read when they were not before.
    ///
    /// # Errors
    /// The store could not be read, now or before.
    #[inline(never)]
    pub fn once(
        &self,
        rule: u32,
        read: impl FnOnce() -> Result<Counts, Raise>,
    ) -> Result<Counts, Raise> {
        let map = self.0.get_or_init(Box::default);
        // INVARIANT: both borrows end before anything else is called.
        let known = map.borrow().get(&rule).cloned();
        if let Some(counts) = known {
            return counts;
        }
        let counts = read();
        map.borrow_mut().insert(rule, counts.clone());
        counts
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::StoreError;

    #[test]
    fn each_counter_is_read_once_and_failures_stay() {
        let kept = KeptCounts::default();
        let three = Counts {
            fire: 3,
            ..Counts::default()
        };
        assert_eq!(kept.once(7, || Ok(three)), Ok(three));
        assert_eq!(kept.once(7, || panic!("read again")), Ok(three));
        let down = || Err(Raise::from(StoreError::new("down")));
        assert_eq!(kept.once(8, down), down());
        assert_eq!(kept.once(8, || Ok(three)), down());
        assert_eq!(kept.once(7, || panic!("read again")), Ok(three));
    }
}
