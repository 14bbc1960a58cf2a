//! Crates that are written, built and timed: under the target folder, with the versions that this workspace is locked to.

use std::fmt::{self, Write as _};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use oar_grown::grow::{self, Reach};

/// How a crate is built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Profile {
    /// `cargo build`
    Debug,
    /// `cargo build --release`
    Release,
}

impl Profile {
    /// As cargo names its folder.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Debug => "debug",
            Self::Release => "release",
        }
    }
}

/// What a crate consists of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Content {
    /// A host of a pack of that many rules, through `include_rules!`.
    Rules(usize),
    /// That many structs of five fields that derive `serde::Deserialize`, each read once with `serde_json`.
    Structs(usize),
}

/// What a build took.
#[derive(Clone, Copy, Debug)]
pub struct Took {
    /// Seconds until it was there.
    pub seconds: f64,
    /// Seconds of processor time, of all cores together: the same as `seconds` where the system does not say.
    pub processor: f64,
}

impl fmt::Display for Took {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { seconds, processor } = self;
        write!(f, "{seconds:.2} s ({processor:.2} s of processor time)")
    }
}

/// A workspace of such crates.
#[derive(Debug)]
pub struct Scratch {
    root: PathBuf,
}

impl Scratch {
    /// Writes the crates. What an earlier run wrote alike is left as it is, so that cargo need not build it again.
    ///
    /// # Errors
    /// A file cannot be written.
    pub fn new(contents: &[Content]) -> io::Result<Self> {
        let scratch = Self {
            root: target()?.join("scale"),
        };
        scratch.write(
            "Cargo.toml",
            "[workspace]\nmembers = [\"crates/*\"]\nresolver = \"3\"\n",
        )?;
        fs::copy(
            repository().join("Cargo.lock"),
            scratch.root.join("Cargo.lock"),
        )?;
        for &content in contents {
            scratch.add(content)?;
        }
        Ok(scratch)
    }

    fn add(&self, content: Content) -> io::Result<()> {
        let name = name(content);
        let folder = format!("crates/{name}");
        let mut manifest = format!(
            "[package]\nname = \"{name}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[dependencies]\nserde_json = \"1\"\n"
        );
        match content {
            Content::Rules(rules) => {
                let here = repository();
                let oar = here.to_string_lossy();
                let _ = write!(
                    manifest,
                    "oar = {{ path = {oar:?} }}\n\n[build-dependencies]\noar-compiler = {{ path = {:?} }}\n",
                    here.join("oar-compiler").to_string_lossy()
                );
                self.write(
                    &format!("{folder}/build.rs"),
                    "fn main() {\n    oar_compiler::build::watch(\"packs\");\n}\n",
                )?;
                self.write(
                    &format!("{folder}/src/main.rs"),
                    include_str!("scratch/main.rs"),
                )?;
                self.write(&format!("{folder}/src/host.rs"), oar_grown::host::SOURCE)?;
                let pack = grow::pack(rules, Reach::ByTool);
                self.remove_others(&format!("{folder}/packs"), &pack)?;
                for file in pack {
                    self.write(&format!("{folder}/packs/{}", file.name), &file.text)?;
                }
            }
            Content::Structs(structs) => {
                manifest.push_str("serde = { version = \"1\", features = [\"derive\"] }\n");
                self.write(&format!("{folder}/src/main.rs"), &structs_source(structs))?;
            }
        }
        self.write(&format!("{folder}/Cargo.toml"), &manifest)
    }

