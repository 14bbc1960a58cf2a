//! Watches the pack.

fn main() {
    oar_compiler::build::watch("packs");
}
