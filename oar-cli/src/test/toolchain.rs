//! What batch programs are built with: rustc, and the `oar` crate built once.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use serde_json::{Value as Json, json};

use super::digest::digest;
use super::progress::Progress;

/// The source of the crate that every batch program shares.
const HARNESS: &str = include_str!("../../harness/lib.rs");

/// What the names of the folders of programs begin with.
const PROGRAMS: &str = "programs-";

/// Programs of other crates are kept this long: whoever goes back to an older state finds them.
const KEPT: Duration = Duration::from_secs(24 * 60 * 60);

/// The crates to link, built, and the rustc that built them.
#[derive(Clone, Debug)]
pub struct Toolchain {
    /// Changes with anything that a program is built from, other than its own source.
    key: String,
    /// Where everything built is kept.
    folder: PathBuf,
    /// The library of `oar`.
    oar: PathBuf,
    /// The library of the harness.
    harness: PathBuf,
    /// Where their dependencies are.
    search: Vec<PathBuf>,
}

impl Toolchain {
    /// Finds the crates as built before, or builds them. `oar` is the folder with the sources of the `oar` crate,
    /// `target` the folder to build in.
    ///
    /// # Errors
    /// There are no sources, or they do not build.
    pub fn prepare(oar: &Path, target: &Path, progress: &Progress) -> Result<Self, String> {
        let oar = fs::canonicalize(oar)
            .ok()
            .filter(|oar| is_oar(oar))
            .ok_or_else(|| {
                format!(
                    "`{}` does not hold the sources of the `oar` crate, which generated code links to\n\
                     help: fetch them, and pass their folder: `--oar PATH`, or the environment variable `OAR_PATH`",
                    oar.display()
                )
            })?;
        fs::create_dir_all(target).map_err(|error| unwritable(target, &error))?;
        let folder = fs::canonicalize(target).map_err(|error| unwritable(target, &error))?;
        let manifest = manifest(&oar);
        let key = key(&oar, &manifest)?;
        let record = folder.join("toolchain.json");
        if let Some(toolchain) = remembered(&record, &key, &folder) {
            return Ok(toolchain);
        }
        progress.say(|| "building the oar crate".to_owned());
        let toolchain = build(key, &oar, &manifest, folder)?;
        sweep(&toolchain.folder);
        write(&record, toolchain.record().to_string().as_bytes())?;
        Ok(toolchain)
    }

    /// Where the programs built with these crates are kept.
    #[must_use]
    pub fn programs(&self) -> PathBuf {
        self.folder.join(format!("{PROGRAMS}{}", self.key))
    }

    /// A rustc that compiles `main` to `program` with the crates at hand. Nothing is optimised: a program runs a few
    /// evaluations.
    #[must_use]
    pub fn rustc(&self, main: &Path, program: &Path) -> Command {
        let mut rustc = rustc();
        rustc
            .current_dir(&self.folder)
            .args([
                "--edition",
                "2024",
                "--crate-type",
                "bin",
                "--crate-name",
                "batch",
            ])
            .args([
                "-C",
                "opt-level=0",
                "-C",
                "debuginfo=0",
                "-C",
                "strip=symbols",
            ])
            .args(["-A", "warnings", "--color", "never"])
            .arg("--extern")
            .arg(joined("oar=", &self.oar))
            .arg("--extern")
            .arg(joined("oar_harness=", &self.harness));
        for folder in &self.search {
            rustc.arg("-L").arg(joined("dependency=", folder));
        }
        rustc.arg("-o").arg(program).arg(main);
        rustc
    }

    fn record(&self) -> Json {
        json!({
            "key": self.key,
            "oar": self.oar.to_string_lossy(),
            "harness": self.harness.to_string_lossy(),
            "search": self.search.iter().map(|folder| folder.to_string_lossy()).collect::<Vec<_>>(),
        })
    }
}

fn is_oar(folder: &Path) -> bool {
    let manifest = fs::read_to_string(folder.join("Cargo.toml")).unwrap_or_default();
    manifest.contains("name = \"oar\"") && folder.join("src/lib.rs").is_file()
}

