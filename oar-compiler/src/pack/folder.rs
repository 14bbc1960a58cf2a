//! Folders of documents.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::{File, PackError};

/// Folders inside folders: a link that leads back to its own parent ends here.
const DEPTH: usize = 16;

/// Reads every document of a folder and its subfolders: `.yaml`, `.yml` and `.json`, hidden ones left out, in the order
/// of their names. `shown` is the folder's name in errors.
///
/// # Errors
/// The folder or a file in it cannot be read.
pub fn files(folder: &Path, shown: &str) -> Result<Vec<File>, PackError> {
    let names = listing(folder, shown)?;
    names
        .into_iter()
        .map(|name| File::read(&folder.join(&name), join(shown, &name)))
        .collect()
}

/// The names of a folder's documents, relative to it, `/` between folders, sorted.
///
/// # Errors
/// The folder cannot be read.
pub fn listing(folder: &Path, shown: &str) -> Result<Vec<String>, PackError> {
    let mut names = Vec::new();
    let failed = |(path, error): (PathBuf, io::Error)| {
        let name = path
            .strip_prefix(folder)
            .map_or_else(|_| path.clone(), Path::to_path_buf);
        PackError {
            name: join(shown, &name.to_string_lossy()),
            error,
        }
    };
    walk(folder, "", DEPTH, &mut names).map_err(failed)?;
    names.sort_unstable();
    Ok(names)
}

fn walk(
    folder: &Path,
    prefix: &str,
    depth: usize,
    names: &mut Vec<String>,
) -> Result<(), (PathBuf, io::Error)> {
    let at = |error| (folder.to_path_buf(), error);
    if depth == 0 {
        return Err(at(io::Error::other("folders are nested too deeply")));
    }
    for entry in fs::read_dir(folder).map_err(at)? {
        let entry = entry.map_err(at)?;
        let name = entry.file_name();
        let Some(name) = name.to_str() else {
            return Err((entry.path(), io::Error::other("the name is not UTF-8")));
        };
        if name.starts_with('.') {
            continue;
        }
        let path = entry.path();
        let below = join(prefix, name);
        // Follows links, as reading the file does.
        let metadata = fs::metadata(&path).map_err(|error| (path.clone(), error))?;
        if metadata.is_dir() {
            walk(&path, &below, depth - 1, names)?;
        } else if is_document(&path) {
            names.push(below);
        }
    }
    Ok(())
}

fn is_document(path: &Path) -> bool {
    let extension = path
        .extension()
        .and_then(|extension| extension.to_str())
        .map(str::to_ascii_lowercase);
    matches!(extension.as_deref(), Some("yaml" | "yml" | "json"))
}

fn join(folder: &str, name: &str) -> String {
    match folder.trim_end_matches('/') {
        "" => name.to_owned(),
        folder if name.is_empty() => folder.to_owned(),
        folder => format!("{folder}/{name}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_join_with_one_slash() {
        assert_eq!(join("packs/", "a.yaml"), "packs/a.yaml");
        assert_eq!(join("", "a.yaml"), "a.yaml");
        assert_eq!(join("packs", ""), "packs");
    }

    #[test]
    fn documents_are_told_by_extension() {
        for yes in ["a.yaml", "a.YML", "a.json"] {
            assert!(is_document(Path::new(yes)), "{yes}");
        }
        for no in ["a.txt", "yaml", "a.yaml.bak"] {
            assert!(!is_document(Path::new(no)), "{no}");
        }
    }
}
