//! How costs grow: each subject measures one of them, in one run, its sides taking turns.

mod compiler;
mod counters;
mod everywhere;
mod rustc;
mod scratch;
mod select;
mod size;
mod threads;
mod transform;

use std::io;
use std::process::ExitCode;
use std::time::Instant;

use crate::figures::Figures;
use crate::machine;

use compiler::PEAK;

/// How long a run may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// Fewer rounds, and where a single round takes minutes a smaller size of the same thing.
    Quick,
    /// Everything.
    Full,
}

impl Effort {
    /// One of two numbers.
    #[must_use]
    pub fn pick<T>(self, quick: T, full: T) -> T {
        match self {
            Self::Quick => quick,
            Self::Full => full,
        }
    }
}

/// One thing to measure.
#[derive(Debug)]
pub struct Subject {
    /// Its name on the command line.
    pub name: &'static str,
    /// What is measured, for whoever waits.
    pub what: &'static str,
    /// Measures it.
    pub measure: fn(Effort) -> io::Result<Figures>,
}

/// Every subject, the short ones first.
pub const SUBJECTS: &[Subject] = &[
    Subject {
        name: "hot",
        what: "the hot paths against hand-written code",
        measure: |effort| Ok(crate::hot::measure(effort.pick(1001, 3001))),
    },
    Subject {
        name: "select",
        what: "five rules selected out of more and more",
        measure: select::measure,
    },
    Subject {
        name: "everywhere",
        what: "more and more rules, all of them selected",
        measure: everywhere::measure,
    },
    Subject {
        name: "threads",
        what: "two threads on one policy",
        measure: threads::measure,
    },
    Subject {
        name: "counters",
        what: "more and more live counter scopes",
        measure: counters::measure,
    },
    Subject {
        name: "transform",
        what: "more and more spans to rewrite",
        measure: transform::measure,
    },
    Subject {
        name: "compiler",
        what: "the compiler against the YAML parser alone",
        measure: compiler::measure,
    },
    Subject {
        name: "build",
        what: "rustc on generated code against derived code",
        measure: rustc::measure,
    },
    Subject {
        name: "size",
        what: "what rules add to a program",
        measure: size::measure,
    },
];

/// Measures the subjects named, or all of them when none is named, and says on standard error which one takes its time.
///
/// # Errors
/// A name is none, or something could not be measured that should have been.
pub fn measure(names: &[String], effort: Effort) -> io::Result<Figures> {
    for name in names {
        if !SUBJECTS.iter().any(|subject| subject.name == name) {
            let known: Vec<&str> = SUBJECTS.iter().map(|subject| subject.name).collect();
            let known = known.join("`, `");
            return Err(io::Error::other(format!(
                "nothing to measure is named `{name}`: there are `{known}`"
            )));
        }
    }
    let mut figures = Figures {
        machine: machine::describe(),
        versions: machine::versions(&["oar", "granit-parser", "serde", "serde_json"]),
        ..Figures::default()
    };
    for subject in SUBJECTS {
        if names.is_empty() || names.iter().any(|name| name == subject.name) {
            let start = Instant::now();
            eprintln!("measuring {}", subject.what);
            figures.extend((subject.measure)(effort)?);
            eprintln!("  took {:.1} s", start.elapsed().as_secs_f64());
        }
    }
    Ok(figures)
}

/// What a program does that was started as a child of itself: `None` when it was not.
#[must_use]
pub fn child() -> Option<ExitCode> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [name, rules] = arguments.as_slice() else {
        return None;
    };
    if name != PEAK {
        return None;
    }
    let answer = rules
        .parse()
        .map_err(io::Error::other)
        .and_then(compiler::peak);
    Some(match answer {
        Ok((documents, peak)) => {
            println!("{documents} {peak}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    })
}
