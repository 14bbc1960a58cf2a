//! Both corpora, whole, through the command.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// `oar test` from the folder of the workspace.
fn oar_test(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_oar"))
        .current_dir(workspace())
        .arg("test")
        .args(arguments)
        .output()
        .unwrap()
}

/// The lines of a report that are no pass.
fn complaints(output: &Output) -> String {
    let text = String::from_utf8_lossy(&output.stdout);
    let lines = text.lines().filter(|line| !line.starts_with("PASS "));
    lines.collect::<Vec<_>>().join("\n")
}

/// One run of this project's own corpus serves all tests about it.
struct Own {
    output: Output,
    coverage: String,
}

fn own() -> &'static Own {
    static RUN: OnceLock<Own> = OnceLock::new();
    RUN.get_or_init(|| {
        let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("conformance.md");
        let shown = file.to_string_lossy().into_owned();
        let output = oar_test(&["--coverage", &shown, "tests/conformance"]);
        let coverage = fs::read_to_string(&file).unwrap_or_default();
        Own { output, coverage }
    })
}

#[test]
fn the_projects_own_corpus_passes_whole() {
    let complaints = complaints(&own().output);
    assert!(
        complaints.contains(" passed, 0 failed, 0 skipped"),
        "{complaints}"
    );
}

#[test]
fn every_must_has_a_fixture_or_an_exemption() {
    let said = String::from_utf8_lossy(&own().output.stderr);
    let amiss: Vec<&str> = said
        .lines()
        .filter(|line| line.contains("exempt.yaml"))
        .collect();
    assert!(amiss.is_empty(), "{}", amiss.join("\n"));
    assert!(own().coverage.contains("221 clauses, 199 of them *must*"));
    assert!(own().output.status.success(), "{said}");
}

#[test]
fn the_document_of_clauses_is_up_to_date() {
    let kept = fs::read_to_string(workspace().join("docs/conformance.md")).unwrap();
    let differs = kept
        .lines()
        .zip(own().coverage.lines())
        .find(|(kept, fresh)| kept != fresh);
    assert!(
        kept == own().coverage,
        "docs/conformance.md is out of date: run `oar test --coverage docs/conformance.md tests/conformance`\n{differs:?}"
    );
}

/// OAR-CONF-24: every fixture of the published corpus passes, or is skipped with a reason; here none is skipped.
#[test]
fn the_published_corpus_passes_whole() {
    let workspace = fs::canonicalize(workspace()).unwrap();
    let corpus = workspace
        .ancestors()
        .map(|folder| folder.join("shared/oar-conformance"))
        .find(|corpus| corpus.is_dir());
    let Some(corpus) = corpus else {
        eprintln!("not run: the published corpus is not at ../shared/oar-conformance");
        return;
    };
    let output = oar_test(&[&corpus.to_string_lossy()]);
    let complaints = complaints(&output);
    assert!(
        complaints.contains("265 passed, 0 failed, 0 skipped"),
        "{complaints}"
    );
    assert!(output.status.success());
}
