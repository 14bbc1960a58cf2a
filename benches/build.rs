//! Watches the packs that are measured.

fn main() {
    oar_compiler::build::watch("packs/portable");
    oar_compiler::build::watch("packs/transforms");
    oar_compiler::build::watch("packs/whole");
}
