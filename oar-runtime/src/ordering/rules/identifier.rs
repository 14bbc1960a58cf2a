//! `identifierFormat` and `identifierUniqueness`

use std::collections::HashMap;

use crate::ordering::view::View;
use crate::ordering::{Detail, IdentifierFormat, IdentifierUniqueness, Primitive, Rule, Sink};

impl IdentifierFormat {
    /// At most one finding per entry of the kind: too long, or else outside the pattern.
    pub fn evaluate<P: Primitive>(&'static self, view: &View<P>, sink: &mut Sink<'_>) {
        if !sink.wants(Rule::IdentifierFormat(self)) {
            return;
        }
        for (at, row) in view.of_kind(self.kind) {
            if let Some(detail) = self.defect(row.primitive.id()) {
                sink.at(view, Rule::IdentifierFormat(self), [at], detail);
            }
        }
    }

    /// What is wrong with an identifier. Length counts Unicode code points.
    pub(crate) fn defect(&self, id: &str) -> Option<Detail> {
        if let Some(most) = self.max_length {
            // No more code points than bytes: most ids need no counting.
            let length = if id.len() as u64 > most {
                id.chars().count()
            } else {
                0
            };
            if length as u64 > most {
                return Some(Detail::IdTooLong { length, most });
            }
        }
        let pattern = self.pattern.as_ref()?;
        (!pattern.matches(id)).then_some(Detail::IdPattern {
            pattern: pattern.source,
        })
    }
}

impl IdentifierUniqueness {
    /// One finding per identifier that several entries of the kind hold, in order of first appearance. The shared id
    /// is listed once per member.
    pub fn evaluate<P: Primitive>(&'static self, view: &View<P>, sink: &mut Sink<'_>) {
        if !self.surface.includes(sink.options().surface)
            || !sink.wants(Rule::IdentifierUniqueness(self))
        {
            return;
        }
        let mut first_seen = HashMap::with_capacity(view.rows().len());
        // (where the id appeared first, where it appears again); empty in a healthy timeline.
        let mut repeats: Vec<(usize, usize)> = Vec::new();
        for (at, row) in view.of_kind(self.kind) {
            let first = *first_seen.entry(row.primitive.id()).or_insert(at);
            if first != at {
                repeats.push((first, at));
            }
        }
        repeats.sort_unstable();
        for group in repeats.chunk_by(|a, b| a.0 == b.0) {
            self.collision(view, group, sink);
        }
    }

    fn collision<P: Primitive>(
        &'static self,
        view: &View<P>,
        group: &[(usize, usize)],
        sink: &mut Sink<'_>,
    ) {
        let Some((first, row)) = group
            .first()
            .and_then(|&(first, _)| Some((first, view.rows().get(first)?)))
        else {
            return;
        };
        let detail = Detail::IdCollision {
            kind: self.kind,
            id: row.primitive.id().to_owned(),
            members: group.len() + 1,
        };
        let members = std::iter::once(first).chain(group.iter().map(|&(_, at)| at));
        sink.at(view, Rule::IdentifierUniqueness(self), members, detail);
    }
}
