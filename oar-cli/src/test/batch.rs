//! Programs to binaries: many programs to a binary, each built once and kept.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use super::digest::digest;
use super::load::Program;
use super::parallel;
use super::progress::Progress;
use super::toolchain::{Toolchain, write};

/// Programs of one binary at most: linking costs as much as compiling a dozen, and a broken one costs its batch a
/// second run.
const BATCH: usize = 48;

/// Bytes of source of one binary at most, so that large packs do not exhaust the memory.
const BYTES: usize = 1 << 20;

/// What building the programs came to, by digest.
#[derive(Debug, Default)]
pub struct Built {
    /// The binary that holds each program.
    pub binaries: BTreeMap<String, PathBuf>,
    /// What the Rust compiler said of programs that do not compile.
    pub broken: BTreeMap<String, String>,
}

/// Finds or builds a binary for every program.
///
/// # Errors
/// The folder cannot be written. A program that does not compile is not an error of the others.
pub fn build(
    programs: &BTreeMap<String, Program>,
    toolchain: &Toolchain,
    jobs: usize,
    progress: &Progress,
) -> Result<Built, String> {
    let folder = toolchain.programs();
    fs::create_dir_all(&folder)
        .map_err(|error| format!("cannot write to `{}`: {error}", folder.display()))?;
    let mut built = Built {
        binaries: kept(&folder),
        broken: BTreeMap::new(),
    };
    built
        .binaries
        .retain(|digest, _| programs.contains_key(digest));
    let missing = programs.values();
    let missing = missing.filter(|program| !built.binaries.contains_key(&program.digest));
    let batches = split(missing.collect(), jobs);
    let done = std::sync::atomic::AtomicUsize::new(0);
    let results = parallel::map(jobs, &batches, |batch| {
        let result = compile(batch, &folder, toolchain);
        let done = done.fetch_add(1, std::sync::atomic::Ordering::Relaxed) + 1;
        progress.say(|| format!("compiled {done} of {} batches", batches.len()));
        result
    });
    for result in results {
        let Built { binaries, broken } = result?;
        built.binaries.extend(binaries);
        built.broken.extend(broken);
    }
    Ok(built)
}

/// The programs that were built before. Each binary has a list beside it, which is written last: its size, and the digests
/// of its programs. A binary of another size was cut short by a full disk or a crash, and is built again.
fn kept(folder: &Path) -> BTreeMap<String, PathBuf> {
    let mut binaries = BTreeMap::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let list = entry.path();
        if list.extension().is_none_or(|extension| extension != "list") {
            continue;
        }
        let binary = list.with_extension("bin");
        let listed = fs::read_to_string(&list).unwrap_or_default();
        let mut lines = listed.lines();
        let size = lines.next().and_then(|line| line.parse::<u64>().ok());
        let found = fs::metadata(&binary).map(|found| found.len()).ok();
        if size.is_some() && size == found {
            binaries.extend(lines.map(|digest| (digest.to_owned(), binary.clone())));
        }
    }
    binaries
}

/// What stands in such a list.
fn list(size: u64, digests: &BTreeSet<&str>) -> String {
    let digests: Vec<&str> = digests.iter().copied().collect();
    format!("{size}\n{}\n", digests.join("\n"))
}

/// Batches of about the same size, at least one for each job where there is enough to do.
fn split(programs: Vec<&Program>, jobs: usize) -> Vec<Vec<&Program>> {
    let most = programs.len().div_ceil(jobs.max(1)).clamp(1, BATCH);
    let (mut batches, mut batch, mut bytes) = (Vec::new(), Vec::new(), 0);
    for program in programs {
        if batch.len() == most || (bytes + program.source.len() > BYTES && !batch.is_empty()) {
            batches.push(std::mem::take(&mut batch));
            bytes = 0;
        }
        bytes += program.source.len();
        batch.push(program);
    }
    if !batch.is_empty() {
        batches.push(batch);
    }
    batches
}

