mod policy {
    oar::include_rules!["packs/absent.yaml", capability = "packs/capability.yaml"];
}

fn main() {
    let _ = policy::Policy::new();
}
