//! A host of a pack: it asks once at each anchor.

mod host;
mod policy {
    oar::include_rules!("packs/");
}

impl policy::HostFacts for host::Call<'_> {}

impl policy::Detectors for host::Call<'_> {
    fn credentials(&self) -> Result<oar::Report, oar::DetectorError> {
        Ok(oar::Report::new())
    }
}

fn main() {
    let tool = std::env::args().nth(1).unwrap_or_default();
    let args = serde_json::Map::new();
    let call = host::Call::sound(&tool, &args, &[]);
    let policy = policy::Policy::new();
    let mut session = oar::Session::new("s");
    println!("{:?}", policy.tool_pre_invoke(&call, &mut session));
    println!("{:?}", policy.model_tool_result(&call, &mut session));
}
