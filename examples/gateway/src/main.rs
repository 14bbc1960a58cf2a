//! An example.
use oar::facts;
use oar::{Session, ToolCall};
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
    fn call(&self) -> Option<&ToolCall<'_>> {
        Some(&self.call)
    }
}
impl facts::Tool for Call<'_> {}
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
