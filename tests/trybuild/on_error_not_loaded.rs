mod policy {
    oar::include_rules![
        "packs/on-error-not-loaded.yaml",
        capability = "packs/capability.yaml"
    ];
}

fn main() {
    let _ = policy::Policy::new();
}
