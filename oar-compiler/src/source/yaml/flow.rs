//! Places in plain and quoted scalars: escapes and folded lines, decoded once more with every byte's origin.
//!
//! The parser gives the value; this gives where it came from. The caller compares the two and drops the places when
//! they differ, so that a mistake here can cost a precise mark and never a meaning.

use crate::source::text::TextBuilder;

/// How the scalar is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Style {
    Plain,
    Single,
    Double,
}

/// Decodes the scalar whose source, quotes included, is `raw`, at `base` in the file.
pub(super) fn decode(raw: &str, base: usize, style: Style) -> TextBuilder {
    let quote = usize::from(style != Style::Plain);
    let end = raw.len().saturating_sub(quote);
    let mut decoder = Decoder {
        raw: raw.get(..end).unwrap_or_default(),
        at: quote,
        base,
        style,
        blanks: None,
        out: TextBuilder::default(),
    };
    decoder.run();
    decoder.out
}

struct Decoder<'s> {
    raw: &'s str,
    at: usize,
    base: usize,
    style: Style,
    /// Where blanks began that count only if something follows on the same line.
    blanks: Option<usize>,
    out: TextBuilder,
}

impl Decoder<'_> {
    fn run(&mut self) {
        while let Some(byte) = self.peek(0) {
            match byte {
                b' ' | b'\t' => {
                    self.blanks.get_or_insert(self.at);
                    self.at += 1;
                }
                b'\n' | b'\r' => self.fold(),
                b'\'' if self.style == Style::Single => {
                    self.keep_blanks();
                    self.out.replace('\'', self.base + self.at, 2);
                    self.at += 2;
                }
                b'\\' if self.style == Style::Double => self.escape(),
                _ => self.verbatim(),
            }
        }
        if self.style != Style::Plain {
            self.keep_blanks();
        }
    }

    fn verbatim(&mut self) {
        self.keep_blanks();
        let rest = self.raw.as_bytes().get(self.at..).unwrap_or_default();
        let special = |&b: &u8| matches!(b, b' ' | b'\t' | b'\n' | b'\r' | b'\'' | b'\\');
        // The first byte was looked at by the caller: a quote or backslash there is an ordinary character.
        let length = rest
            .iter()
            .skip(1)
            .position(special)
            .map_or(rest.len(), |n| n + 1);
        self.copy(self.at, self.at + length);
        self.at += length;
    }

    fn copy(&mut self, start: usize, end: usize) {
        let text = self.raw.get(start..end).unwrap_or_default();
        self.out.copy(text, self.base + start);
    }

    fn keep_blanks(&mut self) {
        if let Some(start) = self.blanks.take() {
            self.copy(start, self.at);
        }
    }

    /// A line break: a space if the next line has text, otherwise a line feed for every empty line.
    fn fold(&mut self) {
        self.blanks = None;
        let first = self.at;
        let length = self.line_break();
        if self.empty_lines() == 0 {
            self.out.replace(' ', self.base + first, length);
        }
    }

    /// Goes past indentation and empty lines, each of which is a line feed of the value.
    fn empty_lines(&mut self) -> usize {
        let mut lines = 0;
        loop {
            while matches!(self.peek(0), Some(b' ' | b'\t')) {
                self.at += 1;
            }
            let start = self.at;
            let length = self.line_break();
            if length == 0 {
                return lines;
            }
            self.out.replace('\n', self.base + start, length);
            lines += 1;
        }
    }

    /// Goes past one line break, and gives its length.
    fn line_break(&mut self) -> usize {
        let length = match (self.peek(0), self.peek(1)) {
            (Some(b'\r'), Some(b'\n')) => 2,
            (Some(b'\r' | b'\n'), _) => 1,
            _ => 0,
        };
        self.at += length;
        length
    }

    fn escape(&mut self) {
        self.keep_blanks();
        let start = self.at;
        self.at += 1;
        if self.line_break() > 0 {
            self.empty_lines();
            return;
        }
        let Some((ch, length)) = escaped(self.raw.get(start..).unwrap_or_default()) else {
            // The parser refuses this, so it never gets here.
            self.at += 1;
            return;
        };
        self.out.replace(ch, self.base + start, length);
        self.at = start + length;
    }

    fn peek(&self, ahead: usize) -> Option<u8> {
        self.raw.as_bytes().get(self.at + ahead).copied()
    }
}

/// The character that an escape stands for, and the escape's length.
fn escaped(text: &str) -> Option<(char, usize)> {
    let simple = match text.as_bytes().get(1)? {
        b'0' => '\0',
        b'a' => '\u{7}',
        b'b' => '\u{8}',
        b't' | b'\t' => '\t',
        b'n' => '\n',
        b'v' => '\u{b}',
        b'f' => '\u{c}',
        b'r' => '\r',
        b'e' => '\u{1b}',
        b' ' => ' ',
        b'"' => '"',
        b'/' => '/',
        b'\\' => '\\',
        b'N' => '\u{85}',
        b'_' => '\u{a0}',
        b'L' => '\u{2028}',
        b'P' => '\u{2029}',
        b'x' => return numeric(text, 4),
        b'u' => return numeric(text, 6),
        b'U' => return numeric(text, 10),
        _ => return None,
    };
    Some((simple, 2))
}

fn numeric(text: &str, length: usize) -> Option<(char, usize)> {
    let unit = |text: &str| u32::from_str_radix(text.get(2..length)?, 16).ok();
    let code = unit(text)?;
    if let Some(ch) = char::from_u32(code) {
        return Some((ch, length));
    }
    let low = unit(text.get(length..)?)?;
    let pair = 0x10000 + (code.checked_sub(0xD800)? << 10) + low.checked_sub(0xDC00)?;
    Some((char::from_u32(pair)?, 2 * length))
}
