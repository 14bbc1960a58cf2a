//! What the condition of a rule gives.

use crate::raise::Raise;
use crate::session::StoreError;

/// What a condition gives: the rule passes, or here is why it does not.
///
/// It is a `Result` so that `?` leads a failure out of the code of a condition, and of this shape so that it is handed over in
/// two registers, as one of a `bool` would not be: a call of a condition costs little else.
pub type Verdict = Result<(), NotPassed>;

/// Why a rule does not pass.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotPassed {
    /// The condition holds: the rule fires.
    Holds,
    /// It could not be evaluated (OAR-OPS-3).
    Raises(Raise),
}

impl From<Raise> for NotPassed {
    #[inline]
    fn from(raise: Raise) -> Self {
        Self::Raises(raise)
    }
}

impl From<StoreError> for NotPassed {
    #[cold]
    fn from(error: StoreError) -> Self {
        Self::Raises(error.into())
    }
}

/// The verdict of a condition that was evaluated.
///
/// # Errors
/// It holds.
#[inline(always)]
pub fn verdict(holds: bool) -> Verdict {
    match holds {
        false => Ok(()),
        true => Err(NotPassed::Holds),
    }
}

/// That of a rule without a condition: it fires where it is selected.
pub const ALWAYS: Verdict = Err(NotPassed::Holds);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_two_words() {
        assert_eq!(size_of::<Verdict>(), 2 * size_of::<usize>());
    }

    #[test]
    fn a_failure_leads_out_of_a_condition() {
        let condition = |value: Result<i64, Raise>| -> Verdict { verdict(value? > 3) };
        assert_eq!(condition(Ok(3)), Ok(()));
        assert_eq!(condition(Ok(4)), Err(NotPassed::Holds));
        let raised = condition(Err(Raise::Overflow));
        assert_eq!(raised, Err(NotPassed::Raises(Raise::Overflow)));
    }
}
