//! `oar test`: conformance fixtures and ordering cases, compiled and run (section 10).
//!
//! There is no second engine here (OAR-CONF-38). The stages, in order: [`find`], [`fixture`] and [`ordering`] read, [`load`]
//! compiles with the compiler that hosts use, [`batch`] builds what it generated, [`play`] runs it, [`judge`] compares,
//! [`report`] says so.

mod batch;
mod clauses;
mod compare;
mod coverage;
pub(crate) mod digest;
mod find;
mod fixture;
mod json;
mod judge;
mod load;
mod ordering;
mod parallel;
mod play;
mod progress;
mod report;
mod toolchain;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Args, ValueEnum};

use crate::streams::{show, tell};
use clauses::Clauses;
use coverage::Coverage;
use find::Found;
use fixture::Case;
use judge::{Fate, Status, Verdict};
use load::{Loaded, Program};
use ordering::OrderingCase;
use play::{Answer, Play};
use progress::Progress;
use toolchain::Toolchain;

/// What `oar test` is asked.
#[derive(Debug, Args)]
pub struct Test {
    /// Fixture files, folders of them, files with a JSON array of fixtures, manifests, or files of ordering cases (objects
    /// with `cases`, `sequences` or `optionsValidation`)
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,

    /// How verdicts are written to standard output: lines to read, or one JSON object a line with `id`, `status`
    /// (`pass`, `fail`, `skip`), `detail` and `actual`
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,

    /// Run only fixtures whose `id` contains this, or that cite this clause, and cases whose name contains it, or that are
    /// tagged with it; may be given several times
    #[arg(long, value_name = "TEXT")]
    filter: Vec<String>,

    /// Write where each clause is shown to this file, as Markdown, and fail when a clause with a MUST has neither a
    /// passing fixture nor an entry in `exempt.yaml` of a folder among the paths
    #[arg(long, value_name = "FILE", conflicts_with = "filter")]
    coverage: Option<PathBuf>,

    /// How many compilers and programs run at once [default: the number of processors]
    #[arg(long, value_name = "N")]
    jobs: Option<std::num::NonZeroUsize>,

    /// The folder with the sources of the `oar` crate [default: those that this command was built from]
    #[arg(long, value_name = "PATH", env = "OAR_PATH")]
    oar: Option<PathBuf>,

    /// Where programs are built and kept [default: `oar-test` in cargo's target folder]
    #[arg(long, value_name = "PATH")]
    target_dir: Option<PathBuf>,
}

/// How verdicts are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For people.
    Text,
    /// For programs.
    Json,
}

/// Runs the fixtures and reports.
///
/// # Errors
/// The run could not be done: a path does not exist, nothing is selected, the toolchain does not work.
pub fn run(test: &Test) -> Result<ExitCode, String> {
    let progress = Progress::new();
    let clauses = Clauses::known();
    let items = read(test, &clauses)?;
    let verdicts = verdicts(test, &items, &progress)?;
    match test.format {
        Format::Text => show(&report::text(&verdicts, &clauses))?,
        Format::Json => {
            show(&report::lines(&verdicts))?;
            tell(&format!("{}\n", report::totals(&verdicts)));
        }
    }
    let covered = match &test.coverage {
        Some(file) => cover(test, &verdicts, &clauses, file)?,
        None => true,
    };
    let failed = verdicts
        .iter()
        .any(|verdict| verdict.status == Status::Fail);
    Ok(ExitCode::from(u8::from(failed || !covered)))
}

/// Writes where each clause is shown, and says whether nothing is amiss.
fn cover(
    test: &Test,
    verdicts: &[Verdict],
    clauses: &Clauses,
    file: &Path,
) -> Result<bool, String> {
    let exemptions = coverage::exemptions(&test.paths, clauses)?;
    let coverage = Coverage::of(verdicts, clauses, &exemptions);
    std::fs::write(file, coverage.document())
        .map_err(|error| format!("cannot write `{}`: {error}", file.display()))?;
    let amiss = coverage.amiss();
    for line in &amiss {
        tell(&format!("{line}\n"));
    }
    Ok(amiss.is_empty())
}

/// What there is to run.
#[derive(Debug)]
enum Item {
    Fixture(Box<Case>),
    Ordering(Box<OrderingCase>),
}

impl Item {
    fn read(found: Found, clauses: &Clauses) -> Self {
        match (found.section, found.body) {
            (Some(section), Ok((text, node))) => {
                Item::Ordering(Box::new(ordering::read(found.file, &text, &node, section)))
            }
            (section, body) => {
                let found = Found {
                    section,
                    body,
                    ..found
                };
                Item::Fixture(Box::new(fixture::read(found, clauses)))
            }
        }
    }

    fn id(&self) -> &str {
        match self {
            Item::Fixture(case) => &case.id,
            Item::Ordering(case) => &case.name,
        }
    }

    /// The clauses that a fixture cites, the words that a case is tagged with.
    fn covers(&self) -> &[String] {
        match self {
            Item::Fixture(case) => case.fixture.as_ref().map_or(&[], |fixture| &fixture.covers),
            Item::Ordering(case) => &case.tags,
        }
    }

