//! The canonical decimal form of a `double` (OAR-COPY-10), for copy and for fingerprints.

use std::fmt::{self, Write};

/// Doubles below this magnitude hold every integer, so an integral one is its own shortest form.
pub(crate) const EXACT_INTEGERS: u64 = 1 << 53;

/// Append `value` to `out` in the canonical decimal form of OAR-COPY-10: the shortest decimal that
/// reads back as the same binary64 value, without an exponent, with `.0` when there is no
/// fractional part. Both zeroes are `0.0`.
///
/// Facts are finite (OAR-FACT-23) and arithmetic stays finite (OAR-EXPR-14), so infinities and
/// NaN do not arrive here; should one, it is spelled `inf`, `-inf` or `NaN`.
pub fn push_double(out: &mut String, value: f64) {
    // Writing to a `String` does not fail.
    let _ = write_double(out, value);
}

/// [`push_double`] for any text sink; fails only when the sink does.
pub(crate) fn write_double(out: &mut impl Write, value: f64) -> fmt::Result {
    if !value.is_finite() {
        return write!(out, "{value}");
    }
    // Truncation saturates, and the comparison tells whether it changed anything.
    let truncated = value as i64;
    if truncated as f64 == value && truncated.unsigned_abs() < EXACT_INTEGERS {
        return write_integer(out, truncated);
    }
    if value < 0.0 {
        out.write_str("-")?;
    }
    Decimal::shortest(value.abs()).write(out)
}

/// The canonical decimal form of an integer below [`EXACT_INTEGERS`], as the double that it is.
#[inline]
pub(crate) fn write_integer(out: &mut impl Write, value: i64) -> fmt::Result {
    if value < 0 {
        out.write_str("-")?;
    }
    out.write_str(Digits::of(value.unsigned_abs()).as_str())?;
    out.write_str(".0")
}

/// `significand` times ten to the power `exponent`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Decimal {
    significand: u64,
    exponent: i32,
}

impl Decimal {
    /// The shortest decimal of a positive finite double, ties to an even significand.
    fn shortest(value: f64) -> Self {
        // The standard library finds the shortest digits and, among those, the closest. Where two
        // are equally close it rounds up, which the clause does not: see `even_at_tie`.
        let mut text = StackText::new();
        let _ = write!(text, "{value:e}");
        Self::read(text.as_str()).even_at_tie(value)
    }

    /// Read `d.ddde-n` as the standard library writes it: at most 17 digits.
    fn read(text: &str) -> Self {
        let (digits, power) = text.split_once('e').unwrap_or((text, "0"));
        let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
        // INVARIANT: these are decimal digits, and 17 of them fit 64 bits.
        let significand = whole
            .bytes()
            .chain(fraction.bytes())
            .fold(0_u64, |n, digit| n * 10 + u64::from(digit - b'0'));
        let power: i32 = power.parse().unwrap_or(0);
        // At most 16.
        let places = fraction.len() as i32;
        Self {
            significand,
            exponent: power - places,
        }
    }

    /// Take the even neighbour when `value` lies exactly between this significand and the next.
    fn even_at_tie(self, value: f64) -> Self {
        if self.significand.is_multiple_of(2) {
            return self;
        }
        let Some(other) = self.equally_close(value) else {
            return self;
        };
        // Just above a power of two doubles are denser below, and the lower neighbour may read
        // back as another value: 2^-24 is such a case.
        if other.reads_back_as(value) {
            other
        } else {
            self
        }
    }

    /// The neighbouring significand, if `value` is the exact middle between it and this one.
    fn equally_close(self, value: f64) -> Option<Self> {
        // A middle has one digit more than the significand. Written with an odd integer mantissa,
        // `m * 2^-k` has the exact decimal `m * 5^k * 10^-k`, whose last digit is at 10^-k. An
        // integer (k = 0, or a positive power of two) is never a middle: dropping its last decimal
        // digit would move it by more than half the gap between doubles. Nor is k > 25: the exact
        // decimal must stay below 18 digits.
        let (mantissa, power) = odd_mantissa(value);
        let places = u32::try_from(-power)
            .ok()
            .filter(|k| (1..=25).contains(k))?;
        if self.exponent != power + 1 {
            return None;
        }
        let exact = u128::from(mantissa) * 5_u128.pow(places);
        let ten_times = u128::from(self.significand) * 10;
        let neighbour = if exact + 5 == ten_times {
            self.significand - 1
        } else if exact == ten_times + 5 {
            self.significand + 1
        } else {
            return None;
        };
        Some(Self {
            significand: neighbour,
            ..self
        })
    }

