//! A list that nearly always holds none or one.

/// A list that costs one word to make and one test to drop while it is empty, and allocates from the second item on.
#[derive(Clone, Debug, Default)]
pub(crate) enum Few<T> {
    #[default]
    None,
    One(T),
    Many(Vec<T>),
}

impl<T> Few<T> {
    #[inline]
    pub(crate) fn as_slice(&self) -> &[T] {
        match self {
            Self::None => &[],
            Self::One(item) => std::slice::from_ref(item),
            Self::Many(items) => items,
        }
    }

    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.as_slice().is_empty()
    }

    #[inline]
    pub(crate) fn push(&mut self, item: T) {
        if let Self::None = self {
            *self = Self::One(item);
        } else {
            self.push_more(item);
        }
    }

    #[cold]
    fn push_more(&mut self, item: T) {
        let mut items: Vec<T> = std::mem::take(self).into_iter().collect();
        items.push(item);
        *self = Self::Many(items);
    }

    /// Removes the first item that is wanted.
    pub(crate) fn take_first(&mut self, mut wanted: impl FnMut(&T) -> bool) -> Option<T> {
        match self {
            Self::Many(items) => {
                let at = items.iter().position(wanted)?;
                Some(items.remove(at))
            }
            Self::One(item) if wanted(item) => std::mem::take(self).into_iter().next(),
            Self::None | Self::One(_) => None,
        }
    }
}

impl<T> IntoIterator for Few<T> {
    type Item = T;
    type IntoIter = std::iter::Chain<std::option::IntoIter<T>, std::vec::IntoIter<T>>;

    fn into_iter(self) -> Self::IntoIter {
        let (one, many) = match self {
            Self::None => (None, Vec::new()),
            Self::One(item) => (Some(item), Vec::new()),
            Self::Many(items) => (None, items),
        };
        one.into_iter().chain(many)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn few(items: &[i32]) -> Few<i32> {
        let mut few = Few::None;
        items.iter().for_each(|item| few.push(*item));
        few
    }

    #[test]
    fn items_keep_their_order() {
        for count in 0..4 {
            let items: Vec<i32> = (0..count).collect();
            assert_eq!(few(&items).as_slice(), items);
            assert_eq!(few(&items).into_iter().collect::<Vec<_>>(), items);
            assert_eq!(few(&items).is_empty(), count == 0);
        }
    }

    #[test]
    fn taking_leaves_the_rest() {
        let mut three = few(&[1, 2, 3]);
        assert_eq!(three.take_first(|item| *item == 2), Some(2));
        assert_eq!(three.take_first(|item| *item == 2), None);
        assert_eq!(three.as_slice(), [1, 3]);

        let mut one = few(&[1]);
        assert_eq!(one.take_first(|item| *item == 2), None);
        assert_eq!(one.take_first(|item| *item == 1), Some(1));
        assert!(one.is_empty());
    }
}
