//! The short way through an occurrence.

use std::collections::BTreeMap;

use super::names::Names;
use super::tables::is_alone;
use super::writer::{Writer, literal};
use crate::document::Effect;
use crate::link::{RuleId, RuleSet};
use crate::plan::{Lane, Program};

/// A program whose lanes hold no more rules than this has them written out one after the other, as a person would do it;
/// the others are looped over. Written out they would take rustc long, and the processor's caches as well.
const FEW_RULES: usize = 64;

/// This many values and no more are compared one after the other; more are looked up.
const FEW_VALUES: usize = 12;

/// Whether the rules of a program are written out.
pub(super) fn is_written_out(program: &Program) -> bool {
    let lanes = program.lanes.lanes.iter();
    lanes.map(|lane| lane.plain).sum::<usize>() <= FEW_RULES
}

/// What the method is made from.
pub(super) struct Walk<'p> {
    pub(super) set: &'p RuleSet,
    pub(super) program: &'p Program,
    pub(super) names: &'p Names,
    /// The condition of a rule, as an expression of a `Result<bool, Raise>`.
    pub(super) when: &'p dyn Fn(RuleId) -> String,
}

impl Walk<'_> {
    /// The method of the engine's trait.
    pub(super) fn emit(&self, out: &mut Writer) {
        out.line("#[inline]");
        out.open("fn walk(&self) -> Walk<'a> {");
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
            Some(lane) if lane.straight => {
                let anchor = self.names.anchor_static(self.program.anchor);
                out.line(&format!("Walk::loop_along(&{anchor}, {number}, self)"));
            }
            _ => out.line(&format!("Walk::select({key})")),
        }
    }

    fn written_out(&self, out: &mut Writer, number: usize, lane: &Lane) {
        out.line(&format!("let mut walk = Walk::along({number});"));
        for (at, &rule) in lane.rules.iter().take(lane.plain).enumerate() {
            self.rule(out, at, rule);
        }
        let end = match lane.plain == lane.rules.len() {
            true => "done",
            false => "stop",
        };
        out.line(&format!("walk.{end}({})", lane.plain));
    }

    fn rule(&self, out: &mut Writer, at: usize, id: RuleId) {
        let rule = self.set.rule(id);
        out.open(&format!("match {} {{", (self.when)(id)));
        out.line("Ok(false) => {}");
        if is_alone(rule) {
            let fires = |effect: &str| {
                let number = id.index();
                format!("Ok(true) if walk.fires({at}, &RULES[{number}], Effect::{effect})")
            };
            match rule.effect {
                Effect::Block => {
                    let end = at + 1;
                    out.line(&format!("{} => return walk.done({end}),", fires("Block")));
                }
                Effect::Nudge => out.line(&format!("{} => {{}}", fires("Nudge"))),
                Effect::Warn => out.line(&format!("{} => {{}}", fires("Warn"))),
                // These are never alone.
                Effect::Allow | Effect::Transform => {}
            }
        }
        out.line(&format!("verdict => return walk.leave({at}, verdict),"));
        out.close("}");
    }
}
