//! A part that is rarely there.

use std::fmt;

/// A boxed part that most values of a type do without. Dropping it costs one test where it is absent, which a compiler
/// inlines; what there is to drop otherwise is elsewhere.
pub(crate) struct Rare<T>(Option<Box<T>>);

impl<T> Rare<T> {
    /// Absent.
    pub(crate) const NONE: Self = Self(None);

    #[inline]
    pub(crate) fn get(&self) -> Option<&T> {
        self.0.as_deref()
    }

    #[inline]
    pub(crate) fn get_mut(&mut self) -> Option<&mut T> {
        self.0.as_deref_mut()
    }
}

impl<T> Default for Rare<T> {
    fn default() -> Self {
        Self::NONE
    }
}

impl<T: Default> Rare<T> {
    /// The part, made if it is absent.
    pub(crate) fn get_or_default(&mut self) -> &mut T {
        self.0.get_or_insert_default()
    }
}

impl<T> Drop for Rare<T> {
    #[inline]
    fn drop(&mut self) {
        #[cold]
        #[inline(never)]
        fn discard<T>(value: Option<Box<T>>) {
            drop(value);
        }
        if self.0.is_some() {
            discard(self.0.take());
        }
    }
}

impl<T: Clone> Clone for Rare<T> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<T: fmt::Debug> fmt::Debug for Rare<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
