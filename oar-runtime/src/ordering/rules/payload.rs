//! `requiredMetadata` and `roleRemap`: what a payload must carry.

use crate::ordering::view::{Row, View};
use crate::ordering::{ApplyTo, Datum, Detail, Primitive, RequiredMetadata, RoleRemap, Rule, Sink};

impl RequiredMetadata {
    /// One finding per primitive that should carry the key and does not. Presence is what counts, never the value.
    pub fn evaluate<P: Primitive>(&'static self, view: &View<P>, sink: &mut Sink<'_>) {
        if !sink.wants(Rule::RequiredMetadata(self)) {
            return;
        }
        match self.apply_to {
            ApplyTo::Every => {
                for (at, row) in view.of_kind(self.kind) {
                    self.look_at(view, at, row, sink);
                }
            }
            // The first of the kind, not the head of the group; a gate that leaves it out ends the search there.
            ApplyTo::FirstInGroup => {
                for group in view.groups() {
                    let first = view.slice(group).find(|(_, row)| row.kind == self.kind);
                    if let Some((at, row)) = first {
                        self.look_at(view, at, row, sink);
                    }
                }
            }
        }
    }

    fn look_at<P: Primitive>(
        &'static self,
        view: &View<P>,
        at: usize,
        row: &Row<P>,
        sink: &mut Sink<'_>,
    ) {
        if self.admits(&row.primitive) && self.key.read(row.payload()).is_none() {
            let detail = Detail::MissingMetadata {
                kind: self.kind,
                key: self.key.text,
            };
            sink.at(view, Rule::RequiredMetadata(self), [at], detail);
        }
    }

    /// Whether the gate, if any, lets the primitive be checked: exactly one of its tags, letter for letter.
    fn admits<P: Primitive>(&self, primitive: &P) -> bool {
        self.gate.is_none_or(|tags| {
            primitive
                .replay_compatibility()
                .is_some_and(|tag| tags.contains(&tag))
        })
    }
}

impl RoleRemap {
    /// One finding per primitive whose payload does not hold exactly the variant at the tag's place.
    pub fn evaluate<P: Primitive>(&'static self, view: &View<P>, sink: &mut Sink<'_>) {
        if !sink.wants(Rule::RoleRemap(self)) {
            return;
        }
        for (at, row) in view.of_kind(self.kind) {
            let tag = self.tag.read(row.payload()).and_then(Datum::as_str);
            if tag != Some(self.variant) {
                let detail = Detail::RoleTag {
                    tag: self.tag.text,
                    variant: self.variant,
                };
                sink.at(view, Rule::RoleRemap(self), [at], detail);
            }
        }
    }
}
