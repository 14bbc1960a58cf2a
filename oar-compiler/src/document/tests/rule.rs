//! Rule documents.

use super::{json, refuses, yaml};
use crate::diagnostic::Code;
use crate::document::{
    Action, CopyField, Effect, Enforcement, Kind, OnError, RuleDocument, RuleRef, TransformAction,
};

const HEAD: &str = "oar: \"1.0\"\nid: A\nkind: policy\nanchor: a.b\n";
const RULE: &str = "oar: \"1.0\"\nid: A\nkind: policy\nanchor: a.b\neffect: warn\n";

fn rule(members: &str) -> RuleDocument {
    yaml(&format!("{RULE}{members}")).sound().rules.remove(0)
}

#[test]
fn the_least_rule() {
    let rule = rule("");
    assert!(!rule.broken);
    assert_eq!(rule.id.unwrap().value, "A");
    assert_eq!(rule.kind.unwrap().value, Kind::Policy);
    assert_eq!(rule.anchor.unwrap().value, "a.b");
    assert_eq!(rule.effect.unwrap().value, Effect::Warn);
    assert!(rule.namespace.is_none() && rule.when.is_none() && rule.flow.is_none());
    assert!(rule.selector.is_empty() && rule.on_fire.is_empty() && rule.overrides.is_empty());
    assert!(rule.on_error.is_none() && rule.deprecated.is_none() && !rule.has_related);
}

#[test]
fn every_member_is_read() {
    let text = r#"{
        "oar": "1.0", "id": "A_1", "namespace": "acme.sec-1", "kind": "detector", "anchor": "model.output",
        "selector": {"tool": ["x", "y"], "acme.role": []},
        "when": "a", "flow": ["s", "s"], "effect": "transform", "enforcement": "monitor", "mandatory": true,
        "on_error": "acme/B", "on_fire": ["publish_event", "increment_counter"], "overrides": ["C", "acme/D"],
        "requires": {"profiles": ["tool"], "facts": ["acme.role"]}, "counter_scope": "tool",
        "transform": {"action": "redact", "target": "content", "replacement": ""},
        "detector": {"ref": "detector://noop"}, "copy": {"why": "w", "title": "t"},
        "references": {"owasp": ["LLM01"]}, "status": "deprecated",
        "related": [{"id": "E", "type": "renamed"}], "x-any": null, "x-a-1": {"oar": [null, 1e99]}
    }"#;
    let rule = json(text).sound().rules.remove(0);
    assert_eq!(rule.namespace.unwrap().value, "acme.sec-1");
    let clauses: Vec<(&str, usize)> = rule
        .selector
        .iter()
        .map(|clause| (clause.fact.value.as_str(), clause.values.len()))
        .collect();
    assert_eq!(clauses, [("tool", 2), ("acme.role", 0)]);
    assert_eq!(rule.when.unwrap().value, "a");
    assert_eq!(rule.flow.unwrap().value.len(), 2);
    assert_eq!(rule.enforcement.unwrap().value, Enforcement::Monitor);
    assert!(rule.mandatory.unwrap().value);
    let reference = |namespace: Option<&str>, id: &str| RuleRef {
        namespace: namespace.map(str::to_owned),
        id: id.to_owned(),
    };
    assert_eq!(
        rule.on_error.unwrap().value,
        OnError::Substitute(reference(Some("acme"), "B"))
    );
    let actions: Vec<Action> = rule.on_fire.iter().map(|action| action.value).collect();
    assert_eq!(actions, [Action::PublishEvent, Action::IncrementCounter]);
    let overrides: Vec<&RuleRef> = rule.overrides.iter().map(|rule| &rule.value).collect();
    assert_eq!(
        overrides,
        [&reference(None, "C"), &reference(Some("acme"), "D")]
    );
    assert_eq!(rule.requires.profiles[0].value, "tool");
    assert_eq!(rule.requires.facts[0].value, "acme.role");
    assert_eq!(rule.counter_scope.unwrap().value, "tool");
    let transform = rule.transform.unwrap();
    assert_eq!(transform.action.value, TransformAction::Redact);
    assert_eq!(transform.replacement.unwrap().value, "");
    assert_eq!(rule.detector.unwrap().value, "detector://noop");
    let copy: Vec<CopyField> = rule.copy.iter().map(|copy| copy.field).collect();
    assert_eq!(copy, [CopyField::Why, CopyField::Title]);
    assert!(rule.deprecated.is_some() && rule.has_related);
}