/// The manifest of the harness. Numbers keep every digit of a fixture, so that an integer beyond 64 bits is seen as what
/// it is and not as the double near it (OAR-FACT-28).
fn manifest(oar: &Path) -> String {
    // A JSON string is a TOML string.
    let path = Json::from(oar.to_string_lossy().into_owned());
    format!(
        "[package]
name = \"oar-harness\"
version = \"0.0.0\"
edition = \"2024\"
publish = false

[lib]
path = \"lib.rs\"

[dependencies]
oar = {{ path = {path}, default-features = false, features = [\"json\"] }}
serde_json = {{ version = \"1\", features = [\"arbitrary_precision\"] }}

[profile.dev]
opt-level = 0
debug = 0
incremental = false

[workspace]
"
    )
}

/// The digest of everything that the crates are built from.
fn key(oar: &Path, manifest: &str) -> Result<String, String> {
    let version = rustc()
        .arg("-vV")
        .output()
        .map_err(|error| format!("cannot run rustc, which compiles generated code: {error}"))?;
    let mut pieces = vec![
        version.stdout,
        manifest.as_bytes().to_vec(),
        HARNESS.as_bytes().to_vec(),
    ];
    for name in ["Cargo.toml", "Cargo.lock", "oar-runtime/Cargo.toml"] {
        pieces.push(fs::read(oar.join(name)).unwrap_or_default());
    }
    for folder in ["src", "oar-runtime/src"] {
        for file in sources(&oar.join(folder), 16) {
            let bytes = fs::read(&file)
                .map_err(|error| format!("cannot read `{}`: {error}", file.display()))?;
            pieces.push(file.to_string_lossy().into_owned().into_bytes());
            pieces.push(bytes);
        }
    }
    Ok(digest(pieces.iter().map(Vec::as_slice)))
}

/// The Rust files below a folder, sorted.
fn sources(folder: &Path, depth: usize) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() && depth > 0 {
            files.extend(sources(&path, depth - 1));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    files.sort();
    files
}

fn remembered(record: &Path, key: &str, folder: &Path) -> Option<Toolchain> {
    let record: Json = serde_json::from_slice(&fs::read(record).ok()?).ok()?;
    let path = |value: &Json| value.as_str().map(PathBuf::from);
    let toolchain = Toolchain {
        key: key.to_owned(),
        folder: folder.to_owned(),
        oar: path(&record["oar"])?,
        harness: path(&record["harness"])?,
        search: record["search"]
            .as_array()?
            .iter()
            .filter_map(path)
            .collect(),
    };
    let there = record["key"] == key && toolchain.oar.exists() && toolchain.harness.exists();
    there.then_some(toolchain)
}

fn build(key: String, oar: &Path, manifest: &str, folder: PathBuf) -> Result<Toolchain, String> {
    let package = folder.join("harness");
    fs::create_dir_all(&package).map_err(|error| unwritable(&package, &error))?;
    write(&package.join("Cargo.toml"), manifest.as_bytes())?;
    write(&package.join("lib.rs"), HARNESS.as_bytes())?;
    // The same versions as the workspace has, where it says which.
    if let Ok(lock) = fs::read(oar.join("Cargo.lock")) {
        write(&package.join("Cargo.lock"), &lock)?;
    }
    let offline = cargo(&package, &folder, true);
    let artifacts = offline.or_else(|_| cargo(&package, &folder, false))?;
    let library = |name: &str| {
        let found = artifacts.iter().find(|(crate_name, _)| crate_name == name);
        found
            .map(|(_, path)| path.clone())
            .ok_or_else(|| format!("cargo built no library `{name}`"))
    };
    let (oar, harness) = (library("oar")?, library("oar_harness")?);
    let mut search: Vec<PathBuf> = artifacts
        .iter()
        .filter_map(|(_, path)| path.parent().map(Path::to_path_buf))
        .collect();
    search.sort();
    search.dedup();
    Ok(Toolchain {
        key,
        folder,
        oar,
        harness,
        search,
    })
}

/// Builds the harness and gives every library by its crate's name.
fn cargo(package: &Path, folder: &Path, offline: bool) -> Result<Vec<(String, PathBuf)>, String> {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo
        .current_dir(package)
        .args([
            "build",
            "--quiet",
            "--message-format=json-render-diagnostics",
        ])
        .arg("--target-dir")
        .arg(folder.join("build"))
        // Whoever runs the tests may lint their own crates as they like; these flags would rebuild everything.
        .env_remove("RUSTFLAGS")
        .env_remove("CARGO_ENCODED_RUSTFLAGS")
        .env_remove("RUSTC_WORKSPACE_WRAPPER");
    if offline {
        cargo.arg("--offline");
    }
    let output = cargo
        .output()
        .map_err(|error| format!("cannot run cargo, which builds the oar crate: {error}"))?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        return Err(format!("the oar crate does not build\n{said}"));
    }
    let said = String::from_utf8_lossy(&output.stdout);
    Ok(said.lines().filter_map(artifact).collect())
}

fn artifact(line: &str) -> Option<(String, PathBuf)> {
    let message: Json = serde_json::from_str(line).ok()?;
    let name = message["target"]["name"].as_str()?.replace('-', "_");
    let files = message["filenames"].as_array()?.iter();
    let mut files = files.filter_map(Json::as_str);
    let library = files.find(|file| file.ends_with(".rlib"))?;
    Some((name, PathBuf::from(library)))
}

/// Removes programs built with crates of another day. What cannot be removed stays.
fn sweep(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let age = entry.metadata().and_then(|metadata| metadata.modified());
        let age = age.ok().and_then(|modified| modified.elapsed().ok());
        let programs = entry.file_name().to_string_lossy().starts_with(PROGRAMS);
        if programs && age.is_some_and(|age| age > KEPT) {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

fn rustc() -> Command {
    Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()))
}

fn joined(prefix: &str, path: &Path) -> std::ffi::OsString {
    let mut text = std::ffi::OsString::from(prefix);
    text.push(path);
    text
}

fn unwritable(path: &Path, error: &std::io::Error) -> String {
    format!(
        "cannot write to `{}`: {error}\nhelp: name another folder with `--target-dir PATH`",
        path.display()
    )
}

/// Writes a file whole or not at all, whoever else writes it.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), String> {
    let beside = path.with_extension(format!("{}.new", std::process::id()));
    fs::write(&beside, bytes)
        .and_then(|()| fs::rename(&beside, path))
        .map_err(|error| unwritable(path, &error))
}
