//! The activity window (OAR-PROF-9, OAR-FACT-12).

use std::collections::VecDeque;

/// The names of the calls admitted lately, oldest first.
#[derive(Clone, Debug, Default)]
pub struct Activity {
    steps: VecDeque<String>,
}

impl Activity {
    /// The steps, oldest first.
    pub fn steps(&self) -> impl ExactSizeIterator<Item = &str> {
        self.steps.iter().map(String::as_str)
    }

    /// Appends a step and drops the oldest beyond `window`, whose buffer the new one reuses: a full window allocates
    /// nothing more.
    pub(super) fn admit(&mut self, step: &str, window: usize) {
        if window == 0 {
            return;
        }
        let mut buffer = String::new();
        while self.steps.len() >= window {
            buffer = self.steps.pop_front().unwrap_or_default();
        }
        buffer.clear();
        buffer.push_str(step);
        self.steps.push_back(buffer);
    }
}

/// Whether `flow` is a subsequence of `steps`, contiguous or not (OAR-FACT-12).
pub(crate) fn matches<'s>(flow: &[&str], steps: impl Iterator<Item = &'s str>) -> bool {
    let mut wanted = flow.iter();
    let mut next = wanted.next();
    for step in steps {
        if next.is_some_and(|&wanted| wanted == step) {
            next = wanted.next();
        }
    }
    next.is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flow_is_a_subsequence_in_order() {
        let steps = || ["read", "grep", "write"].into_iter();
        assert!(matches(&["read", "write"], steps()));
        assert!(!matches(&["write", "read"], steps()));
        assert!(!matches(&["read", "read"], steps()));
        assert!(!matches(&["read"], [].into_iter()));
    }

    #[test]
    fn the_window_keeps_the_latest_steps_oldest_first() {
        let mut activity = Activity::default();
        for step in ["a", "b", "c"] {
            activity.admit(step, 2);
        }
        assert_eq!(activity.steps().collect::<Vec<_>>(), ["b", "c"]);
        activity.admit("d", 0);
        assert_eq!(activity.steps().len(), 2);
    }
}
