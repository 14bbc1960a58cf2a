//! Copy text to pieces: literals, and constructs read as far as their own delimiters go.

use std::ops::Range;

use crate::condition::{is_whitespace, leading_identifier};

/// A piece of copy text with its bytes. No two literals stand side by side.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Piece<'t> {
    pub(super) kind: PieceKind<'t>,
    pub(super) range: Range<usize>,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum PieceKind<'t> {
    Literal(&'t str),
    Binding(Name<'t>),
    If {
        name: Name<'t>,
        negated: bool,
    },
    Else,
    EndIf,
    /// A construct that the grammar does not derive.
    Malformed(Malformed<'t>),
}

/// A name with its bytes in the copy text.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Name<'t> {
    pub(super) text: &'t str,
    pub(super) range: Range<usize>,
}

/// What can be said of a malformed construct from its own text.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Malformed<'t> {
    /// `{{` or `{%`.
    pub(super) opener: &'static str,
    /// What stands between the delimiters, trimmed.
    pub(super) inside: &'t str,
    /// Whether its closing delimiter is there.
    pub(super) closed: bool,
}

impl Malformed<'_> {
    /// Whether it is meant to open something that another tag closes.
    pub(super) fn opens(&self) -> bool {
        let word = leading_identifier(self.inside).unwrap_or("");
        self.opener == "{%"
            && (word.starts_with("if") || matches!(word, "for" | "while" | "unless" | "with"))
    }

    /// Whether it is meant to close what another tag opened.
    pub(super) fn closes(&self) -> bool {
        let word = leading_identifier(self.inside).unwrap_or("");
        self.opener == "{%"
            && matches!(
                word,
                "endfor" | "endwhile" | "endunless" | "endwith" | "end"
            )
    }
}

/// Splits the whole text.
pub(super) fn scan(source: &str) -> impl Iterator<Item = Piece<'_>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let rest = source.get(at..).filter(|rest| !rest.is_empty())?;
        let piece = match opener(rest) {
            Some(opener) => construct(rest, at, opener),
            None => literal(rest, at),
        };
        at = piece.range.end;
        Some(piece)
    })
}

/// The delimiter that the text begins with.
fn opener(text: &str) -> Option<&'static str> {
    ["{{", "{%"]
        .into_iter()
        .find(|opener| text.starts_with(opener))
}

fn literal(rest: &str, at: usize) -> Piece<'_> {
    // One pass: looking for each opener by itself would read the rest of the text once per piece.
    let length = rest
        .as_bytes()
        .windows(2)
        .position(|pair| matches!(pair, b"{{" | b"{%"))
        .unwrap_or(rest.len());
    let text = rest.get(..length).unwrap_or(rest);
    Piece {
        kind: PieceKind::Literal(text),
        range: at..at + text.len(),
    }
}

fn construct<'t>(rest: &'t str, at: usize, opener: &'static str) -> Piece<'t> {
    let mut cursor = Cursor {
        rest,
        base: at,
        at: opener.len(),
    };
    let read = if opener == "{{" {
        cursor.binding()
    } else {
        cursor.tag()
    };
    match read {
        Some(kind) => Piece {
            kind,
            range: at..at + cursor.at,
        },
        None => malformed(rest, at, opener),
    }
}

/// A malformed construct reaches to its closing delimiter; when another construct or the end comes first, it has none
/// and is taken for its first line.
fn malformed<'t>(rest: &'t str, at: usize, opener: &'static str) -> Piece<'t> {
    let closer = if opener == "{{" { "}}" } else { "%}" };
    let body = rest.get(opener.len()..).unwrap_or("");
    let next = ["{{", "{%"].into_iter().filter_map(|stop| body.find(stop));
    let within = body.get(..next.min().unwrap_or(body.len())).unwrap_or(body);
    let (inside, tail) = match within.split_once(closer) {
        // `{{{anchor}}}` ends with its last brace, not with its second.
        Some((inside, after)) => (inside, closer.len() + usize::from(after.starts_with('}'))),
        None => (within.lines().next().unwrap_or(""), 0),
    };
    Piece {
        kind: PieceKind::Malformed(Malformed {
            opener,
            inside: inside.trim(),
            closed: tail > 0,
        }),
        range: at..at + opener.len() + inside.len() + tail,
    }
}

/// Reads inside one construct.
struct Cursor<'t> {
    rest: &'t str,
    /// Where `rest` begins in the copy text.
    base: usize,
    at: usize,
}

impl<'t> Cursor<'t> {
    /// `ws identifier ws "}}"`
    fn binding(&mut self) -> Option<PieceKind<'t>> {
        let name = self.identifier()?;
        self.end("}}")?;
        Some(PieceKind::Binding(name))
    }

    /// What follows `{%` in any of the three tags.
    fn tag(&mut self) -> Option<PieceKind<'t>> {
        let keyword = self.identifier()?;
        let kind = match keyword.text {
            "if" => {
                let first = self.identifier()?;
                // A name may itself be `not`, when no other follows it.
                let second = if first.text == "not" {
                    self.identifier()
                } else {
                    None
                };
                let negated = second.is_some();
                PieceKind::If {
                    name: second.unwrap_or(first),
                    negated,
                }
            }
            "else" => PieceKind::Else,
            "endif" => PieceKind::EndIf,
            _ => return None,
        };
        self.end("%}")?;
        Some(kind)
    }

    fn skip_whitespace(&mut self) -> &'t str {
        let here = self.rest.get(self.at..).unwrap_or("");
        let trimmed = here.trim_start_matches(is_whitespace);
        self.at += here.len() - trimmed.len();
        trimmed
    }

    /// The longest name: `ifanchor` is one name, so the keyword before it is not `if`.
    fn identifier(&mut self) -> Option<Name<'t>> {
        let text = leading_identifier(self.skip_whitespace())?;
        let start = self.base + self.at;
        self.at += text.len();
        Some(Name {
            text,
            range: start..start + text.len(),
        })
    }

    fn end(&mut self, closer: &str) -> Option<()> {
        let here = self.skip_whitespace();
        self.at += here.starts_with(closer).then_some(closer.len())?;
        Some(())
    }
}
