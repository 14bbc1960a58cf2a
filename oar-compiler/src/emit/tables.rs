//! The static tables: rules, anchors, indexes.

use std::collections::BTreeMap;

use super::names::Names;
use super::writer::{Writer, comment, join, literal};
use crate::document::{Action, CopyField, Effect, Enforcement, TransformAction};
use crate::link::{OnErrorPlan, Rule, RuleId, RuleSet, Target};
use crate::plan::{IndexPlan, Lane, Plan, Program, has_bindings};
use crate::vocabulary::Tier;

pub(super) fn emit(out: &mut Writer, plan: &Plan<'_>, names: &Names) {
    let set = plan.rules;
    out.line("");
    out.line("/// The rules, in the base order of evaluation.");
    out.open(&format!("static RULES: [Rule; {}] = [", set.rules.len()));
    let mut details = Details::collect(plan);
    for (at, rule) in set.rules.iter().enumerate() {
        emit_rule(out, set, rule, &details.take(RuleId::new(at)));
    }
    out.close("];");
    out.line("");
    out.open("static TABLE: RuleTable = RuleTable {");
    out.line("rules: &RULES,");
    out.line(&format!(
        "detectors: &[{}],",
        join(&set.detectors, |name| literal(name))
    ));
    out.line(&format!(
        "observations: &[{}],",
        join(observations(plan), literal)
    ));
    out.line(&format!("activity_window: {},", set.activity_window));
    out.close("};");
    for program in &plan.anchors {
        emit_anchor(out, set, program, names);
    }
}

/// The names that a detector may report, sorted.
fn observations<'p>(plan: &Plan<'p>) -> Vec<&'p str> {
    if plan
        .anchors
        .iter()
        .all(|program| program.detectors.is_empty())
    {
        return Vec::new();
    }
    let declared = plan.rules.environment.iter();
    let outside = declared.filter(|(_, symbol)| symbol.tier != Tier::Core);
    let mut names: Vec<&str> = outside.map(|(_, symbol)| symbol.name.as_str()).collect();
    names.sort_unstable();
    names
}

/// What the programs know of each rule beyond its own document.
struct Details {
    suppressors: BTreeMap<RuleId, Vec<RuleId>>,
    selectors: BTreeMap<RuleId, ()>,
}

#[derive(Default)]
struct Detail {
    suppressors: Vec<RuleId>,
    selector: bool,
}

impl Details {
    fn collect(plan: &Plan<'_>) -> Self {
        let suppressors = plan
            .anchors
            .iter()
            .flat_map(|program| program.suppressors.iter().cloned());
        let selectors = plan
            .anchors
            .iter()
            .flat_map(|program| program.selectors.iter().map(|s| (s.rule, ())));
        Self {
            suppressors: suppressors.collect(),
            selectors: selectors.collect(),
        }
    }

    fn take(&mut self, rule: RuleId) -> Detail {
        Detail {
            suppressors: self.suppressors.remove(&rule).unwrap_or_default(),
            selector: self.selectors.remove(&rule).is_some(),
        }
    }
}

fn emit_rule(out: &mut Writer, set: &RuleSet, rule: &Rule, detail: &Detail) {
    out.line(&format!(
        "// {}:{}",
        comment(&rule.origin.file),
        rule.origin.line
    ));
    out.open("Rule {");
    out.line(&format!("qualified: {},", literal(&rule.qualified)));
    out.line(&format!("effect: RuleEffect::{},", effect(rule.effect)));
    out.line(&format!(
        "enforcement: Enforcement::{},",
        enforcement(rule.enforcement)
    ));
    out.line(&format!("mandatory: {},", rule.mandatory));
    let on_error = match rule.on_error {
        OnErrorPlan::FailClosed => "FailClosed".to_owned(),
        OnErrorPlan::FailOpen => "FailOpen".to_owned(),
        OnErrorPlan::Substitute(other) => format!("Substitute({})", other.index()),
    };
    out.line(&format!("on_error: OnError::{on_error},"));
    out.line(&format!("alone: {},", is_alone(rule)));
    emit_more(out, set, rule, detail);
    emit_copy(out, rule);
    out.close("},");
}

/// Whether firing a rule is only to be written down.
pub(super) fn is_alone(rule: &Rule) -> bool {
    rule.effect != Effect::Allow
        && rule.on_fire.is_empty()
        && rule.overrides.is_empty()
        && rule.transform.is_none()
        && !has_bindings(rule)
}

fn emit_more(out: &mut Writer, set: &RuleSet, rule: &Rule, detail: &Detail) {
    let plain = !detail.selector
        && detail.suppressors.is_empty()
        && rule.flow.is_none()
        && rule.detector.is_none()
        && rule.on_fire.is_empty()
        && rule.overrides.is_empty()
        && rule.transform.is_none();
    if plain {
        out.line("more: None,");
        return;
    }
    out.open("more: Some(&More {");
    out.line(&format!("selector: {},", detail.selector));
    let flow = rule.flow.as_deref().unwrap_or_default();
    out.line(&format!("flow: &[{}],", join(flow, |step| literal(step))));
    let detector = rule.detector.map_or("None".to_owned(), |detector| {
        format!("Some({})", detector.index())
    });
    out.line(&format!("detector: {detector},"));
    out.line(&format!(
        "on_fire: &[{}],",
        join(&rule.on_fire, |action| format!(
            "Action::{}",
            action_name(*action)
        ))
    ));
    out.line(&format!("scoped: {},", rule.counter_scope.is_some()));
    out.line(&format!("overrides: &{},", ids(&rule.overrides)));
    out.line(&format!("suppressors: &{},", ids(&detail.suppressors)));
    match &rule.transform {
        None => out.line("transform: None,"),
        Some(transform) => {
            let action = match transform.action {
                TransformAction::Redact => "Redact",
                TransformAction::Replace => "Replace",
                TransformAction::Annotate => "Annotate",
            };
            let target = match transform.target {
                Target::Content => crate::vocabulary::CONTENT,
                Target::Spans(fact) => &set.environment.get(fact).name,
            };
            out.open("transform: Some(&TransformSpec {");
            out.line(&format!("action: TransformAction::{action},"));
            out.line(&format!("target: {},", literal(target)));
            let replacement = transform.replacement.as_ref();
            let replacement =
                replacement.map_or("None".to_owned(), |text| format!("Some({})", literal(text)));
            out.line(&format!("replacement: {replacement},"));
            out.close("}),");
        }
    }
    out.close("}),");
}

