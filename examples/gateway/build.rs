fn main() {
    oar_compiler::build::watch("packs");
}
