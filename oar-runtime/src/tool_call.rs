//! A tool call as rules see it: name, arguments and, on demand, fingerprint.

use crate::args::Args;
use crate::facts;
use crate::fingerprint::{Fingerprint, FingerprintError, fingerprint};

/// One tool call: the observations `tool`, `tool_args` and `tool_args_fingerprint` of section 5.4.
#[derive(Clone, Copy, Debug)]
pub struct ToolCall<'a> {
    name: &'a str,
    pub(crate) args: Args<'a>,
}

impl<'a> ToolCall<'a> {
    /// A call of the tool `name` with `args`.
    #[must_use]
    pub const fn new(name: &'a str, args: Args<'a>) -> Self {
        Self { name, args }
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

    /// The digest of name and arguments (OAR-FACT-28), computed anew each time. Of one occurrence the engine asks at most
    /// once.
    ///
    /// # Errors
    /// When the arguments have no canonical JSON; see [`fingerprint`].
    pub fn fingerprint(&self) -> Result<Fingerprint, FingerprintError> {
        fingerprint(self.name, self.args)
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
    fn a_call_is_shared_between_threads() {
        fn shared<T: Send + Sync>(_: &T) {}
        shared(&ToolCall::new("read", Args::Empty));
    }
}
