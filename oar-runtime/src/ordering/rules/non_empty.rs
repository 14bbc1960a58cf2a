//! `nonEmptyTurn`

use crate::ordering::view::View;
use crate::ordering::{Detail, Kind, NonEmptyTurn, Primitive, Role, Rule, Sink};

impl NonEmptyTurn {
    /// One finding per empty turn.
    pub fn evaluate<P: Primitive>(&'static self, view: &View<P>, sink: &mut Sink<'_>) {
        if !sink.wants(Rule::NonEmptyTurn(self)) {
            return;
        }
        match (self.only_terminal, self.role) {
            (false, _) => self.all_turns(view, sink),
            (true, Role::Assistant) => self.terminal_assistant(view, sink),
            (true, Role::User) => self.terminal_user(view, sink),
        }
    }

    /// A blank message passes only if its own role group makes a call.
    fn all_turns<P: Primitive>(&'static self, view: &View<P>, sink: &mut Sink<'_>) {
        for group in view.groups() {
            let of_role = view.rows().get(group.start).map(|row| row.role) == Some(self.role);
            if !of_role
                || view
                    .slice(group.clone())
                    .any(|(_, row)| row.kind == Kind::ToolCall)
            {
                continue;
            }
            for (at, _) in view.slice(group).filter(|(_, row)| row.is_blank_message()) {
                self.report(view, [at], sink);
            }
        }
    }

    /// The assistant's last turn is everything after the last user message: a tail of nothing but thoughts is the
    /// very failure that providers punish. No entry there means that nothing was said yet.
    fn terminal_assistant<P: Primitive>(&'static self, view: &View<P>, sink: &mut Sink<'_>) {
        let start = view.latest_user_message().map_or(0, |at| at + 1);
        let turn = start..view.rows().len();
        let speaks = view.slice(turn.clone()).any(|(_, row)| match row.kind {
            Kind::Message => !row.is_blank_message(),
            Kind::Thought => false,
            Kind::ToolCall => true,
        });
        if !speaks && !turn.is_empty() {
            self.report(view, turn, sink);
        }
    }

    /// The last entry, if the user wrote it: blank, and not directly after a tool call.
    fn terminal_user<P: Primitive>(&'static self, view: &View<P>, sink: &mut Sink<'_>) {
        let mut from_end = view.rows().iter().rev();
        let Some(last) = from_end.next() else {
            return;
        };
        let after_call = from_end
            .next()
            .is_some_and(|row| row.kind == Kind::ToolCall);
        if last.is_message_of(Role::User) && last.is_blank_message() && !after_call {
            self.report(view, [view.rows().len() - 1], sink);
        }
    }

    fn report<P: Primitive>(
        &'static self,
        view: &View<P>,
        positions: impl IntoIterator<Item = usize>,
        sink: &mut Sink<'_>,
    ) {
        let detail = Detail::EmptyTurn { role: self.role };
        sink.at(view, Rule::NonEmptyTurn(self), positions, detail);
    }
}
