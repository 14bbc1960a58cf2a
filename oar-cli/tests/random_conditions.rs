//! Random well-typed conditions decide as an independent reading of Appendix A says.
//!
//! Every operator, built-in and index over every form of operand, in rules with and without a detector, over facts and
//! functions of every type: generated from a seed, written into fixtures with the expected trace, and run by `oar test`.
//! `OAR_SEED` and `OAR_PACKS` choose other seeds and more packs.

#[path = "random_conditions/copy.rs"]
mod copy;
#[path = "random_conditions/environment.rs"]
mod environment;
#[path = "random_conditions/evaluate.rs"]
mod evaluate;
#[path = "random_conditions/generate.rs"]
mod generate;
#[path = "random_conditions/pack.rs"]
mod pack;
#[path = "random_conditions/rng.rs"]
mod rng;
#[path = "random_conditions/syntax.rs"]
mod syntax;

use std::fs;
use std::path::Path;
use std::process::Command;

/// Rules of one pack.
const RULES: usize = 100;

fn number(variable: &str, otherwise: u64) -> u64 {
    let given = std::env::var(variable).ok();
    given
        .and_then(|text| text.parse().ok())
        .unwrap_or(otherwise)
}

#[test]
fn random_conditions_decide_as_appendix_a_says() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("random-conditions");
    // What an earlier run left behind; there may be nothing.
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    let first = number("OAR_SEED", 1);
    for seed in first..first + number("OAR_PACKS", 2) {
        let id = format!("random-{seed}");
        let fixture = pack::fixture(&id, seed, RULES);
        fs::write(folder.join(format!("{id}.json")), fixture.to_string()).unwrap();
    }
    let output = Command::new(env!("CARGO_BIN_EXE_oar"))
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(".."))
        .arg("test")
        .arg(&folder)
        .output()
        .unwrap();
    let report = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{report}\n{errors}");
}
