mod policy {
    oar::include_rules![
        "packs/fact-not-required.yaml",
        capability = "packs/capability.yaml"
    ];
}

fn main() {
    let _ = policy::Policy::new();
}
