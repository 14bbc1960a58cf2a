//! The JSON reader: RFC 8259 to the letter, with places, in one pass and without recursion.
//!
//! It is written by hand because the readers at hand either keep the last of two equal keys, lose the places, accept
//! comments and trailing commas, turn numbers into doubles, or recurse as deep as the input says.

use super::text::TextBuilder;
use super::tree::{Abandoned, Tree};
use super::{Node, Number, Value};
use crate::diagnostic::{Code, Diagnostic, quote};

type Read<T = ()> = Result<T, Abandoned>;

/// Reads one JSON value and nothing after it.
pub(super) fn read(text: &str, start: usize, tree: &mut Tree<'_>) -> Read {
    Reader {
        text,
        at: start,
        tree,
    }
    .document()
}

struct Reader<'s, 't, 'd> {
    text: &'s str,
    at: usize,
    tree: &'t mut Tree<'d>,
}

impl<'s> Reader<'s, '_, '_> {
    fn document(&mut self) -> Read {
        let mut open: Vec<u8> = Vec::new();
        self.value(&mut open)?;
        while let Some(&bracket) = open.last() {
            self.member(bracket, &mut open)?;
        }
        self.blanks();
        match self.peek() {
            None => Ok(()),
            Some(_) => self.stop(
                "there is text after the end of the JSON value",
                "a file holds one object, or one array of objects",
            ),
        }
    }

    /// One step inside a list or an object: what may follow the last member, or begin the first.
    fn member(&mut self, bracket: u8, open: &mut Vec<u8>) -> Read {
        self.blanks();
        let close = if bracket == b'[' { b']' } else { b'}' };
        let first = self.tree.is_empty();
        match self.peek() {
            Some(b) if b == close => {
                self.at += 1;
                open.pop();
                self.tree.close(Some(self.at));
                return Ok(());
            }
            _ if first => {}
            Some(b',') => {
                let comma = self.at;
                self.at += 1;
                self.blanks();
                if self.peek() == Some(close) {
                    self.at = comma;
                    return self.stop("JSON has no trailing commas", "remove the comma");
                }
            }
            None => return self.unclosed(bracket),
            Some(_) => {
                let due = format!("`,` or `{}`", char::from(close));
                return self.unexpected(&due, "separate members with commas");
            }
        }
        if bracket == b'{' {
            self.key()?;
        }
        self.value(open)
    }

    fn key(&mut self) -> Read {
        match self.peek() {
            Some(b'"') => self.string()?,
            Some(b) if b.is_ascii_alphabetic() || b == b'_' => return self.bare_key(),
            _ => return self.unexpected("a key", "write the key in double quotes"),
        }
        self.blanks();
        if self.peek() != Some(b':') {
            return self.unexpected("`:`", "write `:` between a key and its value");
        }
        self.at += 1;
        Ok(())
    }

