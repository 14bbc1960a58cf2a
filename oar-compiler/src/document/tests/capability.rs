//! Capability documents.

use super::{Read, yaml};
use crate::diagnostic::Code;
use crate::document::CapabilityDocument;
use crate::vocabulary::{Scalar, SymbolType, Type};

const LINES: [&str; 8] = [
    "oar_capability_version: '1.0'",
    "host: acme.gateway",
    "anchors: {core: {tool.pre_invoke: pre}}",
    "profiles: [tool]",
    "activity_window: 16",
    "detectors: [\"detector://a-1\"]",
    "expression_nodes_max: 1024",
    "supports_transform: true",
];

/// A sound document with one line in place of the one for the same member, or added.
fn with(line: &str) -> Read {
    let name = line.split(':').next().unwrap();
    let mut lines: Vec<&str> = LINES
        .into_iter()
        .filter(|other| other.split(':').next() != Some(name))
        .collect();
    lines.push(line);
    yaml(&lines.join("\n"))
}

fn capability(read: Read) -> CapabilityDocument {
    read.sound().capabilities.remove(0)
}

#[test]
fn every_member_is_read() {
    let line = "anchors: {core: {tool.pre_invoke: pre, model.input: content.input}, unsupported: [tool.handler], host: [g.x]}";
    let read = capability(with(line));
    assert!(!read.broken);
    assert_eq!(read.host.unwrap().value, "acme.gateway");
    let core: Vec<(&str, &str)> = read
        .core
        .iter()
        .map(|anchor| (anchor.core.value.as_str(), anchor.local.value.as_str()))
        .collect();
    assert_eq!(
        core,
        [("tool.pre_invoke", "pre"), ("model.input", "content.input")]
    );
    assert_eq!(read.unsupported[0].value, "tool.handler");
    assert_eq!(read.host_anchors[0].value, "g.x");
    assert_eq!(read.profiles[0].value, "tool");
    assert_eq!(read.activity_window.unwrap().value, 16);
    assert_eq!(read.detectors[0].value, "detector://a-1");
    assert_eq!(read.expression_nodes_max.unwrap().value, 1024);
    assert!(read.supports_transform.unwrap().value);
    assert!(read.host_facts.is_empty());
}

#[test]
fn host_facts() {
    let line = "host_facts:\n- {name: acme.in, type: \"list<string>\", observation: x}\n- {name: acme.f, type: (string) -> int}";
    let facts = capability(with(line)).host_facts;
    assert_eq!(facts[0].name.value, "acme.in");
    assert_eq!(facts[0].ty.value, SymbolType::Fact(Type::ListString));
    assert_eq!(facts[0].observation.as_deref(), Some("x"));
    let function = SymbolType::Function {
        argument: Scalar::String,
        result: Scalar::Int,
    };
    assert_eq!(facts[1].ty.value, function);
}

#[test]
fn what_must_be_there() {
    for line in LINES.iter().skip(1) {
        let name = line.split(':').next().unwrap();
        let lines: Vec<&str> = LINES.into_iter().filter(|other| other != line).collect();
        let read = yaml(&lines.join("\n"));
        let found = read.only();
        assert_eq!(
            (found.code, found.clause),
            (Code::MissingField, "OAR-FACT-21")
        );
        assert_eq!(
            found.message,
            format!("the capability document has no `{name}`")
        );
        assert!(read.documents.capabilities[0].broken);
    }
    let read = with("anchors: {}");
    assert_eq!(read.only().message, "`anchors` has no `core`");
    assert_eq!(read.only().clause, "OAR-PROF-2");
}

