mod policy {
    oar::include_rules![
        "packs/version-later.yaml",
        capability = "packs/capability.yaml"
    ];
}

fn main() {
    let _ = policy::Policy::new();
}
