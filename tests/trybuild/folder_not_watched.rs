mod policy {
    oar::include_rules!("packs/", capability = "packs/capability.yaml");
}

fn main() {
    let _ = policy::Policy::new();
}
