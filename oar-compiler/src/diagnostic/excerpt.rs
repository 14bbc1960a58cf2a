//! The lines of a file that a diagnostic shows, cut so that a line of a megabyte costs no more than a short one.

use std::ops::Range;

use super::{Position, SourceFile, Span};

/// A mark over more lines than this is drawn on its first line only.
const MARK_LINES_MAX: u32 = 8;

/// Marks farther apart than this are shown in excerpts of their own.
const GAP_LINES_MAX: u32 = 6;

/// The most bytes shown of a line.
const LINE_MAX: usize = 400;

/// How many bytes are kept before the mark when a line is cut.
const BEFORE_MAX: usize = 100;

/// Successive lines, and the marks in them.
#[derive(Debug)]
pub(super) struct Excerpt {
    /// The lines.
    pub(super) text: String,
    /// The number of the first one.
    pub(super) line: u32,
    /// The marks, as byte ranges of `text`, each with its index in what was asked for.
    pub(super) marks: Vec<(usize, Range<usize>)>,
}

impl Excerpt {
    /// Line and column, in code points, that the excerpt alone would give a mark: not those of the file when the line
    /// is cut.
    pub(super) fn position(&self, at: usize) -> Position {
        let before = self.text.get(..at).unwrap_or_default();
        let line = before.rsplit('\n').next().unwrap_or_default();
        let above = before.bytes().filter(|&b| b == b'\n').count();
        Position {
            line: self.line + u32::try_from(above).unwrap_or_default(),
            column: u32::try_from(line.chars().count()).unwrap_or_default() + 1,
        }
    }
}

/// A mark and the lines it touches.
#[derive(Clone, Copy, Debug)]
struct Mark {
    index: usize,
    span: Span,
    first: u32,
    last: u32,
}

/// Shows every span, all of the same file. The excerpt with the first span comes first, the others in line order.
pub(super) fn excerpts(file: &SourceFile, spans: &[Span]) -> Vec<Excerpt> {
    let mut marks: Vec<Mark> = spans
        .iter()
        .enumerate()
        .map(|(index, &span)| mark(file, index, span))
        .collect();
    marks.sort_by_key(|mark| (mark.first, mark.index));
    let mut groups: Vec<Vec<Mark>> = Vec::new();
    for mark in marks {
        match groups.last_mut() {
            Some(group) if near(group, mark) => group.push(mark),
            _ => groups.push(vec![mark]),
        }
    }
    groups.sort_by_key(|group| !group.iter().any(|mark| mark.index == 0));
    groups.iter().map(|group| excerpt(file, group)).collect()
}

fn near(group: &[Mark], mark: Mark) -> bool {
    let last = group.iter().map(|mark| mark.last).max().unwrap_or_default();
    mark.first <= last + GAP_LINES_MAX
}

fn mark(file: &SourceFile, index: usize, span: Span) -> Mark {
    let first = file.position(span.start).line;
    // The last byte inside decides: a mark that ends with its line does not touch the next one.
    let last = file
        .position(span.end.saturating_sub(1).max(span.start))
        .line;
    if last - first < MARK_LINES_MAX {
        return Mark {
            index,
            span,
            first,
            last,
        };
    }
    let end = file.line(first).end;
    Mark {
        index,
        span: Span { end, ..span },
        first,
        last: first,
    }
}

fn excerpt(file: &SourceFile, marks: &[Mark]) -> Excerpt {
    let first = marks.iter().map(|mark| mark.first).min().unwrap_or(1);
    let last = marks.iter().map(|mark| mark.last).max().unwrap_or(1);
    let mut text = String::new();
    let mut ranges: Vec<Range<usize>> = marks.iter().map(|_| 0..0).collect();
    for number in first..=last {
        let line = file.line(number);
        let focus = marks
            .iter()
            .filter(|mark| mark.first <= number && number <= mark.last)
            .min_by_key(|mark| mark.index)
            .map_or(line.start, |mark| mark.span.start.max(line.start));
        let shown = Shown::new(file, line.start as usize..line.end as usize, focus as usize);
        for (mark, range) in marks.iter().zip(&mut ranges) {
            if mark.first == number {
                range.start = text.len() + shown.offset(mark.span.start as usize);
            }
            if mark.last == number {
                range.end = text.len() + shown.offset(mark.span.end as usize);
            }
        }
        shown.push(&mut text);
        if number < last {
            text.push('\n');
        }
    }
    let marks = marks
        .iter()
        .zip(ranges)
        .map(|(mark, range)| (mark.index, range.start..range.end.max(range.start)))
        .collect();
    Excerpt {
        text,
        line: first,
        marks,
    }
}

/// The part of a line that is shown.
struct Shown<'f> {
    text: &'f str,
    start: usize,
    cut_before: bool,
    cut_after: bool,
}

const ELLIPSIS: &str = "…";

impl<'f> Shown<'f> {
    fn new(file: &'f SourceFile, line: Range<usize>, focus: usize) -> Self {
        let (mut start, mut end) = (line.start, line.end);
        if line.len() > LINE_MAX {
            start = focus.saturating_sub(BEFORE_MAX).clamp(line.start, line.end);
            start = floor_char(&file.text, start);
            end = floor_char(&file.text, (start + LINE_MAX).min(line.end));
        }
        Self {
            text: file.text.get(start..end).unwrap_or_default(),
            start,
            cut_before: start > line.start,
            cut_after: end < line.end,
        }
    }

    /// Where a byte of the file stands in what is shown; outside means its edge, inside a character its start.
    fn offset(&self, at: usize) -> usize {
        let before = if self.cut_before { ELLIPSIS.len() } else { 0 };
        let within = at.saturating_sub(self.start).min(self.text.len());
        before + floor_char(self.text, within)
    }

    fn push(&self, out: &mut String) {
        if self.cut_before {
            out.push_str(ELLIPSIS);
        }
        out.push_str(self.text);
        if self.cut_after {
            out.push_str(ELLIPSIS);
        }
    }
}

/// The start of the character at or before that byte.
fn floor_char(text: &str, at: usize) -> usize {
    (0..=at)
        .rev()
        .find(|&at| text.is_char_boundary(at))
        .unwrap_or(0)
}
