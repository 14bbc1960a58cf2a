mod policy {
    oar::include_rules![
        "packs/json-rule-set.json",
        capability = "packs/capability.yaml"
    ];
}

fn main() {
    let _ = policy::Policy::new();
}
