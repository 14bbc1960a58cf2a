//! The short way through an occurrence.

use std::collections::BTreeMap;

use super::names::Names;
use super::writer::{Writer, join, literal};
use crate::document::{Action, Effect, Enforcement};
use crate::link::{DetectorId, OnErrorPlan, RuleId, RuleSet};
use crate::plan::{Lane, Program, has_bindings, span_fact};

/// A program whose lanes hold no more rules than this has them written out one after the other, as a person would do it;
/// the others are looped over. Written out they would take rustc long, and the processor's caches as well.
const FEW_RULES: usize = 64;

/// This many values and no more are compared one after the other; more are looked up.
const FEW_VALUES: usize = 12;

/// Whether the rules of a program are written out.
pub(super) fn is_written_out(program: &Program) -> bool {
    let lanes = program.lanes.lanes.iter();
    lanes.map(|lane| lane.rules.len()).sum::<usize>() <= FEW_RULES
}

/// Whether each lane of a program has a function, which asks its rules one after the other: rules of a large program, too, are
/// best met in the order that they stand in, but not where many lanes share them.
pub(super) fn has_functions(program: &Program) -> bool {
    let lanes = program.lanes.lanes.iter();
    let straight = lanes.filter(|lane| lane.straight);
    let rules: usize = straight.map(|lane| lane.rules.len()).sum();
    !is_written_out(program) && rules <= 2 * program.rules.len()
}

/// The fields that keep what detectors reported on the short way.
pub(super) fn fields(out: &mut Writer, program: &Program, value: &str) {
    for &detector in kept(program) {
        out.line(&format!("report_{}: {value},", detector.index()));
    }
}

/// The detectors, each run once.
pub(super) fn detectors(out: &mut Writer, program: &Program, names: &Names) {
    for &detector in kept(program) {
        let (number, name) = (detector.index(), names.detector(detector));
        out.line("");
        out.line("#[inline]");
        out.open(&format!("fn run_{number}(&self) -> Option<&Report> {{"));
        out.line(&format!(
            "run_once(&self.report_{number}, &TABLE, || Detectors::{name}(self.host))"
        ));
        out.close("}");
    }
}

fn kept(program: &Program) -> &[DetectorId] {
    match is_written_out(program) {
        true => &program.detectors,
        false => &[],
    }
}

/// What the method is made from.
pub(super) struct Walk<'p> {
    pub(super) set: &'p RuleSet,
    pub(super) program: &'p Program,
    pub(super) names: &'p Names,
    /// The condition of a rule, as an expression of a `Verdict`.
    pub(super) when: &'p dyn Fn(RuleId) -> String,
}

