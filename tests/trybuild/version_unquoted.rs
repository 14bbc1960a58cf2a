mod policy {
    oar::include_rules![
        "packs/version-unquoted.yaml",
        capability = "packs/capability.yaml"
    ];
}

fn main() {
    let _ = policy::Policy::new();
}
