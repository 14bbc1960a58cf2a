use crate::diagnostic::{Code, Diagnostics, Severity, Sources};
use crate::ordering::{Profile, check_names, load, load_options};
use crate::source::{self, Format, Limits, Node};

/// What loading a text comes to: the profile, and each diagnostic as its code, the text it marks and its message.
type Loaded = (Option<Profile>, Vec<(Code, String, String)>);

fn root(text: &str, format: Format, sources: &mut Sources) -> Node {
    let mut diags = Diagnostics::new();
    let limits = Limits::default();
    let documents = source::load(
        "p.yaml",
        text.as_bytes(),
        format,
        &limits,
        sources,
        &mut diags,
    );
    assert_eq!(diags.as_slice(), &[], "{text}");
    documents[0].root.clone()
}

fn told(diags: &Diagnostics, sources: &Sources) -> Vec<(Code, String, String)> {
    let words = |d: &crate::diagnostic::Diagnostic| {
        (d.code, sources.text(d.span).to_owned(), d.message.clone())
    };
    diags.as_slice().iter().map(words).collect()
}

fn loaded(text: &str) -> Loaded {
    let mut sources = Sources::new();
    let mut diags = Diagnostics::new();
    let root = root(text, Format::Yaml, &mut sources);
    let profile = load(&root, &mut diags);
    (profile, told(&diags, &sources))
}

/// A document with these rules.
fn rules(rules: &str) -> String {
    format!("ordering: \"1.0\"\nname: p\ndescription: d\nrules:\n{rules}\n")
}

/// The one defect of a rule: what it marks, and the message.
fn defect(rule: &str) -> (Code, String, String) {
    let (profile, mut found) = loaded(&rules(rule));
    assert_eq!(found.len(), 1, "{rule}: {found:?}");
    let defect = found.remove(0);
    assert_eq!(
        profile.is_none(),
        defect.0.severity() == Severity::Error,
        "{rule}"
    );
    defect
}

#[track_caller]
fn refused(rule: &str, code: Code, marked: &str, message: &str) {
    assert_eq!(defect(rule), (code, marked.to_owned(), message.to_owned()));
}

#[test]
fn the_version_gate_runs_first() {
    let cases = [
        (
            "name: p",
            Code::OrderingMissingField,
            "name",
            "an ordering profile has no `ordering`",
        ),
        (
            "ordering: 1.0",
            Code::OrderingVersion,
            "1.0",
            "`ordering` must be a string and is a number",
        ),
        (
            "ordering: \"2.0\"\nnonsense: 1",
            Code::OrderingVersion,
            "\"2.0\"",
            "this is version `2.0` of the format, and this compiler reads `1.0`",
        ),
        (
            "ordering: \"1.1\"",
            Code::OrderingVersion,
            "\"1.1\"",
            "this is version `1.1` of the format, and this compiler reads `1.0`",
        ),
        (
            "- 1",
            Code::OrderingType,
            "- 1",
            "an ordering profile must be an object and is a list",
        ),
    ];
    for (text, code, marked, message) in cases {
        let (profile, found) = loaded(text);
        assert!(profile.is_none());
        assert_eq!(found.len(), 1, "{found:?}");
        assert_eq!((found[0].0, found[0].2.as_str()), (code, message));
        assert_eq!(found[0].1.trim_end(), marked);
    }
}

#[test]
fn every_error_shows_at_once() {
    let text = "ordering: \"1.0\"\nname: \"\"\nversion: 2\npermissive: yes\nrules:\n  - type: order\n    before: thougt\n    scope: entire-turn\n  - type: spacing\n    id: x\n";
    let (profile, found) = loaded(text);
    assert!(profile.is_none());
    let found: Vec<_> = found
        .iter()
        .map(|(_, marked, message)| (marked.as_str(), message.as_str()))
        .collect();
    assert_eq!(
        found,
        [
            ("\"\"", "`name` is an empty string"),
            ("ordering", "an ordering profile has no `description`"),
            (
                "yes",
                "`permissive` must be `true` or `false` and is a string"
            ),
            ("version", "an ordering profile has no member `version`"),
            ("type", "a rule has no `id`"),
            ("thougt", "`before` cannot be `thougt`"),
            ("type", "a rule has no `after`"),
            ("spacing", "there is no rule type `spacing`"),
        ]
    );
}

