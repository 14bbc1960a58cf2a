//! One bad program does not take the others with it: whole runs of the toolchain over programs written by hand.

use std::collections::BTreeMap;
use std::path::Path;

use super::super::batch;
use super::super::load::{Kind, Program};
use super::super::play::{Play, play};
use super::super::progress::Progress;
use super::super::toolchain::Toolchain;
use super::{INPUT, read, text};

/// A stand-in for generated code.
fn program(digest: &str, body: &str) -> Program {
    let source = format!(
        "pub fn run(_: &str, _: &oar::json::Occurrence<'_>, _: &mut oar::Session) -> Option<oar::Outcome> {{
    {body}
}}
"
    );
    Program {
        digest: digest.to_owned(),
        source,
        kind: Kind::Rules,
    }
}

#[test]
fn a_program_that_does_not_compile_panics_or_aborts_fails_alone() {
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let target = std::env::var_os("CARGO_TARGET_DIR")
        .map_or_else(|| workspace.join("target"), Into::into)
        .join("oar-test-isolation");
    let progress = Progress::new();
    let toolchain = Toolchain::prepare(&workspace, &target, &progress).unwrap();
    let programs: BTreeMap<String, Program> = [
        ("aaaa", "std::process::abort()"),
        ("bbbb", "Some(undefined)"),
        ("cccc", "panic!(\"out of order\")"),
        ("dddd", "None"),
    ]
    .into_iter()
    .map(|(digest, body)| (digest.to_owned(), program(digest, body)))
    .collect();
    let built = batch::build(&programs, &toolchain, 1, &progress).unwrap();

    assert_eq!(built.broken.keys().collect::<Vec<_>>(), ["bbbb"]);
    assert!(built.broken["bbbb"].contains("undefined"));
    assert_eq!(
        built.binaries.keys().collect::<Vec<_>>(),
        ["aaaa", "cccc", "dddd"]
    );

    let case = read(&text(INPUT, ""));
    let fixture = case.fixture.as_ref().unwrap();
    let plays: Vec<Play> = ["dddd", "aaaa", "cccc", "dddd"]
        .into_iter()
        .map(|digest| Play::fixture(fixture, digest))
        .collect();
    let answers = play(&built.binaries["dddd"], &plays);
    let reasons: Vec<&str> = answers
        .iter()
        .map(|answer| answer.as_ref().unwrap_err().as_str())
        .collect();
    assert_eq!(reasons[0], "the host has no local anchor `tool.pre_invoke`");
    assert!(
        reasons[1].contains("ended before it answered"),
        "{}",
        reasons[1]
    );
    assert!(
        reasons[2].contains("panicked") && reasons[2].contains("out of order"),
        "{}",
        reasons[2]
    );
    assert_eq!(reasons[3], "the host has no local anchor `tool.pre_invoke`");

    // What was built is found again, and only what is missing is built.
    let again = batch::build(&programs, &toolchain, 1, &progress).unwrap();
    assert_eq!(again.binaries, built.binaries);
}

#[test]
fn sources_that_are_not_there_are_asked_for() {
    let nowhere = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let error =
        Toolchain::prepare(&nowhere, &nowhere.join("target"), &Progress::new()).unwrap_err();
    assert!(error.contains("--oar PATH"), "{error}");
    assert!(!nowhere.join("target").exists());
}
