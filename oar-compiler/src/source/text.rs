//! Strings that know where each of their bytes stands in the file.

use crate::diagnostic::{FileId, Span};

/// A string whose every byte knows where it stands in the file, through folding, escapes and indentation.
#[derive(Clone, Debug)]
pub struct Text {
    /// The string as the document means it.
    pub value: String,
    /// Its bytes in the file, quotes included.
    pub span: Span,
    /// Ascending, without gaps in `value`. Empty when the places of single bytes are not known: every slice is then
    /// the whole string.
    runs: Box<[Run]>,
}

/// A piece of a [`Text`]: bytes copied from the file, or one escape or fold.
#[derive(Clone, Copy, Debug)]
struct Run {
    /// Where it begins in the value.
    value: u32,
    /// Where it begins in the file.
    file: u32,
    /// How many bytes of the file it takes.
    length: u32,
}

impl Text {
    /// A string with the runs that place it: `(offset in value, offset in file)`, ascending in both; within a run the
    /// two advance together. Without runs, every slice is the whole string.
    #[must_use]
    pub fn new(value: String, span: Span, runs: Vec<(u32, u32)>) -> Self {
        let end = offset(value.len());
        let ends = runs.iter().skip(1).map(|&(start, _)| start).chain([end]);
        let runs = runs
            .iter()
            .zip(ends)
            .map(|(&(start, file), end)| Run {
                value: start,
                file,
                length: end.saturating_sub(start),
            })
            .collect();
        Self { value, span, runs }
    }

    /// The bytes in the file of the byte range `start..end` of [`Text::value`].
    #[must_use]
    pub fn slice(&self, start: usize, end: usize) -> Span {
        if self.runs.is_empty() {
            return self.span;
        }
        let from = self.start_of(start);
        let to = if end > start { self.end_of(end) } else { from };
        Span {
            file: self.span.file,
            start: from,
            end: to.max(from),
        }
    }

    /// Whether the string stands in the file exactly as it reads: no quotes, no folds, no escapes.
    #[must_use]
    pub fn is_verbatim(&self) -> bool {
        (self.span.end - self.span.start) as usize == self.value.len()
    }

    /// The word, when a reader of YAML 1.1 would take this unquoted string for a boolean (`yes`, `no`, `on`, `off`).
    #[must_use]
    pub fn old_boolean(&self) -> Option<bool> {
        if !self.is_verbatim() {
            return None;
        }
        match self.value.as_str() {
            "yes" | "Yes" | "YES" | "on" | "On" | "ON" => Some(true),
            "no" | "No" | "NO" | "off" | "Off" | "OFF" => Some(false),
            _ => None,
        }
    }

    fn start_of(&self, at: usize) -> u32 {
        if at >= self.value.len() {
            return self.end_of(self.value.len());
        }
        let at = offset(at);
        match self.run(at) {
            Some((_, run)) => run.file + (at - run.value).min(run.length),
            None => self.span.start,
        }
    }

    /// One past the last byte of the value's bytes before `at`. The place of that last byte decides, so that a range
    /// that ends at a fold does not swallow it; an escape is taken whole.
    fn end_of(&self, at: usize) -> u32 {
        let at = offset(at.min(self.value.len()));
        let Some((index, run)) = at.checked_sub(1).and_then(|last| self.run(last)) else {
            return self.span.start;
        };
        let next = self.runs.get(index + 1).map(|next| next.value);
        if at >= next.unwrap_or_else(|| offset(self.value.len())) {
            run.file + run.length
        } else {
            run.file + (at - run.value).min(run.length)
        }
    }

    fn run(&self, at: u32) -> Option<(usize, Run)> {
        let after = self.runs.partition_point(|run| run.value <= at);
        let index = after.checked_sub(1)?;
        Some((index, *self.runs.get(index)?))
    }
}

/// Puts a [`Text`] together piece by piece.
#[derive(Debug, Default)]
pub(super) struct TextBuilder {
    value: String,
    runs: Vec<Run>,
}

impl TextBuilder {
    /// Bytes that stand in the file as they read.
    pub(super) fn copy(&mut self, text: &str, file: usize) {
        if text.is_empty() {
            return;
        }
        let (value, file, length) = (offset(self.value.len()), offset(file), offset(text.len()));
        self.value.push_str(text);
        if let Some(last) = self.runs.last_mut() {
            let together = value - last.value == last.length && last.file + last.length == file;
            if together {
                last.length += length;
                return;
            }
        }
        self.runs.push(Run {
            value,
            file,
            length,
        });
    }

    /// A character that stands for `length` bytes of the file: an escape, or a folded line break.
    pub(super) fn replace(&mut self, ch: char, file: usize, length: usize) {
        self.runs.push(Run {
            value: offset(self.value.len()),
            file: offset(file),
            length: offset(length),
        });
        self.value.push(ch);
    }

    /// What has been built so far.
    pub(super) fn value(&self) -> &str {
        &self.value
    }

    /// The finished string.
    pub(super) fn finish(self, file: FileId, start: usize, end: usize) -> Text {
        Text {
            value: self.value,
            span: span(file, start, end),
            runs: self.runs.into_boxed_slice(),
        }
    }
}

/// A span of byte offsets. Files are refused long before 32 bits run out ([`super::Limits::file_bytes`]).
pub(super) fn span(file: FileId, start: usize, end: usize) -> Span {
    Span {
        file,
        start: offset(start),
        end: offset(end),
    }
}

fn offset(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}
