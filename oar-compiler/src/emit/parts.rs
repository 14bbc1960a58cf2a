//! Cuts a deep condition into functions.
//!
//! A host may allow conditions of any size (OAR-EXPR-17), and neither this compiler's writer, nor rustc, nor the stack of
//! the running host should have to follow one to its full depth in one piece.

use std::collections::HashMap;

use crate::condition::Typed;

/// How deep one function's expression goes.
const DEPTH: usize = 48;

/// The sub-expressions of a condition that become functions of their own.
#[derive(Default)]
pub(super) struct Parts<'t> {
    numbers: HashMap<*const Typed, usize>,
    list: Vec<&'t Typed>,
}

impl<'t> Parts<'t> {
    pub(super) fn of(condition: &'t Typed) -> Self {
        let mut parts = Self::default();
        let mut due = vec![(condition, 0)];
        while let Some((node, depth)) = due.pop() {
            let leaf = node.children().next().is_none();
            let cut = depth >= DEPTH && !leaf;
            if cut {
                parts
                    .numbers
                    .insert(std::ptr::from_ref(node), parts.list.len());
                parts.list.push(node);
            }
            let below = if cut { 1 } else { depth + 1 };
            due.extend(node.children().map(|child| (child, below)));
        }
        parts
    }

    /// The number of the function that an expression became.
    pub(super) fn number(&self, node: &Typed) -> Option<usize> {
        // By address: each node of one tree has its own, and most trees have no parts at all.
        if self.list.is_empty() {
            None
        } else {
            self.numbers.get(&std::ptr::from_ref(node)).copied()
        }
    }

    /// The expressions, by number.
    pub(super) fn iter(&self) -> impl Iterator<Item = &'t Typed> {
        self.list.iter().copied()
    }
}
