//! What the compiler says about documents that are wrong, or probably wrong: one folder of `tests/ui` for each case.
//!
//! A case is the documents of a pack, and beside them `expected.txt` (the text a person reads) and `expected.json` (the
//! same for programs). A case without a capability document is checked against `tests/ui/host.yaml`; `case.json` may say
//! otherwise, and set limits and levels. `OAR_BLESS=1 cargo test -p oar-compiler --test ui` writes what the compiler says
//! now: read every difference before it is kept.

#[path = "ui/case.rs"]
mod case;
#[path = "ui/sarif.rs"]
mod sarif;

use std::collections::BTreeSet;

use case::Case;
use oar_compiler::diagnostic::Code;

#[test]
fn every_case_says_what_is_expected() {
    let bless = std::env::var_os("OAR_BLESS").is_some();
    let mut wrong = Vec::new();
    for case in Case::all() {
        let said = case.run();
        if bless {
            said.write(&case.folder);
        } else if let Some(difference) = said.difference(&case.folder) {
            wrong.push(format!("---- {}\n{difference}", case.name()));
        }
    }
    assert!(
        wrong.is_empty(),
        "{} cases say something else\n\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

#[test]
fn every_code_has_a_case() {
    let shown: BTreeSet<String> = Case::all()
        .iter()
        .flat_map(|case| case.run().codes())
        .collect();
    let missing: Vec<&str> = Code::ALL
        .iter()
        .map(|code| code.name())
        .filter(|name| !shown.contains(*name))
        .collect();
    assert!(missing.is_empty(), "no case shows {}", missing.join(", "));
}

#[test]
fn everything_said_is_complete() {
    for case in Case::all() {
        for said in case.run().json.as_array().expect("a list") {
            let text = |member: &str| said[member].as_str().unwrap_or_default();
            let shown = format!("{}: {said}", case.name());
            assert!(!text("help").is_empty(), "nothing says what to do: {shown}");
            assert!(text("clause").contains('-'), "no clause: {shown}");
            let message = text("message");
            assert!(
                !message.contains('\n') && !message.ends_with('.'),
                "{shown}"
            );
            let first = message.split(' ').next().unwrap_or_default();
            let name = first.chars().all(|ch| ch.is_ascii_uppercase());
            assert!(name || !first.starts_with(char::is_uppercase), "{shown}");
        }
    }
}

#[test]
fn everything_said_is_valid_sarif() {
    for case in Case::all() {
        sarif::check(&case.run().sarif);
    }
}

#[test]
fn there_are_many_cases_and_their_names_say_the_area() {
    let areas = [
        "build",
        "capability",
        "condition",
        "config",
        "copy",
        "json",
        "many",
        "name",
        "ordering",
        "pack",
        "rule",
        "warn",
        "yaml",
    ];
    let cases = Case::all();
    assert!(cases.len() >= 120, "{} cases", cases.len());
    for case in cases {
        let name = case.name();
        let area = name.split('-').next().unwrap_or_default();
        assert!(areas.contains(&area), "{name}: no area is named `{area}`");
    }
}
