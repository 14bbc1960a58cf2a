mod policy {
    oar::include_rules!["packs/sound.yaml"];
}

fn main() {
    let _ = policy::Policy::new();
}
