//! The program of one local anchor: its facts, and the code of its rules.

use super::copy::{call, parameter};
use super::expr::Scope;
use super::names::Names;
use super::parts::Parts;
use super::writer::{Writer, comment, join, literal};
use super::{copy, facts, walk};
use crate::link::{RuleId, RuleSet, Selection};
use crate::plan::{Program, span_fact, writes_scoped_counter};
use crate::vocabulary::{SymbolType, TOOL_PRE_INVOKE, Type};

/// A condition of no more nodes than this is small.
const SMALL: usize = 16;

pub(super) fn emit(out: &mut Writer, set: &RuleSet, program: &Program, names: &Names) {
    let anchor = set.anchor(program.anchor);
    let ty = names.anchor_type(program.anchor);
    let scope = |rule| Scope {
        set,
        names,
        rule,
        anchor: &anchor.fact,
        parts: None,
    };
    out.line("");
    out.line(&format!(
        "/// The facts of one occurrence of `{}`: each is read when a rule consumes it.",
        anchor.name
    ));
    out.open(&format!("struct {ty}<'a, 's, H: Host> {{"));
    out.line("host: &'a H,");
    out.line("session: &'s dyn State,");
    let fingerprint = facts::reads_fingerprint(set, program);
    if fingerprint {
        out.line("fingerprint: &'a CallFingerprint<'a>,");
    }
    facts::fields(out, set, program, names);
    walk::fields(out, program, "OnceCell<Result<Report, DetectorError>>");
    out.close("}");
    out.line("");
    out.open(&format!("impl<'a, 's, H: Host> {ty}<'a, 's, H> {{"));
    let parameter = match fingerprint {
        true => ", fingerprint: &'a CallFingerprint<'a>",
        false => "",
    };
    out.open(&format!(
        "fn new(host: &'a H, session: &'s dyn State{parameter}) -> Self {{"
    ));
    out.open("Self {");
    out.line("host,");
    out.line("session,");
    if fingerprint {
        out.line("fingerprint,");
    }
    facts::initial(out, set, program, names);
    walk::fields(out, program, "OnceCell::new()");
    out.close("}");
    out.close("}");
    facts::accessors(out, set, program, names);
    walk::detectors(out, program, names);
    let when = |id| when(set, scope(id), id);
    let walk = walk::Walk {
        set,
        program,
        names,
        when: &when,
    };
    walk.functions(out);
    let place = match (walk::is_written_out(program), walk::has_functions(program)) {
        (true, _) => Place::Inline,
        (_, true) => Place::Apart,
        _ => Place::Free,
    };
    for &id in &program.rules {
        condition(out, scope(id), place);
    }
    for &id in &program.copies {
        copy::emit(out, scope(id));
    }
    out.close("}");
    engine(out, program, ty, &walk);
}

/// The condition of a rule, as an expression.
fn when(set: &RuleSet, scope: Scope<'_>, id: RuleId) -> String {
    let condition = set.rule(id).when.as_ref();
    condition.map_or("ALWAYS".to_owned(), |_| call("when", scope, id))
}

/// Where the code of a condition goes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// Where it is used, if it is small: that is worth more than a call.
    Inline,
    /// Nowhere else: it is used twice.
    Apart,
    /// Where the optimizer wants it.
    Free,
}

fn condition(out: &mut Writer, scope: Scope<'_>, place_of_code: Place) {
    let rule = scope.set.rule(scope.rule);
    let Some(when) = &rule.when else { return };
    let parts = Parts::of(when);
    let scope = Scope {
        parts: Some(&parts),
        ..scope
    };
    let parameter = parameter(scope);
    let place = format!(
        "/// `{}`, {}:{}",
        rule.qualified,
        comment(&rule.origin.file),
        rule.origin.line
    );
    let mut text = String::new();
    scope.body(&mut text, when);
    out.line("");
    out.line(&place);
    out.line(match place_of_code {
        Place::Inline if when.count() <= SMALL => "#[inline(always)]",
        Place::Apart => "#[inline(never)]",
        Place::Inline | Place::Free => "#[inline]",
    });
    out.open(&format!(
        "fn when_{}(&self{parameter}) -> Verdict {{",
        scope.rule.index()
    ));
    out.line(&format!("verdict({text})"));
    out.close("}");
    for (number, part) in parts.iter().enumerate() {
        let ty = facts::part_type(part.ty);
        let report = if scope.has_report() {
            ", report: Option<&'r Report>"
        } else {
            ""
        };
        text.clear();
        scope.body(&mut text, part);
        out.line("");
        out.line(&place);
        out.open(&format!(
            "fn {}<'r>(&'r self{report}) -> Result<{ty}, Raise> {{",
            scope.part_name(number)
        ));
        out.line(&format!("Ok({text})"));
        out.close("}");
    }
}

