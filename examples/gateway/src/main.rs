//! A host as a user would write one: it plays a recorded agent session through a pack and shows every decision.
//!
//! | file | what |
//! |---|---|
//! | `main.rs` | the rules, the loop over the session, the configuration |
//! | `record.rs` | one line of a session |
//! | `moment.rs` | the host's occurrence type, and the profiles it provides |
//! | `filesystem.rs`, `mcp.rs`, `detector.rs` | observations that take more than a field: scope, catalogue, spans |
//! | `next.rs` | what the host does about a decision |
//! | `show.rs` | a decision on the screen, or as JSON |
//! | `options.rs` | the command line |

mod detector;
mod filesystem;
mod mcp;
mod moment;
mod next;
mod options;
mod record;
mod show;

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Write};
use std::process::ExitCode;

use clap::Parser;
use oar::session::{Discard, MemoryCounters};
use oar::{Eviction, Sessions};

use moment::{Host, Moment};
use options::Options;
use record::Record;

/// The rules. The folder is compiled into the crate; a wrong rule in it is a compile error.
mod policy {
    oar::include_rules!("packs");
}

/// How many counters a session may have. A call with arguments of its own is one, and an agent can make many.
const COUNTERS: usize = 10_000;

fn main() -> ExitCode {
    match run(&Options::parse()) {
        Ok(0) => ExitCode::SUCCESS,
        Ok(_) => ExitCode::from(1),
        // Whoever read the output has seen enough: `gateway | head`.
        Err(error) if is_broken_pipe(error.as_ref()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

/// Plays the session, and counts the lines that could not be decided.
fn run(options: &Options) -> Result<usize, Box<dyn std::error::Error>> {
    let host = Host::example();
    let policy = policy::Policy::new();
    configure(&policy, options)?;

    // Whoever could push a session out could have a loop forgotten that was about to be refused, so none is.
    let mut sessions = Sessions::new(options.sessions, Eviction::Never);
    let mut out = io::stdout().lock();
    let mut undecided = 0;
    for (number, line) in lines(open(options)?) {
        let decided =
            Record::read(&line?).and_then(|record| decide(&policy, &host, &mut sessions, record));
        match decided {
            Ok(None) => {}
            Ok(Some((record, outcome))) if options.json => {
                writeln!(out, "{}", show::json(number, &record, &outcome))?;
            }
            Ok(Some((record, outcome))) => show::text(&mut out, number, &record, &outcome)?,
            Err(error) => {
                undecided += 1;
                eprintln!("line {number}: {}", show::printable(&error));
            }
        }
    }
    Ok(undecided)
}

/// One occurrence: counters and activity belong to the session it is part of.
fn decide(
    policy: &policy::Policy,
    host: &Host,
    sessions: &mut Sessions,
    record: Option<Record>,
) -> Result<Option<(Record, oar::Outcome)>, String> {
    let Some(record) = record else {
        return Ok(None);
    };
    let stores = || (MemoryCounters::with_limit(COUNTERS), Discard);
    let opened = sessions.open(&record.session, stores);
    let session = opened
        .map_err(|refused| format!("session `{}`: {refused}", record.session))?
        .session;
    // A host that is about to dispatch a call writes `policy.tool_pre_invoke(&moment, session)`; a recording says by name
    // which anchor it was.
    let moment = Moment::new(host, &record);
    match policy.evaluate(&record.anchor, &moment, session) {
        Some(outcome) => Ok(Some((record, outcome))),
        None => {
            let anchors = policy.anchors().join("`, `");
            let unknown = &record.anchor;
            Err(format!(
                "the host has no anchor `{unknown}`, only `{anchors}`"
            ))
        }
    }
}

/// Applies the operator's documents in the order given: the last statement about a rule wins (OAR-CFG-7).
fn configure(policy: &policy::Policy, options: &Options) -> Result<(), Box<dyn std::error::Error>> {
    let mut configurations = Vec::new();
    for path in &options.config {
        let name = path.display().to_string();
        let bytes = fs::read(path).map_err(|error| format!("cannot read `{name}`: {error}"))?;
        configurations.extend(oar::config::read_for(policy.rules(), &name, &bytes)?);
    }
    if !configurations.is_empty() {
        policy.reconfigure(&configurations)?;
    }
    Ok(())
}

fn open(options: &Options) -> Result<Box<dyn BufRead>, String> {
    let path = options.session();
    if path.as_os_str() == "-" {
        return Ok(Box::new(io::stdin().lock()));
    }
    match File::open(&path) {
        Ok(file) => Ok(Box::new(BufReader::new(file))),
        Err(error) => Err(format!("cannot read `{}`: {error}", path.display())),
    }
}

/// The lines with their numbers from 1, as bytes: one that is not UTF-8 is malformed, and no end of the session.
fn lines(input: Box<dyn BufRead>) -> impl Iterator<Item = (usize, io::Result<Vec<u8>>)> {
    (1..).zip(input.split(b'\n'))
}

fn is_broken_pipe(error: &(dyn std::error::Error + 'static)) -> bool {
    error
        .downcast_ref::<io::Error>()
        .is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
