//! Writes the packs and compiles them.

use std::path::Path;

use oar_compiler::pack::{File, Pack};
use oar_compiler::{Settings, compile};

#[path = "src/grow/mod.rs"]
#[allow(dead_code, reason = "the library uses the rest")]
mod grow;

use grow::Reach;

fn main() {
    println!("cargo::rerun-if-changed=src/grow");
    let out = std::env::var_os("OUT_DIR").expect("a build script has a place for its output");
    // What is not measured need only compile: ten thousand rules would cost every check of the workspace some seconds.
    let largest = match std::env::var("PROFILE").as_deref() {
        Ok("release") => usize::MAX,
        _ => 100,
    };
    let packs = [
        ("by_tool", Reach::ByTool, &[10, 100, 1_000, 10_000][..]),
        ("everywhere", Reach::Everywhere, &[100, 1_000]),
        (
            "everywhere_plain",
            Reach::EverywherePlain,
            &[10, 100, 1_000],
        ),
    ];
    for (name, reach, sizes) in packs {
        for &rules in sizes {
            let path = Path::new(&out).join(format!("{name}_{rules}.rs"));
            std::fs::write(path, source(rules.min(largest), reach)).expect("written");
        }
    }
}

fn source(rules: usize, reach: Reach) -> String {
    let files = grow::pack(rules, reach).into_iter();
    let pack = Pack {
        files: files.map(|file| File::new(file.name, file.text)).collect(),
        ..Pack::default()
    };
    match compile(&pack, &Settings::default()) {
        Ok(compiled) => {
            assert!(compiled.warnings.is_empty(), "{:?}", compiled.warnings);
            compiled.source
        }
        Err(failure) => panic!("the pack of {rules} rules does not compile\n{failure}"),
    }
}
