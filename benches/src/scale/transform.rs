//! Content with many spans to rewrite.

use std::hint::black_box;
use std::io;

use oar::facts::{self, Spans};
use oar::transform::Span;
use oar::{DetectorError, Observed, Report, Session, ToolCall};

use super::Effort;
use crate::figures::{Bound, Curve, Figures, Series, Target};
use crate::measure::{Side, medians};

mod pack {
    oar::include_rules!("packs/transforms");
}

/// An answer, and what was found in it.
#[derive(Debug, Default)]
struct Answer {
    content: String,
    secrets: Vec<Span>,
    pii: Vec<Span>,
    links: Vec<Span>,
    claims: Vec<Span>,
}

impl facts::Occurrence for Answer {
    fn content(&self) -> Option<&str> {
        Some(&self.content)
    }

    fn call(&self) -> Option<&ToolCall<'_>> {
        None
    }
}

impl facts::Secrets for Answer {
    fn secret_matches(&self) -> Observed<Spans<'_>> {
        Ok(Spans::Spans(&self.secrets))
    }
}

impl facts::Pii for Answer {
    fn pii_entities(&self) -> Observed<Spans<'_>> {
        Ok(Spans::Spans(&self.pii))
    }
}

impl pack::HostFacts for Answer {
    fn example_links(&self) -> Observed<Spans<'_>> {
        Ok(Spans::Spans(&self.links))
    }

    fn example_claims(&self) -> Observed<Spans<'_>> {
        Ok(Spans::Spans(&self.claims))
    }
}

impl pack::Detectors for Answer {
    fn scanner(&self) -> Result<Report, DetectorError> {
        Ok(Report::new())
    }
}

/// Text of so many code points; some of them take more than one byte, as in most languages.
fn text(length: usize) -> String {
    "The café opens at nine, as the details asked for say. "
        .chars()
        .cycle()
        .take(length)
        .collect()
}

/// Ascending spans of so many code points, one every so many.
fn spans(count: usize, every: usize, at: usize, length: usize) -> Vec<Span> {
    (0..count)
        .map(|number| Span {
            start: number * every + at,
            end: number * every + at + length,
        })
        .collect()
}

/// Long content in which spans are rare: 16 MB, 2,500 spans of each sort. Every span of personal data overlaps a secret
/// and every claim overlaps a link.
fn long() -> Answer {
    let (count, length) = (2_500, 16_000_000);
    let every = length / count;
    Answer {
        content: text(length),
        secrets: spans(count, every, 100, 40),
        pii: spans(count, every, 120, 40),
        links: spans(count, every, 3_000, 80),
        claims: spans(count, every, 3_040, 100),
    }
}

/// Short content in which nearly everything is a span: 8 of every 16 code points, secrets and personal data in turn.
fn dense(count: usize) -> Answer {
    Answer {
        content: text(16 * count),
        secrets: spans(count / 2, 32, 4, 8),
        pii: spans(count / 2, 32, 20, 8),
        ..Answer::default()
    }
}

pub(super) fn measure(effort: Effort) -> io::Result<Figures> {
    let policy = pack::Policy::new();
    let mut figures = long_content(&policy, effort)?;
    figures.extend(per_span(&policy, effort)?);
    Ok(figures)
}

fn long_content(policy: &pack::Policy, effort: Effort) -> io::Result<Figures> {
    let answer = long();
    let mut session = Session::new("s");
    let outcome = policy.model_output(&answer, &mut session);
    let result = outcome.content().unwrap_or_default().to_owned();
    let (applied, skipped) = (
        outcome.transforms().count(),
        outcome.skipped_transforms().len(),
    );
    drop(outcome);
    if applied != 4 || skipped == 0 || result.len() < 15_000_000 {
        return Err(io::Error::other(format!(
            "four transforms should overlap: {applied} applied, {skipped} spans skipped"
        )));
    }
    let sides = [
        Side::new(|| policy.model_output(black_box(&answer), &mut session)),
        Side::new(|| black_box(result.as_str()).to_owned()),
    ];
    let [transformed, copied] = medians(effort.pick(51, 201), sides);
    Ok(Figures {
        targets: vec![Target::new(
            "transform-16MB",
            transformed / copied,
            Bound::AtMost(3.0),
            format!(
                "10,000 spans of four transforms in 16,000,000 code points: {:.1} ms, the result copied once {:.1} ms",
                transformed / 1e6,
                copied / 1e6
            ),
        )],
        ..Figures::default()
    })
}

fn per_span(policy: &pack::Policy, effort: Effort) -> io::Result<Figures> {
    const COUNTS: [usize; 4] = [100, 1_000, 10_000, 100_000];
    let answers = COUNTS.map(dense);
    let sides = answers.each_ref().map(|answer| {
        let mut session = Session::new("s");
        Side::new(move || policy.model_output(black_box(answer), &mut session))
    });
    let taken = medians(effort.pick(101, 501), sides);
    let per_span: Vec<f64> = taken
        .iter()
        .zip(COUNTS)
        .map(|(ns, count)| ns / count as f64)
        .collect();
    let (few, many) = (per_span[0], per_span[3]);
    Ok(Figures {
        targets: vec![Target::new(
            "transform-per-span",
            many / few,
            Bound::AtMost(1.2),
            format!("{many:.1} ns a span of 100,000, {few:.1} ns a span of 100"),
        )],
        curves: vec![Curve {
            name: "transform".to_owned(),
            title: "Rewriting content, a span of 8 code points in every 16".to_owned(),
            x: "spans".to_owned(),
            y: "ns a span".to_owned(),
            series: vec![Series::new(
                "two transforms, no overlaps",
                COUNTS.into_iter().zip(per_span),
            )],
        }],
        ..Figures::default()
    })
}