/// What the engine calls.
fn engine(out: &mut Writer, program: &Program, ty: &str, walk: &walk::Walk<'_>) {
    let &walk::Walk { set, names, .. } = walk;
    let anchor = set.anchor(program.anchor);
    let scope = |rule| Scope {
        set,
        names,
        rule,
        anchor: &anchor.fact,
        parts: None,
    };
    out.line("");
    out.open(&format!(
        "impl<'a, H: Host> Program<'a> for {ty}<'a, '_, H> {{"
    ));

    if admits(set, program) {
        out.line("const ADMITS: bool = true;");
        out.line("");
    }
    walk.emit(out);

    let keys = program.indexes.iter().enumerate();
    let keys = keys.map(|(at, index)| (at, format!("self.{}()", names.fact(index.fact))));
    dispatch(
        out,
        "key(&self, index: usize) -> Result<&'a str, Raise>",
        "index",
        keys.collect(),
        "Ok(\"\")",
    );

    let selectors = program.selectors.iter();
    let selectors = selectors.map(|s| {
        (
            s.rule.index(),
            format!("Ok({})", clauses(set, names, &s.clauses)),
        )
    });
    dispatch(
        out,
        "selector(&self, rule: u32) -> Result<bool, Raise>",
        "rule",
        selectors.collect(),
        "Ok(true)",
    );

    let whens = program
        .rules
        .iter()
        .filter(|&&id| set.rule(id).when.is_some());
    let whens = whens.map(|&id| (id.index(), call("when", scope(id), id)));
    let signature = "when(&self, rule: u32, report: Option<&Report>) -> Verdict";
    dispatch(out, signature, "rule", whens.collect(), "ALWAYS");

    let targets = program.rules.iter().filter_map(|&id| {
        let fact = span_fact(set.rule(id))?;
        let name = literal(&set.environment.get(fact).name);
        let host = format!("self.{}()", names.fact(fact));
        let spans = match scope(id).has_report() {
            true => format!("reported_spans(report, {name}, || {host})"),
            false => format!("read({name}, {host}?.to_spans())"),
        };
        Some((id.index(), spans))
    });
    let signature =
        "target(&self, rule: u32, report: Option<&Report>) -> Result<Spanned<'a>, Raise>";
    dispatch(
        out,
        signature,
        "rule",
        targets.collect(),
        "Ok(Cow::Borrowed(&[]))",
    );

    let scopes = program
        .rules
        .iter()
        .filter(|&&id| writes_scoped_counter(set.rule(id)));
    let scopes = scopes.filter_map(|&id| Some((id.index(), counter_scope(scope(id), id)?)));
    let signature =
        "scope(&self, rule: u32, report: Option<&Report>) -> Result<CounterScope<'a>, Raise>";
    dispatch(
        out,
        signature,
        "rule",
        scopes.collect(),
        "Ok(CounterScope::new(\"\"))",
    );

    let copies = program
        .copies
        .iter()
        .map(|&id| (id.index(), call("copy", scope(id), id)));
    let signature = "copy(&self, rule: u32, report: Option<&Report>) -> Result<Copy, Raise>";
    dispatch(
        out,
        signature,
        "rule",
        copies.collect(),
        "Ok(Copy::default())",
    );

    let detectors = program.detectors.iter().map(|&id| {
        let (number, name) = (id.index(), names.detector(id));
        let run = format!("Detectors::{name}(self.host)");
        let kept = format!("self.report_{number}.get().cloned().unwrap_or_else(|| {run})");
        let run = match walk::is_written_out(program) {
            true => kept,
            false => run,
        };
        (number, run)
    });
    let signature = "detect(&self, detector: u32) -> Result<Report, DetectorError>";
    dispatch(
        out,
        signature,
        "detector",
        detectors.collect(),
        "Ok(Report::new())",
    );

    out.open("fn content(&self) -> Option<&'a str> {");
    out.line("facts::Occurrence::content(self.host)");
    out.close("}");
    out.line("");
    out.open("fn call_name(&self) -> Option<&'a str> {");
    out.line("facts::Occurrence::call_name(self.host)");
    out.close("}");
    out.line("");
    out.open("fn flow(&self, steps: &[&str]) -> bool {");
    out.line("flow_matches(steps, facts::Occurrence::recent_activity(self.host), self.session.activity())");
    out.close("}");
    out.close("}");
}

/// Whether calls become steps of the activity (OAR-PROF-9). Steps that no rule reads are not kept.
pub(super) fn admits(set: &RuleSet, program: &Program) -> bool {
    let anchor = set.anchor(program.anchor);
    anchor.core.contains(&TOOL_PRE_INVOKE) && set.rules.iter().any(|rule| rule.flow.is_some())
}

/// A method of the engine's trait: one arm for each number that has something to say.
fn dispatch(
    out: &mut Writer,
    signature: &str,
    on: &str,
    arms: Vec<(usize, String)>,
    otherwise: &str,
) {
    out.line("#[inline]");
    out.open(&format!("fn {signature} {{"));
    if arms.is_empty() {
        out.line(otherwise);
    } else {
        out.open(&format!("match {on} {{"));
        for (number, body) in arms {
            out.line(&format!("{number} => {body},"));
        }
        out.line(&format!("_ => {otherwise},"));
        out.close("}");
    }
    out.close("}");
    out.line("");
}

/// Clauses are conjunctive (OAR-SEL-4). One that can be read and does not match keeps the rule out even where another
/// cannot be read, so every clause is looked at before a failure counts.
fn clauses(set: &RuleSet, names: &Names, list: &[Selection]) -> String {
    let clause = |clause: &Selection| {
        let values = join(&clause.values, |value| literal(value));
        let fact = format!("self.{}()", names.fact(clause.fact));
        match set.environment.get(clause.fact).ty {
            SymbolType::Fact(Type::ListString) => {
                format!("{fact}.map(|list| list.iter().any(|value| [{values}].contains(&value)))")
            }
            _ => format!("{fact}.map(|value| [{values}].contains(&value))"),
        }
    };
    match list {
        [one] => format!("{}?", clause(one)),
        several => format!("all_clauses([{}])?", join(several, clause)),
    }
}

/// The scope is the host's, or the rule's own detector's.
fn counter_scope(scope: Scope<'_>, id: RuleId) -> Option<String> {
    let fact = scope.set.rule(id).counter_scope?;
    let value = match scope.has_report() {
        true => format!("CounterScope::new({}.to_owned())", scope.fact(fact)),
        false => facts::counter_scope(scope, fact),
    };
    Some(format!("(|| Ok({value}))()"))
}
