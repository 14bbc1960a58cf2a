mod policy {
    oar::include_rules![
        "packs/wide-characters.yaml",
        capability = "packs/capability.yaml"
    ];
}

fn main() {
    let _ = policy::Policy::new();
}
