//! `alternation`

use crate::ordering::view::View;
use crate::ordering::{Alternation, Detail, Kind, Primitive, Rule, Sink};

impl Alternation {
    /// One finding per pair of consecutive messages of one role (thoughts and calls between them do not count), then
    /// one per role group with too many tool calls. Which role begins is not checked.
    pub fn evaluate<P: Primitive>(&'static self, view: &View<P>, sink: &mut Sink<'_>) {
        if !sink.wants(Rule::Alternation(self)) {
            return;
        }
        self.pairs(view, sink);
        if let Some(most) = self.max_per_group {
            self.caps(view, most, sink);
        }
    }

    fn pairs<P: Primitive>(&'static self, view: &View<P>, sink: &mut Sink<'_>) {
        let mut previous = None;
        for (at, row) in view.of_kind(Kind::Message) {
            if let Some((before, role)) = previous
                && role == row.role
            {
                let detail = Detail::RepeatedRole { role };
                sink.at(view, Rule::Alternation(self), [before, at], detail);
            }
            previous = Some((at, row.role));
        }
    }

    fn caps<P: Primitive>(&'static self, view: &View<P>, most: u64, sink: &mut Sink<'_>) {
        for group in view.groups() {
            let calls = || {
                view.slice(group.clone())
                    .filter(|(_, row)| row.kind == Kind::ToolCall)
                    .map(|(at, _)| at)
            };
            let count = calls().count();
            if count as u64 > most {
                let detail = Detail::TooManyCalls { calls: count, most };
                sink.at(view, Rule::Alternation(self), calls(), detail);
            }
        }
    }
}
