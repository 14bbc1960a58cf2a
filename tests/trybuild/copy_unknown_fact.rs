mod policy {
    oar::include_rules![
        "packs/copy-unknown-fact.yaml",
        capability = "packs/capability.yaml"
    ];
}

fn main() {
    let _ = policy::Policy::new();
}
