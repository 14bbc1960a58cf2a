//! Which call a result belongs to.

use std::collections::{HashMap, VecDeque};

/// The calls seen so far, by id. Several may share one.
#[derive(Default)]
pub(super) struct Calls<'v> {
    waiting: HashMap<&'v str, VecDeque<usize>>,
    last: HashMap<&'v str, usize>,
}

impl<'v> Calls<'v> {
    pub(super) fn made(&mut self, id: &'v str, call: usize) {
        self.waiting.entry(id).or_default().push_back(call);
        self.last.insert(id, call);
    }

    /// The call that a result answers: of those that share the id the first that waits, or else the last one.
    pub(super) fn answered(&mut self, id: &str) -> Option<usize> {
        let waiting = self.waiting.get_mut(id).and_then(VecDeque::pop_front);
        waiting.or_else(|| self.last.get(id).copied())
    }
}