    /// `None` for what cannot be a fixture.
    fn load(&self) -> Option<Loaded> {
        match self {
            Item::Fixture(case) => case.fixture.as_ref().ok().map(load::load),
            Item::Ordering(case) => Some(case.load()),
        }
    }

    fn play(&self, digest: &str) -> Option<Play> {
        match self {
            Item::Fixture(case) => {
                let fixture = case.fixture.as_ref().ok()?;
                Some(Play::fixture(fixture, digest))
            }
            Item::Ordering(case) => Some(Play::ordering(&case.line, digest)),
        }
    }

    fn judge(&self, fate: Fate) -> Verdict {
        match self {
            Item::Fixture(case) => judge::judge(case, fate),
            Item::Ordering(case) => case.judge(fate),
        }
    }
}

fn read(test: &Test, clauses: &Clauses) -> Result<Vec<Item>, String> {
    let found = find::find(&test.paths)?;
    let items = found.into_iter().map(|found| Item::read(found, clauses));
    let items: Vec<Item> = items.filter(|item| selected(item, &test.filter)).collect();
    // A run that tests nothing must not look like one that passed.
    match (items.is_empty(), test.filter.is_empty()) {
        (true, true) => Err("there are no fixtures there: they are JSON files".to_owned()),
        (true, false) => Err("no fixture fits the filter".to_owned()),
        _ => Ok(items),
    }
}

fn selected(item: &Item, filter: &[String]) -> bool {
    filter.is_empty()
        || filter
            .iter()
            .any(|text| item.id().contains(text.as_str()) || item.covers().contains(text))
}

fn verdicts(test: &Test, items: &[Item], progress: &Progress) -> Result<Vec<Verdict>, String> {
    let jobs = test.jobs.map_or_else(processors, usize::from);
    let loaded = parallel::map(jobs, items, Item::load);
    progress.say(|| format!("loaded {} fixtures", items.len()));
    let mut programs: BTreeMap<String, Program> = BTreeMap::new();
    for loaded in loaded.iter().flatten() {
        if let Loaded::Program(program) = loaded {
            programs
                .entry(program.digest.clone())
                .or_insert_with(|| program.clone());
        }
    }
    let mut answers = if programs.is_empty() {
        BTreeMap::new()
    } else {
        let toolchain = Toolchain::prepare(&oar(test), &target(test), progress)?;
        let built = batch::build(&programs, &toolchain, jobs, progress)?;
        answers(items, &loaded, &built, jobs)
    };
    let judged = items.iter().zip(loaded).enumerate();
    let judged = judged.map(|(at, (item, loaded))| {
        let fate = match loaded {
            None => Fate::Failed(String::new()),
            Some(Loaded::Broken(reason)) => Fate::Failed(reason),
            Some(Loaded::Unadoptable(reason)) => Fate::Skipped(reason),
            Some(Loaded::Rejected(rejection)) => Fate::Rejected(rejection),
            Some(Loaded::Judged(failures)) => Fate::Judged(failures),
            Some(Loaded::Program(_)) => Fate::Ran(
                answers
                    .remove(&at)
                    .unwrap_or_else(|| Err("the fixture was not run".to_owned())),
            ),
        };
        item.judge(fate)
    });
    Ok(judged.collect())
}

/// What the engine reported for each item that has a program, by the item's place.
fn answers(
    items: &[Item],
    loaded: &[Option<Loaded>],
    built: &batch::Built,
    jobs: usize,
) -> BTreeMap<usize, Answer> {
    let mut answers = BTreeMap::new();
    let mut by_binary: BTreeMap<&Path, Vec<(usize, Play)>> = BTreeMap::new();
    for (at, (item, loaded)) in items.iter().zip(loaded).enumerate() {
        let Some(Loaded::Program(program)) = loaded else {
            continue;
        };
        let digest = program.digest.as_str();
        if let (Some(binary), Some(play)) = (built.binaries.get(digest), item.play(digest)) {
            by_binary.entry(binary).or_default().push((at, play));
        } else if let Some(said) = built.broken.get(digest) {
            let reason = format!("the generated code does not compile\n{said}");
            answers.insert(at, Err(reason));
        }
    }
    let runs: Vec<_> = by_binary.into_iter().collect();
    let played = parallel::map(jobs, &runs, |(binary, plays)| {
        let only: Vec<Play> = plays.iter().map(|(_, play)| play.clone()).collect();
        play::play(binary, &only)
    });
    for ((_, plays), played) in runs.iter().zip(played) {
        answers.extend(plays.iter().map(|(at, _)| *at).zip(played));
    }
    answers
}

fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

fn oar(test: &Test) -> PathBuf {
    let built_from = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    test.oar.clone().unwrap_or(built_from)
}

fn target(test: &Test) -> PathBuf {
    let cargos = || {
        let set = std::env::var_os("CARGO_TARGET_DIR").map(PathBuf::from);
        set.unwrap_or_else(|| oar(test).join("target"))
            .join("oar-test")
    };
    test.target_dir.clone().unwrap_or_else(cargos)
}

#[cfg(test)]
mod tests;
