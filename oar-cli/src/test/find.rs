//! Paths to fixtures: files, folders, arrays, manifests, and files of ordering cases.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use oar_compiler::ordering::{self, Section};
use oar_compiler::source::{Node, Value};

use super::json::{self, Text};

/// Files of a corpus that are no fixtures.
const BESIDES: [&str; 2] = ["manifest.json", "exempt.json"];

/// A fixture as found, not yet looked into; or a file that does not read.
#[derive(Debug)]
pub struct Found {
    /// The file, as shown.
    pub file: String,
    /// What the fixture's `id` has to be: the file's stem, where the file holds the fixture alone (OAR-CONF-17).
    pub stem: Option<String>,
    /// The section of a file of ordering cases that it stands in; `None` for a fixture.
    pub section: Option<Section>,
    /// The fixture.
    pub body: Result<(Rc<Text>, Node), String>,
}

/// Finds every fixture under the paths, in order, each file once.
///
/// # Errors
/// A path that does not exist, or a folder that cannot be listed. A file that does not read is a fixture that fails.
pub fn find(paths: &[PathBuf]) -> Result<Vec<Found>, String> {
    let mut finder = Finder::default();
    for path in paths {
        if path.is_dir() {
            finder.folder(path)?;
        } else if path.exists() {
            finder.file(path);
        } else {
            return Err(format!("`{}` does not exist", path.display()));
        }
    }
    Ok(finder.found)
}

#[derive(Default)]
struct Finder {
    found: Vec<Found>,
    seen: BTreeSet<PathBuf>,
}

impl Finder {
    fn folder(&mut self, folder: &Path) -> Result<(), String> {
        let names = oar_compiler::pack::listing(folder, &folder.display().to_string())
            .map_err(|error| error.to_string())?;
        for name in names {
            let file = name.rsplit('/').next().unwrap_or(&name);
            if file.ends_with(".json") && !BESIDES.contains(&file) {
                self.file(&folder.join(&name));
            }
        }
        Ok(())
    }

    fn file(&mut self, path: &Path) {
        let once = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        if !self.seen.insert(once) {
            return;
        }
        let shown = path.display().to_string();
        let read = fs::read(path).map_err(|error| format!("cannot read the file: {error}"));
        match read.and_then(|bytes| json::read(&shown, &bytes)) {
            Err(reason) => self.broken(path, reason),
            Ok((text, roots)) => {
                let text = Rc::new(text);
                for (at, root) in roots.into_iter().enumerate() {
                    if !root.member && ordering::is_cases(&root.node) {
                        self.ordering(&text, &root.node);
                        continue;
                    }
                    match manifest(&root.node).filter(|_| !root.member) {
                        Some(listed) => self.manifest(path, &text, listed),
                        None if root.member => self.member(&text, at, root.node),
                        None => self.found.push(Found {
                            file: text.name.clone(),
                            stem: Some(stem(path)),
                            section: None,
                            body: Ok((Rc::clone(&text), root.node)),
                        }),
                    }
                }
            }
        }
    }

    /// A fixture among others in a file, whose name says nothing of its `id`.
    fn member(&mut self, text: &Rc<Text>, at: usize, node: Node) {
        self.found.push(Found {
            file: format!("{}[{at}]", text.name),
            stem: None,
            section: None,
            body: Ok((Rc::clone(text), node)),
        });
    }

    /// The cases of a file of ordering cases.
    fn ordering(&mut self, text: &Rc<Text>, root: &Node) {
        for section in Section::ALL {
            for node in ordering::members(root, section) {
                self.found.push(Found {
                    file: text.name.clone(),
                    stem: None,
                    section: Some(section),
                    body: Ok((Rc::clone(text), node.clone())),
                });
            }
        }
    }

    fn broken(&mut self, path: &Path, reason: String) {
        self.found.push(Found {
            file: path.display().to_string(),
            stem: Some(stem(path)),
            section: None,
            body: Err(reason),
        });
    }

    /// The fixtures that a manifest lists: by path or identifier beside it, or in place.
    fn manifest(&mut self, path: &Path, text: &Rc<Text>, listed: &Node) {
        let folder = path.parent().unwrap_or(Path::new(""));
        let entries: Vec<(Option<&str>, &Node)> = match &listed.value {
            Value::List(members) => members.iter().map(|member| (None, member)).collect(),
            Value::Map(entries) => entries
                .iter()
                .map(|entry| (Some(entry.key.text.as_str()), &entry.value))
                .collect(),
            _ => {
                let reason = format!("`fixtures` is {}: it lists fixtures", listed.kind());
                return self.broken(path, reason);
            }
        };
        for (at, (key, entry)) in entries.into_iter().enumerate() {
            if entry.get("rules").is_some() {
                self.member(text, at, entry.clone());
                continue;
            }
            match named(entry).or(key) {
                Some(name) => match beside(folder, name) {
                    Some(file) => self.file(&file),
                    None => self.broken(
                        Path::new(name),
                        format!("`{}` lists it, and there is no such file", text.name),
                    ),
                },
                None => {
                    let reason = "a manifest entry names no fixture: write its path, its `id`, or the fixture itself";
                    self.broken(path, reason.to_owned());
                }
            }
        }
    }
}

/// What a manifest lists: an object that is no fixture and has `fixtures`.
fn manifest(node: &Node) -> Option<&Node> {
    let fixtures = node.get("fixtures")?;
    node.get("rules").is_none().then_some(&fixtures.value)
}

fn named(entry: &Node) -> Option<&str> {
    if let Some(text) = entry.as_text() {
        return Some(&text.value);
    }
    let member = ["path", "file", "id", "name"]
        .into_iter()
        .find_map(|name| entry.get(name)?.value.as_text());
    member.map(|text| text.value.as_str())
}

/// The file of a listed name, beside the manifest or in its folder `fixtures`.
fn beside(folder: &Path, name: &str) -> Option<PathBuf> {
    let inside = folder.join("fixtures");
    let names = [name.to_owned(), format!("{name}.json")];
    let mut candidates = names
        .iter()
        .flat_map(|name| [folder.join(name), inside.join(name)]);
    candidates.find(|path| path.is_file())
}

fn stem(path: &Path) -> String {
    let stem = path.file_stem().unwrap_or_default();
    stem.to_string_lossy().into_owned()
}
