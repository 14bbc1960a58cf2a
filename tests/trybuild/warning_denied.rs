mod policy {
    oar::include_rules![
        "packs/unused.yaml",
        capability = "packs/capability.yaml",
        deny = ["warnings"]
    ];
}

fn main() {
    let _ = policy::Policy::new();
}