    fn reads_back_as(self, value: f64) -> bool {
        let mut text = StackText::new();
        let _ = write!(text, "{}e{}", self.significand, self.exponent);
        text.as_str().parse() == Ok(value)
    }

    /// Write without exponent, with a leading zero and a fractional part.
    fn write(self, out: &mut impl Write) -> fmt::Result {
        let digits = Digits::of(self.significand);
        let digits = digits.as_str();
        let shift = usize::try_from(self.exponent.unsigned_abs()).unwrap_or(0);
        if self.exponent >= 0 {
            out.write_str(digits)?;
            zeroes(out, shift)?;
            return out.write_str(".0");
        }
        match digits
            .len()
            .checked_sub(shift)
            .and_then(|whole| digits.split_at_checked(whole))
        {
            Some((whole, fraction)) if !whole.is_empty() => {
                out.write_str(whole)?;
                out.write_str(".")?;
                out.write_str(fraction)
            }
            _ => {
                out.write_str("0.")?;
                zeroes(out, shift - digits.len())?;
                out.write_str(digits)
            }
        }
    }
}

/// `(m, p)` with `value = m * 2^p` and `m` odd, for a positive finite `value`.
fn odd_mantissa(value: f64) -> (u64, i32) {
    const FRACTION_BITS: u64 = 52;
    let bits = value.to_bits();
    let fraction = bits & ((1 << FRACTION_BITS) - 1);
    // Eleven bits.
    let biased = (bits >> FRACTION_BITS) as i32;
    let (mantissa, power) = if biased == 0 {
        (fraction, -1074)
    } else {
        (fraction | (1 << FRACTION_BITS), biased - 1075)
    };
    // At most 64.
    let spare = mantissa.trailing_zeros() as i32;
    (
        mantissa.checked_shr(mantissa.trailing_zeros()).unwrap_or(0),
        power + spare,
    )
}

fn zeroes(out: &mut impl Write, mut count: usize) -> fmt::Result {
    const ZEROES: &str = "00000000000000000000000000000000";
    while let Some(rest) = count.checked_sub(ZEROES.len()) {
        out.write_str(ZEROES)?;
        count = rest;
    }
    out.write_str(ZEROES.get(..count).unwrap_or(""))
}

/// The base-10 digits of an integer, on the stack; the formatting machinery of the standard library
/// costs several times as much, and arguments are mostly small integers.
struct Digits {
    bytes: [u8; 20],
    start: usize,
}

impl Digits {
    fn of(mut integer: u64) -> Self {
        let mut bytes = [0; 20];
        let mut start = bytes.len();
        for (place, byte) in bytes.iter_mut().enumerate().rev() {
            // The remainder is one digit.
            *byte = b'0' + (integer % 10) as u8;
            start = place;
            integer /= 10;
            if integer == 0 {
                break;
            }
        }
        Self { bytes, start }
    }

    fn as_str(&self) -> &str {
        // INVARIANT: from `start` on there are only digits.
        self.bytes
            .get(self.start..)
            .and_then(|bytes| str::from_utf8(bytes).ok())
            .unwrap_or("")
    }
}

/// A number's text on the stack. The longest written here, `1.7976931348623157e308` and its like,
/// takes 23 bytes.
struct StackText {
    bytes: [u8; 32],
    length: usize,
}

impl StackText {
    const fn new() -> Self {
        Self {
            bytes: [0; 32],
            length: 0,
        }
    }

    fn as_str(&self) -> &str {
        // INVARIANT: only whole strings were copied in, so the bytes are UTF-8.
        self.bytes
            .get(..self.length)
            .and_then(|bytes| str::from_utf8(bytes).ok())
            .unwrap_or("")
    }
}

