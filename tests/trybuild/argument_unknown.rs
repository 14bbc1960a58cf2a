mod policy {
    oar::include_rules!["packs/sound.yaml", capabilty = "packs/capability.yaml"];
}

fn main() {
    let _ = policy::Policy::new();
}
