use std::collections::HashSet;

use super::{CATALOGUE, catalogue, families, sources};
use crate::diagnostic::{Diagnostics, Sources};
use crate::ordering::{Body, Invariant, Kind, Role, Severity, load};
use crate::source::{self, Format, Limits};

#[test]
fn every_document_loads_without_a_word() {
    assert_eq!(CATALOGUE.len(), 21);
    for (name, text) in CATALOGUE {
        let mut sources = Sources::new();
        let mut diags = Diagnostics::new();
        let documents = source::load(
            name,
            text.as_bytes(),
            Format::Yaml,
            &Limits::default(),
            &mut sources,
            &mut diags,
        );
        let profile = load(&documents[0].root, &mut diags);
        assert_eq!(diags.as_slice(), &[], "{name}");
        let profile = profile.unwrap();
        // The file's name is the profile's, with underscores, up to its arguments.
        assert!(profile.name.replace('-', "_").starts_with(name), "{name}");
    }
}

#[test]
fn every_family_resolves() {
    let names: HashSet<_> = families()
        .iter()
        .map(|family| family.name.as_str())
        .collect();
    assert_eq!((families().len(), names.len()), (39, 39));
    for family in families() {
        let profile = catalogue(&family.name).unwrap();
        let ids: HashSet<_> = profile.rules.iter().map(|rule| &rule.id).collect();
        assert_eq!(ids.len(), profile.rules.len(), "{}", family.name);
    }
    let baseline = families().iter().filter(|family| {
        family
            .profiles
            .contains(&"openai_shape_baseline".to_owned())
    });
    assert_eq!(baseline.count(), 25);
    assert_eq!(
        families()
            .iter()
            .filter(|family| family.is_unconfirmed)
            .count(),
        3
    );
}

#[test]
fn only_two_rules_block() {
    let mut blocking = HashSet::new();
    for (name, _) in CATALOGUE {
        let argument = match *name {
            "full_history_preservation" => ":thought",
            "payload_field_preservation" => ":signature",
            _ => "",
        };
        let profile = catalogue(&format!("{name}{argument}")).unwrap();
        let rules = profile
            .rules
            .into_iter()
            .filter(|rule| rule.severity == Severity::Blocking);
        blocking.extend(rules.map(|rule| rule.id));
    }
    assert_eq!(
        blocking,
        HashSet::from(["thought-signature-required", "tool-call-id-uniqueness"].map(str::to_owned))
    );
}

#[test]
fn a_family_is_a_union() {
    let profile = catalogue("kimi-k3").unwrap();
    assert_eq!(
        profile.name,
        "union(openai-shape-baseline+full-history-preservation-toolCall+full-history-preservation-thought)"
    );
    let ids: Vec<_> = profile.rules.iter().map(|rule| rule.id.as_str()).collect();
    assert_eq!(
        ids,
        [
            "message-not-immediately-after-tool-call",
            "tool-call-id-uniqueness",
            "full-history-preservation-toolCall",
            "full-history-preservation-thought",
        ]
    );
    assert_eq!(
        catalogue("gemma-3").unwrap().name,
        "union(strict-alternation)"
    );
    assert_eq!(catalogue("grok").unwrap().name, "permissive");
}

fn body(token: &str) -> (String, String, Severity, Body) {
    let mut profile = catalogue(token).unwrap();
    let rule = profile.rules.remove(0);
    (profile.name, rule.id, rule.severity, rule.body)
}

#[test]
fn tokens_carry_arguments() {
    let (name, id, _, history) = body("full_history_preservation:message");
    assert_eq!(
        (name.as_str(), id.as_str()),
        (
            "full-history-preservation-message",
            "full-history-preservation-message"
        )
    );
    assert!(matches!(
        history,
        Body::Preservation {
            kind: Kind::Message,
            ..
        }
    ));

    let (name, _, _, field) = body("payload_field_preservation:a.b:c");
    assert_eq!(name, "payload-field-preservation-thought-a-b:c");
    let Body::Preservation {
        invariant: Invariant::PayloadFieldStable(path),
        ..
    } = field
    else {
        panic!("{field:?}");
    };
    assert_eq!(path.text, "a.b:c");

    let (name, _, _, turn) = body("non_empty_turn:terminal:user");
    assert_eq!(name, "non-empty-terminal-turn");
    assert!(matches!(
        turn,
        Body::NonEmptyTurn {
            role: Role::User,
            only_terminal: true
        }
    ));
    assert!(matches!(
        body("non_empty_turn").3,
        Body::NonEmptyTurn {
            only_terminal: false,
            ..
        }
    ));

    let Body::IdentifierFormat {
        max_length,
        pattern: Some(pattern),
        ..
    } = body("tool_call_id_format:9:[a:b]").3
    else {
        panic!("no pattern");
    };
    assert_eq!((max_length, pattern.text.as_str()), (Some(9), "[a:b]"));

    let (_, _, severity, remap) = body("role_remap_split_tool_roles:meta.tag:v9:blocking");
    let Body::RoleRemap { variant, tag, .. } = remap else {
        panic!("{remap:?}");
    };
    assert_eq!(
        (variant.as_str(), tag.text.as_str(), severity),
        ("v9", "meta.tag", Severity::Blocking)
    );
}

#[test]
fn senseless_tokens_say_why() {
    let message = |token: &str| catalogue(token).unwrap_err().message;
    assert_eq!(
        message("full_history_preservation"),
        "`full_history_preservation` needs an argument: `full_history_preservation:KIND`"
    );
    assert_eq!(
        message("payload_field_preservation"),
        "`payload_field_preservation` needs an argument: `payload_field_preservation:PATH`"
    );
    assert_eq!(
        message("full_history_preservation:call"),
        "there is no kind `call`: write `message`, `thought` or `toolCall`"
    );
    assert_eq!(
        message("payload_field_preservation:a..b"),
        "the path `a..b` has an empty part"
    );
    assert_eq!(
        message("non_empty_turn:last"),
        "expected `terminal` and found `last`"
    );
    assert_eq!(
        message("tool_call_id_format:0"),
        "expected a length of at least 1 and found `0`"
    );
    assert!(message("tool_call_id_format:9:[").starts_with("the pattern `[` does not compile"));
    assert_eq!(
        message("role_remap_inline_tool_call:tag:"),
        "the variant is empty"
    );
    assert_eq!(
        message("permissive:x"),
        "`permissive` takes no arguments, and `x` was given"
    );
    let error = catalogue("strict_alternaton").unwrap_err();
    assert_eq!(error.message, "there is no profile `strict_alternaton`");
    assert_eq!(
        error.help.as_deref(),
        Some("did you mean `strict_alternation`?")
    );
}

#[test]
fn spans_lie_in_the_shipped_files() {
    let sources = sources();
    let profile = catalogue("stale_thinking_advisory").unwrap();
    let span = profile.rules[0].span;
    assert_eq!(
        sources.name(span),
        "catalogue/ordering/stale_thinking_advisory.yaml"
    );
    assert_eq!(sources.text(span), "type");
}

/// The table in the documentation knows every name. A package without the repository around it has no table.
#[test]
fn the_documentation_names_everything() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/ordering.md");
    let Ok(text) = std::fs::read_to_string(path) else {
        return;
    };
    let families = families().iter().map(|family| family.name.as_str());
    for name in CATALOGUE.iter().map(|&(name, _)| name).chain(families) {
        let named = [
            format!("`{name}`"),
            format!("`{name}:"),
            format!("`{name}[:"),
        ];
        assert!(named.iter().any(|form| text.contains(form)), "{name}");
    }
}
