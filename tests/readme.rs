//! What `README.md` shows is what is there. Its Rust code is a documentation test.

const README: &str = include_str!("../README.md");

/// The first fenced block of a language.
fn block(language: &str) -> &'static str {
    let start = format!("\n```{language}\n");
    let (_, rest) = README.split_once(&start).expect("the block begins");
    rest.split_once("```").expect("the block ends").0
}

#[test]
fn the_rule_shown_is_the_rule_compiled() {
    assert_eq!(block("yaml"), include_str!("readme/rules.yaml"));
}

#[test]
fn the_error_shown_is_the_error_printed() {
    use oar_compiler::Settings;
    use oar_compiler::pack::{File, Pack};

    let wrong =
        include_str!("readme/rules.yaml").replace("path_outside_scope(", "path_outside_scop(");
    let capability = include_bytes!("readme/capability.yaml");
    let pack = Pack {
        files: vec![File::new("tests/readme/rules.yaml", wrong)],
        capability: Some(File::new("tests/readme/capability.yaml", *capability)),
        ..Pack::default()
    };
    let failure = oar_compiler::compile(&pack, &Settings::default()).expect_err("a wrong name");
    let shown = block("text");
    let (first, rest) = shown.split_once('\n').expect("several lines");
    assert_eq!(first, "error: the rules do not compile");
    let unindented: String = rest
        .lines()
        .map(|line| line.strip_prefix("       ").unwrap_or(line).to_owned() + "\n")
        .collect();
    assert_eq!(unindented.trim(), failure.to_string().trim());
}
