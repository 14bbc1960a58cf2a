//! The build script and `include_rules!` come to the same code.

use std::path::Path;

use oar_compiler::build::{Request, generate};
use oar_compiler::{Settings, emit};

mod generated {
    oar::include_generated!("policy");
}

mod included {
    oar::include_rules![
        "../gateway/packs/bulk-delete.yaml",
        "../gateway/packs/mcp-provider-disabled.yaml",
        "../gateway/packs/read-outside-scope.yaml",
        "../gateway/packs/redact-pii.yaml",
        "../gateway/packs/redact-secrets.yaml",
        "../gateway/packs/repeat-loop.yaml",
        "../gateway/packs/write-outside-workspace.yaml",
        capability = "../gateway/packs/capability.yaml",
        json = true
    ];
}

/// The macro expands to what `generate` gives, and to nothing else that decides.
#[test]
fn the_file_written_is_what_the_macro_expands_to() {
    let request = Request {
        paths: vec!["../gateway/packs".to_owned()],
        ..Request::default()
    };
    let settings = Settings {
        options: emit::Options {
            json: true,
            ..emit::Options::default()
        },
        ..Settings::default()
    };
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let again = generate(&request, &settings, root).expect("a sound pack");
    let written = include_str!(concat!(env!("OUT_DIR"), "/policy.rs"));
    assert!(written == again.source, "the two texts differ");
}

#[test]
fn the_tables_are_the_same_whichever_way_they_came() {
    let (generated, included) = (generated::Policy::new(), included::Policy::new());
    assert_eq!(
        format!("{:#?}", generated.rules()),
        format!("{:#?}", included.rules())
    );
    assert_eq!(generated.anchors(), included.anchors());
}

#[test]
fn generated_code_holds_no_path_of_this_machine() {
    let written = include_str!(concat!(env!("OUT_DIR"), "/policy.rs"));
    assert!(!written.contains(env!("CARGO_MANIFEST_DIR")));
    assert!(written.contains("../gateway/packs/repeat-loop.yaml:"));
}
