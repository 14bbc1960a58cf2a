//! The published worked cases of the ordering guard, through the compiler.

use std::path::{Path, PathBuf};

/// The published text, from `../shared` beside the repository or from where `OAR_SHARED` points; `None` with a note where
/// a clone stands without it.
fn published() -> Option<String> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared");
    let shared = std::env::var_os("OAR_SHARED").map_or(beside, PathBuf::from);
    let path = shared.join("ordering/cases.json");
    match std::fs::read_to_string(&path) {
        Ok(text) => Some(text),
        Err(error) => {
            println!("skipped: {}: {error}", path.display());
            None
        }
    }
}

/// Cases that contradict the text they accompany, and what they come to instead.
///
/// The third step expects that the rejection before it moved the baseline. The text says that a rejected run does not
/// (R9), and so does another sequence, `sequence/rejection-resets-the-baseline`.
const OVERRULED: &[(&str, &str)] = &[(
    "sequence/new-user-turn-releases-reasoning",
    "step 3: decision: expected \"proceed\", found \"reject\"",
)];

#[test]
fn published_cases() {
    let Some(text) = published() else { return };
    let results = oar_compiler::ordering::run_cases("cases.json", &text).unwrap();
    let failed: Vec<_> = results
        .iter()
        .flat_map(|result| {
            let failures = result.failures.iter();
            failures.map(|failure| (result.name.as_str(), failure.as_str()))
        })
        .collect();
    assert_eq!(failed, OVERRULED);
    assert_eq!(results.len(), 152 + 4 + 38);
}
