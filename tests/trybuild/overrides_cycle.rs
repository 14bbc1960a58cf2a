mod policy {
    oar::include_rules![
        "packs/overrides-cycle.yaml",
        capability = "packs/capability.yaml"
    ];
}

fn main() {
    let _ = policy::Policy::new();
}
