//! The traits a host implements for one pack: `Host`, `HostFacts`, `Detectors`.

use super::Options;
use super::facts::{rust_type, zero};
use super::names::{Names, profile_trait};
use super::writer::{Writer, literal};
use crate::link::{DetectorId, RuleSet};
use crate::plan::Plan;
use crate::vocabulary::{Symbol, SymbolId, SymbolType, Tier};

pub(super) fn emit(out: &mut Writer, plan: &Plan<'_>, names: &Names, options: &Options) {
    let set = plan.rules;
    let bounds = bounds(set);
    out.line("");
    out.line("/// What an occurrence provides: every profile that the capability document claims, whole.");
    out.line("#[diagnostic::on_unimplemented(");
    out.line(&format!(
        "    message = \"`{{Self}}` does not provide everything that the capability document of `{}` claims\",",
        set.host
    ));
    out.line("    note = \"a profile is provided whole: an `impl` with an empty body provides its zero values\"");
    out.line(")]");
    out.line(&format!("pub trait Host: {bounds} {{}}"));
    out.line("");
    out.line(&format!("impl<T: {bounds}> Host for T {{}}"));
    if has_host_facts(set) {
        host_facts(out, set, names, options);
    }
    if !set.detectors.is_empty() {
        detectors(out, set, names, options);
    }
}

/// The traits a host must implement. They follow from the capability document alone, so that a new version of a pack
/// never asks for more.
fn bounds(set: &RuleSet) -> String {
    let mut bounds = vec!["facts::Occurrence".to_owned()];
    bounds.extend(
        set.profiles
            .iter()
            .map(|profile| format!("facts::{}", profile_trait(profile))),
    );
    if has_host_facts(set) {
        bounds.push("HostFacts".to_owned());
    }
    if !set.detectors.is_empty() {
        bounds.push("Detectors".to_owned());
    }
    bounds.join(" + ")
}

pub(super) fn has_host_facts(set: &RuleSet) -> bool {
    set.environment
        .iter()
        .any(|(_, symbol)| symbol.tier == Tier::Host)
}

fn host_facts(out: &mut Writer, set: &RuleSet, names: &Names, options: &Options) {
    out.line("");
    out.line("/// The host's own facts. One that is not overridden reads as its zero value.");
    out.open("pub trait HostFacts {");
    for (id, symbol) in host_symbols(set) {
        out.line(&format!("/// `{}`: `{}`", symbol.name, symbol.ty));
        out.open(&format!("fn {} {{", signature(names, id, symbol)));
        out.line(&format!("Ok({})", zero(result(symbol.ty))));
        out.close("}");
        out.line("");
    }
    out.close("}");
    if options.json {
        out.line("");
        out.open("impl HostFacts for rt::json::Occurrence<'_> {");
        for (id, symbol) in host_symbols(set) {
            let ty = result(symbol.ty);
            out.open(&format!("fn {} {{", signature(names, id, symbol)));
            let read = format!("rt::json::values::{}", super::facts::reader(ty));
            out.line(&format!(
                "self.read({}, {}, {read})",
                literal(&symbol.name),
                zero(ty)
            ));
            out.close("}");
            out.line("");
        }
        out.close("}");
    }
}

fn host_symbols(set: &RuleSet) -> impl Iterator<Item = (SymbolId, &Symbol)> {
    set.environment
        .iter()
        .filter(|(_, symbol)| symbol.tier == Tier::Host)
}

fn result(ty: SymbolType) -> crate::vocabulary::Type {
    match ty {
        SymbolType::Fact(ty) => ty,
        SymbolType::Function { result, .. } => result.into(),
    }
}

fn signature(names: &Names, id: SymbolId, symbol: &Symbol) -> String {
    let name = names.fact(id);
    match symbol.ty {
        SymbolType::Fact(ty) => format!("{name}(&self) -> Observed<{}>", rust_type(ty, "'_")),
        SymbolType::Function { argument, result } => {
            let (argument, result) = (
                rust_type(argument.into(), "'_"),
                rust_type(result.into(), "'_"),
            );
            format!("{name}(&self, argument: {argument}) -> Observed<{result}>")
        }
    }
}

fn detectors(out: &mut Writer, set: &RuleSet, names: &Names, options: &Options) {
    out.line("");
    out.line("/// The registered detectors. Each runs at most once an occurrence, and only for a rule that declares it.");
    out.open("pub trait Detectors {");
    for (at, name) in set.detectors.iter().enumerate() {
        let method = names.detector(DetectorId::new(at));
        out.line(&format!("/// `detector://{name}`"));
        let signature = format!("fn {method}(&self) -> Result<Report, DetectorError>");
        match default_report(name) {
            None => out.line(&format!("{signature};")),
            Some(body) => {
                out.open(&format!("{signature} {{"));
                out.line(body);
                out.close("}");
            }
        }
        out.line("");
    }
    out.close("}");
    if options.json {
        out.line("");
        out.open("impl Detectors for rt::json::Occurrence<'_> {");
        for (at, name) in set.detectors.iter().enumerate() {
            let method = names.detector(DetectorId::new(at));
            out.open(&format!(
                "fn {method}(&self) -> Result<Report, DetectorError> {{"
            ));
            out.line(&format!("self.detect({})", literal(name)));
            out.close("}");
            out.line("");
        }
        out.close("}");
    }
}

/// The three references reserved for the corpus answer by themselves (OAR-CONF-25).
fn default_report(detector: &str) -> Option<&'static str> {
    match detector {
        "noop" | "fixture" => Some("Ok(Report::new())"),
        "error" => Some("Err(DetectorError::new(\"`detector://error` always fails\"))"),
        _ => None,
    }
}
