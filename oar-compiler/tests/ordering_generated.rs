//! Generated ordering code: that it is what is written down here, that rustc takes it, and that it does what the
//! profile says.

use std::path::Path;

use oar_compiler::diagnostic::{Diagnostics, Sources};
use oar_compiler::ordering::{
    EmitOptions, Profile, catalogue, emit, instantiate, load, module_name,
};
use oar_compiler::source::{self, Format, Limits};
use oar_runtime::ordering::json::{
    JsonTimeline, repair_report_to_json, report_to_json, tools_from_json,
};
use oar_runtime::ordering::{self as o, Guard};
use serde_json::{Value, json};

/// What the generated code takes for the crate it links to.
mod linked {
    pub use oar_runtime::ordering;
}

#[deny(warnings)]
mod generated {
    include!("ordering/every_type.rs");
}

const DOCUMENT: &str = include_str!("ordering/every_type.yaml");

fn profile(sources: &mut Sources) -> Profile {
    let mut diags = Diagnostics::new();
    let documents = source::load(
        "packs/every_type.yaml",
        DOCUMENT.as_bytes(),
        Format::Yaml,
        &Limits::default(),
        sources,
        &mut diags,
    );
    let profile = load(&documents[0].root, &mut diags);
    assert_eq!(diags.as_slice(), &[]);
    profile.unwrap()
}

/// Set `BLESS=1` to write the file anew, and read the difference before committing it.
#[test]
fn the_text_is_the_one_written_down() {
    let mut sources = Sources::new();
    let profile = profile(&mut sources);
    let text = emit(
        &profile,
        &EmitOptions {
            krate: "crate::linked",
            module: &module_name(&profile.name),
            sources: &sources,
        },
    );
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/ordering/every_type.rs");
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, &text).unwrap();
    }
    assert_eq!(text, std::fs::read_to_string(&path).unwrap());
}

fn timeline() -> Value {
    json!([
        {"kind": "message", "id": "u1", "role": "user", "createdAt": 1000, "content": "go"},
        {"kind": "message", "id": "u2", "role": "user", "createdAt": 1500, "content": "go on"},
        {"kind": "toolCall", "id": "call", "createdAt": 2000, "tool": "search"},
        {"kind": "toolCall", "id": "call", "createdAt": 3000, "tool": "ghost", "replayCompatibility": "wire-v1"},
        {"kind": "thought", "id": "t1", "createdAt": 4000, "content": "hm"},
        {"kind": "toolCall", "id": "Much-too-long", "createdAt": 5000, "tool": "search"},
    ])
}

fn tools() -> Value {
    json!([{"name": "search", "inputSchema": {"required": ["q"]}}])
}

/// The ids that each rule must name, by hand.
#[test]
fn the_generated_check_finds_what_is_wrong() {
    let (timeline, tools) = (timeline(), tools());
    let tools = tools_from_json(&tools).unwrap();
    let options = o::Options {
        tools: Some(&tools),
        ..o::Options::default()
    };
    let timeline = JsonTimeline::read(&timeline).unwrap();
    let report = generated::every_type::check(&timeline, &options);
    let found: Vec<_> = report
        .findings()
        .map(|finding| (finding.rule_id(), finding.primitive_ids.join(" ")))
        .collect();
    let expected = [
        ("thought-first", "t1 call call Much-too-long"),
        ("signed", "call"),
        ("turns", "u1 u2"),
        ("turns", "call call Much-too-long"),
        ("id-alphabet", "Much-too-long"),
        ("declared", "call"),
        ("schema", ""),
        ("unique", "call call"),
        ("no-thought-after-call", "call call"),
        ("no-thought-after-call", "call t1"),
        ("tagged", "call"),
        ("tagged", "call"),
        ("tagged", "Much-too-long"),
    ];
    assert_eq!(found, expected.map(|(rule, ids)| (rule, ids.to_owned())));
    assert!(report.findings().all(|f| f.profile == "union(every-type)"));
    assert_eq!(report.finding_ids().len(), 9);
}

/// A profile runs the same whether rustc compiled it or a tool made it on the spot.
#[test]
fn generated_and_instantiated_agree() {
    let live = instantiate(&profile(&mut Sources::new()));
    let guard = Guard::new(&[live], o::Composition::UnionOfRules);
    let (timeline, tools) = (timeline(), tools());
    let tools = tools_from_json(&tools).unwrap();
    let previous = o::Snapshot {
        records: vec![o::Record {
            id: "t0".to_owned(),
            kind: o::Kind::Thought,
            payload: None,
            at: 1,
        }],
        model: Some("m".to_owned()),
    };
    let timeline = JsonTimeline::read(&timeline).unwrap();
    for model in ["m", "n"] {
        let options = o::Options {
            tools: Some(&tools),
            previous: Some(&previous),
            model: Some(model),
            ..o::Options::default()
        };
        assert_eq!(
            report_to_json(&generated::every_type::check(&timeline, &options)),
            report_to_json(&o::check(&guard, &timeline, &options)),
        );
        assert_eq!(
            repair_report_to_json(&generated::every_type::repair(&timeline, &options).report),
            repair_report_to_json(&o::repair(&guard, &timeline, &options).report),
        );
    }
    assert_eq!(generated::every_type::PROFILE.description, live.description);
}

/// Every profile of the catalogue can be written; names of modules are legal and differ.
#[test]
fn the_catalogue_can_be_written() {
    let sources = oar_compiler::ordering::sources();
    let mut modules = std::collections::HashSet::new();
    for family in oar_compiler::ordering::families() {
        let profile = catalogue(&family.name).unwrap();
        let module = module_name(&family.name);
        assert!(modules.insert(module.clone()), "{module}");
        let options = EmitOptions {
            krate: "::oar",
            module: &module,
            sources: &sources,
        };
        let text = emit(&profile, &options);
        assert!(text.contains("// catalogue/ordering/"), "{text}");
        assert!(!text.contains(":1:1, rule"), "{text}");
    }
}
