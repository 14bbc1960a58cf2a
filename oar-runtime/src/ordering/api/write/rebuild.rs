//! The list of messages put together again around a new order.

use serde_json::{Value, json};

use super::{Edits, Entries, put, shell};
use crate::ordering::api::wire::{ApiPrimitive, Fragment, Slot};
use crate::ordering::{Entry, Kind, Primitive};

/// One message of the new list.
struct Out {
    /// The message it came from; `None` for a filler. Of several that were joined, the last.
    source: Option<usize>,
    /// The messages of which this is the first piece.
    begins: Vec<usize>,
    /// The rank of the last piece put in.
    rank: u8,
    /// Whether it begins with results, which nothing may part from their calls.
    answers: bool,
    value: Value,
}

/// Puts the list together again.
pub(super) struct Rebuild<'r, 'e, 'v> {
    edits: &'r Edits<'e, 'v>,
    /// The pieces of each primitive with the message they came from, in wire order: the primitive's own, and its results.
    own: Vec<Vec<(usize, Fragment<'v>)>>,
    results: Vec<Vec<(usize, Fragment<'v>)>>,
    begun: Vec<bool>,
    out: Vec<Out>,
    pending: Vec<(usize, Fragment<'v>)>,
}

impl<'r, 'e, 'v> Rebuild<'r, 'e, 'v> {
    pub(super) fn new(edits: &'r Edits<'e, 'v>) -> Self {
        let timeline = edits.timeline;
        let mut own = vec![Vec::new(); timeline.primitives.len()];
        let mut results = own.clone();
        for (turn, content) in timeline.turns.iter().enumerate() {
            for fragment in &content.fragments {
                let lists = if fragment.is_result {
                    &mut results
                } else {
                    &mut own
                };
                if let Some(list) = fragment.owner.and_then(|owner| lists.get_mut(owner)) {
                    list.push((turn, *fragment));
                }
            }
        }
        Self {
            begun: vec![false; timeline.turns.len()],
            edits,
            own,
            results,
            out: Vec::new(),
            pending: Vec::new(),
        }
    }

    pub(super) fn run(mut self, entries: Entries<'_, 'v>) -> Vec<Value> {
        for entry in entries {
            match entry.index() {
                None => self.filler(entry),
                Some(index) => self.primitive(index, entry.kind()),
            }
        }
        self.flush();
        if self.edits.timeline.shape.merges {
            self.merge();
        }
        self.with_carried_messages()
    }

    fn filler(&mut self, entry: &Entry<&ApiPrimitive<'v>>) {
        self.flush();
        self.out.push(Out {
            source: None,
            begins: Vec::new(),
            rank: 0,
            answers: false,
            value: self.edits.timeline.shape.filler(entry.role()),
        });
    }

    fn primitive(&mut self, index: usize, kind: Kind) {
        let take = |lists: &mut Vec<Vec<_>>| lists.get_mut(index).map(std::mem::take);
        for (turn, fragment) in take(&mut self.own).unwrap_or_default() {
            if self.must_flush(turn, kind) {
                self.flush();
            }
            self.place(turn, fragment);
        }
        let results = take(&mut self.results).unwrap_or_default();
        self.pending.extend(results);
    }

    /// Whether the results of the calls so far come before a piece of that message.
    fn must_flush(&self, turn: usize, kind: Kind) -> bool {
        let stays = self
            .out
            .last()
            .is_some_and(|open| open.source == Some(turn));
        if self.pending.is_empty() || (stays && kind == Kind::ToolCall) {
            return false;
        }
        if self.edits.timeline.shape.flat && kind == Kind::ToolCall {
            // Calls made side by side stay side by side.
            return self.pending.iter().any(|&(result, _)| result < turn);
        }
        // Text behind a call in the same message stays there if the API can say so.
        !(stays && self.fits(turn, 0))
    }

    fn flush(&mut self) {
        let mut pending = std::mem::take(&mut self.pending);
        // Stable: results of one message keep their order.
        pending.sort_by_key(|&(turn, _)| turn);
        for (turn, fragment) in pending {
            self.place(turn, fragment);
        }
    }

    /// Whether a piece of that rank can be added to the message being written.
    fn fits(&self, turn: usize, rank: u8) -> bool {
        self.out
            .last()
            .is_some_and(|open| open.source == Some(turn) && rank >= open.rank)
    }

    fn place(&mut self, turn: usize, fragment: Fragment<'v>) {
        let value = self.edits.value(&fragment);
        let rank = fragment.slot.rank();
        if fragment.slot != Slot::Whole && self.fits(turn, rank) {
            if let Some(open) = self.out.last_mut() {
                put(&mut open.value, fragment.slot, value);
                open.rank = rank;
            }
            return;
        }
        let is_first = !self.begun.get(turn).copied().unwrap_or(true);
        if let Some(begun) = self.begun.get_mut(turn) {
            *begun = true;
        }
        let mut message = self.begin(turn, is_first);
        put(&mut message, fragment.slot, value);
        self.out.push(Out {
            source: Some(turn),
            begins: if is_first { vec![turn] } else { Vec::new() },
            rank,
            answers: fragment.is_result,
            value: message,
        });
    }

    /// A message for pieces of another: everything else it held goes with the first of them, the role with each.
    fn begin(&self, turn: usize, is_first: bool) -> Value {
        let Some(turn) = self.edits.timeline.turns.get(turn) else {
            return json!({});
        };
        let shell = shell(turn);
        if is_first {
            return shell;
        }
        match shell.get("role") {
            Some(role) => json!({ "role": role }),
            None => json!({}),
        }
    }

    /// Joins neighbours of one role that were none before, where the second holds nothing but a role and its parts.
    fn merge(&mut self) {
        let parts = self.edits.timeline.shape.parts;
        let text = self.edits.timeline.shape.text;
        let mut merged: Vec<Out> = Vec::new();
        for next in std::mem::take(&mut self.out) {
            if let Some(last) = merged.last_mut()
                && last.value.get("role") == next.value.get("role")
                && !were_neighbours(last, &next)
                && is_plain(&next.value, parts)
                && let Some(Value::Array(list)) =
                    last.value.get_mut(parts).map(|list| as_list(list, text))
                && let Some(more) = next.value.get(parts)
            {
                let mut more = more.clone();
                if let Value::Array(more) = as_list(&mut more, text) {
                    list.append(more);
                }
                last.source = next.source;
                last.begins.extend(next.begins);
                continue;
            }
            merged.push(next);
        }
        self.out = merged;
    }

    /// Messages without any primitive follow the message that they followed, or stand in front.
    fn with_carried_messages(self) -> Vec<Value> {
        let turns = &self.edits.timeline.turns;
        let mut followers: Vec<Vec<&Value>> = vec![Vec::new(); turns.len()];
        let mut list: Vec<Value> = Vec::new();
        let mut last = None;
        for (index, turn) in turns.iter().enumerate() {
            if !turn.fragments.is_empty() {
                last = Some(index);
                continue;
            }
            match last.and_then(|last| followers.get_mut(last)) {
                Some(after) => after.push(turn.value),
                None => list.push(turn.value.clone()),
            }
        }
        let mut waiting: Vec<&Value> = Vec::new();
        for out in self.out {
            if !out.answers {
                list.extend(waiting.drain(..).cloned());
            }
            list.push(out.value);
            for begun in out.begins {
                if let Some(after) = followers.get_mut(begun) {
                    waiting.append(after);
                }
            }
        }
        list.extend(waiting.into_iter().cloned());
        list
    }
}

fn were_neighbours(last: &Out, next: &Out) -> bool {
    match (last.source, next.source) {
        (Some(last), Some(next)) => last + 1 == next,
        _ => false,
    }
}

fn is_plain(message: &Value, parts: &str) -> bool {
    message
        .as_object()
        .is_some_and(|members| members.keys().all(|key| key == "role" || key == parts))
}

/// Content that is one string as a list of parts.
fn as_list(content: &mut Value, text: fn(&str) -> Value) -> &mut Value {
    if let Value::String(said) = content {
        *content = text(said);
    }
    content
}
