//! The published packs load without a word.
//!
//! They lie outside the repository, in `../shared`; where they are not present, the test says that it did not run.

use std::path::{Path, PathBuf};

use oar_compiler::diagnostic::{Diagnostics, Sources};
use oar_compiler::document::{self, Documents};
use oar_compiler::source::{self, Format, Limits};

fn packs() -> Option<PathBuf> {
    let found = Path::new(env!("CARGO_MANIFEST_DIR"))
        .ancestors()
        .map(|folder| folder.join("shared/packs"))
        .find(|packs| packs.is_dir());
    if found.is_some() {
        return found;
    }
    eprintln!("not run: the published packs are not at ../shared/packs");
    None
}

fn load(folder: &Path) -> Documents {
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    files.sort();
    let (limits, mut sources, mut diags) = (Limits::default(), Sources::new(), Diagnostics::new());
    let mut documents = Vec::new();
    for path in files {
        let name = path.file_name().unwrap().to_str().unwrap();
        let Some(format) = Format::of(name) else {
            continue;
        };
        let bytes = std::fs::read(&path).unwrap();
        let read = source::load(name, &bytes, format, &limits, &mut sources, &mut diags);
        documents.extend(read);
    }
    let documents = document::read(documents, &limits, &sources, &mut diags);
    assert_eq!(diags.as_slice(), [], "{}", folder.display());
    documents
}

#[test]
fn the_portable_pack_loads() {
    let Some(packs) = packs() else {
        return;
    };
    let documents = load(&packs.join("portable-pack"));
    assert_eq!(documents.rules.len(), 10);
    assert_eq!(documents.capabilities.len(), 1);
    assert_eq!(documents.configs.len(), 1);
    assert!(!documents.incomplete);
}

#[test]
fn the_agent_runtime_loads() {
    let Some(packs) = packs() else {
        return;
    };
    let documents = load(&packs.join("agent-runtime"));
    assert_eq!(documents.rules.len(), 36);
    assert_eq!(documents.capabilities.len(), 1);
    assert_eq!(documents.capabilities[0].host_facts.len(), 541);
}
