//! The arithmetic of the condition language, and comparisons between `int` and `double`.
//!
//! An operation either has the value the specification gives it or raises; nothing wraps
//! (OAR-EXPR-15) and no infinity or NaN comes out (OAR-EXPR-14).

use crate::raise::Raise;

/// `a + b` of two `int`.
///
/// # Errors
/// [`Raise::Overflow`] outside 64 bits (OAR-EXPR-15).
#[inline]
pub fn add_i(a: i64, b: i64) -> Result<i64, Raise> {
    a.checked_add(b).ok_or(Raise::Overflow)
}

/// `a - b` of two `int`.
///
/// # Errors
/// [`Raise::Overflow`] outside 64 bits (OAR-EXPR-15).
#[inline]
pub fn sub_i(a: i64, b: i64) -> Result<i64, Raise> {
    a.checked_sub(b).ok_or(Raise::Overflow)
}

/// `a * b` of two `int`.
///
/// # Errors
/// [`Raise::Overflow`] outside 64 bits (OAR-EXPR-15).
#[inline]
pub fn mul_i(a: i64, b: i64) -> Result<i64, Raise> {
    a.checked_mul(b).ok_or(Raise::Overflow)
}

/// `a / b` of two `int`, truncated toward zero (OAR-EXPR-21).
///
/// # Errors
/// [`Raise::DivisionByZero`] (OAR-EXPR-14); [`Raise::Overflow`] for the minimum over `-1`, whose
/// quotient has no 64-bit value (OAR-EXPR-15).
#[inline]
pub fn div_i(a: i64, b: i64) -> Result<i64, Raise> {
    if b == 0 {
        return Err(Raise::DivisionByZero);
    }
    a.checked_div(b).ok_or(Raise::Overflow)
}

/// `a % b` of two `int`, with the sign of `a` (OAR-EXPR-21).
///
/// # Errors
/// [`Raise::DivisionByZero`] (OAR-EXPR-14).
#[inline]
pub fn rem_i(a: i64, b: i64) -> Result<i64, Raise> {
    if b == 0 {
        return Err(Raise::DivisionByZero);
    }
    // The remainder of the minimum by -1 is 0, which fits although the quotient does not.
    Ok(a.wrapping_rem(b))
}

/// `-a` of an `int`.
///
/// # Errors
/// [`Raise::Overflow`] for the minimum (OAR-EXPR-15).
#[inline]
pub fn neg_i(a: i64) -> Result<i64, Raise> {
    a.checked_neg().ok_or(Raise::Overflow)
}

/// `a + b` of two `double`.
///
/// # Errors
/// [`Raise::NotFinite`] outside the finite range (OAR-EXPR-14).
#[inline]
pub fn add_d(a: f64, b: f64) -> Result<f64, Raise> {
    finite(a + b)
}

/// `a - b` of two `double`.
///
/// # Errors
/// [`Raise::NotFinite`] outside the finite range (OAR-EXPR-14).
#[inline]
pub fn sub_d(a: f64, b: f64) -> Result<f64, Raise> {
    finite(a - b)
}

/// `a * b` of two `double`.
///
/// # Errors
/// [`Raise::NotFinite`] outside the finite range (OAR-EXPR-14).
#[inline]
pub fn mul_d(a: f64, b: f64) -> Result<f64, Raise> {
    finite(a * b)
}

/// `a / b` of two `double`.
///
/// # Errors
/// [`Raise::DivisionByZero`] for either signed zero, [`Raise::NotFinite`] outside the finite range
/// (OAR-EXPR-14).
#[inline]
pub fn div_d(a: f64, b: f64) -> Result<f64, Raise> {
    if b == 0.0 {
        return Err(Raise::DivisionByZero);
    }
    finite(a / b)
}

/// `-a` of a `double`.
///
/// # Errors
/// [`Raise::NotFinite`] when `a` was not finite to begin with (OAR-FACT-23).
#[inline]
pub fn neg_d(a: f64) -> Result<f64, Raise> {
    finite(-a)
}

#[inline]
fn finite(value: f64) -> Result<f64, Raise> {
    if value.is_finite() {
        Ok(value)
    } else {
        Err(Raise::NotFinite)
    }
}

/// An `int` as the nearest `double` (ties to even): what OAR-EXPR-10 and OAR-EXPR-11 compare when
/// the other operand is a `double`. Above 2^53 several integers share one `double`.
#[inline]
#[must_use]
pub fn promote(value: i64) -> f64 {
    value as f64
}

/// Comparisons of one `int` and one `double`, in either order.
macro_rules! mixed_comparisons {
    ($($int_first:ident $double_first:ident $op:tt $symbol:literal;)*) => {$(
        #[doc = concat!("`a ", $symbol, " b` of an `int` and a `double`, the `int` promoted (OAR-EXPR-10, OAR-EXPR-11).")]
        #[inline]
        #[must_use]
        pub fn $int_first(a: i64, b: f64) -> bool {
            promote(a) $op b
        }

        #[doc = concat!("`a ", $symbol, " b` of a `double` and an `int`, the `int` promoted (OAR-EXPR-10, OAR-EXPR-11).")]
        #[inline]
        #[must_use]
        pub fn $double_first(a: f64, b: i64) -> bool {
            a $op promote(b)
        }
    )*};
}

