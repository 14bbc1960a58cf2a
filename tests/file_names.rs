//! Names and places of files mean nothing (OAR-DOC-28, OAR-DOC-31): neither identity, nor order, nor a line of the code.

use std::path::Path;

use oar_compiler::pack::{File, Pack};
use oar_compiler::{Settings, compile};

fn read(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("examples/gateway/packs")
        .join(name);
    std::fs::read_to_string(path).expect("a file of the pack")
}

const FILES: [&str; 7] = [
    "bulk-delete.yaml",
    "mcp-provider-disabled.yaml",
    "read-outside-scope.yaml",
    "redact-pii.yaml",
    "redact-secrets.yaml",
    "repeat-loop.yaml",
    "write-outside-workspace.yaml",
];

/// The code of a pack without the comments, which say where each rule stands.
fn code(files: Vec<File>) -> String {
    let pack = Pack {
        files,
        capability: Some(File::new("capability.yaml", read("capability.yaml"))),
        ..Pack::default()
    };
    let compiled = compile(&pack, &Settings::default()).expect("a sound pack");
    let lines = compiled
        .source
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"));
    lines.map(|line| format!("{line}\n")).collect()
}

fn as_it_is() -> String {
    code(
        FILES
            .iter()
            .map(|name| File::new(*name, read(name)))
            .collect(),
    )
}

#[test]
fn renamed_and_moved_files_give_the_same_code() {
    let moved = FILES.iter().enumerate().map(|(at, name)| {
        // Backwards, in folders, and called after another rule.
        File::new(
            format!("z/{}/READ_OUTSIDE_SCOPE-{at}.yml", 9 - at),
            read(name),
        )
    });
    let mut moved: Vec<File> = moved.collect();
    moved.reverse();
    assert!(as_it_is() == code(moved), "the code differs");
}

#[test]
fn one_file_with_every_document_in_another_order_gives_the_same_code() {
    let documents: Vec<String> = FILES.iter().rev().map(|name| read(name)).collect();
    let stream = documents.join("\n---\n");
    assert!(
        as_it_is() == code(vec![File::new("all.yaml", stream)]),
        "the code differs"
    );
}
