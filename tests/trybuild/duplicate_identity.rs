mod policy {
    oar::include_rules![
        "packs/duplicate-identity-1.yaml",
        "packs/duplicate-identity-2.json",
        capability = "packs/capability.yaml"
    ];
}

fn main() {
    let _ = policy::Policy::new();
}
