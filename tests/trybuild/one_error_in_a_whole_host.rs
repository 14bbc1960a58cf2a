//! A host that names everything the generated code gives it: the wrong rule is the only error.

mod policy {
    oar::include_rules!["packs/unknown-fact.yaml", capability = "packs/capability.yaml"];
}

struct Call<'a>(oar::ToolCall<'a>);

impl oar::facts::Occurrence for Call<'_> {
    fn content(&self) -> Option<&str> {
        None
    }

    fn call(&self) -> Option<&oar::ToolCall<'_>> {
        Some(&self.0)
    }
}

impl oar::facts::Tool for Call<'_> {}
impl oar::facts::Filesystem for Call<'_> {}
impl oar::facts::Content for Call<'_> {}
impl oar::facts::Secrets for Call<'_> {}
impl policy::HostFacts for Call<'_> {
    fn acme_gateway_tier(&self) -> oar::Observed<&str> {
        Ok("gold")
    }
}

impl policy::Detectors for Call<'_> {
    fn keys(&self) -> Result<oar::Report, oar::DetectorError> {
        Ok(oar::Report::new())
    }
}

fn decide<H: policy::Host>(policy: &policy::Policy, host: &H) -> oar::Outcome {
    policy.content_output(host, &mut oar::Session::new("s"))
}

fn main() {
    let policy = policy::Policy::with_config(&[]).expect("it applies");
    policy.reconfigure(&[]).expect("it applies");
    let call = Call(oar::ToolCall::new("read", oar::args::Args::Empty));
    let outcome = policy.tool_pre_invoke(&call, &mut oar::Session::new("s"));
    println!("{} {} {}", outcome.effect(), policy.rules().len(), policy.anchors().len());
    let _ = decide(&policy, &call);
    let _ = policy.gateway_pre_render(&call, &mut oar::Session::new("s"));
}
