//! An example.
use oar::facts;
use oar::{Observed, Session, ToolCall};
mod policy {
    oar::include_rules!("packs");
}
struct Call<'a> {
    call: ToolCall<'a>,
}
impl facts::Occurrence for Call<'_> {
    fn content(&self) -> Option<&str> {
        None
    }
    fn call_name(&self) -> Option<&str> {
        Some(self.call.name())
    }
}
impl facts::Tool for Call<'_> {
    fn tool(&self) -> Observed<&str> {
        self.call.tool()
    }
    fn tool_args(&self) -> Observed<oar::args::Args<'_>> {
        self.call.tool_args()
    }
    fn tool_args_fingerprint(&self) -> Observed<&str> {
        self.call.tool_args_fingerprint()
    }
    fn tool_arg_string(&self, n: &str) -> Observed<&str> {
        self.call.tool_arg_string(n)
    }
    fn tool_arg_bool(&self, n: &str) -> Observed<bool> {
        self.call.tool_arg_bool(n)
    }
}
impl facts::Session for Call<'_> {}
impl facts::Filesystem for Call<'_> {}
impl facts::Content for Call<'_> {}
impl facts::Secrets for Call<'_> {}
impl facts::Pii for Call<'_> {}
impl facts::Mcp for Call<'_> {}
impl policy::Detectors for Call<'_> {}
fn main() {
    let policy = policy::Policy::new();
    let mut s = Session::new("s");
    let args = serde_json::json!({"path": "/etc/passwd"});
    for t in [
        "write", "read", "write", "write", "write", "write", "write", "delete",
    ] {
        let call = Call {
            call: ToolCall::new(t, oar::args::Args::Json(args.as_object().unwrap())),
        };
        println!("{}", policy.tool_pre_invoke(&call, &mut s).to_json());
    }
}