#[test]
fn members_that_must_be_there() {
    refuses(
        HEAD,
        "",
        (
            Code::MissingField,
            "OAR-DOC-2",
            "oar: \"1.0\"",
            "the rule document has no `effect`",
            "add `effect`: `block`, `warn`, `nudge`, `allow` or `transform`",
        ),
    );
    let read = yaml("oar: '1.0'\n");
    let messages: Vec<&str> = read
        .found
        .iter()
        .map(|found| found.message.as_str())
        .collect();
    assert_eq!(
        messages,
        [
            "the rule document has no `anchor`",
            "the rule document has no `effect`",
            "the rule document has no `id`",
            "the rule document has no `kind`"
        ]
    );
}

#[test]
fn unknown_members_are_named_with_what_was_meant() {
    let cases = [
        (
            "emit: {}\n",
            "emit",
            "`effect` says what the rule does, and `copy` holds what it says",
        ),
        (
            "severity: high\n",
            "severity",
            "a rule has no severity: `effect` says what it does",
        ),
        (
            "what: x\n",
            "what",
            "presentation text stands inside `copy`",
        ),
        ("onfire: []\n", "onfire", "did you mean `on_fire`?"),
        ("Selector: {}\n", "Selector", "did you mean `selector`?"),
        (
            "x-Foo: 1\n",
            "x-Foo",
            "the name of an extension is lower-case words joined by `-`, such as `x-review-ticket`",
        ),
        (
            "x-a--b: 1\n",
            "x-a--b",
            "the name of an extension is lower-case words joined by `-`, such as `x-review-ticket`",
        ),
    ];
    for (members, name, help) in cases {
        let message = format!("a rule document has no member `{name}`");
        refuses(
            RULE,
            members,
            (Code::UnknownField, "OAR-DOC-27", name, &message, help),
        );
    }
}

#[test]
fn the_world_is_closed_inside_as_well() {
    let transform = "oar: '1.0'\nid: A\nkind: policy\nanchor: a\neffect: transform\n";
    let detector = "oar: '1.0'\nid: A\nkind: detector\nanchor: a\neffect: warn\n";
    let cases = [
        (
            RULE,
            "requires: {profils: []}\n",
            "profils",
            "`requires` has no member `profils`",
            "did you mean `profiles`?",
        ),
        (
            RULE,
            "copy: {x-note: a}\n",
            "x-note",
            "`copy` has no member `x-note`",
            "`x-` members are legal at the top level of a rule document only",
        ),
        (
            RULE,
            "related: [{id: B, type: merged, note: x}]\n",
            "note",
            "`related` has no member `note`",
            "remove it; `related` has `id`, `type`",
        ),
        (
            transform,
            "transform: {action: redact, target: content, start: 1}\n",
            "start",
            "`transform` has no member `start`",
            "remove it; `transform` has `action`, `target`, `replacement`",
        ),
        (
            detector,
            "detector: {ref: \"detector://x\", threshold: 1}\n",
            "threshold",
            "`detector` has no member `threshold`",
            "remove it; `detector` has `ref`",
        ),
    ];
    for (head, members, marked, message, help) in cases {
        refuses(
            head,
            members,
            (Code::UnknownField, "OAR-DOC-27", marked, message, help),
        );
    }
}

