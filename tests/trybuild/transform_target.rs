mod policy {
    oar::include_rules![
        "packs/transform-target.yaml",
        capability = "packs/capability.yaml"
    ];
}

fn main() {
    let _ = policy::Policy::new();
}
