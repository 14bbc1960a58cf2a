mod policy {
    oar::include_rules![
        "packs/copy-not-closed.yaml",
        capability = "packs/capability.yaml"
    ];
}

fn main() {
    let _ = policy::Policy::new();
}
