mod policy {
    oar::include_rules![
        "packs/everything-at-once-1.yaml",
        "packs/everything-at-once-2.yaml",
        capability = "packs/capability.yaml"
    ];
}

fn main() {
    let _ = policy::Policy::new();
}