    /// Removes what an earlier generator wrote.
    fn remove_others(&self, folder: &str, pack: &[grow::File]) -> io::Result<()> {
        let folder = self.root.join(folder);
        fs::create_dir_all(&folder)?;
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            if !pack
                .iter()
                .any(|file| entry.file_name() == file.name.as_str())
            {
                fs::remove_file(entry.path())?;
            }
        }
        Ok(())
    }

    fn write(&self, name: &str, text: &str) -> io::Result<()> {
        let path = self.root.join(name);
        if fs::read(&path).is_ok_and(|written| written == text.as_bytes()) {
            return Ok(());
        }
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        fs::write(path, text)
    }

    /// Builds a crate and says how long cargo took. Its dependencies are built before, when they are not.
    ///
    /// # Errors
    /// Cargo does not start, or the crate does not build.
    pub fn build(&self, content: Content, profile: Profile) -> io::Result<Took> {
        let name = name(content);
        let main = self.root.join(format!("crates/{name}/src/main.rs"));
        // As after an edit of the crate: everything in it is compiled, and nothing else.
        fs::File::options()
            .append(true)
            .open(main)?
            .set_modified(std::time::SystemTime::now())?;
        let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        cargo
            .args(["build", "--quiet", "--offline", "--package", &name])
            .current_dir(&self.root)
            .env("CARGO_TARGET_DIR", self.root.join("target"))
            // The second build of the same text would take over the first one's work.
            .env("CARGO_INCREMENTAL", "0");
        if profile == Profile::Release {
            cargo.arg("--release");
        }
        let (start, before) = (Instant::now(), children());
        let output = cargo.output()?;
        let seconds = start.elapsed().as_secs_f64();
        if output.status.success() {
            let processor = before.zip(children()).map(|(before, after)| after - before);
            let processor = processor.unwrap_or(seconds);
            return Ok(Took { seconds, processor });
        }
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        Err(io::Error::other(format!(
            "`{name}` does not build\n{message}"
        )))
    }

    /// The program built.
    #[must_use]
    pub fn program(&self, content: Content, profile: Profile) -> PathBuf {
        let folder = self.root.join("target").join(profile.name());
        folder.join(format!("{}{}", name(content), std::env::consts::EXE_SUFFIX))
    }
}

fn name(content: Content) -> String {
    match content {
        Content::Rules(rules) => format!("rules-{rules}"),
        Content::Structs(structs) => format!("structs-{structs}"),
    }
}

/// Seconds of processor time that the children of this process took which have ended, and theirs.
fn children() -> Option<f64> {
    /// In which the kernel counts for programs, whatever it counts in for itself.
    const TICKS_A_SECOND: f64 = 100.0;
    let text = fs::read_to_string("/proc/self/stat").ok()?;
    // The name of the program comes first, in brackets, and may hold anything.
    let (_, fields) = text.rsplit_once(')')?;
    let mut fields = fields.split_whitespace().skip(13);
    let (user, system): (f64, f64) = (fields.next()?.parse().ok()?, fields.next()?.parse().ok()?);
    Some((user + system) / TICKS_A_SECOND)
}

/// The structs, and a program that reads each of them once, in a function of its own: one long function would take rustc
/// longer than anybody's program does.
fn structs_source(structs: usize) -> String {
    let mut source = String::from(
        "//! Structs to compare with.\n\nuse std::hint::black_box;\n\nuse serde::Deserialize;\nuse serde_json::{Result, from_str};\n",
    );
    for number in 0..structs {
        let _ = write!(
            source,
            "\n#[derive(Debug, Deserialize)]\nstruct Record{number} {{\n    id_{number}: u64,\n    name: String,\n    \
             enabled: bool,\n    ratio: f64,\n    tags: Vec<String>,\n}}\n\n\
             fn read_{number}(text: &str) -> Result<()> {{\n    black_box(from_str::<Record{number}>(text)?);\n    Ok(())\n}}\n"
        );
    }
    source.push_str("\nconst READ: &[fn(&str) -> Result<()>] = &[\n");
    for number in 0..structs {
        let _ = writeln!(source, "    read_{number},");
    }
    source.push_str(
        "];\n\nfn main() -> Result<()> {\n    let text = std::env::args().nth(1).unwrap_or_default();\n    \
         READ.iter().try_for_each(|read| read(&text))\n}\n",
    );
    source
}

fn repository() -> &'static Path {
    // INVARIANT: this package lies in a folder of the repository.
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .unwrap_or(Path::new("."))
}

/// The target folder that this program was built into.
fn target() -> io::Result<PathBuf> {
    let program = std::env::current_exe()?;
    let mut folders = program.ancestors().skip(1);
    folders
        .find(|folder| folder.join("CACHEDIR.TAG").exists())
        .map(Path::to_path_buf)
        .ok_or_else(|| io::Error::other("this program does not lie in a target folder of cargo"))
}
