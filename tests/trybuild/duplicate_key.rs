mod policy {
    oar::include_rules![
        "packs/duplicate-key.yaml",
        capability = "packs/capability.yaml"
    ];
}

fn main() {
    let _ = policy::Policy::new();
}
