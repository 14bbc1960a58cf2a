mod policy {
    oar::include_rules![
        "packs/not-a-bool.yaml",
        capability = "packs/capability.yaml"
    ];
}

fn main() {
    let _ = policy::Policy::new();
}
