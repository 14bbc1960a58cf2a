//! Rebuilds this crate when a file is added to the pack, changed or removed.

fn main() {
    oar_compiler::build::watch("packs");
}
