//! Plan to Rust source text.
//!
//! The text is written directly, not through token trees: it can carry comments with each rule's place, it reads the
//! same in `OUT_DIR`, in `oar expand` and in an error, and neither rustc nor the user's build pays for a second parser.
//! It is a pure function of the plan: no hash order, no absolute path, no time.

mod anchor;
mod copy;
mod expr;
mod facts;
mod names;
mod parts;
mod policy;
mod skeleton;
mod tables;
mod traits;
mod walk;
mod writer;

use crate::plan::Plan;
use names::Names;
use writer::Writer;

/// How the source is written.
#[derive(Clone, Debug)]
pub struct Options {
    /// The path of the `oar` crate in the host: `::oar` unless the dependency was renamed.
    pub krate: String,
    /// Whether the host-fact and detector traits are implemented for `oar::json::Occurrence`.
    pub json: bool,
    /// Whether the rules that are off at build time were left out, and with them the run-time door.
    pub frozen: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            krate: "::oar".to_owned(),
            json: false,
            frozen: false,
        }
    }
}

/// Writes the source of a plan: `Policy`, and the traits that a host implements for it.
#[must_use]
pub fn emit(plan: &Plan<'_>, options: &Options) -> String {
    let names = Names::new(plan.rules);
    let mut out = Writer::new();
    out.line("#[allow(unused_imports, reason = \"a host names what it needs\")]");
    out.line(&format!(
        "pub use oar_rules::{{{}}};",
        policy::exports(plan.rules).join(", ")
    ));
    out.line("");
    out.line("#[allow(");
    out.line("    dead_code,");
    out.line("    unused_imports,");
    out.line("    unused_mut,");
    out.line("    unused_parens,");
    out.line("    unused_variables,");
    out.line("    clippy::all,");
    out.line("    clippy::pedantic,");
    out.line("    reason = \"generated from rule documents\"");
    out.line(")]");
    out.open("mod oar_rules {");
    policy::imports(&mut out, options);
    tables::emit(&mut out, plan, &names);
    traits::emit(&mut out, plan, &names, options);
    policy::emit(&mut out, plan, &names, options);
    for program in plan
        .anchors
        .iter()
        .filter(|program| !program.rules.is_empty())
    {
        anchor::emit(&mut out, plan.rules, program, &names);
    }
    out.close("}");
    out.finish()
}

/// What every host names of the generated code, with nothing behind it: it stands in for the real thing where not even the
/// capability document is known.
#[must_use]
pub fn skeleton(options: &Options) -> String {
    skeleton::skeleton(options)
}

#[cfg(test)]
mod tests;