/// Compiles a batch. A program that does not compile is set aside with what the compiler says of it, and the others are
/// compiled without it; where the compiler names none, halves find it.
fn compile(batch: &[&Program], folder: &Path, toolchain: &Toolchain) -> Result<Built, String> {
    let mut built = Built::default();
    let mut waiting = vec![batch.to_vec()];
    while let Some(batch) = waiting.pop() {
        if batch.is_empty() {
            continue;
        }
        let said = match rustc(&batch, folder, toolchain)? {
            Ok(binary) => {
                let digests = batch.iter().map(|program| program.digest.clone());
                built
                    .binaries
                    .extend(digests.map(|digest| (digest, binary.clone())));
                continue;
            }
            Err(said) => said,
        };
        let (named, rest): (Vec<_>, Vec<_>) = batch
            .iter()
            .copied()
            .partition(|program| batch.len() == 1 || said.contains(&file(program)));
        for program in &named {
            let digest = program.digest.clone();
            built.broken.insert(digest, excerpt(&said, &file(program)));
        }
        if named.is_empty() {
            let (left, right) = batch.split_at(batch.len() / 2);
            waiting.extend([left.to_vec(), right.to_vec()]);
        } else {
            waiting.push(rest);
        }
    }
    Ok(built)
}

/// The messages that name a file; all of them when none does.
fn excerpt(said: &str, file: &str) -> String {
    let messages: Vec<&str> = said
        .split("\n\n")
        .filter(|message| message.contains(file))
        .collect();
    match messages.is_empty() {
        true => said.to_owned(),
        false => messages.join("\n\n"),
    }
}

fn file(program: &Program) -> String {
    format!("p_{}.rs", program.digest)
}

/// One run of rustc: the binary, or what the compiler said.
fn rustc(
    batch: &[&Program],
    folder: &Path,
    toolchain: &Toolchain,
) -> Result<Result<PathBuf, String>, String> {
    let digests: BTreeSet<&str> = batch
        .iter()
        .map(|program| program.digest.as_str())
        .collect();
    let name = digest(digests.iter().map(|digest| digest.as_bytes()));
    let work = folder.join(format!("{name}.{}", std::process::id()));
    let failed = |error: std::io::Error| format!("cannot write to `{}`: {error}", work.display());
    fs::create_dir_all(&work).map_err(failed)?;
    for program in batch {
        fs::write(work.join(file(program)), &program.source).map_err(failed)?;
    }
    let main = work.join("main.rs");
    fs::write(&main, table(batch)).map_err(failed)?;
    let fresh = work.join("program");
    let output = toolchain
        .rustc(&main, &fresh)
        .output()
        .map_err(|error| format!("cannot run rustc, which compiles generated code: {error}"))?;
    let binary = folder.join(format!("{name}.bin"));
    let result = if output.status.success() {
        let size = fs::metadata(&fresh).map_err(failed)?.len();
        fs::rename(&fresh, &binary).map_err(failed)?;
        write(
            &folder.join(format!("{name}.list")),
            list(size, &digests).as_bytes(),
        )?;
        Ok(binary)
    } else {
        Err(String::from_utf8_lossy(&output.stderr).into_owned())
    };
    fs::remove_dir_all(&work).map_err(failed)?;
    Ok(result)
}

/// The table of a batch's programs.
fn table(batch: &[&Program]) -> String {
    let mut table = String::new();
    for program in batch {
        table.push_str(&format!("mod p_{};\n", program.digest));
    }
    table.push_str("\nfn main() {\n    oar_harness::main(&[\n");
    for program in batch {
        table.push_str(&format!(
            "        (\"{0}\", oar_harness::Program::{1:?}(p_{0}::run)),\n",
            program.digest, program.kind
        ));
    }
    table.push_str("    ]);\n}\n");
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_binary_cut_short_is_built_again() {
        let folder = std::env::temp_dir().join(format!("oar-kept-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let lines = list(7, &BTreeSet::from(["one", "two"]));
        fs::write(folder.join("batch.list"), &lines).unwrap();
        fs::write(folder.join("batch.bin"), "program").unwrap();
        // Another list of a run that ended too early: no binary, no size, nothing.
        fs::write(folder.join("lone.list"), &lines).unwrap();
        fs::write(folder.join("bare.list"), "one\ntwo").unwrap();
        fs::write(folder.join("bare.bin"), "program").unwrap();
        let programs = |kept: BTreeMap<String, PathBuf>| kept.into_keys().collect::<Vec<_>>();
        let whole = programs(kept(&folder));
        fs::write(folder.join("batch.bin"), "progr").unwrap();
        let short = programs(kept(&folder));
        fs::remove_dir_all(&folder).unwrap();
        assert_eq!(whole, ["one", "two"]);
        assert_eq!(short, [""; 0]);
    }
}
