mod policy {
    oar::include_rules![
        "packs/profile-not-provided.yaml",
        capability = "packs/capability.yaml"
    ];
}

fn main() {
    let _ = policy::Policy::new();
}
