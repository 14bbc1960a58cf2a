mod policy {
    oar::include_rules!["packs/sound.yaml", capability = "packs/capability.yaml"];
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
impl oar::facts::Content for Call<'_> {}
impl oar::facts::Secrets for Call<'_> {}
impl policy::HostFacts for Call<'_> {}

impl policy::Detectors for Call<'_> {
    fn keys(&self) -> Result<oar::Report, oar::DetectorError> {
        Ok(oar::Report::new())
    }
}

fn main() {
    let call = Call(oar::ToolCall::new("read", oar::args::Args::Empty));
    let _ = policy::Policy::new().tool_pre_invoke(&call, &mut oar::Session::new("s"));
}
