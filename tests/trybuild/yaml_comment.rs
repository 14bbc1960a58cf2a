mod policy {
    oar::include_rules![
        "packs/yaml-comment.yaml",
        capability = "packs/capability.yaml"
    ];
}

fn main() {
    let _ = policy::Policy::new();
}
