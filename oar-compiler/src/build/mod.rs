//! What a host's build script calls.
//!
//! ```no_run
//! // build.rs: rebuild when a file of the pack is added, changed or removed
//! oar_compiler::build::watch("packs");
//! ```
