//! YAML: what it means, and what is refused.

use super::{Loaded, show, yaml};
use crate::diagnostic::Code;
use crate::source::{Format, Limits, Node, Number, Value};

#[test]
fn the_core_schema_decides_what_is_a_string() {
    let text = "s: x\nn: ~\nm: null\no: Null\nt: true\nf: False\ni: 16\nd: -1.5e3\nh: 0x10\nc: 0o7\ninf: -.inf\nnan: .nan\nq: '1'\ny: yes\nv: 1.0.0\ne: ''\nz: 1_000\np: .\n";
    assert_eq!(
        show(yaml(text).root()),
        r#"{s="x" n=null m=null o=null t=true f=false i=16 d=-1.5e3 h=0x10 c=0o7 inf=-.inf nan=.nan q="1" y="yes" v="1.0.0" e="" z="1_000" p="."}"#
    );
}

#[test]
fn collections_nest() {
    let text = "a:\n- x\n- y: z\n  w: [1, {b: c}]\n-\n  - q\nb: {}\nc: []\n";
    assert_eq!(
        show(yaml(text).root()),
        r#"{a=["x" {y="z" w=[1 {b="c"}]} ["q"]] b={} c=[]}"#
    );
}

#[test]
fn whole_numbers() {
    let integer = |text: &str| {
        Number {
            text: text.to_owned(),
        }
        .as_i64()
    };
    assert_eq!(integer("16"), Some(16));
    assert_eq!(integer("-0"), Some(0));
    assert_eq!(integer("9223372036854775807"), Some(i64::MAX));
    assert_eq!(integer("-9223372036854775808"), Some(i64::MIN));
    assert_eq!(integer("16.0"), Some(16));
    assert_eq!(integer("1.6e1"), Some(16));
    assert_eq!(integer("160e-1"), Some(16));
    assert_eq!(integer("0e999999999"), Some(0));
    for none in [
        "9223372036854775808",
        "1.5",
        "1e-1",
        "1e99999999",
        "1e999999999999",
        "0x10",
        "0o7",
        "010",
        "+1",
        ".5",
        ".inf",
        "",
        "-",
    ] {
        assert_eq!(integer(none), None, "{none}");
    }
}

#[test]
fn a_stream_is_several_documents() {
    let loaded = yaml("# head\n---\na: 1\n---\nb: 2\n...\n");
    assert_eq!(loaded.found, []);
    let shown: Vec<String> = loaded.documents.iter().map(|d| show(&d.root)).collect();
    assert_eq!(shown, ["{a=1}", "{b=2}"]);
    assert!(loaded.documents.iter().all(|d| d.member && !d.broken));
    assert!(!yaml("a: 1\n").documents[0].member);
}

#[test]
fn an_empty_document_of_a_stream_is_null_at_its_marker() {
    let loaded = yaml("a: 1\n---\n---\nb: 2\n");
    assert_eq!(loaded.documents.len(), 3);
    let empty = &loaded.documents[1];
    assert!(matches!(empty.root.value, Value::Null));
    assert_eq!(loaded.sources.position(empty.root.span).line, 2);
    assert_eq!(loaded.sources.text(empty.root.span), "---");
}

#[test]
fn an_empty_value_stands_at_its_key() {
    let loaded = yaml("a: 1\nwhen:\nb:\n  -\n");
    let root = loaded.root();
    assert_eq!(
        loaded.sources.text(root.get("when").unwrap().value.span),
        "when"
    );
    let Value::List(items) = &root.get("b").unwrap().value.value else {
        panic!("not a list");
    };
    assert_eq!(loaded.sources.text(items[0].span), "-");
}

/// Code and marked bytes of everything found, and the document that is left.
fn refused(text: &str) -> (Vec<(Code, String)>, String) {
    let loaded = yaml(text);
    let marked = loaded.marked().into_iter().map(str::to_owned);
    let codes = loaded.found.iter().map(|found| found.code);
    let document = loaded.documents.first();
    assert!(document.is_none_or(|document| document.broken));
    let left = document.map_or_else(String::new, |document| show(&document.root));
    (codes.zip(marked).collect(), left)
}

#[track_caller]
fn refuses(text: &str, code: Code, marked: &str, left: &str) {
    let expected = (vec![(code, marked.to_owned())], left.to_owned());
    assert_eq!(refused(text), expected, "{text}");
}

