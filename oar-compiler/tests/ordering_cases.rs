//! The published worked cases of the ordering guard, through the compiler.

use std::path::Path;

const CASES: &str = "../../shared/ordering/cases.json";

/// The published text, or `None` with a note where a clone stands without it.
fn published() -> Option<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(CASES);
    match std::fs::read_to_string(&path) {
        Ok(text) => Some(text),
        Err(_) => {
            println!("skipped: {CASES} is not there");
            None
        }
    }
}

#[test]
fn published_cases() {
    let Some(text) = published() else { return };
    let results = oar_compiler::ordering::run_cases("cases.json", &text).unwrap();
    let failed: Vec<String> = results
        .iter()
        .filter(|result| !result.failures.is_empty())
        .map(|result| format!("{}\n    {}", result.name, result.failures.join("\n    ")))
        .collect();
    assert!(
        failed.is_empty(),
        "{} of {} failed\n{}",
        failed.len(),
        results.len(),
        failed.join("\n")
    );
    assert_eq!(results.len(), 152 + 4 + 38);
}
