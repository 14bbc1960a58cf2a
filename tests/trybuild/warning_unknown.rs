mod policy {
    oar::include_rules![
        "packs/sound.yaml",
        capability = "packs/capability.yaml",
        deny = ["unused-require"]
    ];
}

fn main() {
    let _ = policy::Policy::new();
}