impl Walk<'_> {
    /// The method of the engine's trait.
    pub(super) fn emit(&self, out: &mut Writer) {
        let notes = match self.program.rules.iter().any(|&id| self.is_noted(id)) {
            true => "NoteList<'a>",
            false => "NoNotes",
        };
        out.line(&format!("type Notes = {notes};"));
        out.line("");
        out.line("#[inline]");
        out.open("fn walk(&self, notes: &mut Self::Notes) -> Walk<'a> {");
        let lanes = &self.program.lanes;
        match (&self.program.indexes[..], &lanes.by_value[..]) {
            ([], _) => self.lane(out, 0, "None"),
            ([index], [values]) if lanes.merged => {
                let fact = self.names.fact(index.fact);
                out.open(&format!("let value = match self.{fact}() {{"));
                out.line("Ok(value) => value,");
                out.line("Err(raise) => return Walk::select(Some(Err(raise))),");
                out.close("};");
                self.by_value(out, values);
            }
            _ => out.line("Walk::select(None)"),
        }
        out.close("}");
        out.line("");
        if has_functions(self.program) {
            self.dispatch(out);
        }
    }

    /// From the number of a lane to its function.
    fn dispatch(&self, out: &mut Writer) {
        out.open("fn lane(&self, _: &'static Anchor, lane: u32, value: &'a str, met: &mut Met<'a>) -> u32 {");
        out.open("match lane {");
        for number in self.straight() {
            out.line(&format!("{number} => self.lane_{number}(met),"));
        }
        out.line("_ => met.select(value),");
        out.close("}");
        out.close("}");
        out.line("");
    }

    fn straight(&self) -> impl Iterator<Item = usize> + '_ {
        let lanes = self.program.lanes.lanes.iter().enumerate();
        lanes.filter_map(|(number, lane)| lane.straight.then_some(number))
    }

    /// The functions of the lanes.
    pub(super) fn functions(&self, out: &mut Writer) {
        if !has_functions(self.program) {
            return;
        }
        let anchor = self.names.anchor_static(self.program.anchor);
        for number in self.straight() {
            let lane = &self.program.lanes.lanes[number];
            out.line("");
            out.line("#[inline(never)]");
            out.open(&format!(
                "fn lane_{number}(&self, met: &mut Met<'a>) -> u32 {{"
            ));
            let led = lane.rules.iter().take_while(|&&id| self.is_led(id));
            let mut count = 0;
            for (at, &id) in led.enumerate() {
                count = at + 1;
                let flows = self.flow(out, id);
                out.open(&format!("match {} {{", (self.when)(id)));
                out.line("Ok(()) => {}");
                out.line(&format!(
                    "Err(why) => if let Some(end) = met.rule(&{anchor}, {at}, {}, why) {{ return end }},",
                    id.index()
                ));
                out.close("}");
                if flows {
                    out.close("}");
                }
            }
            out.line(&match count == lane.rules.len() {
                true => count.to_string(),
                false => format!("met.stop({count})"),
            });
            out.close("}");
        }
    }

    /// Whether the function of a lane asks a rule: it is enforced, and runs no detector.
    fn is_led(&self, id: RuleId) -> bool {
        let rule = self.set.rule(id);
        rule.enforcement == Enforcement::Enforce && rule.detector.is_none()
    }

    /// Opens a block for what a rule does where its flow is in the recent activity, if it has one: its flow comes first
    /// (OAR-EVAL-3).
    fn flow(&self, out: &mut Writer, id: RuleId) -> bool {
        let flow = self.set.rule(id).flow.as_deref();
        if let Some(flow) = flow {
            let steps = join(flow, |step| literal(step));
            out.open(&format!("if self.flow(&[{steps}]) {{"));
        }
        flow.is_some()
    }

    /// Whether a rule leaves more on the short way than the words of a walk.
    fn is_noted(&self, id: RuleId) -> bool {
        let fires = match is_written_out(self.program) {
            true => self.way(id),
            false => None,
        };
        match fires {
            Some(Fires::Otherwise) | None => false,
            Some(Fires::Transforms) => true,
            Some(Fires::Speaks(_) | Fires::Silent) => !self.set.rule(id).on_fire.is_empty(),
        }
    }

    fn by_value(&self, out: &mut Writer, values: &BTreeMap<String, usize>) {
        let anchor = self.names.anchor_static(self.program.anchor);
        if values.len() > FEW_VALUES {
            out.line(&format!(
                "walk_by_value(&{anchor}, &{anchor}.indexes[0], value, self)"
            ));
            return;
        }
        let mut arms: BTreeMap<usize, Vec<String>> = BTreeMap::new();
        for (value, &lane) in values {
            arms.entry(lane).or_default().push(literal(value));
        }
        out.open("match value {");
        for (lane, values) in arms {
            out.open(&format!("{} => {{", values.join(" | ")));
            self.lane(out, lane, "Some(Ok(value))");
            out.close("}");
        }
        out.open("_ => {");
        self.lane(out, 0, "Some(Ok(value))");
        out.close("}");
        out.close("}");
    }

    /// Along a lane, where all of it is selected.
    fn lane(&self, out: &mut Writer, number: usize, key: &str) {
        match self.program.lanes.lanes.get(number) {
            Some(lane) if lane.straight && is_written_out(self.program) => {
                self.written_out(out, number, lane);
            }
            Some(lane) if lane.straight && has_functions(self.program) => {
                out.line(&format!(
                    "Walk::led({number}, |met| self.lane_{number}(met))"
                ));
            }
            Some(lane) if lane.straight => {
                let anchor = self.names.anchor_static(self.program.anchor);
                out.line(&format!(
                    "Walk::led({number}, |met| Walk::along_loop(&{anchor}, {number}, self, met))"
                ));
            }
            _ => out.line(&format!("Walk::select({key})")),
        }
    }

    fn written_out(&self, out: &mut Writer, number: usize, lane: &Lane) {
        out.line(&format!("let mut walk = Walk::along({number});"));
        let ways = lane.rules.iter().map(|&rule| (rule, self.way(rule)));
        let led = ways.map_while(|(rule, way)| Some((rule, way?)));
        let mut at = 0;
        for (rule, way) in led {
            self.rule(out, at, rule, way);
            at += 1;
        }
        let end = match at == lane.rules.len() {
            true => "done",
            false => "stop",
        };
        out.line(&format!("walk.{end}({at})"));
    }

    /// How the short way takes a rule; `None` when it ends there.
    fn way(&self, id: RuleId) -> Option<Fires> {
        let rule = self.set.rule(id);
        if rule.enforcement != Enforcement::Enforce {
            return None;
        }
        if has_bindings(rule) || !rule.overrides.is_empty() || !self.refuses_plainly(id) {
            return Some(Fires::Otherwise);
        }
        Some(match rule.effect {
            Effect::Block => Fires::Speaks("Block"),
            Effect::Nudge => Fires::Speaks("Nudge"),
            Effect::Warn => Fires::Speaks("Warn"),
            Effect::Transform => Fires::Transforms,
            Effect::Allow if !rule.on_fire.is_empty() => Fires::Silent,
            Effect::Allow => Fires::Otherwise,
        })
    }

    /// Whether no copy has to be rendered before the side-effects of a rule are refused, as they may be: by then the facts
    /// are gone.
    fn refuses_plainly(&self, id: RuleId) -> bool {
        let rule = self.set.rule(id);
        match rule.on_error {
            OnErrorPlan::Substitute(named) if !rule.on_fire.is_empty() => {
                !has_bindings(self.set.rule(named))
            }
            OnErrorPlan::Substitute(_) | OnErrorPlan::FailClosed | OnErrorPlan::FailOpen => true,
        }
    }

    fn rule(&self, out: &mut Writer, at: usize, id: RuleId, fires: Fires) {
        let flows = self.flow(out, id);
        if let Some(detector) = self.set.rule(id).detector {
            out.line(&format!(
                "let Some(report) = self.run_{}() else {{ return walk.stop({at}) }};",
                detector.index()
            ));
            out.line("let report = Some(report);");
        }
        out.open(&format!("match {} {{", (self.when)(id)));
        out.line("Ok(()) => {}");
        let free = match fires {
            Fires::Otherwise => None,
            Fires::Silent => Some("Err(NotPassed::Holds)"),
            Fires::Transforms => Some("Err(NotPassed::Holds) if walk.is_quiet()"),
            Fires::Speaks(_) => {
                Some("Err(NotPassed::Holds) if walk.is_quiet() && notes.is_quiet()")
            }
        };
        if let Some(free) = free {
            out.open(&format!("{free} => {{"));
            self.fired(out, at, id, fires);
            out.close("}");
        }
        out.line(&format!("Err(why) => return walk.leave({at}, why),"));
        out.close("}");
        if flows {
            out.close("}");
        }
    }

    /// What firing consumes is read before the rule counts as fired; a failure is the rule's.
    fn fired(&self, out: &mut Writer, at: usize, id: RuleId, fires: Fires) {
        let rule = self.set.rule(id);
        let number = id.index();
        let report = match rule.detector {
            Some(_) => "report",
            None => "None",
        };
        let read = |out: &mut Writer, what: &str, method: &str| {
            out.open(&format!(
                "let {what} = match self.{method}({number}, {report}) {{"
            ));
            out.line(&format!("Ok({what}) => Some({what}),"));
            out.line(&format!(
                "Err(raise) => return walk.leave({at}, NotPassed::Raises(raise)),"
            ));
            out.close("};");
        };
        let spans = span_fact(rule).map_or("None", |_| "spans");
        if spans != "None" {
            read(out, "spans", "target");
        }
        let counts = rule
            .on_fire
            .iter()
            .any(|&action| action != Action::PublishEvent);
        let scope = match counts && rule.counter_scope.is_some() {
            true => "scope",
            false => "None",
        };
        if scope != "None" {
            read(out, "scope", "scope");
        }
        if let Fires::Speaks(effect) = fires {
            out.line(&format!("walk.fires({at}, {number}, Effect::{effect});"));
        }
        out.line(&format!("notes.fired({at});"));
        if let Fires::Transforms = fires {
            let anchor = self.names.anchor_static(self.program.anchor);
            out.line(&format!("notes.transform(&{anchor}, {number}, {spans});"));
        }
        if !rule.on_fire.is_empty() {
            out.line(&format!("notes.queue({at}, {number}, {scope});"));
        }
        if let Fires::Speaks("Block") = fires {
            out.line(&format!("return walk.done({});", at + 1));
        }
    }
}

/// What a rule that fires is to the short way.
#[derive(Clone, Copy)]
enum Fires {
    /// It is the decision, if it is the only one that speaks.
    Speaks(&'static str),
    /// An edit of the content.
    Transforms,
    /// Side-effects and nothing else.
    Silent,
    /// More than it can take.
    Otherwise,
}
