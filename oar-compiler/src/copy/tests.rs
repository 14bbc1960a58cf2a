//! Copy through both steps.

use super::{Part, Template, compile};
use crate::condition::testing::{Seen, environment, seen, text};
use crate::diagnostic::Diagnostics;

fn compiled(copy: &str) -> (Option<Template>, Vec<Seen>) {
    let (sources, text) = text(copy);
    let mut diags = Diagnostics::new();
    let template = compile(&text, &environment(), &mut diags);
    (template, seen(&sources, &diags))
}

fn good(copy: &str) -> Template {
    let (template, seen) = compiled(copy);
    assert_eq!(seen, [], "{copy}");
    template.unwrap_or_else(|| panic!("nothing came of {copy}"))
}

/// The template with facts by name: `<fact>` is a binding, `?fact(then|otherwise)` a conditional, `?!fact` a negated
/// one.
fn shape(copy: &str) -> String {
    fn write(parts: &[Part], into: &mut String) {
        for part in parts {
            match part {
                Part::Literal(text) => into.push_str(text),
                Part::Binding { fact, .. } => {
                    into.push_str(&format!("<{}>", environment().get(*fact).name));
                }
                Part::If {
                    fact,
                    negated,
                    then,
                    otherwise,
                    ..
                } => {
                    let not = if *negated { "!" } else { "" };
                    into.push_str(&format!("?{not}{}(", environment().get(*fact).name));
                    write(then, into);
                    into.push('|');
                    write(otherwise, into);
                    into.push(')');
                }
            }
        }
    }
    let mut out = String::new();
    write(&good(copy).parts, &mut out);
    out
}

/// One error with that clause, marking exactly that text, whose message and help hold the words.
#[track_caller]
fn refused(copy: &str, clause: &str, marked: &str, message: &str, help: &str) {
    let (template, all) = compiled(copy);
    assert!(template.is_none(), "{copy}");
    assert_eq!(all.len(), 1, "{all:#?}");
    let error = &all[0];
    assert_eq!(
        (error.clause, error.marked.as_str()),
        (clause, marked),
        "{error:#?}"
    );
    assert!(error.message.contains(message), "{error:#?}");
    assert!(!error.help.is_empty(), "{error:#?}");
    assert!(error.help.contains(help), "{error:#?}");
}

#[test]
fn text_without_constructs_is_one_literal() {
    for plain in [
        "plain",
        "a { b } c",
        "} }} %} %",
        "{",
        "a{",
        "{ {",
        "{# note #}",
        "% ",
        "é😀\n",
    ] {
        assert_eq!(good(plain).parts, [Part::Literal(plain.into())]);
        assert!(good(plain).is_constant());
    }
    assert_eq!(good("").parts, []);
    assert!(good("").is_constant());
}

#[test]
fn bindings_name_facts() {
    assert_eq!(shape("The {{ tool }} call"), "The <tool> call");
    assert_eq!(shape("{{tool}}{{\n\ttool\r }}"), "<tool><tool>");
    assert_eq!(shape("{{ acme.score }}"), "<acme.score>");
    assert_eq!(shape("{ {{anchor}} }"), "{ <anchor> }");
    assert!(!good("{{ tool }}").is_constant());
}

#[test]
fn every_printable_type_binds() {
    for fact in [
        "policy_denied",
        "fire_count",
        "acme.score",
        "tool",
        "arg_validation_errors",
    ] {
        assert_eq!(shape(&format!("{{{{ {fact} }}}}")), format!("<{fact}>"));
    }
}

#[test]
fn conditionals_test_facts_of_any_type() {
    assert_eq!(
        shape("a{% if policy_denied %}b{% endif %}c"),
        "a?policy_denied(b|)c"
    );
    assert_eq!(shape("{% if tool %}b{% else %}c{% endif %}"), "?tool(b|c)");
    assert_eq!(shape("{%if not tool_args%}b{%endif%}"), "?!tool_args(b|)");
    assert_eq!(
        shape("{% if acme.spans %}{% else %}x{% endif %}"),
        "?acme.spans(|x)"
    );
    assert_eq!(
        shape("{% if acme.labels %}{{ tool }}{% endif %}"),
        "?acme.labels(<tool>|)"
    );
}

