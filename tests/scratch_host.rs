//! A host built from nothing, again and again: a file added to the pack, changed or removed leads to a rebuild or to an
//! error, never to yesterday's policy.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const CAPABILITY: &str = "oar_capability_version: \"1.0\"
host: scratch.host
anchors:
  core: {model.output: model.output}
  unsupported: [tool.pre_invoke, tool.handler, tool.post_invoke, agent.post_turn, agent.finalize, model.input, model.tool_result]
profiles: []
activity_window: 0
detectors: ['detector://spy']
supports_transform: false
expression_nodes_max: 256
host_facts: [{name: scratch.on, type: bool}]
";

/// Prints the identifiers of the rules it was built with. It names what a host names: the traits, the method of an anchor.
const MAIN: &str = "mod policy { INCLUDE }

struct Turn;

impl oar::facts::Occurrence for Turn {
    fn content(&self) -> Option<&str> {
        None
    }

    fn call(&self) -> Option<&oar::ToolCall<'_>> {
        None
    }
}

impl policy::HostFacts for Turn {
    fn scratch_on(&self) -> oar::Observed<bool> {
        Ok(true)
    }
}

impl policy::Detectors for Turn {
    fn spy(&self) -> Result<oar::Report, oar::DetectorError> {
        Ok(oar::Report::new())
    }
}

fn main() {
    let policy = policy::Policy::new();
    let outcome = policy.model_output(&Turn, &mut oar::Session::new(\"s\"));
    assert_eq!(outcome.effect(), oar::Effect::Warn);
    policy.reconfigure(&[]).expect(\"no configuration\");
    for rule in policy.rules() {
        println!(\"{}\", rule.qualified);
    }
}
";

/// A crate of its own beside this one.
struct Scratch {
    root: PathBuf,
}

impl Scratch {
    fn new(name: &str, include: &str, script: &str) -> Self {
        let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        // What an earlier run left behind; there may be nothing.
        let _ = fs::remove_dir_all(&root);
        let scratch = Self { root };
        let here = env!("CARGO_MANIFEST_DIR");
        scratch.write(
            "Cargo.toml",
            &format!(
                "[package]\nname = \"{name}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n\
                 [dependencies]\noar = {{ path = {here:?} }}\n\n\
                 [build-dependencies]\noar-compiler = {{ path = {:?} }}\n\n[workspace]\n",
                format!("{here}/oar-compiler")
            ),
        );
        // The versions this workspace is tested with, so that nothing is looked up.
        let lock = Path::new(here).join("Cargo.lock");
        fs::copy(lock, scratch.root.join("Cargo.lock")).expect("a lock file");
        scratch.write("src/main.rs", &MAIN.replace("INCLUDE", include));
        scratch.write("build.rs", &format!("fn main() {{ {script} }}\n"));
        scratch.write("packs/capability.yaml", CAPABILITY);
        scratch
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.root.join(name);
        fs::create_dir_all(path.parent().expect("inside the crate")).expect("a folder");
        fs::write(path, text).expect("written");
    }

    fn rule(&self, file: &str, id: &str) {
        let text = format!(
            "oar: \"1.0\"\nid: {id}\nkind: policy\nanchor: model.output\nwhen: fire_count == 0\neffect: warn\n"
        );
        self.write(file, &text);
    }

    fn remove(&self, name: &str) {
        fs::remove_file(self.root.join(name)).expect("removed");
    }

    fn cargo(&self) -> Output {
        let target = Path::new(env!("CARGO_TARGET_TMPDIR"))
            .parent()
            .expect("in the target folder");
        Command::new(env!("CARGO"))
            .args(["run", "--quiet", "--offline"])
            .current_dir(&self.root)
            .env("CARGO_TARGET_DIR", target)
            .output()
            .expect("cargo starts")
    }

    /// The rules the host has now.
    #[track_caller]
    fn rules(&self) -> Vec<String> {
        let output = self.cargo();
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{errors}");
        let printed = String::from_utf8(output.stdout).expect("UTF-8");
        printed.lines().map(str::to_owned).collect()
    }

    /// What the build says; it must fail.
    #[track_caller]
    fn refusal(&self) -> String {
        let output = self.cargo();
        assert!(!output.status.success(), "the build must fail");
        String::from_utf8_lossy(&output.stderr).into_owned()
    }
}

/// A pack that grows, changes and shrinks, and whose host sees every step.
fn never_stale(scratch: &Scratch) {
    scratch.rule("packs/first.yaml", "FIRST");
    assert_eq!(scratch.rules(), ["FIRST"]);

    scratch.rule("packs/second.yaml", "SECOND");
    assert_eq!(scratch.rules(), ["FIRST", "SECOND"]);

    scratch.rule("packs/deeper/down/third.yaml", "THIRD");
    assert_eq!(scratch.rules(), ["FIRST", "SECOND", "THIRD"]);

    scratch.rule("packs/first.yaml", "CHANGED");
    assert_eq!(scratch.rules(), ["CHANGED", "SECOND", "THIRD"]);

    scratch.remove("packs/second.yaml");
    assert_eq!(scratch.rules(), ["CHANGED", "THIRD"]);

    scratch.remove("packs/deeper/down/third.yaml");
    assert_eq!(scratch.rules(), ["CHANGED"]);

    // A wrong rule anywhere in the folder is an error, and mending it is enough.
    scratch.rule("packs/wrong.yaml", "lowercase");
    let refusal = scratch.refusal();
    for expected in ["packs/wrong.yaml:2:5", "OAR-DOC-6", "lowercase"] {
        assert!(refusal.contains(expected), "{refusal}");
    }
    // One error, and cargo's summary of it: what the host names is there even so.
    let errors = refusal.lines().filter(|line| line.starts_with("error"));
    assert_eq!(errors.count(), 2, "{refusal}");
    scratch.rule("packs/wrong.yaml", "RIGHT");
    assert_eq!(scratch.rules(), ["CHANGED", "RIGHT"]);
}

#[test]
fn a_watched_folder_is_never_stale() {
    let scratch = Scratch::new(
        "scratch-watched",
        "oar::include_rules!(\"packs/\", allow = [\"warnings\"]);",
        "oar_compiler::build::watch(\"packs\");",
    );
    never_stale(&scratch);

    // Without the script nobody would notice a new file.
    scratch.remove("build.rs");
    let refusal = scratch.refusal();
    assert!(
        refusal.contains("oar_compiler::build::watch(\"packs\");"),
        "{refusal}"
    );

    // A script that watches something else is no help.
    scratch.write(
        "build.rs",
        "fn main() { oar_compiler::build::watch(\"src\"); }\n",
    );
    assert!(
        scratch
            .refusal()
            .contains("oar_compiler::build::watch(\"packs\");")
    );
}

#[test]
fn a_generated_file_is_never_stale() {
    let scratch = Scratch::new(
        "scratch-generated",
        "oar::include_generated!(\"policy\");",
        "oar_compiler::build::Builder::new(\"packs\").allow(\"warnings\").compile(\"policy\");",
    );
    never_stale(&scratch);
}