impl Write for StackText {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let end = self.length + text.len();
        self.bytes
            .get_mut(self.length..end)
            .ok_or(fmt::Error)?
            .copy_from_slice(text.as_bytes());
        self.length = end;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn canonical(value: f64, expected: &str) {
        let mut out = String::new();
        push_double(&mut out, value);
        assert_eq!(out, expected);
        assert_eq!(out.parse(), Ok(value), "`{out}` reads back");
    }

    #[test]
    fn examples_of_the_clause() {
        canonical(1.0, "1.0");
        canonical(0.000_000_1, "0.0000001");
        canonical(-2.5, "-2.5");
        canonical(0.0, "0.0");
        canonical(-0.0, "0.0");
    }

    #[test]
    fn whole_numbers() {
        canonical(-3.0, "-3.0");
        canonical(1e15, "1000000000000000.0");
        canonical(9_007_199_254_740_991.0, "9007199254740991.0");
        canonical(9_007_199_254_740_992.0, "9007199254740992.0");
        canonical(-9_007_199_254_740_994.0, "-9007199254740994.0");
        canonical(1e16, "10000000000000000.0");
        canonical(1e21, "1000000000000000000000.0");
        canonical(1e23, "100000000000000000000000.0");
        // 2^64: the shortest digits, then zeroes, not the exact value.
        canonical(18_446_744_073_709_551_616.0, "18446744073709552000.0");
    }

    #[test]
    fn fractions() {
        canonical(0.1, "0.1");
        canonical(0.3, "0.3");
        canonical(0.1 + 0.2, "0.30000000000000004");
        canonical(1.0 / 3.0, "0.3333333333333333");
        canonical(123.456, "123.456");
        canonical(1e-5, "0.00001");
        canonical(4_503_599_627_370_495.5, "4503599627370495.5");
    }

    #[test]
    fn ends_of_the_range() {
        canonical(f64::MAX, &format!("17976931348623157{}.0", "0".repeat(292)));
        canonical(
            f64::MIN,
            &format!("-17976931348623157{}.0", "0".repeat(292)),
        );
        canonical(
            f64::MIN_POSITIVE,
            &format!("0.{}22250738585072014", "0".repeat(307)),
        );
        canonical(5e-324, &format!("0.{}5", "0".repeat(323)));
    }

    #[test]
    #[allow(clippy::excessive_precision)] // the digits beyond the shortest are the point
    fn ties_take_the_even_significand() {
        // Quarters between 2^50 and 2^51: both neighbours read back, and both are equally close.
        canonical(1_125_899_906_842_624.25, "1125899906842624.2");
        canonical(1_125_899_906_842_624.75, "1125899906842624.8");
        canonical(-1_125_899_906_842_625.25, "-1125899906842625.2");
        canonical(1_125_899_906_842_625.75, "1125899906842625.8");
        // Eighths: 562949953421312.25 lies between .2 and .3.
        canonical(562_949_953_421_312.25, "562949953421312.2");
    }

    #[test]
    fn a_tie_whose_even_side_does_not_read_back() {
        // 2^-24 is 5.9604644775390625e-8; ...062 reads back as the double below.
        canonical(2_f64.powi(-24), "0.00000005960464477539063");
        assert_ne!("0.00000005960464477539062".parse(), Ok(2_f64.powi(-24)));
    }

    #[test]
    fn every_power_of_two_reads_back() {
        let subnormal = (0..52).map(|bit| f64::from_bits(1 << bit));
        let normal = (1..=2046).map(|exponent| f64::from_bits(exponent << 52));
        for value in subnormal.chain(normal) {
            let mut out = String::new();
            push_double(&mut out, value);
            assert_eq!(out.parse(), Ok(value), "`{out}` reads back");
        }
    }

    #[test]
    fn what_is_not_finite_stays_visible() {
        let mut out = String::new();
        push_double(&mut out, f64::NEG_INFINITY);
        assert_eq!(out, "-inf");
    }
}