#[test]
fn conditionals_nest() {
    assert_eq!(
        shape(
            "{% if tool %}1{% if anchor %}2{% else %}3{% endif %}4{% else %}5{% if anchor %}6{% endif %}{% endif %}"
        ),
        "?tool(1?anchor(2|3)4|5?anchor(6|))"
    );
}

#[test]
fn references_come_in_the_order_of_the_text() {
    let copy = "{{ anchor }}{% if tool %}{{ fire_count }}{% else %}{{ anchor }}{% endif %}{{ acme.score }}";
    let (sources, _) = text(copy);
    let environment = environment();
    let names: Vec<_> = good(copy)
        .references()
        .map(|(fact, span)| {
            (
                environment.get(fact).name.clone(),
                sources.text(span).to_owned(),
            )
        })
        .collect();
    let expected = ["anchor", "tool", "fire_count", "anchor", "acme.score"];
    assert_eq!(
        names,
        expected.map(|name| (name.to_owned(), name.to_owned()))
    );
}

#[test]
fn unknown_names_are_named() {
    refused(
        "Use {{ ghost_field }}",
        "OAR-COPY-2",
        "ghost_field",
        "`ghost_field` (at offset 7)",
        "requires",
    );
    refused(
        "{{ tol }}",
        "OAR-COPY-2",
        "tol",
        "`tol`",
        "did you mean `tool`?",
    );
    refused(
        "{{ size }}",
        "OAR-COPY-2",
        "size",
        "`size`",
        "functions do not stand in copy",
    );
    refused(
        "{% if ghost %}a{% endif %}",
        "OAR-COPY-2",
        "ghost",
        "`ghost`",
        "",
    );
    refused(
        "{% if not not %}a{% endif %}",
        "OAR-COPY-2",
        "not",
        "`not`",
        "",
    );
    refused("{% if not %}a{% endif %}", "OAR-COPY-2", "not", "`not`", "");
    refused(
        "{% if notanchor %}a{% endif %}",
        "OAR-COPY-2",
        "notanchor",
        "`notanchor`",
        "",
    );
    refused("{{ true }}", "OAR-COPY-2", "true", "`true`", "");
}

#[test]
fn names_of_unclaimed_profiles_say_so() {
    refused(
        "{{ principal }}",
        "OAR-COPY-2",
        "principal",
        "`principal`",
        "belongs to the profile `session`",
    );
}

#[test]
fn functions_and_aggregates_do_not_print() {
    refused(
        "{{ tool_args }}",
        "OAR-COPY-4",
        "tool_args",
        "`tool_args` is a `map`",
        "{% if tool_args %}",
    );
    refused(
        "{{ acme.labels }}",
        "OAR-COPY-4",
        "acme.labels",
        "`map<string,string>`",
        "",
    );
    refused(
        "{{ acme.spans }}",
        "OAR-COPY-4",
        "acme.spans",
        "`list<map>`",
        "",
    );
    refused(
        "{{ tool_arg_bool }}",
        "OAR-COPY-4",
        "tool_arg_bool",
        "function `(string) -> bool`",
        "name a fact",
    );
    refused(
        "{% if tool_arg_bool %}a{% endif %}",
        "OAR-COPY-2",
        "tool_arg_bool",
        "function",
        "name a fact",
    );
}

