//! What a decision costs, next to the policy engines a user would pick instead.
//!
//! Compared is the occurrence of `tool.pre_invoke` at which nothing fires, with the portable pack without its tally: the
//! same rules with the same conditions, in `policies/`, compiled once. A peer is checked on more occurrences first and has
//! to answer as generated code does. Each has two rows. In one, `prebuilt`, the inputs of both sides stand ready: all that the
//! host has to work out, which is `path_outside_scope`, is known before. In the other, `per-call`, both start from the host's
//! occurrence: a peer's input is built from it for each call, and generated code asks it for what it needs.
//!
//! **Two kinds of policies.** How fast an engine is depends on how its policy is written, so a reader finds both:
//!
//! * *plain* policies: one rule after the other as in the pack, each with its own selector and condition, and lists of
//!   tools as literals. That is how a pack is written. In CEL and zen a rule is a program, and the host asks them in
//!   the pack's order until one blocks; in Rego a rule adds its name to a partial set, `blocked` or `warned`, and the host
//!   takes the first; in Cedar a rule is a policy, its selector the scope. Targets are set for these rows alone.
//! * *tuned* policies (`-tuned-`): all rules in one program of CEL and zen, which stops at the first that applies, with the
//!   lists kept in variables by the host; in Rego one `else` chain with the cheapest check first. No rule can be added or
//!   taken away without looking at the others. A user who does that work has the faster engine, and so the smaller ratio
//!   holds for them, without target. Cedar has no such form: its policies are a set, all of which are evaluated.
//!
//! The host's side is tuned in both: what can be borrowed or kept between calls is, by the cheapest calls an engine offers.
//!
//! **Selectors.** Choosing rules by the tool is part of the decision, so each peer does it itself, in its own language. A
//! host could keep an expression for each set of rules instead, so the two expression languages are measured that way as
//! well (`-selected-`), and Rego's tuned policy as bytecode too (`-bytecode-`): both without target.
//!
//! **Two binaries.** `./run` measures Cedar apart from the others; `Cargo.toml` says why.
//!
//! | module | what |
//! |---|---|
//! | [`peer`] | what a peer is asked |
//! | `cel`, `cedar`, `regorus`, `zen` | the peers, each a feature |
//! | `plain`, `selected` | what a host of expressions does between them |
//! | [`occurrences`] | where answers have to agree |
//! | [`prebuilt`] | an occurrence that generated code has as peers have their inputs |
//! | [`rows`] | one peer, checked and timed |

#[cfg(feature = "cedar")]
mod cedar;
#[cfg(feature = "cel")]
mod cel;
mod facts;
mod occurrences;
mod peer;
#[cfg(any(feature = "cel", feature = "zen"))]
mod plain;
mod prebuilt;
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

The rows of an engine differ in how the same rules are written for it:
  (no word)  plain: one rule after the other, each with its own condition, lists as literals, as in the pack and
             as the engine's documentation writes rules. Targets are set for these alone.
  tuned      by hand for speed: all rules in one program (cel, zen) that finds its lists in variables, or in one
             `else` chain, cheapest check first (regorus). Who writes policies so has the smaller ratio.
  selected   the host chooses an expression by the tool, and the engine evaluates that alone (cel, zen)
  bytecode   the tuned rules, run as bytecode (regorus)
`prebuilt` leaves out what inputs cost to build, on both sides; `per-call` has it on both.
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
    rows::of::<self::cel::Plain>,
    #[cfg(feature = "cel")]
    rows::of::<self::cel::Tuned>,
    #[cfg(feature = "cel")]
    rows::of::<self::cel::Selected>,
    #[cfg(feature = "cedar")]
    rows::of::<self::cedar::Cedar>,
    #[cfg(feature = "regorus")]
    rows::of::<self::regorus::Plain>,
    #[cfg(feature = "regorus")]
    rows::of::<self::regorus::Tuned>,
    #[cfg(feature = "regorus")]
    rows::of::<self::regorus::Machine>,
    #[cfg(feature = "zen")]
    rows::of::<self::zen::Plain>,
    #[cfg(feature = "zen")]
    rows::of::<self::zen::Tuned>,
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
