//! How facts are read: types, zero values, accessors.

use super::expr::Scope;
use super::names::{Names, profile_trait};
use super::writer::{Writer, literal};
use crate::link::RuleSet;
use crate::plan::{FactUse, Program};
use crate::vocabulary::{Scalar, Symbol, SymbolId, SymbolType, Tier, Type};

/// The Rust type of a fact.
pub(super) fn rust_type(ty: Type, lifetime: &str) -> String {
    match ty {
        Type::Bool => "bool".to_owned(),
        Type::Int => "i64".to_owned(),
        Type::Double => "f64".to_owned(),
        Type::String if lifetime == "'_" => "&str".to_owned(),
        Type::String => format!("&{lifetime} str"),
        Type::ListString => format!("facts::StrList<{lifetime}>"),
        Type::MapString => format!("facts::StrMap<{lifetime}>"),
        Type::ListMap => format!("facts::Spans<{lifetime}>"),
        Type::Map => format!("Args<{lifetime}>"),
    }
}

/// What the function of a part of a condition returns.
pub(super) fn part_type(ty: Type) -> String {
    match ty {
        Type::String => "Cow<'r, str>".to_owned(),
        Type::ListString => "expr::List<'r>".to_owned(),
        Type::ListMap => "expr::Maps<'r>".to_owned(),
        other => rust_type(other, "'r"),
    }
}

/// The zero value of a fact (OAR-FACT-25).
pub(super) fn zero(ty: Type) -> &'static str {
    match ty {
        Type::Bool => "false",
        Type::Int => "0",
        Type::Double => "0.0",
        Type::String => "\"\"",
        Type::ListString => "facts::StrList::EMPTY",
        Type::MapString => "facts::StrMap::EMPTY",
        Type::ListMap => "facts::Spans::EMPTY",
        Type::Map => "Args::Empty",
    }
}

/// The function that reads a JSON value, and the method that reads a reported one, as a type.
pub(super) fn reader(ty: Type) -> &'static str {
    match ty {
        Type::Bool => "as_bool",
        Type::Int => "as_int",
        Type::Double => "as_double",
        Type::String => "as_str",
        Type::ListString => "as_list",
        Type::MapString => "as_strings",
        Type::ListMap => "as_spans",
        Type::Map => "as_map",
    }
}

/// A program that reads no more counters than this has a cell for each, which is cheapest to look at; each costs a little at
/// every occurrence, read or not, so the counters of larger ones are kept in a map.
const FEW_COUNTERS: usize = 4;

fn has_few_counters(program: &Program) -> bool {
    program.counters.len() <= FEW_COUNTERS
}

/// The fields that keep what was read.
pub(super) fn fields(out: &mut Writer, set: &RuleSet, program: &Program, names: &Names) {
    for (fact, ty) in kept(set, program) {
        out.line(&format!(
            "{}: Kept<{}>,",
            names.fact(fact),
            rust_type(ty, "'a")
        ));
    }
    if !has_few_counters(program) {
        out.line("counts: rt::kept_counts::KeptCounts,");
        return;
    }
    for rule in &program.counters {
        out.line(&format!(
            "counts_{}: OnceCell<Result<Counts, Raise>>,",
            rule.index()
        ));
    }
}

/// Their first values.
pub(super) fn initial(out: &mut Writer, set: &RuleSet, program: &Program, names: &Names) {
    for (fact, _) in kept(set, program) {
        out.line(&format!("{}: Kept::new(),", names.fact(fact)));
    }
    if !has_few_counters(program) {
        out.line("counts: Default::default(),");
        return;
    }
    for rule in &program.counters {
        out.line(&format!("counts_{}: OnceCell::new(),", rule.index()));
    }
}

fn kept<'p>(set: &'p RuleSet, program: &'p Program) -> impl Iterator<Item = (SymbolId, Type)> + 'p {
    program
        .facts
        .iter()
        // It is kept beside them.
        .filter(|used| used.kept && set.environment.get(used.fact).name != FINGERPRINT)
        .filter_map(|used| match set.environment.get(used.fact).ty {
            SymbolType::Fact(ty) => Some((used.fact, ty)),
            // A function is asked per argument and keeps nothing.
            SymbolType::Function { .. } => None,
        })
}