#[test]
fn other_constructs_are_refused() {
    refused(
        "a {{{anchor}}} b",
        "OAR-COPY-3",
        "{{{anchor}}}",
        "not a binding",
        "two braces",
    );
    refused(
        "{{ }}",
        "OAR-COPY-3",
        "{{ }}",
        "not a binding",
        "name a fact",
    );
    refused(
        "{{ tool | upper }}",
        "OAR-COPY-3",
        "{{ tool | upper }}",
        "`{{ tool | upper }}`",
        "`{{ tool }}`",
    );
    refused(
        "{{ size(tool) }}",
        "OAR-COPY-3",
        "{{ size(tool) }}",
        "not a binding",
        "functions",
    );
    refused(
        "{{ acme.labels['a'] }}",
        "OAR-COPY-3",
        "{{ acme.labels['a'] }}",
        "not a binding",
        "no members",
    );
    refused(
        "{{- tool }}",
        "OAR-COPY-3",
        "{{- tool }}",
        "not a binding",
        "whitespace control",
    );
    refused(
        "{{ acme . score }}",
        "OAR-COPY-3",
        "{{ acme . score }}",
        "not a binding",
        "one fact",
    );
    refused(
        "{{ \u{a0}tool }}",
        "OAR-COPY-3",
        "{{ \u{a0}tool }}",
        "not a binding",
        "one fact",
    );
    refused(
        "{{ größe }}",
        "OAR-COPY-3",
        "{{ größe }}",
        "not a binding",
        "one fact",
    );
    refused(
        "{{ 'a' }}",
        "OAR-COPY-3",
        "{{ 'a' }}",
        "not a binding",
        "one fact",
    );
    refused(
        "{%ifanchor%}",
        "OAR-COPY-3",
        "{%ifanchor%}",
        "not a construct",
        "a space separates `if`",
    );
    refused(
        "{% if %}",
        "OAR-COPY-3",
        "{% if %}",
        "not a construct",
        "one fact each",
    );
    refused(
        "{% if tool == 'a' %}",
        "OAR-COPY-3",
        "{% if tool == 'a' %}",
        "not a construct",
        "one fact each",
    );
    refused(
        "{% set a = 1 %}",
        "OAR-COPY-3",
        "{% set a = 1 %}",
        "`{% set a = 1 %}`",
        "nothing else",
    );
    refused(
        "{% %}",
        "OAR-COPY-3",
        "{% %}",
        "not a construct",
        "nothing else",
    );
    refused(
        "{%- endif %}",
        "OAR-COPY-3",
        "{%- endif %}",
        "not a construct",
        "whitespace control",
    );
}

#[test]
fn delimiters_close() {
    refused(
        "a {{ tool",
        "OAR-COPY-3",
        "{{ tool",
        "`{{ tool` has no `}}`",
        "close it with `}}`",
    );
    refused(
        "a {{ tool }\nb",
        "OAR-COPY-3",
        "{{ tool }",
        "has no `}}`",
        "close it",
    );
    refused(
        "{{ tool %}",
        "OAR-COPY-3",
        "{{ tool %}",
        "has no `}}`",
        "close it",
    );
    refused(
        "{% if tool",
        "OAR-COPY-3",
        "{% if tool",
        "has no `%}`",
        "close it with `%}`",
    );
    refused(
        "{{ a {{ tool }}",
        "OAR-COPY-3",
        "{{ a ",
        "has no `}}`",
        "close it",
    );
    refused("{{", "OAR-COPY-3", "{{", "has no `}}`", "close it");
}

#[test]
fn loops_are_named() {
    let (_, all) = compiled("{% for p in paths %}{{ p }}{% endfor %}");
    let marked: Vec<_> = all
        .iter()
        .map(|seen| (seen.clause, seen.marked.as_str()))
        .collect();
    assert_eq!(
        marked,
        [("OAR-COPY-3", "{% for p in paths %}")],
        "what the loop declares, and its end, are the same mistake"
    );
    assert!(all[0].help.contains("no loops"));
}

