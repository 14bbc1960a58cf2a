mod policy {
    oar::include_rules!["packs/sound.yaml", capability = "packs/capability-wrong.yaml"];
}

fn main() {
    let _ = policy::Policy::new();
}
