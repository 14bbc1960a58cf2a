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
            "an item of `related` has no member `note`",
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
fn a_comment_does_not_cut_a_condition_short() {
    refuses(
        RULE,
        "when: a # && b\n",
        (
            Code::CommentInCondition,
            "OAR-DOC-14",
            "# && b",
            "`when` has no quotes and ends at this comment",
            "put the whole condition in single quotes: `when: 'a # && b'`; if this is a comment, move it to a line of its own",
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
