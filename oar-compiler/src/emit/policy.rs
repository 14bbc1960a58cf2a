//! `Policy`: one method for each local anchor.

use super::Options;
use super::anchor::admits;
use super::facts;
use super::names::Names;
use super::traits::has_host_facts;
use super::writer::{Writer, join, literal};
use crate::link::RuleSet;
use crate::plan::Plan;

/// What the generated module gives to the host.
pub(super) fn exports(set: &RuleSet) -> Vec<&'static str> {
    let mut exports = vec!["Host", "Policy"];
    if has_host_facts(set) {
        exports.push("HostFacts");
    }
    if !set.detectors.is_empty() {
        exports.push("Detectors");
    }
    exports.sort_unstable();
    exports
}

pub(super) fn imports(out: &mut Writer, options: &Options) {
    let krate = &options.krate;
    // Spelled out, so that the code compiles where the host has no implicit prelude or a module named `std`.
    out.line("use ::std::borrow::Cow;");
    out.line("use ::std::cell::OnceCell;");
    out.line("use ::std::prelude::rust_2021::*;");
    out.line("");
    out.line(&format!("use {krate}::rt;"));
    out.line("use rt::args::Args;");
    out.line("use rt::detector::{DetectorError, Report};");
    out.line("use rt::engine::{ConfigError, Configuration, Enforcements, Met, NoNotes, NoteList, Notes, Walk, quick};");
    out.line("use rt::facts::{self, Observed};");
    out.line("use rt::generated::{");
    out.line("    CallFingerprint, Kept, all_clauses, finite, once, read, reported, reported_for, reported_spans, run_once, walk_by_value,");
    out.line("};");
    out.line("use rt::hash::{FREE, Table};");
    out.line("use rt::outcome::{Copy, CopyField, Effect, Outcome};");
    out.line("use rt::program::{");
    out.line("    Action, Anchor, CopySource, Enforcement, Index, Lane, More, NoRules, OnError, Program, Rule, RuleEffect,");
    out.line("    RuleTable, Spanned, TransformAction, TransformSpec,");
    out.line("};");
    out.line("use rt::raise::Raise;");
    out.line("use rt::render::Renderer;");
    out.line("use rt::session::{CounterScope, Counts, State, flow_matches};");
    out.line("use rt::verdict::{ALWAYS, NotPassed, Verdict, verdict};");
    out.line("use rt::{arith, expr, text};");
}

pub(super) fn emit(out: &mut Writer, plan: &Plan<'_>, names: &Names, options: &Options) {
    let set = plan.rules;
    out.line("");
    out.line(&format!(
        "/// The rules of this pack, compiled for the host `{}`.",
        set.host
    ));
    out.line("#[derive(Debug)]");
    out.open("pub struct Policy {");
    out.line("enforcements: Enforcements,");
    out.close("}");
    out.line("");
    out.open("impl Default for Policy {");
    out.open("fn default() -> Self {");
    out.line("Self::new()");
    out.close("}");
    out.close("}");
    out.line("");
    out.open("impl Policy {");
    out.line("/// The policy as configured at build time.");
    out.line("#[must_use]");
    out.open("pub fn new() -> Self {");
    out.line("Self { enforcements: Enforcements::new(&RULES) }");
    out.close("}");
    if !options.frozen {
        configuration(out);
    }
    out.line("");
    out.line("/// Every rule, in the base order of evaluation.");
    out.line("#[must_use]");
    out.open("pub fn rules(&self) -> &'static [Rule] {");
    out.line("&RULES");
    out.close("}");
    out.line("");
    out.line("/// The local anchors of the host, in the order of the capability document.");
    out.line("#[must_use]");
    out.open("pub fn anchors(&self) -> &'static [&'static str] {");
    out.line(&format!(
        "&[{}]",
        join(&set.anchors, |anchor| literal(&anchor.name))
    ));
    out.close("}");
    out.line("");
    out.line("/// Evaluates an occurrence of the local anchor of that name; `None` when the host has no such anchor.");
    out.open("pub fn evaluate<H: Host, S: State>(&self, anchor: &str, host: &H, session: &mut S) -> Option<Outcome> {");
    out.open("Some(match anchor {");
    for program in &plan.anchors {
        let method = names.anchor(program.anchor);
        out.line(&format!(
            "{} => self.{method}(host, session),",
            literal(&set.anchor(program.anchor).name)
        ));
    }
    out.line("_ => return None,");
    out.close("})");
    out.close("}");
    for program in &plan.anchors {
        let anchor = set.anchor(program.anchor);
        let (method, table) = (
            names.anchor(program.anchor),
            names.anchor_static(program.anchor),
        );
        out.line("");
        out.line(&format!(
            "/// Evaluates an occurrence of `{}`.",
            anchor.name
        ));
        out.open(&format!(
            "pub fn {method}<H: Host, S: State>(&self, host: &H, session: &mut S) -> Outcome {{"
        ));
        let fingerprint = facts::reads_fingerprint(set, program);
        let facts = match program.rules.is_empty() {
            true => format!("NoRules::<_, {}>(host)", admits(set, program)),
            false => format!(
                "{}::new(host, &*session{})",
                names.anchor_type(program.anchor),
                if fingerprint { ", &fingerprint" } else { "" }
            ),
        };
        if fingerprint {
            out.line("let fingerprint = CallFingerprint::default();");
        }
        out.line("let mut notes = Default::default();");
        out.line(&format!("let facts = {facts};"));
        out.open(&format!(
            "match quick(&{table}, &self.enforcements, &facts, &mut notes) {{"
        ));
        out.open("Ok(quick) => {");
        out.line("drop(facts);");
        out.line("quick.commit(session, &mut notes)");
        out.close("}");
        out.open("Err(begun) => {");
        out.line("let mut evaluation = begun.evaluation();");
        out.line("begun.evaluate(&mut evaluation, &self.enforcements, &facts, &mut notes);");
        out.line("drop(facts);");
        out.line("evaluation.commit(session)");
        out.close("}");
        out.close("}");
        out.close("}");
    }
    out.close("}");
}

/// The run-time door (section 9).
fn configuration(out: &mut Writer) {
    out.line("");
    out.line("/// The policy with configurations applied in order over the build's: the last statement about a rule wins.");
    out.line("///");
    out.line("/// # Errors");
    out.line(
        "/// A configuration names a rule that is not loaded, or would silence a mandatory one.",
    );
    out.open("pub fn with_config(configurations: &[Configuration]) -> Result<Self, ConfigError> {");
    out.line("let policy = Self::new();");
    out.line("policy.reconfigure(configurations)?;");
    out.line("Ok(policy)");
    out.close("}");
    out.line("");
    out.line("/// Replaces the run-time configurations, atomically: an occurrence sees the old ones or the new ones whole.");
    out.line("///");
    out.line("/// # Errors");
    out.line("/// As for [`Policy::with_config`]; the old ones stay then.");
    out.open(
        "pub fn reconfigure(&self, configurations: &[Configuration]) -> Result<(), ConfigError> {",
    );
    out.line("self.enforcements.apply(configurations)");
    out.close("}");
}
