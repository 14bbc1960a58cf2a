//! What a tool call says of itself: the defaults of the profile `tool`.
//!
//! An occurrence without a call has nothing to report, which reads as the zero value (OAR-FACT-25).

use super::Observed;
use crate::args::Args;
use crate::tool_call::ToolCall;

type Call<'c> = Option<&'c ToolCall<'c>>;

#[inline]
pub(crate) fn name(call: Call<'_>) -> Observed<&str> {
    Ok(call.map_or("", ToolCall::name))
}

#[inline]
pub(crate) fn args(call: Call<'_>) -> Observed<Args<'_>> {
    Ok(call.map_or(Args::Empty, ToolCall::args))
}

#[inline]
pub(crate) fn string<'c>(call: Call<'c>, name: &str) -> Observed<&'c str> {
    Ok(call.and_then(|call| call.args.string(name)).unwrap_or(""))
}

#[inline]
pub(crate) fn int(call: Call<'_>, name: &str) -> Observed<i64> {
    Ok(call.and_then(|call| call.args.int(name)).unwrap_or(0))
}

#[inline]
pub(crate) fn boolean(call: Call<'_>, name: &str) -> Observed<bool> {
    Ok(call
        .and_then(|call| call.args.boolean(name))
        .unwrap_or(false))
}

#[cfg(test)]
mod tests {
    use crate::args::{Arg, Args};
    use crate::facts::{Observed, Occurrence, Tool};
    use crate::tool_call::ToolCall;

    struct Host<'a>(Option<ToolCall<'a>>);

    impl Occurrence for Host<'_> {
        fn content(&self) -> Option<&str> {
            None
        }

        fn call(&self) -> Option<&ToolCall<'_>> {
            self.0.as_ref()
        }
    }

    impl Tool for Host<'_> {
        fn policy_denied(&self) -> Observed<bool> {
            Ok(true)
        }
    }

    #[test]
    fn what_a_call_says_needs_no_code_in_the_host() {
        let args = [
            ("path", Arg::Str("/a")),
            ("lines", Arg::Int(3)),
            ("force", Arg::Bool(true)),
        ];
        let host = Host(Some(ToolCall::new("read", Args::Pairs(&args))));
        assert_eq!(host.call_name(), Some("read"));
        assert_eq!(host.tool(), Ok("read"));
        assert_eq!(host.tool_args().map(|args| args.len()), Ok(3));
        assert_eq!(host.tool_arg_string("path"), Ok("/a"));
        assert_eq!(host.tool_arg_int("lines"), Ok(3));
        assert_eq!(host.tool_arg_bool("force"), Ok(true));
        assert_eq!(host.policy_denied(), Ok(true));
        assert_eq!(host.permission_profile(), Ok(""));
    }

    #[test]
    fn without_a_call_everything_is_zero() {
        let host = Host(None);
        assert_eq!(host.call_name(), None);
        assert_eq!(host.tool(), Ok(""));
        assert_eq!(host.tool_args().map(|args| args.is_empty()), Ok(true));
        assert_eq!(host.tool_arg_string("path"), Ok(""));
        assert_eq!(host.tool_arg_int("lines"), Ok(0));
        assert_eq!(host.tool_arg_bool("force"), Ok(false));
    }
}
