mod policy {
    oar::include_rules![
        "packs/sound.yaml",
        capability = "packs/capability.yaml",
        config = ["packs/config-not-loaded.yaml"]
    ];
}

fn main() {
    let _ = policy::Policy::new();
}
