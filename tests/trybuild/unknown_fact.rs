mod policy {
    oar::include_rules![
        "packs/unknown-fact.yaml",
        capability = "packs/capability.yaml"
    ];
}

fn main() {
    let _ = policy::Policy::new();
}