mixed_comparisons! {
    lt_id lt_di < "<";
    le_id le_di <= "<=";
    gt_id gt_di > ">";
    ge_id ge_di >= ">=";
    eq_id eq_di == "==";
    ne_id ne_di != "!=";
}

#[cfg(test)]
mod tests {
    use super::*;

    const MIN: i64 = i64::MIN;
    const MAX: i64 = i64::MAX;

    #[test]
    fn integers_add_subtract_multiply() {
        assert_eq!(add_i(2, 3), Ok(5));
        assert_eq!(sub_i(2, 3), Ok(-1));
        assert_eq!(mul_i(-2, 3), Ok(-6));
        assert_eq!(neg_i(7), Ok(-7));
        assert_eq!(add_i(MIN, MAX), Ok(-1));
    }

    #[test]
    fn integers_raise_rather_than_wrap() {
        assert_eq!(add_i(MAX, 1), Err(Raise::Overflow));
        assert_eq!(add_i(MIN, -1), Err(Raise::Overflow));
        assert_eq!(sub_i(MIN, 1), Err(Raise::Overflow));
        assert_eq!(mul_i(MAX, 2), Err(Raise::Overflow));
        assert_eq!(mul_i(MIN, -1), Err(Raise::Overflow));
        assert_eq!(neg_i(MIN), Err(Raise::Overflow));
        assert_eq!(div_i(MIN, -1), Err(Raise::Overflow));
    }

    #[test]
    fn integer_division_truncates_toward_zero() {
        assert_eq!(div_i(-7, 2), Ok(-3));
        assert_eq!(div_i(7, -2), Ok(-3));
        assert_eq!(rem_i(-7, 2), Ok(-1));
        assert_eq!(rem_i(7, -2), Ok(1));
        assert_eq!(rem_i(MIN, -1), Ok(0));
    }

    #[test]
    fn division_by_zero_raises_for_both_types() {
        assert_eq!(div_i(1, 0), Err(Raise::DivisionByZero));
        assert_eq!(rem_i(1, 0), Err(Raise::DivisionByZero));
        assert_eq!(div_d(1.0, 0.0), Err(Raise::DivisionByZero));
        assert_eq!(div_d(1.0, -0.0), Err(Raise::DivisionByZero));
        assert_eq!(div_d(0.0, 0.0), Err(Raise::DivisionByZero));
    }

    #[test]
    fn doubles_stay_finite() {
        assert_eq!(add_d(1.5, 2.0), Ok(3.5));
        assert_eq!(sub_d(1.5, 2.0), Ok(-0.5));
        assert_eq!(mul_d(1.5, 2.0), Ok(3.0));
        assert_eq!(div_d(3.0, 2.0), Ok(1.5));
        assert_eq!(neg_d(2.5), Ok(-2.5));
        assert_eq!(add_d(f64::MAX, f64::MAX), Err(Raise::NotFinite));
        assert_eq!(sub_d(f64::MIN, f64::MAX), Err(Raise::NotFinite));
        assert_eq!(mul_d(1e200, 1e200), Err(Raise::NotFinite));
        assert_eq!(div_d(1e300, 1e-300), Err(Raise::NotFinite));
        // Underflow is a rounding, not an escape from the finite range.
        assert_eq!(mul_d(1e-200, 1e-200), Ok(0.0));
    }

    #[test]
    fn mixed_comparison_promotes_the_integer() {
        assert!(lt_id(1, 1.5) && !lt_id(2, 1.5));
        assert!(lt_di(0.5, 1) && !lt_di(1.0, 1));
        assert!(le_id(1, 1.0) && le_di(1.0, 1) && !le_id(2, 1.0) && !le_di(2.0, 1));
        assert!(gt_id(2, 1.5) && gt_di(1.5, 1) && !gt_id(1, 1.0) && !gt_di(1.0, 1));
        assert!(ge_id(1, 1.0) && ge_di(1.0, 1) && !ge_id(0, 0.5) && !ge_di(0.5, 1));
        assert!(eq_id(1, 1.0) && eq_di(0.0, 0) && !eq_id(1, 1.5) && !eq_di(1.5, 1));
        assert!(ne_id(1, 1.5) && ne_di(1.5, 1) && !ne_id(1, 1.0) && !ne_di(1.0, 1));
        assert!(eq_id(0, -0.0));
    }

    #[test]
    fn promotion_takes_the_nearest_double_above_2_53() {
        // 2^53 + 1 lies between two doubles and goes to the even one, 2^53.
        assert!(eq_id(9_007_199_254_740_993, 9_007_199_254_740_992.0));
        assert!(!gt_id(9_007_199_254_740_993, 9_007_199_254_740_992.0));
        // The maximum goes to 2^63.
        assert!(eq_di(9_223_372_036_854_775_808.0, MAX));
        assert!(!lt_id(MAX, 9_223_372_036_854_775_808.0));
    }
}