#[test]
fn null_is_a_value_and_never_absence() {
    for member in [
        "namespace",
        "selector",
        "when",
        "flow",
        "enforcement",
        "mandatory",
        "on_error",
        "on_fire",
        "overrides",
        "requires",
        "counter_scope",
        "copy",
        "references",
        "status",
        "related",
    ] {
        for null in ["null", "~", ""] {
            let read = yaml(&format!("{RULE}{member}: {null}\n"));
            let found = read.only();
            assert_eq!(found.code, Code::NullValue, "{member}: {null}");
            assert_eq!(found.message, format!("`{member}` is null"));
        }
    }
    let read = yaml(&format!(
        "{RULE}selector: {{tool: [read, null]}}\ncopy: {{what: ~}}\n"
    ));
    let messages: Vec<&str> = read
        .found
        .iter()
        .map(|found| found.message.as_str())
        .collect();
    assert_eq!(messages, ["`selector.tool` is null", "`copy.what` is null"]);
}

#[test]
fn types() {
    let cases = [
        (
            "when: true\n",
            "OAR-DOC-14",
            "true",
            "`when` must be a string, not the boolean `true`",
            "quote it: `\"true\"`",
        ),
        (
            "copy: {what: 3}\n",
            "OAR-DOC-24",
            "3",
            "`copy.what` must be a string, not the number `3`",
            "quote it: `\"3\"`",
        ),
        (
            "mandatory: \"true\"\n",
            "OAR-DOC-17",
            "\"true\"",
            "`mandatory` must be `true` or `false`, not the string `true`",
            "write `true`, without quotes",
        ),
        (
            "mandatory: yes\n",
            "OAR-DOC-17",
            "yes",
            "`mandatory` must be `true` or `false`, not the string `yes`",
            "write `true`, without quotes",
        ),
        (
            "selector: {tool: read}\n",
            "OAR-SEL-1",
            "read",
            "`selector.tool` must be a list, not the string `read`",
            "write a list: `[read]`",
        ),
        (
            "selector: [tool]\n",
            "OAR-SEL-1",
            "[tool]",
            "`selector` must be an object, not a list",
            "write an object",
        ),
        (
            "selector: {tool: [1]}\n",
            "OAR-SEL-1",
            "1",
            "`selector.tool` must be a string, not the number `1`",
            "quote it: `\"1\"`",
        ),
        (
            "counter_scope: [tool]\n",
            "OAR-DOC-32",
            "[tool]",
            "`counter_scope` must be a fact name such as `tool` or `acme.tenant_tier`, not a list",
            "remove the brackets or the dash: one value is due, not a list",
        ),
        (
            "on_fire: increment_counter\n",
            "OAR-FIRE-1",
            "increment_counter",
            "`on_fire` must be a list, not the string `increment_counter`",
            "write a list: `[increment_counter]`",
        ),
        (
            "related: [B]\n",
            "OAR-DOC-30",
            "B",
            "`related` must be an object, not the string `B`",
            "write an object",
        ),
        (
            "references: {owasp: LLM01}\n",
            "OAR-DOC-25",
            "LLM01",
            "`references.owasp` must be a list, not the string `LLM01`",
            "write a list: `[LLM01]`",
        ),
    ];
    for (members, clause, marked, message, help) in cases {
        refuses(
            RULE,
            members,
            (Code::WrongType, clause, marked, message, help),
        );
    }
}

