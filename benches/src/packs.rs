//! The packs measured, compiled.

/// The portable pack without its tally and the two rules that read it.
pub mod portable {
    oar::include_rules!("packs/portable");
}

/// The portable pack.
pub mod whole {
    oar::include_rules!("packs/whole");
}
