mod policy {
    oar::include_rules![
        "packs/flow-too-long.yaml",
        capability = "packs/capability.yaml"
    ];
}

fn main() {
    let _ = policy::Policy::new();
}
