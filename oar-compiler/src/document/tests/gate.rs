//! Kinds of documents and their versions.

use super::{json, refuses, yaml};
use crate::diagnostic::{Code, Diagnostics, Sources};
use crate::document::read;
use crate::source::{Format, Limits, load};

#[test]
fn documents_are_told_apart_by_their_marker() {
    let rule = yaml("oar: '1.0'\nid: A\nkind: policy\nanchor: a\neffect: warn\n").sound();
    assert_eq!((rule.rules.len(), rule.configs.len()), (1, 0));
    let others = yaml("oar_config: '1.0'\n---\nordering: '1.0'\nany: thing\n").sound();
    assert_eq!((others.configs.len(), others.orderings.len()), (1, 1));
    assert!(others.rules.is_empty() && others.capabilities.is_empty() && !others.incomplete);
}

#[test]
fn a_file_of_rules_holds_nothing_else() {
    let rule = "oar: '1.0'\nid: A\nkind: policy\nanchor: a\neffect: warn\n";
    for marker in ["oar_config", "ordering"] {
        let read = yaml(&format!("{rule}---\n{marker}: '1.0'\n"));
        let found = read.only();
        let shown = (found.code, found.clause, read.marked(found));
        assert_eq!(shown, (Code::MixedSet, "OAR-DOC-31", marker));
    }
}

#[test]
fn a_rule_set_holds_rule_documents_alone() {
    const RULE: &str =
        r#"{"oar": "1.0", "id": "A", "kind": "policy", "anchor": "a", "effect": "warn"}"#;
    const CONFIG: &str = r#"{"oar_config": "1.0"}"#;
    for text in [format!("[{RULE}, {CONFIG}]"), format!("[{CONFIG}, {RULE}]")] {
        let read = json(&text);
        let refused = read.only();
        assert_eq!(refused.code, Code::MixedSet);
        assert_eq!(refused.clause, "OAR-DOC-31");
        assert_eq!(
            refused.message,
            "a file of rules holds documents marked `oar` only, and this one has `oar_config`"
        );
        assert_eq!(read.marked(refused), "\"oar_config\"");
    }
    let rules = json(&format!("[{RULE}]")).sound();
    assert_eq!(rules.rules.len(), 1);
    let configs = json(&format!("[{CONFIG}, {CONFIG}]")).sound();
    assert_eq!(configs.configs.len(), 2);
}

#[test]
fn a_document_without_a_marker() {
    let cases = [
        (
            "id: A\neffect: warn\n",
            "id",
            "for a rule, add `oar: \"1.0\"`",
        ),
        ("Oar: '1.0'\n", "Oar", "did you mean `oar`?"),
        (
            "a: 1\noar-config: '1.0'\n",
            "oar-config",
            "did you mean `oar_config`?",
        ),
        (
            "host: a\nprofiles: []\n",
            "host",
            "for a capability document, add `oar_capability_version: \"1.0\"`",
        ),
        (
            "disable: []\n",
            "disable",
            "for a configuration, add `oar_config: \"1.0\"`",
        ),
        ("{}\n", "{}", "a rule begins with `oar: \"1.0\"`"),
    ];
    for (text, marked, help) in cases {
        refuses(
            "",
            text,
            (
                Code::NoMarker,
                "OAR-DOC-3",
                marked,
                "the document has none of `oar`, `oar_capability_version`, `oar_config`, `ordering`, so its kind is not known",
                help,
            ),
        );
        assert!(yaml(text).documents.incomplete);
    }
}

#[test]
fn a_document_with_two_markers() {
    let read = yaml("oar: '1.0'\nid: x\noar_config: '1.0'\n");
    let found = read.only();
    assert_eq!(found.code, Code::SeveralMarkers);
    assert_eq!(
        found.message,
        "a document is of one kind only, and this one has `oar` and `oar_config`"
    );
    assert_eq!(read.sources.text(found.secondary[0].span), "oar_config");
    assert!(read.documents.incomplete);
}

