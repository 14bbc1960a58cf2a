mod policy {
    oar::include_rules![
        "packs/anchor-unknown.yaml",
        capability = "packs/capability.yaml"
    ];
}

fn main() {
    let _ = policy::Policy::new();
}