#[test]
fn words_of_closed_sets() {
    let cases = [
        (
            "enforcement: audit\n",
            "OAR-DOC-16",
            "audit",
            "did you mean `monitor`?",
        ),
        (
            "enforcement: Enforce\n",
            "OAR-DOC-16",
            "Enforce",
            "did you mean `enforce`?",
        ),
        (
            "status: stabel\n",
            "OAR-DOC-29",
            "stabel",
            "did you mean `stable`?",
        ),
        (
            "on_fire: [increment]\n",
            "OAR-FIRE-1",
            "increment",
            "did you mean `increment_counter` or `increment_breaker`?",
        ),
        (
            "on_fire: [send_email]\n",
            "OAR-FIRE-1",
            "send_email",
            "replace `send_email` by one of these words",
        ),
        (
            "related: [{id: B, type: rename}]\n",
            "OAR-DOC-30",
            "rename",
            "did you mean `renamed`?",
        ),
    ];
    for (members, clause, marked, help) in cases {
        let read = yaml(&format!("{RULE}{members}"));
        let found = read.only();
        let shown = (found.code, found.clause, read.marked(found));
        assert_eq!(shown, (Code::UnknownWord, clause, marked));
        assert_eq!(found.help.as_deref(), Some(help));
        assert!(
            found.message.contains(&format!("not `{marked}`")),
            "{}",
            found.message
        );
    }
    refuses(
        "oar: '1.0'\nid: A\nkind: heuristic\nanchor: a\neffect: warn\n",
        "",
        (
            Code::UnknownWord,
            "OAR-DOC-10",
            "heuristic",
            "`kind` must be `schema`, `policy`, `invariant` or `detector`, not `heuristic`",
            "replace `heuristic` by one of these words",
        ),
    );
    // `off` is the word itself, quoted or not.
    assert_eq!(
        rule("enforcement: off\n").enforcement.unwrap().value,
        Enforcement::Off
    );
}

#[test]
fn names_follow_their_grammar() {
    let cases = [
        (
            "namespace: Acme\n",
            "OAR-DOC-7",
            "Acme",
            "did you mean `acme`?",
        ),
        (
            "namespace: -a\n",
            "OAR-DOC-7",
            "-a",
            "write a lower-case scope such as `acme.security`",
        ),
        (
            "namespace: a..b\n",
            "OAR-DOC-7",
            "a..b",
            "write a lower-case scope such as `acme.security`",
        ),
        (
            "on_error: fail-closed\n",
            "OAR-DOC-18",
            "fail-closed",
            "did you mean `fail_closed`?",
        ),
        (
            "on_error: block\n",
            "OAR-DOC-18",
            "block",
            "did you mean `fail_closed`?",
        ),
        (
            "overrides: [b-c]\n",
            "OAR-DOC-20",
            "b-c",
            "did you mean `B_C`?",
        ),
        (
            "overrides: [Acme/B]\n",
            "OAR-DOC-20",
            "Acme/B",
            "did you mean `acme/B`?",
        ),
        (
            "overrides: [a/b/C]\n",
            "OAR-DOC-20",
            "a/b/C",
            "write a rule identifier such as `READ_OUTSIDE_SCOPE` or `acme.security/READ_OUTSIDE_SCOPE`",
        ),
        (
            "counter_scope: a-b.c\n",
            "OAR-DOC-32",
            "a-b.c",
            "write a fact name such as `tool` or `acme.tenant_tier`",
        ),
        (
            "requires: {facts: ['']}\n",
            "OAR-DOC-21",
            "''",
            "write a fact name such as `tool` or `acme.tenant_tier`",
        ),
        (
            "selector: {9a: [x]}\n",
            "OAR-SEL-1",
            "9a",
            "write a fact name such as `tool` or `acme.tenant_tier`",
        ),
    ];
    for (members, clause, marked, help) in cases {
        let read = yaml(&format!("{RULE}{members}"));
        let found = read.only();
        let shown = (found.code, found.clause, read.marked(found));
        assert_eq!(shown, (Code::MalformedName, clause, marked), "{members}");
        assert_eq!(found.help.as_deref(), Some(help), "{members}");
    }
    refuses(
        "oar: '1.0'\nid: lower_case\nkind: policy\nanchor: a\neffect: warn\n",
        "",
        (
            Code::MalformedName,
            "OAR-DOC-6",
            "lower_case",
            "`id` is `lower_case`, which is not an upper-case identifier such as `READ_OUTSIDE_SCOPE`",
            "did you mean `LOWER_CASE`?",
        ),
    );
}

