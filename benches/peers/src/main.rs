//! What a decision costs, next to the policy engines a user would pick instead.
//!
//! Compared is the occurrence of `tool.pre_invoke` at which nothing fires, with the portable pack without its tally: the
//! same rules with the same conditions, in `policies/`, compiled once. A peer is checked on more occurrences first and has
//! to answer as generated code does. Each has two rows: with its inputs prebuilt, and with inputs built for each call from
//! the host's occurrence.
//!
//! **Selectors.** Choosing rules by the tool is part of the decision, so each peer does it itself, in its own language: Cedar
//! by the action scopes of its policies, which are there for that, the others by comparing the tool in the form that was
//! found to cost them least. A host could keep an expression for each set of rules instead, so the two expression languages
//! are measured that way as well, in rows of their own without target (`-selected-`).
//!
//! **Two binaries.** `./run` measures Cedar apart from the others; `Cargo.toml` says why.
//!
//! | module | what |
//! |---|---|
//! | [`peer`] | what a peer is asked |
//! | `cel`, `cedar`, `regorus`, `zen` | the peers, each a feature |
//! | [`occurrences`] | where answers have to agree |
//! | [`rows`] | one peer, checked and timed |

#[cfg(feature = "cedar")]
mod cedar;
#[cfg(feature = "cel")]
mod cel;
mod facts;
mod occurrences;
mod peer;
#[cfg(feature = "regorus")]
mod regorus;
mod rows;
#[cfg(any(feature = "cel", feature = "zen"))]
mod selected;
mod version;
#[cfg(feature = "zen")]
mod zen;

#[cfg(not(any(
    feature = "cedar",
    feature = "cel",
    feature = "regorus",
    feature = "zen"
)))]
compile_error!("no peer is compiled in: name one with `--features`");

use std::error::Error;
use std::process::ExitCode;

use self::rows::Row;

const HELP: &str = "\
usage: oar-peers [--json]

Prints how many times faster generated code decides than other policy engines, one line for each row:
`name value target ok|short`; the versions of the peers go to standard error. With --json, a list for a report.
Fails with 1 when a target falls short, with 2 when a peer answers otherwise than generated code.
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let json = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => false,
        ["--json"] => true,
        ["--help" | "-h"] => {
            print!("{HELP}");
            return ExitCode::SUCCESS;
        }
        _ => {
            eprint!("{HELP}");
            return ExitCode::from(2);
        }
    };
    match measure(json) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

type Measure = fn() -> Result<[Row; 2], Box<dyn Error>>;

const PEERS: &[Measure] = &[
    #[cfg(feature = "cel")]
    rows::of::<self::cel::Cel>,
    #[cfg(feature = "cel")]
    rows::of::<self::cel::Selected>,
    #[cfg(feature = "cedar")]
    rows::of::<self::cedar::Cedar>,
    #[cfg(feature = "regorus")]
    rows::of::<self::regorus::Regorus>,
    #[cfg(feature = "regorus")]
    rows::of::<self::regorus::Machine>,
    #[cfg(feature = "zen")]
    rows::of::<self::zen::Zen>,
    #[cfg(feature = "zen")]
    rows::of::<self::zen::Selected>,
];

/// Measures every peer that is compiled in, and says whether all targets are met.
fn measure(json: bool) -> Result<bool, Box<dyn Error>> {
    let mut ok = true;
    let mut version = String::new();
    let mut objects = Vec::new();
    for peer in PEERS {
        let rows = peer()?;
        ok &= rows.iter().all(Row::ok);
        for row in &rows {
            if json {
                objects.push(row.json().to_string());
                continue;
            }
            if row.version() != version {
                version = row.version();
                eprintln!("{version}");
            }
            println!("{}", row.line());
        }
    }
    if json {
        println!("[\n{}\n]", objects.join(",\n"));
    }
    Ok(ok)
}
