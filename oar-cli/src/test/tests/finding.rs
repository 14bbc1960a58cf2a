//! Files, folders, arrays, manifests.

use std::fs;
use std::path::{Path, PathBuf};

use super::super::find::{Found, find};

/// A folder of its own for one test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("oar-finding-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.0.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

const FIXTURE: &str = r#"{"id": "a", "rules": []}"#;

#[track_caller]
fn stems(path: &Path) -> Vec<String> {
    let found = find(&[path.to_owned()]).unwrap();
    let stem = |found: Found| found.stem.unwrap_or_else(|| "(member)".to_owned());
    found.into_iter().map(stem).collect()
}

#[test]
fn a_folder_gives_its_json_files_in_order() {
    let folder = Folder::new("folder");
    for name in ["b.json", "a.json", "deep/c.json"] {
        folder.write(name, FIXTURE);
    }
    for name in ["README.md", "exempt.yaml", "exempt.json"] {
        folder.write(name, "{}");
    }
    folder.write("manifest.json", r#"{"fixtures": ["a"]}"#);
    assert_eq!(stems(&folder.0), ["a", "b", "c"]);
}

#[test]
fn a_file_named_twice_is_run_once() {
    let folder = Folder::new("twice");
    let file = folder.write("a.json", FIXTURE);
    let found = find(&[file.clone(), folder.0.clone(), file]).unwrap();
    assert_eq!(found.len(), 1);
}

#[test]
fn an_array_gives_its_members() {
    let folder = Folder::new("array");
    let file = folder.write("many.json", &format!("[{FIXTURE}, {FIXTURE}]"));
    assert_eq!(stems(&file), ["(member)", "(member)"]);
}

#[test]
fn a_manifest_gives_what_it_lists() {
    let folder = Folder::new("manifest");
    folder.write("a.json", FIXTURE);
    folder.write("fixtures/b.json", FIXTURE);
    folder.write("sub/c.json", FIXTURE);
    folder.write("d.json", FIXTURE);
    for listed in [
        format!(
            r#"["a", "b.json", {{"path": "sub/c.json", "baseline": true}}, {{"id": "d"}}, {FIXTURE}]"#
        ),
        format!(
            r#"{{"a": {{"baseline": true}}, "b": {{}}, "c": {{"path": "sub/c.json"}}, "d": "d.json", "e": {FIXTURE}}}"#
        ),
    ] {
        let manifest = folder.write(
            "list.json",
            &format!(r#"{{"version": "1.0", "fixtures": {listed}}}"#),
        );
        assert_eq!(
            stems(&manifest),
            ["a", "b", "c", "d", "(member)"],
            "{listed}"
        );
    }
}

#[test]
fn what_a_manifest_lists_in_vain_fails_by_name() {
    let folder = Folder::new("vain");
    let manifest = folder.write("list.json", r#"{"fixtures": ["gone", 1]}"#);
    let found = find(&[manifest]).unwrap();
    assert_eq!(found.len(), 2);
    assert_eq!(found[0].stem.as_deref(), Some("gone"));
    assert!(found.iter().all(|found| found.body.is_err()));
}

#[test]
fn a_manifest_lists() {
    let folder = Folder::new("number");
    let manifest = folder.write("list.json", r#"{"fixtures": 3}"#);
    let found = find(&[manifest]).unwrap();
    let reason = found[0].body.as_ref().unwrap_err();
    assert_eq!(reason, "`fixtures` is a number: it lists fixtures");
}

#[test]
fn a_file_that_does_not_read_does_not_stop_the_others() {
    let folder = Folder::new("broken");
    folder.write("a.json", FIXTURE);
    folder.write("b.json", "{");
    let found = find(std::slice::from_ref(&folder.0)).unwrap();
    assert_eq!(found.len(), 2);
    assert!(found[0].body.is_ok() && found[1].body.is_err());
}

#[test]
fn a_path_that_is_not_there_is_an_error() {
    let folder = Folder::new("absent");
    let error = find(&[folder.0.join("a.json")]).unwrap_err();
    assert!(error.contains("does not exist"), "{error}");
}
