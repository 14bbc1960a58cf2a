use super::literal::comment;
use super::{EmitOptions, emit, module_name};
use crate::ordering::{Profile, catalogue, sources};

#[test]
fn modules_have_names_in_snake_case() {
    let cases = [
        ("every-type", "every_type"),
        (
            "full-history-preservation-toolCall",
            "full_history_preservation_tool_call",
        ),
        ("union(a+b)", "union_a_b"),
        ("qwen-2-5", "qwen_2_5"),
        ("4o", "profile_4o"),
        ("match", "profile_match"),
        ("✓", "profile"),
        ("  A  B ", "a_b"),
    ];
    for (name, module) in cases {
        assert_eq!(module_name(name), module);
    }
}

/// Text of an author cannot leave its comment or its string, nor turn the reader around.
#[test]
fn author_text_stays_where_it_is() {
    assert_eq!(comment("a\n} evil"), "a\\u{a}} evil");
    assert_eq!(comment("x\u{202e}y"), "x\\u{202e}y");
    let mut profile: Profile = catalogue("tool_identity").unwrap();
    profile.name = "p\"\n*/ fn evil() {}".to_owned();
    profile.rules[0].id = "r\r\nfn evil() {}".to_owned();
    let sources = sources();
    let text = emit(
        &profile,
        &EmitOptions {
            krate: "::oar",
            module: "m",
            sources: &sources,
        },
    );
    assert!(
        text.lines()
            .all(|line| !line.trim_start().starts_with("fn evil")),
        "{text}"
    );
    assert!(text.contains(r#"name: "p\"\n*/ fn evil() {}","#), "{text}");
}

#[test]
fn a_profile_without_rules_is_written_whole() {
    let profile = catalogue("permissive").unwrap();
    let sources = sources();
    let options = EmitOptions {
        krate: "::oar",
        module: "permissive",
        sources: &sources,
    };
    let text = emit(&profile, &options);
    assert!(
        text.contains("permissive: true,\n        rules: &[],"),
        "{text}"
    );
    assert!(
        text.contains("_view: &o::View<P>, _sink: &mut o::Sink<'_>"),
        "{text}"
    );
    assert_eq!(text, emit(&profile, &options));
}
