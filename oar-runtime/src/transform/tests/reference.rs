//! The normative algorithm of OAR-OPS-16 as its list of steps: one edit after another on a vector of
//! code points, with every original offset mapped through the edits made so far.

use super::*;

/// Content while it is edited.
struct Content {
    text: Vec<char>,
    /// For each original offset, where text inserted there begins now.
    begin: Vec<usize>,
    /// For each original offset, where the next text inserted there goes now: before the code point
    /// that stood there, or before what has replaced it.
    at: Vec<usize>,
    /// Original ranges already rewritten, the zero-width ones left out: they overlap nothing.
    rewritten: Vec<(usize, usize)>,
}

impl Content {
    fn of(text: &str) -> Self {
        let text: Vec<char> = text.chars().collect();
        let identity: Vec<usize> = (0..=text.len()).collect();
        Self {
            text,
            begin: identity.clone(),
            at: identity,
            rewritten: Vec::new(),
        }
    }

    fn insert(&mut self, offset: usize, text: &str) {
        let place = self.at[offset];
        self.text.splice(place..place, text.chars());
        let added = text.chars().count();
        let around = self
            .rewritten
            .iter()
            .find(|(start, end)| *start < offset && offset < *end);
        match around.copied() {
            // Inside what is gone all offsets are one place: directly after the rewritten text.
            Some((start, end)) => {
                self.at[start + 1..end]
                    .iter_mut()
                    .for_each(|place| *place += added);
                self.at[end..].iter_mut().for_each(|place| *place += added);
                self.begin[end..]
                    .iter_mut()
                    .for_each(|place| *place += added);
            }
            None => {
                self.at[offset..]
                    .iter_mut()
                    .for_each(|place| *place += added);
                self.begin[offset + 1..]
                    .iter_mut()
                    .for_each(|place| *place += added);
            }
        }
    }

    fn rewrite(&mut self, start: usize, end: usize, text: &str) {
        // Text inserted at `start` or inside goes too; text inserted at `end` stays (OAR-OPS-21).
        let (from, to) = (self.begin[start], self.begin[end]);
        self.text.splice(from..to, text.chars());
        let after = from + text.chars().count();
        self.at[start] = from;
        self.at[start + 1..end].fill(after);
        self.begin[start + 1..end].fill(after);
        for place in self.at[end..].iter_mut().chain(&mut self.begin[end..]) {
            *place = *place - to + after;
        }
        self.rewritten.push((start, end));
    }
}

fn overlap(a: (usize, usize), b: (usize, usize)) -> bool {
    let empty = |(start, end)| start == end;
    !empty(a) && !empty(b) && a.0 < b.1 && b.0 < a.1
}

/// Replace any two overlapping spans by one covering both until there are none.
fn merge(mut spans: Vec<(usize, usize)>) -> Vec<(usize, usize)> {
    let overlapping = |spans: &[(usize, usize)]| {
        let pairs = (0..spans.len()).flat_map(|i| (0..i).map(move |j| (i, j)));
        pairs
            .into_iter()
            .find(|&(i, j)| overlap(spans[i], spans[j]))
    };
    while let Some((i, j)) = overlapping(&spans) {
        let (a, b) = (spans.remove(i), spans.remove(j));
        spans.push((a.0.min(b.0), a.1.max(b.1)));
    }
    spans
}

pub(super) fn apply(content: &str, transforms: &[Transform]) -> (String, Vec<Skipped>) {
    let length = content.chars().count();
    let mut content = Content::of(content);
    let mut skipped = Vec::new();
    for transform in transforms {
        // Step 2.
        let mut spans = match &transform.target {
            Target::Content => vec![(0, length)],
            Target::Spans(spans) => spans.iter().map(|span| (span.start, span.end)).collect(),
        };
        // Step 3.
        spans.retain(|(_, end)| *end <= length);
        // Step 4.
        let mut spans = merge(spans);
        spans.sort_by(|a, b| b.cmp(a));
        // Step 5.
        for (start, end) in spans {
            if transform.action == Action::Annotate {
                content.insert(end, transform.replacement);
            } else if start == end {
                content.insert(start, transform.replacement);
            } else if content
                .rewritten
                .iter()
                .any(|range| overlap(*range, (start, end)))
            {
                skipped.push(Skipped {
                    rule: transform.rule,
                    start,
                    end,
                });
            } else {
                content.rewrite(start, end, transform.replacement);
            }
        }
    }
    (content.text.into_iter().collect(), skipped)
}
