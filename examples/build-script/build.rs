//! Compiles the pack of the other example to `OUT_DIR/policy.rs`.
//!
//! The same as `oar::include_rules!("../gateway/packs", json = true)` and one line in a build script, for hosts that
//! want to look at the generated file, or to choose the rules by other means than a literal.

fn main() {
    oar_compiler::build::Builder::new("../gateway/packs")
        .json()
        .compile("policy");
}