/// The fact that is computed and not asked for (OAR-FACT-28). What is computed has to outlive the struct that it is read
/// through, which borrows the session, so that side-effects can use it.
const FINGERPRINT: &str = "tool_args_fingerprint";

/// Whether a program reads it.
pub(super) fn reads_fingerprint(set: &RuleSet, program: &Program) -> bool {
    let mut facts = program.facts.iter();
    facts.any(|used| set.environment.get(used.fact).name == FINGERPRINT)
}

/// One accessor for each fact, function and counter that the program reads.
pub(super) fn accessors(out: &mut Writer, set: &RuleSet, program: &Program, names: &Names) {
    let anchor = set.anchor(program.anchor).fact.as_str();
    for used in &program.facts {
        accessor(out, set.environment.get(used.fact), *used, names);
    }
    for &rule in &program.counters {
        let scope = Scope {
            set,
            names,
            rule,
            anchor,
            parts: None,
        };
        counts(out, scope, has_few_counters(program));
    }
}

fn accessor(out: &mut Writer, symbol: &Symbol, used: FactUse, names: &Names) {
    let name = names.fact(used.fact);
    let host = match symbol.tier {
        Tier::Profile(profile) => format!("facts::{}::{name}", profile_trait(profile)),
        Tier::Host | Tier::Core => format!("HostFacts::{name}"),
    };
    let spelled = literal(&symbol.name);
    out.line("");
    out.line("#[inline]");
    if symbol.name == FINGERPRINT {
        out.open(&format!("fn {name}(&self) -> Result<&'a str, Raise> {{"));
        out.line(&format!(
            "read({spelled}, self.fingerprint.text(self.host))"
        ));
        out.close("}");
        return;
    }
    match symbol.ty {
        SymbolType::Fact(ty) => {
            out.open(&format!(
                "fn {name}(&self) -> Result<{}, Raise> {{",
                rust_type(ty, "'a")
            ));
            let finite = if ty == Type::Double {
                ".and_then(finite)"
            } else {
                ""
            };
            if used.kept {
                out.line(&format!(
                    "once(&self.{name}, {spelled}, || {host}(self.host){finite})"
                ));
            } else {
                out.line(&format!("read({spelled}, {host}(self.host){finite})"));
            }
        }
        SymbolType::Function { argument, result } => {
            let argument = rust_type(argument.into(), "'_");
            let finite = if result == Scalar::Double {
                ".and_then(finite)"
            } else {
                ""
            };
            let result = rust_type(result.into(), "'a");
            out.open(&format!(
                "fn {name}(&self, argument: {argument}) -> Result<{result}, Raise> {{"
            ));
            out.line(&format!(
                "read({spelled}, {host}(self.host, argument){finite})"
            ));
        }
    }
    out.close("}");
}

/// The value of a counter scope, from the host's fact.
pub(super) fn counter_scope(scope: Scope<'_>, fact: SymbolId) -> String {
    match scope.set.environment.get(fact).name == FINGERPRINT {
        true => format!("read(\"{FINGERPRINT}\", self.fingerprint.scope(self.host))?"),
        false => format!("CounterScope::new({})", scope.host_fact(fact)),
    }
}

/// The counters of a rule under its own scope at this occurrence, from the snapshot that every condition observes
/// (OAR-FIRE-6, OAR-FIRE-11). The scope is the host's fact: what the rule's own detector reports is for itself alone.
fn counts(out: &mut Writer, scope: Scope<'_>, few: bool) {
    let target = scope.set.rule(scope.rule);
    let value = target.counter_scope;
    let value = value.map_or("None".to_owned(), |fact| {
        format!("Some(&{})", counter_scope(scope, fact))
    });
    let number = scope.rule.index();
    out.line("");
    out.line(&format!("/// `{}`", target.qualified));
    out.open(&format!(
        "fn counts_{number}(&self) -> Result<Counts, Raise> {{"
    ));
    let read = format!(
        "Ok(self.session.counts({}, {value})?)",
        literal(&target.qualified)
    );
    if few {
        out.open(&format!(
            "let counts = self.counts_{number}.get_or_init(|| {{"
        ));
        out.line(&read);
        out.close("});");
        out.line("counts.clone()");
    } else {
        out.line(&format!("self.counts.once({number}, || {read})"));
    }
    out.close("}");
}
