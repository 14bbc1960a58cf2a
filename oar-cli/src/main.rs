//! The `oar` command: one file, or folder, for each subcommand.

mod check;
mod documents;
mod expand;
mod order;
mod schema;
mod streams;
mod test;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Open Agent Rules, compiled
#[derive(Debug, Parser)]
#[command(name = "oar", version, propagate_version = true)]
struct Oar {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Check the documents of a pack and show everything that is wrong with them
    ///
    /// Exit status: 0 when nothing is wrong (warnings may be), 1 when there are errors, 2 when the check could not be
    /// done.
    Check(check::Check),
    /// Run conformance fixtures through generated code
    ///
    /// Each fixture's rules, capability document and configuration are loaded with the compiler, the generated Rust is
    /// built, and the occurrences are evaluated by it. Programs are kept: only what changed is built again.
    ///
    /// Exit status: 0 when nothing failed, 1 when a fixture failed, 2 when the run could not be done.
    Test(test::Test),
    /// Print JSON Schema 2020-12 for the documents, for editors
    ///
    /// Save it and name it at the top of a document: `# yaml-language-server: $schema=oar.schema.json`.
    ///
    /// Exit status: 0, or 1 when the capability document has errors, or 2 when it cannot be read.
    Schema(schema::Schema),
    /// Check the order of a conversation, or repair it
    ///
    /// Reads the request body of a provider's API, as captured, or a JSON timeline, and says what ordering profiles find in
    /// it. With `--repair` the repaired body goes to standard output and the report to standard error.
    ///
    /// Exit status: 0 when no blocking finding is left, 1 when one is, 2 when the request cannot be read or the call is
    /// wrong.
    Order(order::OrderArgs),
    /// Print the Rust source that a pack compiles to
    ///
    /// Exit status: 0, or 1 when the pack does not compile, or 2 when it cannot be read.
    Expand(expand::Expand),
}

fn main() -> ExitCode {
    let result = match Oar::parse().command {
        Command::Check(check) => check::run(&check),
        Command::Order(order) => order::run(&order),
        Command::Test(test) => test::run(&test),
        Command::Schema(arguments) => schema::run(&arguments),
        Command::Expand(expand) => expand::run(&expand),
    };
    result.unwrap_or_else(|error| {
        streams::tell(&format!("error: {error}\n"));
        ExitCode::from(2)
    })
}