#[test]
fn nothing_else_is_said_about_a_document_of_another_version() {
    let cases = [
        (
            "oar: '2.0'\n",
            Code::UnsupportedVersion,
            "OAR-DOC-4",
            "`oar` is `2.0`, and this compiler implements 1.0",
        ),
        (
            "oar: '0.9'\n",
            Code::UnsupportedVersion,
            "OAR-DOC-4",
            "`oar` is `0.9`, and this compiler implements 1.0",
        ),
        (
            "oar: '1.1'\n",
            Code::UnsupportedVersion,
            "OAR-DOC-5",
            "`oar` is `1.1`, and this compiler implements 1.0",
        ),
        (
            "oar: '1.99999999999999999999'\n",
            Code::UnsupportedVersion,
            "OAR-DOC-5",
            "`oar` is `1.99999999999999999999`, and this compiler implements 1.0",
        ),
        (
            "oar: '01.0'\n",
            Code::MalformedVersion,
            "OAR-DOC-3",
            "`oar` is `01.0`, which is not a version",
        ),
        (
            "oar: '1.00'\n",
            Code::MalformedVersion,
            "OAR-DOC-3",
            "`oar` is `1.00`, which is not a version",
        ),
        (
            "oar: '1'\n",
            Code::MalformedVersion,
            "OAR-DOC-3",
            "`oar` is `1`, which is not a version",
        ),
        (
            "oar: '1.0.0'\n",
            Code::MalformedVersion,
            "OAR-DOC-3",
            "`oar` is `1.0.0`, which is not a version",
        ),
        (
            "oar: ' 1.0'\n",
            Code::MalformedVersion,
            "OAR-DOC-3",
            "`oar` is ` 1.0`, which is not a version",
        ),
        (
            "oar: ''\n",
            Code::MalformedVersion,
            "OAR-DOC-3",
            "`oar` is ``, which is not a version",
        ),
        (
            "oar: 1.0\n",
            Code::MalformedVersion,
            "OAR-DOC-3",
            "`oar` must be a version in quotes, not the number `1.0`",
        ),
        (
            "oar:\n",
            Code::MalformedVersion,
            "OAR-DOC-3",
            "`oar` must be a version in quotes, not null",
        ),
        (
            "oar_config: '1.1'\n",
            Code::UnsupportedVersion,
            "OAR-CFG-1",
            "`oar_config` is `1.1`, and this compiler implements 1.0",
        ),
        (
            "oar_capability_version: '2.0'\n",
            Code::UnsupportedVersion,
            "OAR-FACT-24",
            "`oar_capability_version` is `2.0`, and this compiler implements 1.0",
        ),
    ];
    for (text, code, clause, message) in cases {
        let read = yaml(&format!("{text}id: lower\nnonsense: 1\n"));
        let found = read.only();
        assert_eq!(
            (found.code, found.clause, found.message.as_str()),
            (code, clause, message)
        );
        assert!(read.documents.incomplete && read.documents.rules.is_empty());
    }
    assert_eq!(
        yaml("oar: 1.0\n").only().help.as_deref(),
        Some("quote it: `\"1.0\"`")
    );
}

#[test]
fn members_of_a_set_are_documents() {
    let rule = "{\"oar\": \"1.0\", \"id\": \"A\", \"kind\": \"policy\", \"anchor\": \"a\", \"effect\": \"warn\"}";
    for (member, message) in [
        (
            "\"not-a-document\"",
            "every member of a rule set must be a document, not a string",
        ),
        ("null", "a member of the rule set is null"),
        (
            "[{}]",
            "every member of a rule set must be a document, not a list",
        ),
        (
            "1",
            "every member of a rule set must be a document, not a number",
        ),
    ] {
        let read = json(&format!("[{rule}, {member}]"));
        let found = read.only();
        let shown = (
            found.code,
            found.clause,
            found.message.as_str(),
            read.marked(found),
        );
        assert_eq!(shown, (Code::NotADocument, "OAR-DOC-31", message, member));
        assert_eq!(read.documents.rules.len(), 1);
        assert!(read.documents.incomplete);
    }
    let read = yaml("---\n---\noar_config: '1.0'\n");
    assert_eq!(read.only().message, "a document is empty");
    assert_eq!(read.documents.configs.len(), 1);
    assert_eq!(
        yaml("- oar: '1.0'\n").only().message,
        "a document must be an object, not a list"
    );
    assert_eq!(
        json("\"x\"").only().message,
        "a document must be an object, not a string"
    );
}

#[test]
fn a_file_that_does_not_load_makes_the_pack_incomplete() {
    let read = yaml("oar_config: '1.0'\n---\na: \"b\" c\n");
    assert_eq!(read.only().code, Code::Syntax);
    assert!(read.documents.incomplete);
    assert_eq!(read.documents.configs.len(), 1);
}

#[test]
fn the_documents_of_a_pack_are_counted() {
    let limits = Limits {
        documents: 3,
        ..Limits::default()
    };
    let (mut sources, mut diags) = (Sources::new(), Diagnostics::new());
    let mut documents = Vec::new();
    for name in ["a", "b"] {
        let text = b"oar_config: '1.0'\n---\noar_config: '1.0'\n";
        documents.extend(load(
            name,
            text,
            Format::Yaml,
            &limits,
            &mut sources,
            &mut diags,
        ));
    }
    let read = read(documents, &limits, &sources, &mut diags);
    assert_eq!(read.configs.len(), 3);
    assert!(read.incomplete);
    let found = diags.as_slice();
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].code, Code::TooManyDocuments);
    assert_eq!(sources.name(found[0].span), "b");
}
