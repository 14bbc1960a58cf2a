//! What rustc says about a pack or a host that is wrong: the whole message, in `tests/trybuild/*.stderr`.
//!
//! The wording of each load error is held in `tests/ui`; these cases show that it reaches the user of the macro whole,
//! with the place, and that it is the only error. To write the expected files anew, run with `TRYBUILD=overwrite`, and
//! read them.

use std::fs;
use std::path::Path;

#[test]
fn messages_are_as_expected() {
    provide_packs();
    trybuild::TestCases::new().compile_fail("tests/trybuild/*.rs");
}

/// Paths in the macro are relative to the crate, and the cases are compiled in a crate of their own under `target`.
fn provide_packs() {
    let from = Path::new("tests/trybuild/packs");
    let target = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .parent()
        .expect("in the target folder");
    let to = target.join("tests/trybuild/oar/packs");
    let _ = fs::remove_dir_all(&to);
    fs::create_dir_all(&to).expect("a folder");
    for file in fs::read_dir(from).expect("the packs") {
        let file = file.expect("a file");
        fs::copy(file.path(), to.join(file.file_name())).expect("copied");
    }
}
