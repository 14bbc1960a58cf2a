mod policy {
    oar::include_rules![
        "packs/unknown-field.yaml",
        capability = "packs/capability.yaml"
    ];
}

fn main() {
    let _ = policy::Policy::new();
}
