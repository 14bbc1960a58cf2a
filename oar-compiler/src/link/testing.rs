//! What the tests of this stage share: text in, rule set and findings out.

use super::{RuleSet, capability, link};
use crate::diagnostic::{Diagnostic, Diagnostics, Sources};
use crate::document::{self, Documents};
use crate::source::{self, Format, Limits};

/// A host with every core anchor, one anchor of its own and one fact of its own.
pub(super) const HOST: &str = r#"
oar_capability_version: "1.0"
host: acme.gateway
anchors:
  core:
    tool.pre_invoke: tool.pre_invoke
    tool.handler: tool.handler
    tool.post_invoke: tool.post_invoke
    agent.post_turn: turn.done
    model.input: content.input
    model.output: content.output
    model.tool_result: content.input
  unsupported: [agent.finalize]
  host: [gateway.pre_render, content.output]
profiles: [content-provenance, tool, secrets]
activity_window: 2
detectors: ["detector://noop", "detector://presidio"]
supports_transform: true
expression_nodes_max: 256
host_facts:
  - {name: acme.tenant_tier, type: string}
  - {name: acme.gateway.groups, type: list<string>}
  - {name: acme.lookup, type: (string) -> string}
"#;

/// A rule document with the required members, and `more` under them.
pub(super) fn rule(id: &str, more: &str) -> String {
    let mut text = format!("---\noar: \"1.0\"\nid: {id}\n");
    for (name, default) in [
        ("kind", "policy"),
        ("anchor", "tool.pre_invoke"),
        ("effect", "warn"),
    ] {
        let there = more
            .lines()
            .any(|line| line.starts_with(&format!("{name}:")));
        if !there {
            text.push_str(&format!("{name}: {default}\n"));
        }
    }
    text + more + "\n"
}

/// What came of linking one file.
pub(super) struct Outcome {
    pub(super) set: Option<RuleSet>,
    pub(super) sources: Sources,
    pub(super) found: Vec<Diagnostic>,
}

/// Links the rules and configurations of a file against its capability document, or against [`HOST`].
pub(super) fn run(text: &str) -> Outcome {
    let mut full = text.to_owned();
    if !text.contains("oar_capability_version") {
        full = format!("{HOST}{text}");
    }
    let (documents, sources, mut diags) = read(&full);
    let host = &documents.capabilities[0];
    let capability = capability(host, &mut diags);
    let set = link(
        &documents,
        &documents.configs,
        capability.as_ref(),
        &sources,
        &mut diags,
    );
    Outcome {
        set,
        sources,
        found: diags.into_sorted(),
    }
}

pub(super) fn read(text: &str) -> (Documents, Sources, Diagnostics) {
    let (limits, mut sources, mut diags) = (Limits::default(), Sources::new(), Diagnostics::new());
    // A file each: a file of rules holds nothing else (OAR-DOC-31).
    let mut loaded = Vec::new();
    for document in text
        .split("---\n")
        .filter(|document| !document.trim().is_empty())
    {
        loaded.extend(source::load(
            "pack.yaml",
            document.as_bytes(),
            Format::Yaml,
            &limits,
            &mut sources,
            &mut diags,
        ));
    }
    let documents = document::read(loaded, &limits, &sources, &mut diags);
    (documents, sources, diags)
}

impl Outcome {
    /// Every finding as `code "marked text" clause`, in order of place.
    pub(super) fn brief(&self) -> Vec<String> {
        let brief = |found: &Diagnostic| {
            let marked = self.sources.text(found.span);
            format!("{} {marked:?} {}", found.code.name(), found.clause)
        };
        self.found.iter().map(brief).collect()
    }

    /// Message and help of the only finding.
    pub(super) fn words(&self) -> (&str, &str) {
        assert_eq!(self.found.len(), 1, "{:#?}", self.found);
        let found = &self.found[0];
        (&found.message, found.help.as_deref().unwrap_or(""))
    }

    /// The texts that the only finding points at beside its own place, with their labels.
    pub(super) fn secondary(&self) -> Vec<(&str, &str)> {
        assert_eq!(self.found.len(), 1, "{:#?}", self.found);
        let labels = self.found[0].secondary.iter();
        labels
            .map(|label| (self.sources.text(label.span), label.text.as_str()))
            .collect()
    }

    /// The rule set of documents that load without a word.
    pub(super) fn clean(self) -> RuleSet {
        assert_eq!(self.brief(), [""; 0]);
        self.set.expect("no finding, so a rule set")
    }
}
