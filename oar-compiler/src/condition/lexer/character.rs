//! Characters that begin no token.

use super::Lexer;
use crate::diagnostic::Code;

impl Lexer<'_, '_> {
    /// Reports the character, with what was probably meant. What follows it is not read: one stray character tends to
    /// make a row of them.
    pub(super) fn stray_character(&mut self, first: char, second: Option<char>) -> Option<()> {
        let range = self.at..self.at + first.len_utf8();
        let error = self
            .report
            .about(Code::ConditionSyntax, range, &message(first))
            .help(help(first, second));
        self.report.push(error);
        None
    }
}

/// A printable ASCII character is named by itself; any other also by its number, since it may look like one.
fn message(c: char) -> String {
    if c.is_ascii_graphic() {
        format!("`{c}` is not part of the condition language")
    } else if c.is_control() || c.is_whitespace() || is_invisible(c) {
        let number = u32::from(c);
        format!("the character U+{number:04X} is not part of the condition language")
    } else {
        let number = u32::from(c);
        format!("`{c}` (U+{number:04X}) is not part of the condition language")
    }
}

/// Format characters that show nothing and that `is_whitespace` leaves out.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2064}'
        | '\u{2066}'..='\u{2069}' | '\u{feff}')
}

fn help(c: char, next: Option<char>) -> &'static str {
    match (c, next) {
        ('=', Some('>' | '<')) => "comparisons are written `>=` and `<=`",
        ('=', Some('~')) => {
            "there are no regular expressions: use `starts_with`, `ends_with` or `contains`"
        }
        ('=', _) => "equality is written `==`",
        ('&', _) => "logical and is written `&&`",
        ('|', _) => "logical or is written `||`",
        ('{' | '}', _) => {
            "there are no map literals; a list of strings is written `[\"a\", \"b\"]`"
        }
        ('“' | '”' | '„' | '‘' | '’' | '`' | '«' | '»', _) => {
            "strings stand in straight quotes: `\"text\"` or `'text'`"
        }
        ('$' | '@', _) => "facts are named without a sigil",
        (';', _) => "a condition is one expression: join two with `&&` or `||`",
        ('≤', _) => "write `<=`",
        ('≥', _) => "write `>=`",
        ('≠', _) => "write `!=`",
        ('\\', _) => "escapes are legal in string literals only",
        _ if c.is_alphabetic() => {
            "names are made of the letters `a` to `z` and `A` to `Z`, digits, `_` and dots"
        }
        _ if c.is_whitespace() => {
            "tokens are separated by spaces, tabs, line feeds and carriage returns only"
        }
        _ => "remove it, or put it into a string literal",
    }
}
