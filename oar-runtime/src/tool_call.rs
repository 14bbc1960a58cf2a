//! A tool call as rules see it: name, arguments and, on demand, fingerprint.

use std::sync::OnceLock;

use crate::args::Args;
use crate::facts;
use crate::fingerprint::{Fingerprint, FingerprintError, fingerprint};

/// One tool call: the observations `tool`, `tool_args` and `tool_args_fingerprint` of section 5.4.
///
/// The fingerprint is computed when first asked for and then kept (OAR-FACT-11). A call can be
/// shared between threads, so that a detector may await while it is borrowed.
#[derive(Debug)]
pub struct ToolCall<'a> {
    name: &'a str,
    args: Args<'a>,
    fingerprint: OnceLock<Result<Fingerprint, FingerprintError>>,
}

impl<'a> ToolCall<'a> {
    /// A call of the tool `name` with `args`.
    #[must_use]
    pub const fn new(name: &'a str, args: Args<'a>) -> Self {
        Self {
            name,
            args,
            fingerprint: OnceLock::new(),
        }
    }

    /// The name of the tool.
    #[must_use]
    pub const fn name(&self) -> &'a str {
        self.name
    }

    /// The arguments.
    #[must_use]
    pub const fn args(&self) -> Args<'a> {
        self.args
    }

    /// The digest of name and arguments (OAR-FACT-28), computed at most once.
    ///
    /// # Errors
    /// When the arguments have no canonical JSON; see [`fingerprint`].
    pub fn fingerprint(&self) -> Result<&str, &FingerprintError> {
        self.fingerprint
            .get_or_init(|| fingerprint(self.name, self.args))
            .as_ref()
            .map(Fingerprint::as_str)
    }
}

/// A call alone, at an anchor without content.
impl facts::Occurrence for ToolCall<'_> {
    fn content(&self) -> Option<&str> {
        None
    }

    fn call(&self) -> Option<&ToolCall<'_>> {
        Some(self)
    }
}

/// What a call says of itself.
impl facts::Tool for ToolCall<'_> {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::Arg;

    #[test]
    fn the_parts_are_what_was_given() {
        let call = ToolCall::new("read", Args::Pairs(&[("a", Arg::Int(1))]));
        assert_eq!(call.name(), "read");
        assert_eq!(call.args().int("a"), Some(1));
    }

    #[test]
    fn the_fingerprint_is_computed_once() {
        let call = ToolCall::new("read", Args::Empty);
        let first = call.fingerprint().expect("canonical");
        let second = call.fingerprint().expect("canonical");
        assert_eq!(
            first,
            fingerprint("read", Args::Empty)
                .expect("canonical")
                .as_str()
        );
        assert!(std::ptr::eq(first, second));
    }

    #[test]
    fn a_failure_is_kept_too() {
        let call = ToolCall::new("read", Args::Pairs(&[("n", Arg::Double(f64::NAN))]));
        let expected = FingerprintError::NotFinite {
            argument: "n".to_owned(),
        };
        assert_eq!(call.fingerprint(), Err(&expected));
        assert_eq!(call.fingerprint(), Err(&expected));
    }

    #[test]
    fn a_call_is_shared_between_threads() {
        fn shared<T: Send + Sync>(_: &T) {}
        shared(&ToolCall::new("read", Args::Empty));
    }
}
