//! The portable pack through `include_rules!` and a folder, which `build.rs` watches.

mod policy {
    oar::include_rules!("packs", json = true);
}

#[path = "../../../tests/portable_pack/body.rs"]
mod body;
