//! One folder of `tests/ui`.

use std::fs;
use std::path::{Path, PathBuf};

use oar_compiler::diagnostic::{Diagnostics, Sources, Style, render, to_json, to_sarif};
use oar_compiler::ordering;
use oar_compiler::pack::{self, File, Pack};
use oar_compiler::source::{Format, Limits, load};
use oar_compiler::warnings::Levels;
use serde_json::Value;

/// A case: its folder, and what `case.json` in it says.
pub struct Case {
    pub folder: PathBuf,
    settings: Value,
}

/// What the compiler says about a case.
pub struct Said {
    text: String,
    pub json: Value,
    pub sarif: Value,
}

const TEXT: &str = "expected.txt";
const JSON: &str = "expected.json";
const SETTINGS: &str = "case.json";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/ui")
}

impl Case {
    /// Every case, by name.
    pub fn all() -> Vec<Case> {
        let entries = fs::read_dir(root()).expect("tests/ui is there");
        let mut folders: Vec<PathBuf> = entries
            .map(|entry| entry.expect("readable").path())
            .filter(|path| path.is_dir())
            .collect();
        folders.sort();
        folders.into_iter().map(Case::new).collect()
    }

    fn new(folder: PathBuf) -> Case {
        let settings = match fs::read(folder.join(SETTINGS)) {
            Ok(bytes) => serde_json::from_slice(&bytes).expect("case.json is JSON"),
            Err(_) => Value::Null,
        };
        if let Some(members) = settings.as_object() {
            let known = [
                "capability",
                "configs",
                "catalogue",
                "ordering_options",
                "limits",
                "allow",
                "deny",
            ];
            for name in members.keys() {
                assert!(
                    known.contains(&name.as_str()),
                    "{folder:?}: case.json has `{name}`"
                );
            }
        }
        Case { folder, settings }
    }

    pub fn name(&self) -> String {
        let name = self.folder.file_name().expect("a folder has a name");
        name.to_string_lossy().into_owned()
    }

    pub fn run(&self) -> Said {
        if let Some(name) = self.settings["ordering_options"].as_str() {
            return self.options(name);
        }
        let checked = oar_compiler::check(&self.pack(), &self.limits());
        let diagnostics = self.levels().judge(checked.diagnostics);
        Said {
            text: render(&diagnostics, &checked.sources, Style::Plain),
            json: to_json(&diagnostics, &checked.sources),
            sarif: to_sarif(&diagnostics, &checked.sources),
        }
    }

    /// The options of an ordering guard, which are no document of a pack.
    fn options(&self, name: &str) -> Said {
        let (mut sources, mut diags) = (Sources::new(), Diagnostics::new());
        let bytes = fs::read(self.folder.join(name)).expect("the options read");
        let limits = self.limits();
        let documents = load(
            name,
            &bytes,
            Format::Yaml,
            &limits,
            &mut sources,
            &mut diags,
        );
        ordering::load_options(&documents[0].root, &mut diags);
        let diagnostics = self.levels().judge(diags.into_sorted());
        Said {
            text: render(&diagnostics, &sources, Style::Plain),
            json: to_json(&diagnostics, &sources),
            sarif: to_sarif(&diagnostics, &sources),
        }
    }

    fn list(&self, name: &str) -> Vec<String> {
        let list = self.settings[name].as_array();
        let texts = list.into_iter().flatten().filter_map(Value::as_str);
        texts.map(str::to_owned).collect()
    }

    fn pack(&self) -> Pack {
        let mut files = pack::files(&self.folder, "").expect("the folder reads");
        files.retain(|file| ![JSON, SETTINGS].contains(&file.name.as_str()));
        let mut take = |name: &str| {
            let at = files.iter().position(|file| file.name == name);
            files.remove(at.unwrap_or_else(|| panic!("{}: no file `{name}`", self.name())))
        };
        let capability = match &self.settings["capability"] {
            Value::String(name) => Some(take(name)),
            _ => None,
        };
        let configs = self.settings["configs"].as_array().map(|names| {
            let names = names.iter().map(|name| name.as_str().expect("a file name"));
            names.map(&mut take).collect()
        });
        let beside = files.iter().any(|file| file.name.contains("capability"));
        let shared = self.settings["capability"].is_null() && !beside;
        let host = || File::read(&root().join("host.yaml"), "host.yaml").expect("host.yaml reads");
        Pack {
            files,
            capability: capability.or_else(|| shared.then(host)),
            configs,
            catalogue: self.list("catalogue"),
        }
    }

    fn limits(&self) -> Limits {
        let limit = |name: &str, default: usize| match self.settings["limits"][name].as_u64() {
            Some(limit) => usize::try_from(limit).expect("small"),
            None => default,
        };
        let Limits {
            file_bytes,
            depth,
            documents,
        } = Limits::default();
        Limits {
            file_bytes: limit("file_bytes", file_bytes),
            depth: limit("depth", depth),
            documents: limit("documents", documents),
        }
    }

    fn levels(&self) -> Levels {
        let mut levels = Levels::default();
        self.list("allow")
            .into_iter()
            .for_each(|name| levels.allow(name));
        self.list("deny")
            .into_iter()
            .for_each(|name| levels.deny(name));
        assert_eq!(levels.unknown(), Vec::<&str>::new(), "{}", self.name());
        levels
    }
}

impl Said {
    pub fn write(&self, folder: &Path) {
        fs::write(folder.join(TEXT), &self.text).expect("written");
        fs::write(folder.join(JSON), self.pretty()).expect("written");
    }

    /// What differs from the expected files; the JSON is compared as a value.
    pub fn difference(&self, folder: &Path) -> Option<String> {
        let text = fs::read_to_string(folder.join(TEXT)).unwrap_or_default();
        if text != self.text {
            return Some(format!(
                "{TEXT} has\n{text}\nand the compiler says\n{}",
                self.text
            ));
        }
        let json = fs::read_to_string(folder.join(JSON)).unwrap_or_default();
        let same = serde_json::from_str::<Value>(&json).is_ok_and(|json| json == self.json);
        (!same).then(|| {
            format!(
                "{JSON} has\n{json}\nand the compiler says\n{}",
                self.pretty()
            )
        })
    }

    /// The names of the diagnostics in it.
    pub fn codes(&self) -> Vec<String> {
        let list = self.json.as_array().into_iter().flatten();
        list.filter_map(|one| one["code"].as_str().map(str::to_owned))
            .collect()
    }

    fn pretty(&self) -> String {
        format!("{:#}\n", self.json)
    }
}