#[test]
fn a_broken_rule_is_read_as_far_as_it_is_sound() {
    let read = yaml(&format!(
        "{RULE}overrides: [B, c, D]\nselector: {{tool: x, role: [y]}}\n"
    ));
    let rule = &read.documents.rules[0];
    assert!(rule.broken);
    assert_eq!(rule.overrides.len(), 2);
    assert_eq!(rule.selector.len(), 1);
    assert_eq!(rule.selector[0].fact.value, "role");
    assert!(!read.documents.incomplete);
    // What the loader refused already is not reported again.
    let read = yaml(&format!("{RULE}when: !a && b\non_error: *x\n"));
    let codes: Vec<Code> = read.found.iter().map(|found| found.code).collect();
    assert_eq!(codes, [Code::YamlTag, Code::YamlAlias]);
    assert!(read.documents.rules[0].broken);
}

#[test]
fn empty_strings_and_lists() {
    let cases = [
        ("flow: []\n", "OAR-DOC-15", "[]", "`flow` is an empty list"),
        (
            "flow: ['']\n",
            "OAR-DOC-15",
            "''",
            "`flow` holds an empty string",
        ),
        (
            "selector: {tool: ['']}\n",
            "OAR-SEL-1",
            "''",
            "`selector.tool` holds an empty string",
        ),
        (
            "requires: {profiles: ['']}\n",
            "OAR-DOC-21",
            "''",
            "`requires.profiles` holds an empty string",
        ),
        (
            "references: {a: ['']}\n",
            "OAR-DOC-25",
            "''",
            "`references.a` holds an empty string",
        ),
    ];
    for (members, clause, marked, message) in cases {
        let read = yaml(&format!("{RULE}{members}"));
        let found = read.only();
        let shown = (
            found.code,
            found.clause,
            read.marked(found),
            found.message.as_str(),
        );
        assert_eq!(shown, (Code::EmptyValue, clause, marked, message));
    }
    // OAR-SEL-6, and lists that may be empty.
    let rule =
        rule("selector: {tool: []}\non_fire: []\noverrides: []\nrequires: {}\ncopy: {what: ''}\n");
    assert_eq!(rule.selector.len(), 1);
}

#[test]
fn sets_hold_nothing_twice() {
    let cases = [
        (
            "selector: {tool: [a, b, a]}\n",
            "OAR-SEL-1",
            "`selector.tool` lists `a` twice",
        ),
        (
            "overrides: [B, B]\n",
            "OAR-DOC-20",
            "`overrides` lists `B` twice",
        ),
        (
            "requires: {profiles: [t, t]}\n",
            "OAR-DOC-21",
            "`requires.profiles` lists `t` twice",
        ),
        (
            "requires: {facts: [t, 't']}\n",
            "OAR-DOC-21",
            "`requires.facts` lists `t` twice",
        ),
    ];
    for (members, clause, message) in cases {
        let read = yaml(&format!("{RULE}{members}"));
        let found = read.only();
        let shown = (found.code, found.clause, found.message.as_str());
        assert_eq!(shown, (Code::DuplicateItem, clause, message));
        let first = found.secondary[0].span;
        assert!(first.start < found.span.start);
    }
    // Lists that are no sets.
    rule("flow: [a, a]\non_fire: [publish_event, publish_event]\nreferences: {a: [b, b]}\n");
}

#[test]
fn detector_belongs_to_its_kind() {
    refuses(
        "oar: '1.0'\nid: A\nkind: detector\nanchor: a\neffect: warn\n",
        "",
        (
            Code::MissingField,
            "OAR-DOC-23",
            "detector",
            "a rule of kind `detector` must have `detector`",
            "add `detector` with a `ref`, such as `detector: {ref: \"detector://presidio\"}`",
        ),
    );
    refuses(
        RULE,
        "detector: {ref: \"detector://x\"}\n",
        (
            Code::MisplacedField,
            "OAR-DOC-23",
            "detector",
            "`detector` belongs to rules of kind `detector`, not `policy`",
            "remove `detector`, or write `kind: detector`",
        ),
    );
    let detector = "oar: '1.0'\nid: A\nkind: detector\nanchor: a\neffect: warn\n";
    refuses(
        detector,
        "detector: {}\n",
        (
            Code::MissingField,
            "OAR-OPS-12",
            "{}",
            "`detector` has no `ref`",
            "add `ref`: a detector reference such as `detector://presidio`",
        ),
    );
    refuses(
        detector,
        "detector: {ref: presidio}\n",
        (
            Code::MalformedName,
            "OAR-OPS-12",
            "presidio",
            "`detector.ref` is `presidio`, which is not a detector reference such as `detector://presidio`",
            "did you mean `detector://presidio`?",
        ),
    );
}

