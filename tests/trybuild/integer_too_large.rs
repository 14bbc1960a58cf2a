mod policy {
    oar::include_rules![
        "packs/integer-too-large.yaml",
        capability = "packs/capability.yaml"
    ];
}

fn main() {
    let _ = policy::Policy::new();
}
