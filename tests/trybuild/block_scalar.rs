mod policy {
    oar::include_rules![
        "packs/block-scalar.yaml",
        capability = "packs/capability.yaml"
    ];
}

fn main() {
    let _ = policy::Policy::new();
}
