//! The portable pack through the build script.

mod policy {
    oar::include_generated!("policy");
}

#[path = "../../../tests/portable_pack/body.rs"]
mod body;
