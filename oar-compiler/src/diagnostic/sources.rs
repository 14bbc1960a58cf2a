//! The files of one run, and places in them.

/// One file of a [`Sources`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FileId(u32);

/// A range of bytes in one file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// The file.
    pub file: FileId,
    /// The first byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// From the start of `self` to the end of `other`, which stands later in the same file.
    #[must_use]
    pub fn to(self, other: Span) -> Span {
        Span {
            file: self.file,
            start: self.start,
            end: other.end.max(self.start),
        }
    }
}

/// A place as a person counts it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// The line, from 1.
    pub line: u32,
    /// The column in Unicode code points, from 1.
    pub column: u32,
}

/// One file: the name it is shown under, and its text.
#[derive(Clone, Debug)]
pub struct SourceFile {
    /// The name shown in diagnostics; never an absolute path unless the caller gave one.
    pub name: String,
    /// The text. Bytes that are not UTF-8 are replaced, for display only: such a file is refused.
    pub text: String,
    lines: Vec<u32>,
}

/// All files of one run.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    files: Vec<SourceFile>,
}

impl Sources {
    /// No files yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a file. Spans count bytes in 32 bits; the loader's size limit is far below that.
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<String>) -> FileId {
        let text = text.into();
        let starts = text
            .bytes()
            .enumerate()
            .filter(|&(_, b)| b == b'\n')
            .map(|(at, _)| saturate(at + 1));
        let lines = std::iter::once(0).chain(starts).collect();
        self.files.push(SourceFile {
            name: name.into(),
            text,
            lines,
        });
        FileId(saturate(self.files.len() - 1))
    }

    /// The file behind an id of this collection; `None` for an id of another.
    #[must_use]
    pub fn get(&self, id: FileId) -> Option<&SourceFile> {
        self.files.get(id.0 as usize)
    }

    /// Every file with its id, in the order added.
    pub fn iter(&self) -> impl Iterator<Item = (FileId, &SourceFile)> {
        self.files
            .iter()
            .enumerate()
            .map(|(at, file)| (FileId(saturate(at)), file))
    }

    /// The name of a span's file.
    #[must_use]
    pub fn name(&self, span: Span) -> &str {
        self.get(span.file).map_or("", |f| f.name.as_str())
    }

    /// The text a span covers; empty when it does not lie in its file.
    #[must_use]
    pub fn text(&self, span: Span) -> &str {
        self.get(span.file)
            .and_then(|f| f.text.get(span.start as usize..span.end as usize))
            .unwrap_or("")
    }

    /// Line and column of a span's start.
    #[must_use]
    pub fn position(&self, span: Span) -> Position {
        self.position_at(span.file, span.start)
    }

    /// Line and column one past a span's last code point.
    #[must_use]
    pub fn end_position(&self, span: Span) -> Position {
        self.position_at(span.file, span.end)
    }

    fn position_at(&self, file: FileId, offset: u32) -> Position {
        self.get(file)
            .map_or(Position { line: 1, column: 1 }, |f| f.position(offset))
    }
}

impl SourceFile {
    /// The bytes of a line, counted from 1, without its line break; empty past the last line.
    #[must_use]
    pub fn line(&self, number: u32) -> std::ops::Range<u32> {
        let all = saturate(self.text.len());
        let index = number.saturating_sub(1) as usize;
        let start = self.lines.get(index).copied().unwrap_or(all);
        let end = match self.lines.get(index + 1) {
            Some(&next) => next.saturating_sub(1).max(start),
            None => all,
        };
        let bytes = self.text.as_bytes().get(start as usize..end as usize);
        let carriage_return = bytes.is_some_and(|bytes| bytes.ends_with(b"\r"));
        start..end - u32::from(carriage_return)
    }

    /// Line and column of a byte offset; past the end means the end.
    #[must_use]
    pub fn position(&self, offset: u32) -> Position {
        let line = self.lines.partition_point(|&start| start <= offset).max(1);
        let start = self.lines.get(line - 1).copied().unwrap_or(0) as usize;
        let end = (offset as usize).min(self.text.len());
        let column = self
            .text
            .as_bytes()
            .get(start..end)
            .map_or(0, count_code_points);
        Position {
            line: saturate(line),
            column: saturate(column + 1),
        }
    }
}

/// Code points that begin in these bytes.
fn count_code_points(bytes: &[u8]) -> usize {
    bytes.iter().filter(|&&b| b & 0xC0 != 0x80).count()
}

fn saturate(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_code_points() {
        let mut sources = Sources::new();
        let file = sources.add("a.yaml", "a: b\nä😀: x\n");
        let x = "a: b\nä😀: ".len() as u32;
        let span = Span {
            file,
            start: x,
            end: x + 1,
        };
        assert_eq!(sources.position(span), Position { line: 2, column: 5 });
        assert_eq!(sources.text(span), "x");
        assert_eq!(
            sources
                .position(Span {
                    file,
                    start: 99,
                    end: 99
                })
                .line,
            3
        );
    }
}
