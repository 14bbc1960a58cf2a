mod policy {
    oar::include_rules![
        "packs/sound.yaml",
        capability = "packs/capability.yaml",
        frozen = true
    ];
}

fn main() {
    let _ = policy::Policy::new().reconfigure(&[]);
}
