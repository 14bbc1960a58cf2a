mod by_hand;
mod property;
mod reference;

use super::*;

/// A transform of `spans`, whose rule is named after its text.
fn on(action: Action, spans: &[(usize, usize)], text: &'static str) -> Transform<'static> {
    let spans = spans
        .iter()
        .map(|&(start, end)| Span { start, end })
        .collect();
    Transform {
        rule: text,
        action,
        target: Target::Spans(spans),
        replacement: text,
    }
}

fn redact(spans: &[(usize, usize)], text: &'static str) -> Transform<'static> {
    on(Action::Redact, spans, text)
}

fn annotate(spans: &[(usize, usize)], text: &'static str) -> Transform<'static> {
    on(Action::Annotate, spans, text)
}

fn whole(action: Action, text: &'static str) -> Transform<'static> {
    Transform {
        rule: text,
        action,
        target: Target::Content,
        replacement: text,
    }
}

/// The content that comes out, whether or not anything changed.
fn outcome(content: &str, transforms: &[Transform<'_>]) -> (String, Vec<Skipped>) {
    let applied = apply(content, transforms);
    (
        applied.content.unwrap_or_else(|| content.to_owned()),
        applied.skipped,
    )
}