#[test]
fn what_is_near_is_suggested() {
    let mut sources = Sources::new();
    let mut diags = Diagnostics::new();
    let text = rules("  - {type: ordr, id: x}\n  - {type: toolIdentity, id: y, severty: blocking}");
    load(&root(&text, Format::Yaml, &mut sources), &mut diags);
    let help: Vec<_> = diags
        .as_slice()
        .iter()
        .map(|d| d.help.as_deref().unwrap_or(""))
        .collect();
    assert_eq!(help, ["did you mean `order`?", "did you mean `severity`?"]);
}

#[test]
fn values_are_not_coerced() {
    refused(
        "  - {type: identifierFormat, id: f, kind: toolCall, maxLength: \"1\"}",
        Code::OrderingType,
        "\"1\"",
        "`maxLength` must be a whole number and is a string",
    );
    refused(
        "  - {type: nonEmptyTurn, id: n, role: user, onlyTerminal: \"true\"}",
        Code::OrderingType,
        "\"true\"",
        "`onlyTerminal` must be `true` or `false` and is a string",
    );
    refused(
        "  - {type: toolIdentity, id: 7}",
        Code::OrderingType,
        "7",
        "`id` must be a string and is a number",
    );
    refused(
        "  - {type: toolIdentity, id: n, severity: null}",
        Code::OrderingType,
        "null",
        "`severity` must be a string and is null",
    );
}

#[test]
fn numbers_have_bounds() {
    refused(
        "  - {type: identifierFormat, id: f, kind: toolCall, maxLength: 0}",
        Code::OrderingValue,
        "0",
        "`maxLength` must be a whole number of at least 1 and is `0`",
    );
    for number in ["-1", "1.5"] {
        refused(
            &format!(
                "  - {{type: alternation, id: a, roles: [user, assistant], mode: strict, maxPerGroup: {number}}}"
            ),
            Code::OrderingValue,
            number,
            &format!("`maxPerGroup` must be a whole number of at least 0 and is `{number}`"),
        );
    }
}

#[test]
fn words_are_a_closed_set() {
    refused(
        "  - {type: toolIdentity, id: i, severity: warn}",
        Code::OrderingValue,
        "warn",
        "`severity` cannot be `warn`",
    );
    refused(
        "  - {type: nonEmptyTurn, id: n, role: system}",
        Code::OrderingValue,
        "system",
        "`role` cannot be `system`",
    );
    refused(
        "  - {type: alternation, id: a, roles: [user, assistant], mode: loose}",
        Code::OrderingValue,
        "loose",
        "`mode` cannot be `loose`",
    );
    refused(
        "  - {type: adjacency, id: d, first: toolCall, disallowBetween: [result]}",
        Code::OrderingValue,
        "result",
        "`disallowBetween` cannot be `result`",
    );
    refused(
        "  - {type: staleContentAdvisory, id: s, kind: thought, scope: all, optOutOptionKey: k}",
        Code::OrderingValue,
        "all",
        "`scope` cannot be `all`",
    );
    refused(
        "  - {type: identifierUniqueness, id: q, kind: toolCall, renameStrategy: random}",
        Code::OrderingValue,
        "random",
        "`renameStrategy` cannot be `random`",
    );
    refused(
        "  - {type: identifierUniqueness, id: q, kind: toolCall, surface: all}",
        Code::OrderingValue,
        "all",
        "`surface` cannot be `all`",
    );
}

#[test]
fn fields_belong_to_their_types() {
    refused(
        "  - {type: staleContentAdvisory, id: s, kind: thought, scope: before-latest-user-turn, optOutOptionKey: k, severity: advisory}",
        Code::OrderingUnknownField,
        "severity",
        "the rule `s` has no member `severity`",
    );
    refused(
        "  - {type: toolIdentity, id: i, surface: dispatch}",
        Code::OrderingUnknownField,
        "surface",
        "the rule `i` has no member `surface`",
    );
    refused(
        "  - {type: roleRemap, id: r, kind: toolCall, expectedRoleTag: t}",
        Code::OrderingMissingField,
        "type",
        "the rule `r` has no `variant`",
    );
}