#[test]
fn what_its_members_hold() {
    let cases = [
        ("x-note: a", Code::UnknownField, "OAR-FACT-24", "x-note"),
        ("host: Acme", Code::MalformedName, "OAR-FACT-18", "Acme"),
        ("host: ~", Code::NullValue, "OAR-FACT-18", "~"),
        (
            "anchors: {core: {tool.pre_invoke: Pre}}",
            Code::MalformedName,
            "OAR-PROF-2",
            "Pre",
        ),
        (
            "anchors: {core: {Tool: pre}}",
            Code::MalformedName,
            "OAR-PROF-2",
            "Tool",
        ),
        (
            "anchors: {core: {}, hosts: []}",
            Code::UnknownField,
            "OAR-PROF-2",
            "hosts",
        ),
        (
            "anchors: {core: {}, unsupported: [a, a]}",
            Code::DuplicateItem,
            "OAR-PROF-2",
            "a",
        ),
        (
            "anchors: {core: {}, host: [a, a]}",
            Code::DuplicateItem,
            "OAR-PROF-5",
            "a",
        ),
        (
            "profiles: [tool, tool]",
            Code::DuplicateItem,
            "OAR-FACT-21",
            "tool",
        ),
        ("profiles: ['']", Code::EmptyValue, "OAR-FACT-21", "''"),
        ("activity_window: -1", Code::OutOfRange, "OAR-PROF-3", "-1"),
        ("activity_window: 1.5", Code::WrongType, "OAR-PROF-3", "1.5"),
        (
            "activity_window: 0x10",
            Code::WrongType,
            "OAR-PROF-3",
            "0x10",
        ),
        (
            "activity_window: '16'",
            Code::WrongType,
            "OAR-PROF-3",
            "'16'",
        ),
        (
            "expression_nodes_max: 255",
            Code::OutOfRange,
            "OAR-EXPR-17",
            "255",
        ),
        (
            "expression_nodes_max: 99999999999999999999",
            Code::WrongType,
            "OAR-EXPR-17",
            "99999999999999999999",
        ),
        (
            "supports_transform: yes",
            Code::WrongType,
            "OAR-FACT-21",
            "yes",
        ),
        (
            "detectors: [presidio]",
            Code::MalformedName,
            "OAR-OPS-12",
            "presidio",
        ),
        (
            "host_facts: [{name: acme.a}]",
            Code::MissingField,
            "OAR-FACT-22",
            "{name: acme.a}",
        ),
        (
            "host_facts: [{name: acme.a, type: int, unit: s}]",
            Code::UnknownField,
            "OAR-FACT-27",
            "unit",
        ),
        (
            "host_facts: [{name: tenant_tier, type: int}]",
            Code::MalformedName,
            "OAR-FACT-18",
            "tenant_tier",
        ),
        (
            "host_facts: [{name: in, type: int}]",
            Code::MalformedName,
            "OAR-FACT-18",
            "in",
        ),
        (
            "host_facts: [{name: acme.a, type: int64}]",
            Code::MalformedName,
            "OAR-FACT-22",
            "int64",
        ),
        (
            "host_facts: [{name: acme.a, type: (map) -> bool}]",
            Code::MalformedName,
            "OAR-FACT-22",
            "(map) -> bool",
        ),
        (
            "host_facts: [{name: acme.a, type: int}, {name: acme.a, type: (int) -> int}]",
            Code::DuplicateItem,
            "OAR-FACT-27",
            "acme.a",
        ),
    ];
    for (line, code, clause, marked) in cases {
        let read = with(line);
        let found = read.only();
        let shown = (found.code, found.clause, read.marked(found));
        assert_eq!(shown, (code, clause, marked), "{line}");
        assert!(read.documents.capabilities[0].broken, "{line}");
    }
}

#[test]
fn messages_name_the_value_and_what_was_meant() {
    let read = with("host_facts: [{name: acme.a, type: int64}]");
    let found = read.only();
    assert!(
        found
            .message
            .starts_with("`host_facts.type` is `int64`, which is not one of `bool`")
    );
    assert_eq!(found.help.as_deref(), Some("did you mean `int`?"));
    let read = with("expression_nodes_max: 255");
    assert_eq!(
        read.only().message,
        "`expression_nodes_max` must be at least 256, not `255`"
    );
    let read = with("host_facts: [{name: acme.a, type: (string)->bool}]");
    assert_eq!(
        read.only().help.as_deref(),
        Some("did you mean `(string) -> bool`?")
    );
}

#[test]
fn integers_may_be_written_as_json_schema_allows() {
    assert_eq!(
        capability(with("activity_window: 16.0"))
            .activity_window
            .unwrap()
            .value,
        16
    );
    assert_eq!(
        capability(with("activity_window: 0"))
            .activity_window
            .unwrap()
            .value,
        0
    );
}

#[test]
fn a_fact_that_no_rule_can_name_is_worth_a_warning() {
    for name in ["my-host.a", "9host.a"] {
        let read = with(&format!("host_facts: [{{name: {name}, type: int}}]"));
        let found = read.only();
        let shown = (found.code, read.marked(found), found.message.as_str());
        let message = format!("no rule can name the fact `{name}`");
        assert_eq!(shown, (Code::UnusableHostFact, name, message.as_str()));
        assert!(!read.documents.capabilities[0].broken);
        assert_eq!(read.documents.capabilities[0].host_facts.len(), 1);
    }
}
