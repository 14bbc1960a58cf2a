mod policy {
    oar::include_rules![
        "packs/type-mismatch.yaml",
        capability = "packs/capability.yaml"
    ];
}

fn main() {
    let _ = policy::Policy::new();
}
