//! `staleContentAdvisory`

use crate::ordering::view::View;
use crate::ordering::{Detail, Primitive, Rule, Sink, StaleContentAdvisory};

impl StaleContentAdvisory {
    /// One advisory with every entry of the kind that stands before the last user message.
    pub fn evaluate<P: Primitive>(&'static self, view: &View<P>, sink: &mut Sink<'_>) {
        if !sink.wants(Rule::StaleContentAdvisory(self)) {
            return;
        }
        let Some(boundary) = view.latest_user_message() else {
            return;
        };
        let mut stale = view
            .slice(0..boundary)
            .filter(|(_, row)| row.kind == self.kind)
            .map(|(at, _)| at)
            .peekable();
        if stale.peek().is_some() {
            let detail = Detail::Stale { kind: self.kind };
            sink.at(view, Rule::StaleContentAdvisory(self), stale, detail);
        }
    }
}
