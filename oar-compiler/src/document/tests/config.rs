//! Configuration documents.

use super::{refuses, yaml};
use crate::diagnostic::Code;
use crate::document::Enforcement;

const HEAD: &str = "oar_config: '1.0'\n";

#[test]
fn statements_keep_their_order() {
    let text = "disable: [B, acme/A]\nenforcement:\n  C: monitor\n  acme/B: off\n  A: enforce\n";
    let config = yaml(&format!("{HEAD}{text}")).sound().configs.remove(0);
    assert!(!config.broken);
    let disabled: Vec<&str> = config
        .disable
        .iter()
        .map(|rule| rule.value.id.as_str())
        .collect();
    assert_eq!(disabled, ["B", "A"]);
    assert_eq!(config.disable[1].value.namespace.as_deref(), Some("acme"));
    let stated: Vec<(&str, Enforcement)> = config
        .enforcement
        .iter()
        .map(|one| (one.rule.value.id.as_str(), one.enforcement.value))
        .collect();
    assert_eq!(
        stated,
        [
            ("C", Enforcement::Monitor),
            ("B", Enforcement::Off),
            ("A", Enforcement::Enforce)
        ]
    );
    assert!(yaml(HEAD).sound().configs[0].disable.is_empty());
}

#[test]
fn a_configuration_changes_nothing_else() {
    let cases = [
        (
            "effect: block\n",
            "effect",
            "remove it; the members are `oar_config`, `disable`, `enforcement`",
        ),
        ("disabled: [A]\n", "disabled", "did you mean `disable`?"),
        (
            "x-note: a\n",
            "x-note",
            "`x-` members are legal in rule documents only",
        ),
    ];
    for (members, name, help) in cases {
        let message = format!("a configuration document has no member `{name}`");
        refuses(
            HEAD,
            members,
            (Code::UnknownField, "OAR-CFG-1", name, &message, help),
        );
    }
}

#[test]
fn what_its_members_hold() {
    let cases = [
        ("disable: A\n", Code::WrongType, "OAR-CFG-2", "A"),
        ("disable: [a]\n", Code::MalformedName, "OAR-CFG-2", "a"),
        ("disable: [A, A]\n", Code::DuplicateItem, "OAR-CFG-2", "A"),
        ("disable: ~\n", Code::NullValue, "OAR-CFG-2", "~"),
        ("enforcement: [A]\n", Code::WrongType, "OAR-CFG-3", "[A]"),
        (
            "enforcement: {a: off}\n",
            Code::MalformedName,
            "OAR-CFG-3",
            "a",
        ),
        (
            "enforcement: {A: silent}\n",
            Code::UnknownWord,
            "OAR-CFG-3",
            "silent",
        ),
        (
            "enforcement: {A: false}\n",
            Code::WrongType,
            "OAR-CFG-3",
            "false",
        ),
        ("enforcement: {A: ~}\n", Code::NullValue, "OAR-CFG-3", "~"),
        (
            "enforcement: {A: off, A: off}\n",
            Code::DuplicateKey,
            "OAR-DOC-1",
            "A",
        ),
    ];
    for (members, code, clause, marked) in cases {
        let read = yaml(&format!("{HEAD}{members}"));
        let found = read.only();
        let shown = (found.code, found.clause, read.marked(found));
        assert_eq!(shown, (code, clause, marked), "{members}");
        assert!(read.documents.configs[0].broken);
    }
}
