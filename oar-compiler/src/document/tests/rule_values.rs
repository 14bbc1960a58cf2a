//! What may stand in the members of a rule document.

use super::{json, refuses, yaml};
use crate::diagnostic::Code;
use crate::document::{Enforcement, RuleDocument};

const RULE: &str = "oar: \"1.0\"\nid: A\nkind: policy\nanchor: a.b\neffect: warn\n";

fn rule(members: &str) -> RuleDocument {
    yaml(&format!("{RULE}{members}")).sound().rules.remove(0)
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
    assert_eq!(
        messages,
        ["an item of `selector.tool` is null", "`copy.what` is null"]
    );
}

#[test]
fn types() {
    let cases = [
        (
            "when: true\n",
            "OAR-DOC-14",
            "true",
            "`when` must be a string, not the boolean `true`",
            "leave `when` out: a rule without one fires whenever it is selected",
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
            "write an object: names, and behind each a list",
        ),
        (
            "selector: {tool: [1]}\n",
            "OAR-SEL-1",
            "1",
            "an item of `selector.tool` must be a string, not the number `1`",
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
            "an item of `related` must be an object, not the string `B`",
            "write an object with `id`, `type`",
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
            "did you mean `a_b.c`?",
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
fn empty_strings_and_lists() {
    let cases = [
        ("flow: []\n", "OAR-DOC-15", "[]", "`flow` is an empty list"),
        (
            "flow: ['']\n",
            "OAR-DOC-15",
            "''",
            "an item of `flow` is an empty string",
        ),
        (
            "selector: {tool: ['']}\n",
            "OAR-SEL-1",
            "''",
            "an item of `selector.tool` is an empty string",
        ),
        (
            "requires: {profiles: ['']}\n",
            "OAR-DOC-21",
            "''",
            "an item of `requires.profiles` is an empty string",
        ),
        (
            "references: {a: ['']}\n",
            "OAR-DOC-25",
            "''",
            "an item of `references.a` is an empty string",
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
fn a_condition_of_one_such_word_says_something_else() {
    for (word, help) in [
        (
            "yes",
            "leave `when` out: a rule without one fires whenever it is selected",
        ),
        (
            "Off",
            "a rule that is not to run says so with `enforcement: off`",
        ),
    ] {
        let read = yaml(&format!("{RULE}when: {word}\n"));
        let found = read.only();
        assert_eq!(
            (found.code, found.help.as_deref()),
            (Code::AmbiguousWord, Some(help))
        );
        assert!(
            read.documents.rules[0].when.is_none(),
            "it is not read as a condition"
        );
    }
}

#[test]
fn words_that_yaml_readers_disagree_about_need_quotes() {
    let cases = [
        ("copy: {what: No}\n", "OAR-DOC-24", "No", "`copy.what`"),
        (
            "selector: {country: [SE, NO]}\n",
            "OAR-SEL-1",
            "NO",
            "an item of `selector.country`",
        ),
        ("flow: [on]\n", "OAR-DOC-15", "on", "an item of `flow`"),
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
