mod policy {
    oar::include_rules![
        "packs/mandatory.yaml",
        capability = "packs/capability.yaml",
        config = ["packs/config-mandatory.yaml"]
    ];
}

fn main() {
    let _ = policy::Policy::new();
}