#[test]
fn useless_and_contradictory_rules() {
    let order = "  - {type: order, id: o, before: thought, after: thought, scope: entire-turn}";
    refused(
        order,
        Code::OrderingContradiction,
        "thought",
        "the rule `o` wants a kind before itself",
    );
    refused(
        "  - {type: adjacency, id: d, first: toolCall, disallowBetween: []}",
        Code::OrderingContradiction,
        "[]",
        "an empty `disallowBetween` forbids nothing",
    );
    for roles in ["[]", "[user]", "[user, user]", "[user, assistant, user]"] {
        refused(
            &format!("  - {{type: alternation, id: a, roles: {roles}, mode: strict}}"),
            Code::OrderingContradiction,
            roles,
            "`roles` must be exactly the two roles",
        );
    }
    refused(
        "  - {type: identifierFormat, id: f, kind: toolCall}",
        Code::OrderingContradiction,
        "type",
        "the rule `f` has neither `maxLength` nor `allowedPattern`",
    );
    let twice = "  - {type: toolIdentity, id: i}\n  - {type: schemaIntegrity, id: \"i\"}";
    refused(
        twice,
        Code::OrderingDuplicate,
        "\"i\"",
        "two rules have the id `i`",
    );
}

#[test]
fn preservation_and_its_field() {
    let rule =
        |rest: &str| format!("  - {{type: preservation, id: h, kind: thought, invariant: {rest}}}");
    refused(
        &rule("payload-field-stable"),
        Code::OrderingContradiction,
        "payload-field-stable",
        "`payload-field-stable` without `payloadField`",
    );
    refused(
        &rule("count-non-decreasing, payloadField: a"),
        Code::OrderingContradiction,
        "a",
        "`payloadField` belongs to `payload-field-stable` alone",
    );
    refused(
        &rule("payload-field-stable, payloadField: payload.a"),
        Code::OrderingPath,
        "payload.a",
        "`payloadField` begins with `payload.`, and a path starts inside the payload: `payload.a`",
    );
}

fn metadata(rest: &str) -> String {
    format!("  - {{type: requiredMetadata, id: m, applyTo: every, {rest}}}")
}

#[test]
fn metadata_rules() {
    let call = "kind: toolCall, requiredPayloadKey: a";
    refused(
        &metadata("kind: message, requiredPayloadKey: a"),
        Code::OrderingContradiction,
        "message",
        "the rule `m` can never pass: a message has no payload",
    );
    for key in ["a..b", ".a", "a."] {
        refused(
            &metadata(&format!("kind: toolCall, requiredPayloadKey: {key}")),
            Code::OrderingPath,
            key,
            &format!("`requiredPayloadKey` has an empty part: `{key}`"),
        );
    }
    refused(
        &metadata(&format!("{call}, gatedByReplayCompatibility: []")),
        Code::OrderingContradiction,
        "[]",
        "an empty `gatedByReplayCompatibility` lets nothing through, so the rule checks nothing",
    );
    refused(
        &metadata(&format!("{call}, gatedByReplayCompatibility: [\"\"]")),
        Code::OrderingValue,
        "\"\"",
        "`gatedByReplayCompatibility` is an empty string",
    );
    refused(
        &metadata(&format!("{call}, fallbackRepairAuthorized: true")),
        Code::OrderingContradiction,
        "true",
        "`fallbackRepairAuthorized` without `fallbackPayloadValue`: there is nothing to write",
    );
    refused(
        &metadata(&format!("{call}, fallbackReplayCompatibility: x")),
        Code::OrderingContradiction,
        "x",
        "`fallbackReplayCompatibility` without `fallbackPayloadValue`: there is nothing to write",
    );
    refused(
        &metadata(&format!("{call}, fallbackPayloadValue: x")),
        Code::OrderingContradiction,
        "x",
        "`fallbackPayloadValue` without `fallbackReplayCompatibility`",
    );
}

#[test]
fn a_fallback_may_be_null() {
    use crate::ordering::{Body, Constant};
    let text = metadata(
        "kind: thought, requiredPayloadKey: a, fallbackPayloadValue: null, fallbackReplayCompatibility: x",
    );
    let (profile, found) = loaded(&rules(&text));
    assert_eq!(found, []);
    let body = profile.unwrap().rules.remove(0).body;
    let Body::RequiredMetadata {
        fallback: Some(fallback),
        ..
    } = body
    else {
        panic!("{body:?}");
    };
    assert_eq!(
        (fallback.value, fallback.authorized),
        (Constant::Null, false)
    );
}

