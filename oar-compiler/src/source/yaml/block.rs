//! Places in literal and folded block scalars: indentation, folded lines, the line feeds at the end.
//!
//! As in `flow`, the parser's value decides, and the caller compares.

use std::ops::Range;

use crate::source::text::TextBuilder;

/// How the scalar is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Style {
    /// `|`
    Literal,
    /// `>`
    Folded,
}

/// Decodes the block scalar whose content the parser places at `at`; `None` when it does not look as it should.
pub(super) fn decode(
    text: &str,
    at: Range<usize>,
    value: &str,
    style: Style,
) -> Option<TextBuilder> {
    let first = first_line(text, at.start);
    let lines = lines(text, first, at.end);
    let indent = indent(&lines, value)?;
    let mut decoder = Decoder {
        style,
        out: TextBuilder::default(),
        breaks: Vec::new(),
        more_indented: None,
    };
    for line in &lines {
        decoder.line(line, indent);
    }
    decoder.end(value);
    Some(decoder.out)
}

/// Where the line after the header begins. The parser's place lies behind the indentation of the first line, or of the
/// first line with text.
fn first_line(text: &str, at: usize) -> usize {
    let before = text.get(..at).unwrap_or_default();
    let header = before.trim_end().len();
    let rest = before.get(header..).unwrap_or_default();
    rest.find('\n').map_or(at, |newline| header + newline + 1)
}

struct Line<'s> {
    text: &'s str,
    /// Where it begins in the file.
    at: usize,
    /// The bytes of its line break; none at the end of the file.
    line_break: usize,
}

fn lines(text: &str, start: usize, end: usize) -> Vec<Line<'_>> {
    let mut at = start;
    text.get(start..end)
        .unwrap_or_default()
        .split_inclusive('\n')
        .map(|whole| {
            let line = whole.trim_end_matches('\n');
            let line = line
                .strip_suffix('\r')
                .filter(|_| whole.ends_with('\n'))
                .unwrap_or(line);
            let found = Line {
                text: line,
                at,
                line_break: whole.len() - line.len(),
            };
            at += whole.len();
            found
        })
        .collect()
}

/// The content's indentation: what the first line with text has more than the value's first line with text.
fn indent(lines: &[Line<'_>], value: &str) -> Option<usize> {
    let spaces = |line: &str| line.bytes().take_while(|&b| b == b' ').count();
    let source = lines
        .iter()
        .map(|line| line.text)
        .find(|line| spaces(line) < line.len())?;
    let meant = value.split('\n').find(|line| spaces(line) < line.len())?;
    spaces(source).checked_sub(spaces(meant))
}

struct Decoder {
    style: Style,
    out: TextBuilder,
    /// Line breaks since the last line with text: place and length.
    breaks: Vec<(usize, usize)>,
    /// Whether the last line with text was more indented; `None` before the first.
    more_indented: Option<bool>,
}

impl Decoder {
    fn line(&mut self, line: &Line<'_>, indent: usize) {
        let content = line.text.get(indent..).unwrap_or_default();
        if !content.is_empty() {
            let more_indented = content.starts_with([' ', '\t']);
            self.join(more_indented);
            self.out.copy(content, line.at + indent);
            self.more_indented = Some(more_indented);
        }
        if line.line_break > 0 {
            let end = line.at + line.text.len();
            self.breaks.push((end, line.line_break));
        }
    }

    /// Writes what stands between the last line with text and the next one.
    fn join(&mut self, more_indented: bool) {
        let breaks = std::mem::take(&mut self.breaks);
        let fold =
            self.style == Style::Folded && self.more_indented == Some(false) && !more_indented;
        match breaks.as_slice() {
            [(at, length)] if fold => self.out.replace(' ', *at, *length),
            [_, rest @ ..] if fold => self.feed(rest),
            all => self.feed(all),
        }
    }

    fn feed(&mut self, breaks: &[(usize, usize)]) {
        for &(at, length) in breaks {
            self.out.replace('\n', at, length);
        }
    }

    /// The line feeds at the end, as many as the value has.
    fn end(&mut self, value: &str) {
        let feeds = value.len() - value.trim_end_matches('\n').len();
        let breaks = std::mem::take(&mut self.breaks);
        self.feed(breaks.get(..feeds.min(breaks.len())).unwrap_or_default());
    }
}