#[test]
fn conditionals_are_whole() {
    refused(
        "{% if anchor %}yes",
        "OAR-COPY-3",
        "{% if anchor %}",
        "no `{% endif %}`",
        "`{% endif %}`",
    );
    refused(
        "a{% endif %}",
        "OAR-COPY-3",
        "{% endif %}",
        "outside",
        "remove it",
    );
    refused(
        "a{% else %}",
        "OAR-COPY-3",
        "{% else %}",
        "outside",
        "{% if fact %}",
    );
    refused(
        "{% if tool %}{% else %}{% else %}{% endif %}",
        "OAR-COPY-3",
        "{% else %}",
        "a second",
        "nest",
    );
    refused(
        "{% if tool %}{% elif anchor %}{% endif %}",
        "OAR-COPY-3",
        "{% elif anchor %}",
        "elif",
        "no `elif`",
    );
    refused(
        "{% if tool %}{% endif tool %}{% endif %}",
        "OAR-COPY-3",
        "{% endif tool %}",
        "endif",
        "nothing else",
    );
}

#[test]
fn nesting_is_bounded() {
    let nest = |depth: usize| {
        format!(
            "{}x{}",
            "{% if tool %}".repeat(depth),
            "{% endif %}".repeat(depth)
        )
    };
    assert!(compiled(&nest(64)).0.is_some());
    refused(
        &nest(65),
        "OAR-COPY-3",
        "{% if tool %}",
        "more than 64 deep",
        "split",
    );
    assert_eq!(compiled(&nest(100_000)).1.len(), 1);
}

#[test]
fn long_copy_compiles_and_long_nonsense_does_not() {
    const MANY: usize = 100_000;
    assert_eq!(good(&"a{{tool}}".repeat(MANY)).references().count(), MANY);
    for piece in [
        "{{",
        "{%",
        "{{ x | y }}",
        "{{{",
        "{% endif %}",
        "{{ ghost }}",
        "{{ tool }",
        "{% if x",
    ] {
        assert!(compiled(&piece.repeat(MANY)).0.is_none(), "{piece}");
    }
}

mod properties {
    use proptest::prelude::*;

    use super::*;

    const PIECES: &[&str] = &[
        "{{",
        "}}",
        "{%",
        "%}",
        "{",
        "}",
        "{{ tool }}",
        "{{ ghost }}",
        "{% if tool %}",
        "{% if not tool_args %}",
        "{% else %}",
        "{% endif %}",
        "if",
        "not",
        "else",
        "endif",
        "tool",
        " ",
        "\n",
        "text",
        "é",
        "|",
    ];

    /// What was not refused reads back as it was written, but for the spelling of its constructs.
    fn written(parts: &[Part]) -> String {
        let environment = environment();
        parts
            .iter()
            .map(|part| match part {
                Part::Literal(text) => text.clone(),
                Part::Binding { fact, .. } => format!("{{{{{}}}}}", environment.get(*fact).name),
                Part::If {
                    fact,
                    negated,
                    then,
                    otherwise,
                    ..
                } => format!(
                    "{{%if {}{}%}}{}{{%else%}}{}{{%endif%}}",
                    if *negated { "not " } else { "" },
                    environment.get(*fact).name,
                    written(then),
                    written(otherwise)
                ),
            })
            .collect()
    }

    proptest! {
        #[test]
        fn no_copy_panics(copy in prop_oneof![
            ".{0,200}".boxed(),
            prop::collection::vec(prop::sample::select(PIECES), 0..40).prop_map(|p| p.concat()).boxed(),
        ]) {
            let (template, seen) = compiled(&copy);
            prop_assert_eq!(template.is_none(), !seen.is_empty());
            for one in &seen {
                prop_assert!(copy.contains(&one.marked), "{:?}", one);
            }
            if let Some(template) = template {
                let again = good(&written(&template.parts));
                prop_assert_eq!(written(&again.parts), written(&template.parts));
                prop_assert_eq!(again.references().count(), template.references().count());
            }
        }
    }
}
