mod policy {
    oar::include_rules![
        "packs/detector-not-registered.yaml",
        capability = "packs/capability.yaml"
    ];
}

fn main() {
    let _ = policy::Policy::new();
}