#[test]
fn patterns_compile_by_themselves() {
    let rule = |pattern: &str| {
        format!(
            "  - {{type: identifierFormat, id: f, kind: toolCall, allowedPattern: '{pattern}'}}"
        )
    };
    let (code, marked, message) = defect(&rule("a)|(?:.*"));
    assert_eq!(
        (code, marked.as_str()),
        (Code::OrderingPattern, "'a)|(?:.*'")
    );
    assert!(
        message.starts_with("the pattern `a)|(?:.*` does not compile: "),
        "{message}"
    );
    for pattern in ["(?=a)a", r"(a)\1", "[a"] {
        assert_eq!(defect(&rule(pattern)).0, Code::OrderingPattern);
    }
    let (code, _, message) = defect(&rule("(?:[a-z][0-9]{1,500}){1,500}"));
    assert_eq!(code, Code::OrderingPattern);
    assert_eq!(
        message,
        "the pattern `(?:[a-z][0-9]{1,500}){1,500}` needs too large a table"
    );
}

#[test]
fn what_has_no_effect_is_a_warning() {
    refused(
        "  - {type: order, id: o, before: thought, after: toolCall, scope: entire-turn, onlyLatestGroup: true}",
        Code::OrderingInert,
        "true",
        "`onlyLatestGroup` has no effect on the `entire-turn` scope",
    );
    refused(
        "  - {type: roleRemap, id: r, kind: message, variant: v, expectedRoleTag: t}",
        Code::OrderingInert,
        "message",
        "a message has no payload, so the rule reports every one",
    );
    refused(
        "  - {type: preservation, id: h, kind: message, invariant: payload-field-stable, payloadField: a}",
        Code::OrderingInert,
        "a",
        "a message has no payload, so only its loss is noticed",
    );
    refused(
        "  - {type: identifierUniqueness, id: q, kind: toolCall, renameStrategy: suffix}",
        Code::OrderingShortWord,
        "suffix",
        "`suffix` is read as `suffix-index`",
    );
    let text = rules("  - {type: toolIdentity, id: i}") + "permissive: true\n";
    let (profile, found) = loaded(&text);
    assert!(profile.is_some());
    assert_eq!(found[0].0, Code::OrderingInert);
}

#[test]
fn an_omitted_severity_is_advisory_for_every_type() {
    let text = "  - {type: requiredMetadata, id: m, kind: toolCall, applyTo: every, requiredPayloadKey: a}\n  - {type: toolIdentity, id: i}\n  - {type: schemaIntegrity, id: z, severity: blocking}";
    let (profile, _) = loaded(&rules(text));
    let severities: Vec<_> = profile
        .unwrap()
        .rules
        .iter()
        .map(|rule| rule.severity)
        .collect();
    use crate::ordering::Severity::{Advisory, Blocking};
    assert_eq!(severities, [Advisory, Advisory, Blocking]);
}

#[test]
fn profiles_of_a_set_have_names_of_their_own() {
    let (first, _) = loaded(&rules("  []"));
    let profile = first.unwrap();
    let mut diags = Diagnostics::new();
    check_names(&[profile.clone(), profile], &mut diags);
    assert_eq!(diags.as_slice().len(), 1);
    assert_eq!(
        diags.as_slice()[0].message,
        "two profiles have the name `p`"
    );
}

fn options(text: &str) -> Vec<(Code, String, String)> {
    let mut sources = Sources::new();
    let mut diags = Diagnostics::new();
    let root = root(text, Format::Json, &mut sources);
    let loaded = load_options(&root, &mut diags);
    assert_eq!(loaded.is_none(), diags.has_errors());
    told(&diags, &sources)
}

#[test]
fn options_are_read_as_strictly() {
    let message = |text: &str| {
        options(text)
            .into_iter()
            .map(|(_, _, message)| message)
            .collect::<Vec<_>>()
    };
    assert_eq!(
        message(r#"{"profiles": ["permissive", "kimi-k2", "non_empty_turn:terminal:user"]}"#),
        [""; 0]
    );
    assert_eq!(message(r#"{"profiles": []}"#), ["`profiles` is empty"]);
    assert_eq!(
        message(r#"{"mode": "each"}"#),
        ["the options object has no `profiles`"]
    );
    assert_eq!(
        message(
            r#"{"profiles": ["permissive", "permissive"], "action": "report", "report": true, "snapshotStashKey": ""}"#
        ),
        [
            "`action` cannot be `report`",
            "`snapshotStashKey` is an empty string",
            "the options object has no member `report`",
            "two profiles have the name `permissive`",
        ]
    );
    assert_eq!(
        message(r#"{"profiles": ["no_such"]}"#),
        ["there is no profile `no_such`"]
    );
    assert_eq!(
        options(r#"{"profiles": ["permissive"], "disableAdvisoryRuleIds": ["x"]}"#),
        [(
            Code::OrderingUnknownRule,
            "\"x\"".to_owned(),
            "no profile has a rule `x`".to_owned()
        )]
    );
}