fn emit_copy(out: &mut Writer, rule: &Rule) {
    if has_bindings(rule) {
        out.line("copy: CopySource::Bound,");
        return;
    }
    if rule.copy.is_empty() {
        out.line("copy: CopySource::Constant(Copy::constant(&[])),");
        return;
    }
    out.open("copy: CopySource::Constant(Copy::constant(&[");
    for (field, template) in &rule.copy {
        out.line(&format!(
            "({}, {}),",
            copy_field(*field),
            literal(&template.constant_text())
        ));
    }
    out.close("])),");
}

fn emit_anchor(out: &mut Writer, set: &RuleSet, program: &Program, names: &Names) {
    let anchor = set.anchor(program.anchor);
    out.line("");
    out.open(&format!(
        "static {}: Anchor = Anchor {{",
        names.anchor_static(program.anchor)
    ));
    out.line(&format!("local: {},", literal(&anchor.name)));
    out.line("table: &TABLE,");
    out.open("lanes: &[");
    for lane in &program.lanes.lanes {
        emit_lane(out, lane);
    }
    out.close("],");
    if program.indexes.is_empty() {
        out.line("indexes: &[],");
    } else {
        out.open("indexes: &[");
        for (index, lanes) in program.indexes.iter().zip(&program.lanes.by_value) {
            emit_index(out, index, lanes);
        }
        out.close("],");
    }
    out.line(&format!("merged: {},", program.lanes.merged));
    out.line(&format!(
        "suppression: {},",
        !program.suppressors.is_empty()
    ));
    out.close("};");
}

fn emit_index(out: &mut Writer, index: &IndexPlan, lanes: &BTreeMap<String, usize>) {
    out.open("Index {");
    out.open("table: Table {");
    out.open("slots: &[");
    for slot in slots(lanes) {
        match slot {
            None => out.line("FREE,"),
            Some((value, lane)) => out.line(&format!("({}, {lane}),", literal(value))),
        }
    }
    out.close("],");
    out.close("},");
    out.line(&format!("all: &{},", ids(&index.all)));
    out.close("},");
}

type SlotPlan<'v> = Option<(&'v str, usize)>;

/// Places the values as the runtime's table looks for them: open addressing, at most half full.
fn slots(lanes: &BTreeMap<String, usize>) -> Vec<SlotPlan<'_>> {
    let size = (lanes.len() * 2).next_power_of_two();
    let mut slots: Vec<SlotPlan<'_>> = vec![None; size];
    for (value, &lane) in lanes {
        let start = oar_runtime::hash::hash(value) as usize;
        let free = (0..size)
            .map(|step| (start + step) & (size - 1))
            .find(|&at| slots[at].is_none());
        if let Some(at) = free {
            slots[at] = Some((value, lane));
        }
    }
    slots
}

fn emit_lane(out: &mut Writer, lane: &Lane) {
    let Lane {
        rules,
        straight,
        plain,
    } = lane;
    let plain = ids(rules.get(..*plain).unwrap_or_default());
    let rules = ids(rules);
    out.line(&format!(
        "Lane {{ rules: &{rules}, straight: {straight}, plain: &{plain} }},"
    ));
}

/// A list of rule numbers.
fn ids(rules: &[RuleId]) -> String {
    format!("[{}]", join(rules, |rule| rule.index().to_string()))
}

fn effect(effect: Effect) -> &'static str {
    match effect {
        Effect::Block => "Block",
        Effect::Warn => "Warn",
        Effect::Nudge => "Nudge",
        Effect::Allow => "Allow",
        Effect::Transform => "Transform",
    }
}

fn enforcement(enforcement: Enforcement) -> &'static str {
    match enforcement {
        Enforcement::Enforce => "Enforce",
        Enforcement::Monitor => "Monitor",
        Enforcement::Off => "Off",
    }
}

fn action_name(action: Action) -> &'static str {
    match action {
        Action::IncrementCounter => "IncrementCounter",
        Action::ResetCounter => "ResetCounter",
        Action::PublishEvent => "PublishEvent",
        Action::IncrementBreaker => "IncrementBreaker",
        Action::ResetBreaker => "ResetBreaker",
    }
}

pub(super) fn copy_field(field: CopyField) -> &'static str {
    match field {
        CopyField::Title => "CopyField::Title",
        CopyField::What => "CopyField::What",
        CopyField::Cause => "CopyField::Cause",
        CopyField::Why => "CopyField::Why",
        CopyField::Fix => "CopyField::Fix",
        CopyField::Instead => "CopyField::Instead",
    }
}
