mod policy {
    oar::include_rules![
        "packs/yaml-tag.yaml",
        capability = "packs/capability.yaml"
    ];
}

fn main() {
    let _ = policy::Policy::new();
}