    fn bare_key(&mut self) -> Read {
        let start = self.at;
        let word = self.take(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'.'));
        let message = format!("the key {} has no quotes", quote(word));
        let help = format!("put it in double quotes: `\"{word}\"`");
        self.refuse(start, &message, &help)
    }

    fn value(&mut self, open: &mut Vec<u8>) -> Read {
        self.blanks();
        match self.peek() {
            Some(b'[') => {
                self.tree.open_list(self.at)?;
                self.at += 1;
                open.push(b'[');
                Ok(())
            }
            Some(b'{') => {
                self.tree.open_map(self.at)?;
                self.at += 1;
                open.push(b'{');
                Ok(())
            }
            Some(b'"') => self.string(),
            Some(b'-' | b'0'..=b'9') => self.number(),
            Some(b) if b.is_ascii_alphabetic() => self.word(),
            _ => self.unexpected("a value", "write a value, or remove the key and its `:`"),
        }
    }

    fn word(&mut self) -> Read {
        let start = self.at;
        let word = self.take(|b| b.is_ascii_alphanumeric() || b == b'_');
        let value = match word {
            "null" => Value::Null,
            "true" => Value::Bool(true),
            "false" => Value::Bool(false),
            _ => {
                let message = format!("{} is not a JSON value", quote(word));
                let help = match word.to_ascii_lowercase().as_str() {
                    "true" => "write `true`",
                    "false" => "write `false`",
                    "null" | "none" | "nil" | "undefined" => {
                        "write a value, or leave the member out"
                    }
                    "nan" | "inf" | "infinity" => "JSON has finite numbers only",
                    _ => "put text in double quotes",
                };
                return self.refuse(start, &message, help);
            }
        };
        self.put(start, value)
    }

    fn number(&mut self) -> Read {
        let start = self.at;
        let text = self.take(|b| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'-' | b'.'));
        if !is_number(text) {
            let message = format!("{} is not a JSON number", quote(text));
            let help = "write it in decimal digits, without a plus sign or leading zeros, or put it in double quotes";
            return self.refuse(start, &message, help);
        }
        let text = text.to_owned();
        self.put(start, Value::Number(Number { text }))
    }

    fn string(&mut self) -> Read {
        let start = self.at;
        self.at += 1;
        let mut out = TextBuilder::default();
        loop {
            let from = self.at;
            let chunk = self.take(|b| b >= 0x20 && b != b'"' && b != b'\\');
            out.copy(chunk, from);
            match self.peek() {
                Some(b'"') => break,
                Some(b'\\') => self.escape(&mut out)?,
                Some(_) => {
                    return self.stop(
                        "a JSON string may not hold a line break or another control character as it is",
                        r"write it as an escape, such as `\n` or `\u0009`",
                    );
                }
                None => {
                    self.at = start;
                    return self.stop("the string is not closed", "add the closing `\"`");
                }
            }
        }
        self.at += 1;
        let text = out.finish(self.tree.file(), start, self.at);
        self.put(start, Value::String(text))
    }

    fn escape(&mut self, out: &mut TextBuilder) -> Read {
        let start = self.at;
        let ch = match self.text.as_bytes().get(start + 1) {
            Some(b'"') => '"',
            Some(b'\\') => '\\',
            Some(b'/') => '/',
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(b'u') => return self.unicode(out),
            _ => {
                self.at += 1;
                let next = self.text.get(self.at..).unwrap_or_default().chars().next();
                self.at += next.map_or(0, char::len_utf8);
                let escape = self.text.get(start..self.at).unwrap_or_default();
                let message = format!("{} is not an escape of JSON", quote(escape));
                return self.refuse(
                    start,
                    &message,
                    r#"a backslash is written `\\`; the escapes are `\"`, `\\`, `\/`, `\b`, `\f`, `\n`, `\r`, `\t` and `\u` with four hexadecimal digits"#,
                );
            }
        };
        self.at += 2;
        out.replace(ch, start, 2);
        Ok(())
    }

    fn unicode(&mut self, out: &mut TextBuilder) -> Read {
        let start = self.at;
        let Some(unit) = self.unit(start) else {
            return self.stop(
                r"`\u` needs four hexadecimal digits",
                r"write, for example, `\u00e9`",
            );
        };
        let (code, length) = match unit {
            0xD800..=0xDBFF => match self.unit(start + 6) {
                Some(low @ 0xDC00..=0xDFFF) => {
                    (0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00), 12)
                }
                _ => return self.surrogate(start),
            },
            _ => (unit, 6),
        };
        let Some(ch) = char::from_u32(code) else {
            return self.surrogate(start);
        };
        self.at = start + length;
        out.replace(ch, start, length);
        Ok(())
    }

    /// The value of the `\uXXXX` at that place.
    fn unit(&self, at: usize) -> Option<u32> {
        let digits = self.text.get(at..at + 6)?.strip_prefix("\\u")?;
        let hexadecimal = digits.bytes().all(|b| b.is_ascii_hexdigit());
        hexadecimal
            .then(|| u32::from_str_radix(digits, 16).ok())
            .flatten()
    }

    fn surrogate(&mut self, start: usize) -> Read {
        let escape = self.text.get(start..start + 6).unwrap_or_default();
        let message = format!(
            "{} is half of a surrogate pair, and stands alone",
            quote(escape)
        );
        let place = self.tree.span(start, start + 6);
        self.tree.report(
            Diagnostic::new(Code::LoneSurrogate, place, message)
                .help("write the character itself, or both halves of the pair"),
        );
        Err(Abandoned)
    }

    fn put(&mut self, start: usize, value: Value) -> Read {
        let span = self.tree.span(start, self.at);
        self.tree.put(Node { span, value });
        Ok(())
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn blanks(&mut self) {
        self.take(|b| matches!(b, b' ' | b'\t' | b'\n' | b'\r'));
    }

    /// Goes past the bytes that fit, and gives them back.
    fn take(&mut self, fits: impl Fn(u8) -> bool) -> &'s str {
        let rest = self.text.as_bytes().get(self.at..).unwrap_or_default();
        let length = rest.iter().position(|&b| !fits(b)).unwrap_or(rest.len());
        let start = self.at;
        self.at += length;
        self.text.get(start..self.at).unwrap_or_default()
    }

    fn unclosed(&mut self, bracket: u8) -> Read {
        let (what, close) = if bracket == b'[' {
            ("array", ']')
        } else {
            ("object", '}')
        };
        let message = format!("the file ends inside an {what}");
        self.stop(&message, &format!("add the closing `{close}`"))
    }

    /// Reports what stands here in place of what was due.
    fn unexpected(&mut self, due: &str, help: &str) -> Read {
        let Some(ch) = self
            .text
            .get(self.at..)
            .and_then(|rest| rest.chars().next())
        else {
            return self.stop(&format!("the file ends where {due} is due"), help);
        };
        let help = match ch {
            '/' | '#' => "JSON has no comments; write the file as YAML to have them",
            '\'' => "JSON strings stand in double quotes",
            _ => help,
        };
        let found = quote(ch.encode_utf8(&mut [0; 4]));
        self.stop(&format!("{due} is due here, not {found}"), help)
    }

    /// Reports an error at the next character, and ends the document.
    fn stop(&mut self, message: &str, help: &str) -> Read {
        let start = self.at;
        let rest = self.text.get(start..).unwrap_or_default();
        self.at += rest.chars().next().map_or(0, char::len_utf8);
        self.refuse(start, message, help)
    }

    /// Reports an error from there to the next character, and ends the document.
    fn refuse(&mut self, start: usize, message: &str, help: &str) -> Read {
        let place = self.tree.span(start, self.at);
        self.tree
            .report(Diagnostic::new(Code::Syntax, place, message).help(help));
        Err(Abandoned)
    }
}

/// The number grammar of RFC 8259.
fn is_number(text: &str) -> bool {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let text = text.strip_prefix('-').unwrap_or(text);
    let (mantissa, exponent) = match text.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (text, None),
    };
    let (whole, fraction) = match mantissa.split_once('.') {
        Some((whole, fraction)) => (whole, Some(fraction)),
        None => (mantissa, None),
    };
    let exponent = exponent.map(|text| text.strip_prefix(['+', '-']).unwrap_or(text));
    digits(whole)
        && (whole == "0" || !whole.starts_with('0'))
        && fraction.is_none_or(digits)
        && exponent.is_none_or(digits)
}
