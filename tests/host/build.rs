//! Watches the folder, and compiles it as well.

fn main() {
    oar_compiler::build::watch("packs");
    oar_compiler::build::Builder::new("packs")
        .krate("rules")
        .json()
        .allow("warnings")
        .compile("generated");
}