#[test]
fn tags_are_refused_with_the_quotes_that_were_meant() {
    refuses(
        "when: !policy_denied && x\nb: 1\n",
        Code::YamlTag,
        "!policy_denied",
        "{when=refused b=1}",
    );
    assert_eq!(
        yaml("when: !policy_denied && x\n").help(),
        "put the whole value in single quotes: `when: '!policy_denied && x'`"
    );
    refuses("a: !!str 1\n", Code::YamlTag, "!!str", "{a=refused}");
    assert_eq!(
        yaml("a: !!str 1\n").help(),
        "remove the tag, or put the whole value in quotes if the `!` belongs to it"
    );
    refuses("a: !x [b]\n", Code::YamlTag, "!x", r#"{a=["b"]}"#);
    refuses("!x\na: b\n", Code::YamlTag, "!x", r#"{a="b"}"#);
    refuses("!k a: b\nc: d\n", Code::YamlTag, "!k", r#"{c="d"}"#);
}

#[test]
fn anchors_and_aliases_are_refused() {
    refuses("a: &x 1\nb: 2\n", Code::YamlAnchor, "&x", "{a=1 b=2}");
    refuses("a: *x\nb: 2\n", Code::YamlAlias, "*x", "{a=refused b=2}");
    refuses("*x : 1\nb: 2\n", Code::YamlAlias, "*x", "{b=2}");
    let (found, _) = refused("a: &x [1]\nb: *x\n");
    let codes: Vec<Code> = found.into_iter().map(|(code, _)| code).collect();
    assert_eq!(codes, [Code::YamlAnchor, Code::YamlAlias]);
}

#[test]
fn merge_keys_are_refused_and_quoted_ones_are_names() {
    refuses("<<: {a: 1}\nb: 2\n", Code::YamlMergeKey, "<<", "{b=2}");
    assert_eq!(show(yaml("'<<': 1\na: <<\n").root()), r#"{<<=1 a="<<"}"#);
}

#[test]
fn keys_are_strings() {
    refuses("1: a\nb: 2\n", Code::KeyNotString, "1", "{b=2}");
    refuses("true: a\nb: 2\n", Code::KeyNotString, "true", "{b=2}");
    refuses("~: a\nb: 2\n", Code::KeyNotString, "~", "{b=2}");
    refuses("? [x]\n: a\nb: 2\n", Code::KeyNotString, "[x]", "{b=2}");
    let (found, _) = refused("what: {{ tool }}\n");
    assert_eq!(found, [(Code::KeyNotString, "{ tool }".to_owned())]);
    assert_eq!(show(yaml("'1': a\nyes: b\n").root()), r#"{1="a" yes="b"}"#);
}

#[test]
fn the_first_of_equal_keys_is_kept() {
    let loaded = yaml("a: 1\nb: 2\n'a': 3\nb: 4\na: 5\n");
    assert_eq!(
        loaded.places(),
        [
            (Code::DuplicateKey, 3, 1),
            (Code::DuplicateKey, 4, 1),
            (Code::DuplicateKey, 5, 1)
        ]
    );
    let first = loaded.found[2].secondary[0].span;
    assert_eq!(loaded.sources.position(first).line, 1);
    assert_eq!(show(&loaded.documents[0].root), "{a=1 b=2}");
    assert!(loaded.documents[0].broken);
}

#[test]
fn directives_are_refused() {
    // What the directive would change is not read.
    refuses(
        "%YAML 1.2\n---\na: 1\n",
        Code::YamlDirective,
        "%YAML 1.2",
        "",
    );
    refuses("%TAG ! x\n---\na: 1\n", Code::YamlDirective, "%TAG ! x", "");
    assert_eq!(show(yaml("a: '%'\nb: x%\n").root()), r#"{a="%" b="x%"}"#);
}

#[test]
fn tabs_do_not_indent() {
    assert_eq!(yaml("a:\n\t- b\n").places(), [(Code::YamlTab, 2, 1)]);
    assert_eq!(yaml("\ta: b\n").places(), [(Code::YamlTab, 1, 1)]);
    assert_eq!(yaml("a:\n \tb: c\n").places(), [(Code::YamlTab, 2, 2)]);
    // Between tokens and inside text a tab is a blank like another.
    assert_eq!(
        show(yaml("a:\tb\t# c\nd: |\n  e\tf\n").root()),
        r#"{a="b" d="e\tf\n"}"#
    );
}

#[test]
fn values_that_need_quotes_are_named_with_them() {
    let help = |text: &str| yaml(text).help().to_owned();
    assert_eq!(
        help("when: \"path\" in tool_args\n"),
        "put the whole value in single quotes: `when: '\"path\" in tool_args'`"
    );
    assert_eq!(
        help("  what: it's a: b\n"),
        "put the whole value in double quotes: `what: \"it's a: b\"`"
    );
    assert_eq!(
        help("when: !(a || b)\n"),
        "put the whole value in single quotes: `when: '!(a || b)'`"
    );
    assert_eq!(
        help("a: @b\n"),
        "put the whole value in single quotes: `a: '@b'`"
    );
    assert_eq!(
        help("what: it's \"a: b\"\n"),
        "put the whole value in single quotes: `what: 'it''s \"a: b\"'`"
    );
    assert_eq!(
        help("when: a # x\n  && b\n"),
        "put the whole value in quotes if the `#` belongs to it, or move the comment above it"
    );
    assert_eq!(help("a: \"b\n"), "add the closing quote");
}

#[test]
fn a_broken_document_does_not_hide_the_others() {
    let loaded = yaml("a: 1\n---\nwhen: \"x\" in y\n---\nb: 2\n---\n*x\n");
    let shown: Vec<String> = loaded.documents.iter().map(|d| show(&d.root)).collect();
    assert_eq!(shown, ["{a=1}", "{b=2}", "refused"]);
    assert_eq!(
        loaded.places(),
        [(Code::Syntax, 3, 11), (Code::YamlAlias, 7, 1)]
    );
    let broken: Vec<bool> = loaded.documents.iter().map(|d| d.broken).collect();
    assert_eq!(broken, [false, false, true]);
}

#[test]
fn words_of_yaml_1_1() {
    let loaded = yaml("a: [yes, No, ON, off, 'yes', y, \"o\\n\"]\n");
    let Value::List(items) = &loaded.root().get("a").unwrap().value.value else {
        panic!("not a list");
    };
    let old: Vec<Option<bool>> = items
        .iter()
        .map(|item| item.as_text().unwrap().old_boolean())
        .collect();
    let (yes, no) = (Some(true), Some(false));
    assert_eq!(old, [yes, no, yes, no, None, None, None]);
}

#[test]
fn documents_are_counted() {
    let limits = Limits {
        documents: 2,
        ..Limits::default()
    };
    let loaded = Loaded::with(
        b"a: 1\n---\nb: 2\n---\nc: 3\n---\nd: 4\n",
        Format::Yaml,
        limits,
    );
    assert_eq!(loaded.documents.len(), 2);
    assert_eq!(loaded.places(), [(Code::TooManyDocuments, 5, 1)]);
}

/// A second opinion: what another reader makes of the same text.
fn opinion(node: &Node) -> serde_yaml_ng::Value {
    use serde_yaml_ng::Value as Other;
    match &node.value {
        Value::Null => Other::Null,
        Value::Bool(value) => Other::Bool(*value),
        Value::Number(number) => serde_yaml_ng::from_str(&number.text).unwrap(),
        Value::String(text) => Other::String(text.value.clone()),
        Value::List(items) => Other::Sequence(items.iter().map(opinion).collect()),
        Value::Map(entries) => {
            let pair = |entry: &crate::source::Entry| {
                (Other::String(entry.key.text.clone()), opinion(&entry.value))
            };
            Other::Mapping(entries.iter().map(pair).collect())
        }
        Value::Refused => panic!("refused"),
    }
}

#[test]
fn another_reader_reads_the_same() {
    for text in [
        "oar: '1.0'\nid: A\nselector:\n  tool: [read, grep]   # c\n",
        "when: a &&\n  b == \"x\"\n  && !c\n",
        "when: >-\n  a\n  && b\n\n  && c\n    d\n  e\n",
        "when: |\n  a\n   b\n\n  c\nx: |+\n  y\n\nz: |-\n  w\n",
        "a: |2\n   x\n  y\nb: >\n\n  lead\n  it\n\n",
        "a: 'it''s\n  two\n\n  three'\nb: \"\\u00e9\\t\\\n   x\\\"y\"\n",
        "a: \"\\x41 \\\\ \\/ \\0\"\nb: ''\nc: \"\"\n",
        "a: [x, 'y, z', \"w\", {b: c, d: [1, 2.5, -3, true, null]}]\n",
        "a:\n- b\n- c:\n    d: e\n  f: g\n-\n  - h\n",
        "x: 16\ny: 1e3\nz: 0x1F\nw: 0o17\nv: -0.5\nu: ~\nt: False\ns: yes\n",
        "a: http://x/y#z\nb: a:b\nc: -x\nd: ?y\ne: a#b\n",
        "? a\n: b\n? c\n: d\n",
        "a: ä漢😀\nß: é\n",
    ] {
        let other: serde_yaml_ng::Value = serde_yaml_ng::from_str(text).unwrap();
        assert_eq!(opinion(yaml(text).root()), other, "{text}");
    }
}
