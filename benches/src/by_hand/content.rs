//! `model.output`: two redactions in one pass.

use oar::facts::{Observed, Pii, Secrets, Spans};
use oar::transform::{Skipped, Span};
use oar::{Effect, FactError, RuleOutcome};

use super::{Decision, Rule, Trace};
use crate::host::Moment;
use crate::packs::portable::Detectors;

/// What content resolved to.
#[derive(Debug)]
pub struct Delivery {
    /// The decision.
    pub decision: Decision,
    /// The rules whose transforms were applied.
    pub transforms: [Option<Rule>; 2],
    /// The content to deliver in place of the original.
    pub content: Option<String>,
    /// The spans that overlap an earlier redaction.
    pub skipped: Vec<Skipped>,
}

impl Delivery {
    fn unchanged(decision: Decision) -> Self {
        Self {
            decision,
            transforms: [None; 2],
            content: None,
            skipped: Vec::new(),
        }
    }
}

/// Decides the content of a model's answer.
#[inline]
pub fn output(moment: &Moment<'_>) -> Delivery {
    // One run of the detector serves both rules.
    let ran = moment
        .fixture()
        .map_err(|error| FactError::new(error.to_string()));
    let mut trace = Trace::new();
    let mut transforms = [None; 2];
    let mut edits = Edits::new(moment.content.unwrap_or_default());
    let redactions = [
        (
            Rule::RedactPii,
            "[redacted]",
            ran.clone().and_then(|_| spans(moment.pii_entities())),
        ),
        (
            Rule::RedactSecrets,
            "[secret redacted]",
            ran.and_then(|_| spans(moment.secret_matches())),
        ),
    ];
    for (at, (rule, replacement, found)) in redactions.into_iter().enumerate() {
        match found {
            Err(error) => return Delivery::unchanged(Decision::fail_closed(rule, trace, error)),
            Ok([]) => trace.push(rule, RuleOutcome::Passed),
            Ok(spans) => {
                trace.push(rule, RuleOutcome::Fired);
                transforms[at] = Some(rule);
                edits.redact(rule, spans, replacement);
            }
        }
    }
    let Some(first) = transforms[0].or(transforms[1]) else {
        return Delivery::unchanged(Decision::none(trace));
    };
    Delivery {
        decision: Decision::new(Effect::Transform, Some(first), trace),
        transforms,
        content: moment.content.and_then(|_| edits.apply()),
        skipped: edits.skipped,
    }
}

/// The spans of a fact that holds nothing else.
#[inline]
fn spans(fact: Observed<Spans<'_>>) -> Result<&[Span], FactError> {
    match fact? {
        Spans::Spans(spans) if spans.iter().all(|span| span.start <= span.end) => Ok(spans),
        _ => Err(FactError::new("a span ends before it starts")),
    }
}

/// Ranges to rewrite, in code points, ascending and disjoint.
struct Edits<'a> {
    content: &'a str,
    ascii: bool,
    length: usize,
    list: Vec<(Span, &'static str)>,
    skipped: Vec<Skipped>,
}

impl<'a> Edits<'a> {
    fn new(content: &'a str) -> Self {
        let ascii = content.is_ascii();
        Self {
            content,
            ascii,
            length: if ascii {
                content.len()
            } else {
                content.chars().count()
            },
            list: Vec::with_capacity(8),
            skipped: Vec::new(),
        }
    }

    /// Overlapping spans of one rule are one; a span that overlaps another rule's is skipped.
    fn redact(&mut self, rule: Rule, spans: &[Span], replacement: &'static str) {
        let earlier = self.list.len();
        let mut sorted: Vec<Span> = spans
            .iter()
            .copied()
            .filter(|span| span.end <= self.length)
            .collect();
        sorted.sort_unstable_by_key(|span| span.start);
        let mut at = 0;
        while let Some(&(mut span)) = sorted.get(at) {
            at += 1;
            while let Some(next) = sorted.get(at).filter(|next| next.start < span.end) {
                span.end = span.end.max(next.end);
                at += 1;
            }
            let overlaps =
                |(other, _): &(Span, &str)| other.start < span.end && span.start < other.end;
            if self.list[..earlier].iter().any(overlaps) {
                self.skipped.insert(
                    0,
                    Skipped {
                        rule: rule.info().qualified,
                        start: span.start,
                        end: span.end,
                    },
                );
            } else {
                self.list.push((span, replacement));
            }
        }
        if earlier > 0 {
            self.list.sort_by_key(|(span, _)| span.start);
        }
    }

    fn apply(&self) -> Option<String> {
        if self.list.is_empty() {
            return None;
        }
        let added: usize = self.list.iter().map(|(_, text)| text.len()).sum();
        let mut out = String::with_capacity(self.content.len() + added);
        let mut rest = self.content;
        let mut point = 0;
        for (span, text) in &self.list {
            let (kept, tail) = rest.split_at(self.bytes(rest, span.start - point));
            out.push_str(kept);
            out.push_str(text);
            rest = &tail[self.bytes(tail, span.end - span.start)..];
            point = span.end;
        }
        out.push_str(rest);
        Some(out)
    }

    fn bytes(&self, text: &str, points: usize) -> usize {
        if self.ascii {
            points
        } else {
            text.char_indices()
                .nth(points)
                .map_or(text.len(), |(at, _)| at)
        }
    }
}
