const PACK: &str = "packs/sound.yaml";

mod policy {
    oar::include_rules![super::PACK, capability = "packs/capability.yaml"];
}

fn main() {
    let _ = policy::Policy::new();
}
