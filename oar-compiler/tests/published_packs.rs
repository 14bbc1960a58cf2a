//! The published packs load without a word.
//!
//! They lie outside the repository, in `../shared`; where they are not present, the test says that it did not run.

use std::path::{Path, PathBuf};

use oar_compiler::diagnostic::{Code, Diagnostic, Diagnostics, Severity, Sources};
use oar_compiler::document::{self, Documents};
use oar_compiler::link::{self, RuleSet};
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

fn load(folder: &Path) -> (Documents, Sources) {
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
    (documents, sources)
}

fn linked(documents: &Documents, sources: &Sources) -> (Option<RuleSet>, Vec<Diagnostic>) {
    let mut diags = Diagnostics::new();
    let capability = link::capability(&documents.capabilities[0], &mut diags);
    let configs = &documents.configs;
    let set = link::link(documents, configs, capability.as_ref(), sources, &mut diags);
    (set, diags.into_sorted())
}

#[test]
fn the_portable_pack_loads() {
    let Some(packs) = packs() else {
        return;
    };
    let (documents, sources) = load(&packs.join("portable-pack"));
    assert_eq!(documents.rules.len(), 10);
    assert_eq!(documents.capabilities.len(), 1);
    assert_eq!(documents.configs.len(), 1);
    assert!(!documents.incomplete);

    let (set, found) = linked(&documents, &sources);
    assert_eq!(found, []);
    let set = set.unwrap();
    // `kind` first: the tally, then the policies, then what reads the tally, then the detectors.
    let order: Vec<&str> = set.rules.iter().map(|rule| rule.id.as_str()).collect();
    assert_eq!(
        order,
        [
            "REPEAT_CALL_TALLY",
            "BULK_DELETE_DENIED",
            "DESTRUCTIVE_TOOL_WARN",
            "MCP_PROVIDER_DISABLED",
            "READ_OUTSIDE_SCOPE",
            "WRITE_OUTSIDE_WORKSPACE",
            "REPEAT_LOOP_BLOCK",
            "REPEAT_LOOP_WARN",
            "REDACT_PII",
            "REDACT_SECRETS"
        ]
    );
    let changed: Vec<(&str, &str)> = set
        .rules
        .iter()
        .filter(|rule| rule.enforcement != rule.declared)
        .map(|rule| (rule.qualified.as_str(), rule.enforcement.name()))
        .collect();
    assert_eq!(
        changed,
        [
            ("example.security/MCP_PROVIDER_DISABLED", "monitor"),
            ("example.hygiene/REPEAT_LOOP_WARN", "off")
        ]
    );
}

#[test]
fn the_agent_runtime_loads() {
    let Some(packs) = packs() else {
        return;
    };
    let (documents, sources) = load(&packs.join("agent-runtime"));
    assert_eq!(documents.rules.len(), 36);
    assert_eq!(documents.capabilities.len(), 1);
    assert_eq!(documents.capabilities[0].host_facts.len(), 541);

    let (set, found) = linked(&documents, &sources);
    assert_eq!(set.map(|set| set.rules.len()), Some(36));
    assert!(found.iter().all(|d| d.severity() == Severity::Warning));
    // Rules that compare a fact to their own identifier, counted on the text.
    let verdicts = documents.rules.iter().filter(|rule| {
        let id = format!("\"{}\"", rule.id.as_ref().unwrap().value);
        rule.when.as_ref().unwrap().value.contains(&id)
    });
    let warned = found.iter().filter(|d| d.code == Code::VerdictComparison);
    assert_eq!(warned.count(), verdicts.count());
}
