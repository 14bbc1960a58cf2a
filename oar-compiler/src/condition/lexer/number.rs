//! Number literals.

use super::{Lexer, TokenKind, is_name_byte, leading_name, run};
use crate::diagnostic::{Code, quote};

/// The magnitude of the least `int`, which only unary minus may take (OAR-EXPR-21).
pub(in crate::condition) const MINIMUM_MAGNITUDE: u64 = 1 << 63;

/// Longest number shown in a message, in digits: any that was meant is far shorter.
const SHOWN_MAX: usize = 1_000;

impl<'a> Lexer<'_, 'a> {
    /// Reads the number that begins here. A wrong one is reported and reads as a number all the same, so that the rest
    /// of the text is still looked at.
    pub(super) fn number(&mut self) {
        let rest = self.rest();
        let whole = run(rest, |b| b.is_ascii_digit());
        let fraction = fraction_length(rest.get(whole..).unwrap_or(""));
        let length = whole + fraction;
        if let Some(malformed) = malformed_length(rest, length) {
            self.malformed_number(malformed);
            return;
        }
        let digits = rest.get(..length).unwrap_or("");
        let kind = if fraction == 0 {
            self.int(digits)
        } else {
            self.double(digits)
        };
        self.push(kind, length);
    }

    /// Reports `.5`, which begins here.
    pub(super) fn bare_fraction(&mut self) {
        let length = 1 + run(self.rest().get(1..).unwrap_or(""), |b| {
            is_name_byte(b) || b == b'.'
        });
        self.malformed_number(length);
    }

    fn int(&mut self, digits: &str) -> TokenKind<'a> {
        match digits.parse::<u64>() {
            Ok(magnitude) if magnitude <= MINIMUM_MAGNITUDE => TokenKind::Int(magnitude),
            _ => {
                let message = format!("the integer {} does not fit 64 bits", whole(digits));
                self.out_of_range(digits, &message, INT_RANGE);
                TokenKind::Int(0)
            }
        }
    }

    fn double(&mut self, digits: &str) -> TokenKind<'a> {
        let value = digits.parse::<f64>().unwrap_or(f64::INFINITY);
        if !value.is_finite() {
            let message = format!(
                "the double {} is too large: its nearest value is not finite",
                whole(digits)
            );
            self.out_of_range(
                digits,
                &message,
                "the largest double is about 1.8 times ten to the 308th",
            );
        }
        TokenKind::Double(value)
    }

    fn out_of_range(&mut self, digits: &str, message: &str, help: &str) {
        let range = self.at..self.at + digits.len();
        let error = self
            .report
            .about(Code::NumberOutOfRange, range, message)
            .help(help);
        self.report.push(error);
    }

    fn malformed_number(&mut self, length: usize) {
        let range = self.at..self.at + length;
        let text = self.rest().get(..length).unwrap_or("");
        let message = format!("{} is not a number", self.report.excerpt(range.clone()));
        let error = self
            .report
            .about(Code::ConditionSyntax, range, &message)
            .help(malformed_help(text));
        self.report.push(error);
        self.push(TokenKind::Int(0), length);
    }
}

/// The literal in backticks, in full where `quote` would cut it: which digits are wrong may only show at their end.
fn whole(literal: &str) -> String {
    if literal.len() > SHOWN_MAX {
        return quote(literal);
    }
    format!("`{literal}`")
}

/// What an `int` holds, as a help line.
pub(in crate::condition) const INT_RANGE: &str = "an `int` holds -9223372036854775808 to 9223372036854775807, the minus sign directly before the digits";

/// The length of `.digits` at the start of the text; 0 when it does not stand there.
fn fraction_length(text: &str) -> usize {
    let digits = text
        .strip_prefix('.')
        .map_or(0, |rest| run(rest, |b| b.is_ascii_digit()));
    if digits == 0 { 0 } else { 1 + digits }
}

/// The length of the whole run when a number of `length` bytes goes on in a way that numbers do not.
fn malformed_length(text: &str, length: usize) -> Option<usize> {
    let after = text.get(length..)?;
    // `1in x` is two tokens by the grammar; a name that is not a reserved operator is not legal there.
    let name = leading_name(after).and_then(|end| after.get(..end));
    let goes_on = after.starts_with('.') || name.is_some_and(|name| name != "in");
    goes_on.then(|| length + run(after, |b| is_name_byte(b) || b == b'.'))
}

fn malformed_help(text: &str) -> String {
    let after_digits = text.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
    if let Some(digits) = text.strip_suffix('.')
        && digits.bytes().all(|b| b.is_ascii_digit())
    {
        return format!("write {}", whole(&format!("{digits}.0")));
    }
    if let Some(digits) = text.strip_prefix('.')
        && digits.bytes().all(|b| b.is_ascii_digit())
    {
        return format!("write {}", whole(&format!("0.{digits}")));
    }
    if let Some(digits) = text.strip_prefix("0x").or(text.strip_prefix("0X")) {
        return match u64::from_str_radix(digits, 16) {
            Ok(value) => format!("numbers are decimal: write `{value}`"),
            Err(_) => "numbers are decimal".into(),
        };
    }
    match after_digits.bytes().next() {
        Some(b'e' | b'E') => return exponent_help(text),
        Some(b'_') => {
            let digits = text.replace('_', "");
            let plain = digits.bytes().all(|b| b.is_ascii_digit() || b == b'.');
            if plain && digits.len() <= DIGITS_MAX {
                return format!("there are no digit separators: write `{digits}`");
            }
            "there are no digit separators"
        }
        _ => "a number is digits, or digits on both sides of one dot: `1` or `1.0`",
    }
    .into()
}

/// The most digits that a help line writes out.
const DIGITS_MAX: usize = 32;

fn exponent_help(text: &str) -> String {
    let written = text.parse::<f64>().ok().map(|value| {
        let digits = value.to_string();
        if digits.contains('.') {
            digits
        } else {
            format!("{digits}.0")
        }
    });
    match written.filter(|digits| digits.len() <= DIGITS_MAX) {
        Some(digits) => format!("there is no exponent notation: write `{digits}`"),
        None => "there is no exponent notation: write the digits out".into(),
    }
}
