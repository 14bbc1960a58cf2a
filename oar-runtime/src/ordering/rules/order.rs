//! `order`

use std::ops::Range;

use crate::ordering::view::View;
use crate::ordering::{Detail, Order, OrderScope, Primitive, Rule, Sink};

impl Order {
    /// One finding per scope whose last `before` stands after its first `after`: all `before` entries, then all
    /// `after` entries.
    pub fn evaluate<P: Primitive>(&'static self, view: &View<P>, sink: &mut Sink<'_>) {
        if !sink.wants(Rule::Order(self)) {
            return;
        }
        match self.scope {
            OrderScope::EntireTurn => self.scan(view, 0..view.rows().len(), sink),
            OrderScope::RoleGroup if self.only_latest_group => {
                if let Some(group) = view.latest_group() {
                    self.scan(view, group, sink);
                }
            }
            OrderScope::RoleGroup => {
                for group in view.groups() {
                    self.scan(view, group, sink);
                }
            }
        }
    }

    fn scan<P: Primitive>(&'static self, view: &View<P>, range: Range<usize>, sink: &mut Sink<'_>) {
        let mut last_before = None;
        let mut first_after = None;
        for (at, row) in view.slice(range.clone()) {
            if row.kind == self.before {
                last_before = Some(at);
            } else if row.kind == self.after && first_after.is_none() {
                first_after = Some(at);
            }
        }
        if let (Some(before), Some(after)) = (last_before, first_after)
            && before > after
        {
            let of = |kind| {
                view.slice(range.clone())
                    .filter(move |(_, row)| row.kind == kind)
                    .map(|(at, _)| at)
            };
            let detail = Detail::Order {
                before: self.before,
                after: self.after,
            };
            let positions = of(self.before).chain(of(self.after));
            sink.at(view, Rule::Order(self), positions, detail);
        }
    }
}