#[test]
fn transform_belongs_to_its_effect() {
    let transform = "oar: '1.0'\nid: A\nkind: policy\nanchor: a\neffect: transform\n";
    refuses(
        transform,
        "",
        (
            Code::MissingField,
            "OAR-DOC-22",
            "transform",
            "a rule with the effect `transform` must have `transform`",
            "add `transform` with `action` and `target`",
        ),
    );
    refuses(
        RULE,
        "transform: {action: redact, target: content}\n",
        (
            Code::MisplacedField,
            "OAR-DOC-22",
            "transform",
            "`transform` belongs to rules with the effect `transform`, not `warn`",
            "remove `transform`, or write `effect: transform`",
        ),
    );
    for action in ["replace", "annotate"] {
        refuses(
            transform,
            &format!("transform: {{action: {action}, target: content}}\n"),
            (
                Code::MissingField,
                "OAR-OPS-13",
                action,
                &format!("`transform` with the action `{action}` must have `replacement`"),
                "add `replacement`: the text to write",
            ),
        );
    }
    refuses(
        transform,
        "transform: {action: redact}\n",
        (
            Code::MissingField,
            "OAR-OPS-13",
            "{action: redact}",
            "`transform` has no `target`",
            "add `target`: a string",
        ),
    );
    // An effect that is no effect says nothing about `transform`.
    let read = yaml("oar: '1.0'\nid: A\nkind: policy\nanchor: a\neffect: redact\n");
    assert_eq!(
        read.only().help.as_deref(),
        Some("did you mean `transform`?")
    );
}

#[test]
fn words_that_yaml_readers_disagree_about_need_quotes() {
    let cases = [
        ("copy: {what: No}\n", "OAR-DOC-24", "No", "`copy.what`"),
        (
            "selector: {country: [SE, NO]}\n",
            "OAR-SEL-1",
            "NO",
            "`selector.country`",
        ),
        ("flow: [on]\n", "OAR-DOC-15", "on", "`flow`"),
        ("when: yes\n", "OAR-DOC-14", "yes", "`when`"),
        ("on_error: OFF\n", "OAR-DOC-18", "OFF", "`on_error`"),
    ];
    for (members, clause, word, path) in cases {
        refuses(
            RULE,
            members,
            (
                Code::AmbiguousWord,
                clause,
                word,
                &format!(
                    "{path} is the unquoted word `{word}`, which many YAML readers take for a boolean"
                ),
                &format!("quote it: `\"{word}\"`"),
            ),
        );
    }
    rule("copy: {what: 'No'}\nselector: {country: ['NO']}\nx-a: yes\n");
    let text = "{\"oar\": \"1.0\", \"id\": \"NO\", \"kind\": \"policy\", \"anchor\": \"on\", \"effect\": \"warn\"}";
    json(text).sound();
}

#[test]
fn a_comment_does_not_cut_a_condition_short() {
    refuses(
        RULE,
        "when: a # && b\n",
        (
            Code::CommentInCondition,
            "OAR-DOC-14",
            "# && b",
            "`when` has no quotes and ends at this comment",
            "put the condition in single quotes, with the comment outside them if it is one",
        ),
    );
    assert_eq!(
        yaml(&format!("{RULE}when: a\n  && b\t# c\r\n")).only().code,
        Code::CommentInCondition
    );
    rule("when: 'a' # c\n");
    rule("when: \"a\" # c\n");
    rule("when: a#b\n");
    rule("when: a\n# c\ncopy: {} # d\n");
    let folded = rule("when: > # c\n  a\n  # b\n");
    assert_eq!(folded.when.unwrap().value, "a # b\n");
}
