//! Diagnostics as text for people.

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};

use super::excerpt::{Excerpt, excerpts};
use super::{Diagnostic, Position, Severity, Sources, Span};

/// The most errors, and the most warnings, shown in one text.
const SHOWN_MAX: usize = 50;

/// With or without colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// No escape sequences.
    Plain,
    /// ANSI colours, for a terminal.
    Color,
}

/// Renders diagnostics in the order given: each with its code, its place, the lines with the exact bytes marked, its
/// clause and what to do. After 50 errors (or 50 warnings) the rest is only counted.
#[must_use]
pub fn render(diagnostics: &[Diagnostic], sources: &Sources, style: Style) -> String {
    let mut text = render_each(diagnostics, sources, style).join("\n\n");
    if !text.is_empty() {
        text.push('\n');
    }
    text
}

/// The same as [`render`] in pieces, one for each diagnostic, and one more for each number that is only counted.
#[must_use]
pub fn render_each(diagnostics: &[Diagnostic], sources: &Sources, style: Style) -> Vec<String> {
    let renderer = match style {
        Style::Plain => Renderer::plain(),
        Style::Color => Renderer::styled(),
    };
    let mut pieces = Vec::new();
    let (mut errors, mut warnings) = (0, 0);
    for diagnostic in diagnostics {
        let count = match diagnostic.severity() {
            Severity::Error => &mut errors,
            Severity::Warning => &mut warnings,
        };
        *count += 1;
        if *count <= SHOWN_MAX {
            pieces.push(one(&renderer, diagnostic, sources));
        }
    }
    for (level, what, count) in [
        (Level::ERROR, "errors", errors),
        (Level::WARNING, "warnings", warnings),
    ] {
        if count > SHOWN_MAX {
            let message =
                format!("{count} {what} in all, of which the first {SHOWN_MAX} are shown");
            pieces.push(renderer.render(&[Group::with_title(level.primary_title(message))]));
        }
    }
    pieces
}

fn one(renderer: &Renderer, diagnostic: &Diagnostic, sources: &Sources) -> String {
    let level = match diagnostic.severity() {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let title = level
        .primary_title(diagnostic.message.as_str())
        .id(diagnostic.code.name());
    let mut group = Group::with_title(title);
    let mut corrections = Vec::new();
    for shown in snippets(diagnostic, sources) {
        corrections.extend(correction(&shown, sources));
        group = group.element(snippet(shown, diagnostic, sources));
    }
    if let Some(within) = &diagnostic.within {
        group = group.element(Level::NOTE.with_name("in").message(within.as_str()));
    }
    // Ordering profiles have a reference page of their own, without clauses.
    let text = if diagnostic.clause.starts_with("OAR-") {
        "the specification"
    } else {
        "the ordering reference"
    };
    let clause = format!("{} (see {text})", diagnostic.clause);
    group = group.element(Level::NOTE.with_name("clause").message(clause));
    if diagnostic.denied {
        group = group.element(Level::NOTE.message("a warning, and `deny` makes it an error"));
    }
    if let Some(help) = &diagnostic.help {
        group = group.element(Level::HELP.message(help.as_str()));
    }
    let mut text = renderer.render(&[group]);
    for (wrong, right) in corrections {
        text = text.replacen(&wrong, &right, 1);
    }
    text
}

/// The renderer counts columns in the excerpt. Where a line was cut, its place as the renderer writes it, and as it is.
fn correction(shown: &Shown, sources: &Sources) -> Option<(String, String)> {
    let (_, mark) = shown.excerpt.marks.iter().min_by_key(|(index, _)| *index)?;
    let drawn = shown.excerpt.position(mark.start);
    let real = sources.position(shown.place);
    let write = |place: Position| {
        format!(
            "{}:{}:{}\n",
            sources.name(shown.place),
            place.line,
            place.column
        )
    };
    (drawn != real).then(|| (write(drawn), write(real)))
}

/// An excerpt, and the place that stands for it.
struct Shown {
    place: Span,
    excerpt: Excerpt,
    /// For each mark of the excerpt, which label it carries: 0 for the diagnostic's own, the others in order.
    labels: Vec<usize>,
}

/// The excerpts of one diagnostic: its own place first, then the others, file by file.
fn snippets(diagnostic: &Diagnostic, sources: &Sources) -> Vec<Shown> {
    let own = (0, diagnostic.span);
    let others = diagnostic.secondary.iter().map(|label| label.span);
    let spans: Vec<(usize, Span)> = std::iter::once(own).chain((1..).zip(others)).collect();
    let mut files = Vec::new();
    for &(_, span) in &spans {
        if !files.contains(&span.file) {
            files.push(span.file);
        }
    }
    let mut found = Vec::new();
    for id in files {
        let Some(file) = sources.get(id) else {
            continue;
        };
        let here: Vec<(usize, Span)> = spans
            .iter()
            .copied()
            .filter(|(_, span)| span.file == id)
            .collect();
        let places: Vec<Span> = here.iter().map(|&(_, span)| span).collect();
        for excerpt in excerpts(file, &places) {
            let mut marks: Vec<(usize, Span)> = excerpt
                .marks
                .iter()
                .filter_map(|&(index, _)| here.get(index).copied())
                .collect();
            let labels = marks.iter().map(|&(label, _)| label).collect();
            marks.sort_by_key(|&(label, _)| label);
            let place = marks.first().map_or(diagnostic.span, |&(_, span)| span);
            found.push(Shown {
                place,
                excerpt,
                labels,
            });
        }
    }
    found
}

fn snippet<'a>(
    shown: Shown,
    diagnostic: &'a Diagnostic,
    sources: &'a Sources,
) -> Snippet<'a, annotate_snippets::Annotation<'a>> {
    let Shown {
        excerpt,
        labels,
        place,
    } = shown;
    let mut snippet = Snippet::source(excerpt.text)
        .path(sources.name(place))
        .line_start(excerpt.line as usize)
        // Lines between two marks are few, and worth seeing.
        .fold(false);
    for ((_, range), label) in excerpt.marks.into_iter().zip(labels) {
        let (kind, text) = match label.checked_sub(1) {
            None => (AnnotationKind::Primary, diagnostic.label.as_str()),
            Some(at) => (
                AnnotationKind::Context,
                diagnostic
                    .secondary
                    .get(at)
                    .map_or("", |label| label.text.as_str()),
            ),
        };
        let mark = kind.span(range);
        snippet = snippet.annotation(if text.is_empty() {
            mark
        } else {
            mark.label(text)
        });
    }
    snippet
}
