//! `adjacency`

use crate::ordering::view::View;
use crate::ordering::{Adjacency, Detail, Primitive, Rule, Sink};

impl Adjacency {
    /// One finding per entry of the first kind whose direct successor is of a forbidden kind: the two of them.
    pub fn evaluate<P: Primitive>(&'static self, view: &View<P>, sink: &mut Sink<'_>) {
        if !sink.wants(Rule::Adjacency(self)) {
            return;
        }
        for (at, pair) in view.rows().windows(2).enumerate() {
            if let [row, next] = pair
                && row.kind == self.first
                && self.disallow_between.contains(&next.kind)
            {
                let detail = Detail::Adjacency {
                    first: row.kind,
                    next: next.kind,
                };
                sink.at(view, Rule::Adjacency(self), [at, at + 1], detail);
            }
        }
    }
}
