//! String literals and their escapes (OAR-EXPR-3).

use std::ops::Range;

use super::{Lexer, TokenKind};
use crate::diagnostic::Code;

/// Why an escape is refused: its length in bytes, backslash included, and what to do.
struct BadEscape {
    length: usize,
    help: &'static str,
}

impl Lexer<'_, '_> {
    /// Reads the string that begins here with `quote`; `None` when it does not end.
    pub(super) fn string(&mut self, quote: char) -> Option<()> {
        let body = self.at + quote.len_utf8();
        let mut at = body;
        let mut value = String::new();
        let mut refused = false;
        loop {
            let rest = self.source.get(at..).unwrap_or("");
            match rest.chars().next() {
                None => return self.unterminated(self.at..at, quote),
                Some('\n' | '\r') => return self.line_break(at, quote),
                Some(c) if c == quote => break,
                Some('\\') => match escape(rest) {
                    Ok((c, length)) => {
                        value.push(c);
                        at += length;
                    }
                    Err(bad) => {
                        // The first of a literal says it for all of them: a pattern full of `\d` is one mistake.
                        if !refused {
                            self.bad_escape(at..at + bad.length, bad.help);
                        }
                        refused = true;
                        at += bad.length;
                    }
                },
                Some(c) => {
                    value.push(c);
                    at += c.len_utf8();
                }
            }
        }
        self.push(TokenKind::Str(value), at + quote.len_utf8() - self.at);
        Some(())
    }

    fn bad_escape(&mut self, range: Range<usize>, help: &str) {
        let message = format!(
            "{} is not an escape of string literals",
            self.report.excerpt(range.clone())
        );
        let error = self
            .report
            .about(Code::InvalidEscape, range, &message)
            .help(help);
        self.report.push(error);
    }

    fn unterminated(&mut self, range: Range<usize>, quote: char) -> Option<()> {
        let error = self
            .report
            .about(
                Code::ConditionSyntax,
                range,
                "the string literal does not end",
            )
            .help(format!("close it with `{quote}`"));
        self.report.push(error);
        None
    }

    fn line_break(&mut self, at: usize, quote: char) -> Option<()> {
        let range = self.at..at;
        let error = self
            .report
            .about(
                Code::ConditionSyntax,
                range,
                "the string literal runs into a line break",
            )
            .help(format!(
                "write the line break as `\\n`, or close the literal with `{quote}` before it"
            ));
        self.report.push(error);
        None
    }
}

/// Reads the escape that the text begins with: the character meant and the length in bytes.
fn escape(text: &str) -> Result<(char, usize), BadEscape> {
    const HELP: &str = "the escapes are `\\\\`, `\\\"`, `\\'`, `\\n`, `\\r`, `\\t` and `\\u` with four hexadecimal digits; \
                        a backslash itself is written `\\\\`";
    let Some(kind) = text.chars().nth(1) else {
        return Err(BadEscape {
            length: text.len(),
            help: HELP,
        });
    };
    let c = match kind {
        '\\' | '"' | '\'' => kind,
        'n' => '\n',
        'r' => '\r',
        't' => '\t',
        'u' => return unicode(text),
        // A line break is left for the literal to report.
        '\n' | '\r' => {
            return Err(BadEscape {
                length: 1,
                help: HELP,
            });
        }
        other => {
            return Err(BadEscape {
                length: 1 + other.len_utf8(),
                help: if other == 'x' {
                    "write the code point as `\\u` with four hexadecimal digits"
                } else {
                    HELP
                },
            });
        }
    };
    Ok((c, 2))
}

/// Reads `\uXXXX`, or two of them that are a surrogate pair.
fn unicode(text: &str) -> Result<(char, usize), BadEscape> {
    let Some(unit) = code_unit(text) else {
        let digits = text
            .get(2..)
            .unwrap_or("")
            .bytes()
            .take(4)
            .take_while(u8::is_ascii_hexdigit)
            .count();
        return Err(BadEscape {
            length: 2 + digits,
            help: "`\\u` takes exactly four hexadecimal digits, such as `\\u00e9`",
        });
    };
    if let Some(c) = char::from_u32(unit) {
        return Ok((c, 6));
    }
    // A surrogate alone is no character of any text; two that pair up are one code point.
    match text.get(6..).and_then(code_unit) {
        Some(low) if is_high(unit) && !is_high(low) && char::from_u32(low).is_none() => {
            let combined = 0x1_0000 + ((unit - 0xD800) << 10) + (low - 0xDC00);
            Ok((char::from_u32(combined).unwrap_or('\u{fffd}'), 12))
        }
        _ => Err(BadEscape {
            length: 6,
            help: "a surrogate stands in a pair only, high before low: `\\ud83d\\ude00` is U+1F600",
        }),
    }
}

fn code_unit(text: &str) -> Option<u32> {
    let digits = text.strip_prefix("\\u")?.get(..4)?;
    digits
        .bytes()
        .all(|b| b.is_ascii_hexdigit())
        .then(|| u32::from_str_radix(digits, 16).ok())
        .flatten()
}

fn is_high(unit: u32) -> bool {
    (0xD800..0xDC00).contains(&unit)
}
