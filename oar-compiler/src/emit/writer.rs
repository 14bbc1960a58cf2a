//! Source text with indentation.

/// Gathers lines.
pub(super) struct Writer {
    text: String,
    depth: usize,
}

impl Writer {
    pub(super) fn new() -> Self {
        Self {
            text: String::new(),
            depth: 0,
        }
    }

    /// One line, indented; an empty one is empty, and two empty ones in a row are one.
    pub(super) fn line(&mut self, line: &str) {
        if line.is_empty() {
            if !self.text.ends_with("\n\n") && !self.text.ends_with("{\n") {
                self.text.push('\n');
            }
            return;
        }
        for _ in 0..self.depth {
            self.text.push_str("    ");
        }
        self.text.push_str(line);
        self.text.push('\n');
    }

    /// A line that opens a block.
    pub(super) fn open(&mut self, line: &str) {
        self.line(line);
        self.depth += 1;
    }

    /// A line that closes a block.
    pub(super) fn close(&mut self, line: &str) {
        self.depth = self.depth.saturating_sub(1);
        self.line(line);
    }

    /// Opens a block again on the line just closed, as `} else {` does.
    pub(super) fn open_again(&mut self) {
        self.depth += 1;
    }

    pub(super) fn finish(self) -> String {
        self.text
    }
}

/// A Rust string literal.
pub(super) fn literal(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            // Printable text stays readable; what could hide in a terminal or reorder a line does not.
            c if c.is_ascii() && !c.is_ascii_control() => out.push(c),
            c if c.is_alphanumeric() => out.push(c),
            c => out.push_str(&format!("\\u{{{:x}}}", u32::from(c))),
        }
    }
    out.push('"');
    out
}

/// Text that a line of a comment can hold: a file name may have a line break in it, or characters that reorder a line.
pub(super) fn comment(text: &str) -> String {
    let printable = |c: char| c == ' ' || c.is_ascii_graphic() || c.is_alphanumeric();
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match printable(c) {
            true => out.push(c),
            false => out.extend(c.escape_unicode()),
        }
    }
    out
}

/// A comma-separated list.
pub(super) fn join<T>(items: impl IntoIterator<Item = T>, each: impl Fn(T) -> String) -> String {
    items.into_iter().map(each).collect::<Vec<_>>().join(", ")
}
