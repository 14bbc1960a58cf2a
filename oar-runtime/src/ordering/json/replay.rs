//! Worked cases run against compiled rules: what a case states in JSON, to what came of it in JSON.
//!
//! For the programs that run files of cases. They share it so that one generated program and one interpreter cannot
//! read a case differently; judging what came out is theirs.

use std::borrow::Cow;
use std::collections::HashMap;

use serde_json::{Map, Value, json};

use super::value::to_json;
use super::{
    JsonError, JsonPrimitive, JsonTimeline, finding_to_json, repair_report_to_json, report_to_json,
    snapshot_from_json, timeline_to_json, tools_from_json,
};
use crate::ordering::{
    Action, Entry, Options, Primitive, Rename, Repaired, Report, RuleSet, Snapshot, Surface, Tool,
    check, repair,
};

/// The most attachments that a count stands for.
const ATTACHMENTS: u64 = 100;

/// Runs a case, or every step of a sequence: each step sees the timeline it states or the one that the step before left,
/// and the baseline of the last run that proceeded.
///
/// Each run comes back as `decision`, `findings`, `order` (the ids of the timeline handed back), `unrepaired`,
/// `rebuiltOrder`, and for a repair `repairs`, `repairFailures`, `guardOrder` and `after`. Generated ids read
/// `<filler:N>` and `<fresh:N>`.
///
/// # Errors
/// A case that cannot be run, with what is wrong with it.
pub fn replay<R: RuleSet + ?Sized>(rules: &R, case: &Value) -> Result<Vec<Value>, String> {
    let input = Input::read(case)?;
    let Some(steps) = case.get("steps") else {
        let state = timeline(case.get("timeline").ok_or("the case has no timeline")?);
        return Ok(vec![input.run(rules, &state, None)?.report]);
    };
    let steps = steps.as_array().ok_or("`steps` is not a list")?;
    let (mut baseline, mut state) = (None, Value::Null);
    let mut reports = Vec::new();
    for (number, step) in (1..).zip(steps) {
        match step.get("timeline") {
            Some(list @ Value::Array(_)) => state = timeline(list).into_owned(),
            // "state left by the previous step"
            Some(Value::String(_)) => {}
            _ => return Err(format!("step {number} has no timeline")),
        }
        let ran = input.run(rules, &state, baseline.as_ref())?;
        reports.push(ran.report);
        baseline = ran.snapshot.or(baseline);
        state = ran.state;
    }
    Ok(reports)
}

/// The options of a case, read once.
struct Input<'c> {
    options: &'c Value,
    mutate: bool,
    disabled: Vec<&'c str>,
    tools: Option<Vec<Tool<'c>>>,
    prior: Option<Snapshot>,
}

/// What one run came to.
struct Ran {
    report: Value,
    snapshot: Option<Snapshot>,
    state: Value,
}

impl<'c> Input<'c> {
    fn read(case: &'c Value) -> Result<Self, String> {
        let options = case.get("options").unwrap_or(&Value::Null);
        let mutate = match options.get("action").and_then(Value::as_str) {
            None | Some("enforce") => false,
            Some("mutate") => true,
            Some(other) => return Err(format!("there is no action `{other}`")),
        };
        let disabled = options.get("disableAdvisoryRuleIds");
        let disabled = disabled.and_then(Value::as_array).into_iter().flatten();
        let tools = options.get("tools").map(tools_from_json);
        Ok(Self {
            options,
            mutate,
            disabled: disabled.filter_map(Value::as_str).collect(),
            tools: tools.transpose().map_err(|error| error.to_string())?,
            prior: prior(options).map_err(|error| error.to_string())?,
        })
    }

    fn options<'i>(&'i self, previous: Option<&'i Snapshot>) -> Result<Options<'i>, String> {
        let flag = |name, default| {
            let flag = self.options.get(name).and_then(Value::as_bool);
            flag.unwrap_or(default)
        };
        Ok(Options {
            surface: match self.text("surface") {
                None | Some("dispatch") => Surface::Dispatch,
                Some("turn") => Surface::Turn,
                Some(other) => return Err(format!("there is no surface `{other}`")),
            },
            tools: self.tools.as_deref(),
            previous: previous.or(self.prior.as_ref()),
            model: self.text("currentModel"),
            disable_advisory_rule_ids: &self.disabled,
            allow_metadata_fallback_repair: flag("allowMetadataFallbackRepair", false),
            rename: self.text("renameStrategy").map(strategy).transpose()?,
            can_replace_group: flag("groupReplacement", true),
            can_persist_seq: flag("persistSeq", true),
        })
    }

    fn text(&self, name: &str) -> Option<&'c str> {
        self.options.get(name).and_then(Value::as_str)
    }

    fn run<R: RuleSet + ?Sized>(
        &self,
        rules: &R,
        state: &Value,
        baseline: Option<&Snapshot>,
    ) -> Result<Ran, String> {
        let options = self.options(baseline)?;
        let said = |error: JsonError| error.to_string();
        let timeline = JsonTimeline::read(state).map_err(said)?;
        if !self.mutate {
            let report = check(rules, &timeline, &options);
            return Ok(Ran {
                report: checked(&report, state),
                snapshot: report.snapshot,
                state: state.clone(),
            });
        }
        let repaired = repair(rules, &timeline, &options);
        let state = timeline_to_json(&repaired).map_err(said)?;
        Ok(Ran {
            report: mutated(&repaired).map_err(said)?,
            snapshot: repaired.report.snapshot,
            state,
        })
    }
}

/// The rename strategies that cases know by name.
fn strategy(name: &str) -> Result<Rename<'static>, String> {
    Ok(match name {
        "suffix-index" => &|old, index| format!("{old}-{index}"),
        "constant" => &|_, _| "same".to_owned(),
        "index-only" => &|_, index| format!("n-{index}"),
        "keep-first" => &|old, index| match index {
            0 => old.to_owned(),
            _ => format!("{old}-{index}"),
        },
        "bystander-first" => &|_, index| match index {
            0 => "bystander".to_owned(),
            _ => "fine".to_owned(),
        },
        other => return Err(format!("there is no rename strategy `{other}`")),
    })
}

/// The baseline: a bare array of records, with the model beside it.
fn prior(options: &Value) -> Result<Option<Snapshot>, JsonError> {
    let Some(records) = options.get("priorSnapshot") else {
        return Ok(None);
    };
    let model = options.get("previousModel").unwrap_or(&Value::Null);
    snapshot_from_json(&json!({ "records": records, "model": model })).map(Some)
}

/// The timeline of a case. A count of attachments stands for that many of them.
fn timeline(value: &Value) -> Cow<'_, Value> {
    let counted = |object: &Value| object.get("attachments").is_some_and(Value::is_number);
    let Some(list) = value.as_array().filter(|list| list.iter().any(counted)) else {
        return Cow::Borrowed(value);
    };
    let mut list = list.clone();
    for object in &mut list {
        if let Some(attachments) = object.get_mut("attachments")
            && let Some(count) = attachments.as_u64()
        {
            *attachments = (0..count.min(ATTACHMENTS)).map(|_| Value::Null).collect();
        }
    }
    Cow::Owned(Value::Array(list))
}

fn checked(report: &Report, state: &Value) -> Value {
    let mut json = report_to_json(report);
    let blocking = report.blocking.iter().map(finding_to_json);
    json["unrepaired"] = blocking.collect();
    json["order"] = ids_in_order(state);
    json["rebuiltOrder"] = ids_in_order(state);
    json
}

/// The ids of a JSON timeline, sorted by time, kind and stored order.
fn ids_in_order(state: &Value) -> Value {
    let mut entries: Vec<_> = state.as_array().into_iter().flatten().collect();
    let rank = |kind: &Value| match kind.as_str() {
        Some("message") => 0,
        Some("thought") => 1,
        _ => 2,
    };
    entries.sort_by_key(|entry| (entry["createdAt"].as_i64(), rank(&entry["kind"])));
    entries.iter().map(|entry| entry["id"].clone()).collect()
}

fn mutated(repaired: &Repaired<JsonPrimitive<'_>>) -> Result<Value, JsonError> {
    let names = Names::of(&repaired.report.repaired);
    let mut json = names.apply(&repair_report_to_json(&repaired.report));
    // On a rejection a case tells how far the repairs got.
    let reached = repaired.attempted.as_deref().unwrap_or(&repaired.timeline);
    let mut by_time: Vec<_> = reached.iter().collect();
    by_time.sort_by_key(|entry| (entry.created_at(), entry.position()));
    let left = repaired.report.unrepaired.iter();
    let failed = left.filter(|left| left.reason.is_failure());
    json["repairFailures"] = failed.map(|left| finding_to_json(&left.finding)).collect();
    json["order"] = names.ids(repaired.timeline.iter());
    json["guardOrder"] = names.ids(reached.iter());
    json["rebuiltOrder"] = names.ids(by_time);
    let after: Result<Vec<_>, _> = reached.iter().map(after).collect();
    json["after"] = Value::Array(after?);
    Ok(json)
}

/// An entry's id, and the attributes that cases look at after a repair.
fn after(entry: &Entry<JsonPrimitive<'_>>) -> Result<Value, JsonError> {
    let payload = match entry.new_payload() {
        Some(payload) => Some(to_json(payload)?),
        None => entry
            .original()
            .and_then(|primitive| primitive.object().get("payload").cloned()),
    };
    Ok(json!({
        "id": entry.id(),
        "createdAt": entry.created_at(),
        "payload": payload,
        "replayCompatibility": entry.replay_compatibility(),
    }))
}

/// The names that cases use for generated ids.
struct Names(HashMap<String, String>);

impl Names {
    fn of(actions: &[Action]) -> Self {
        let mut names = HashMap::new();
        let (mut fillers, mut fresh) = (0, 0);
        for action in actions {
            match action {
                Action::InsertFiller { filler, .. } => {
                    names.insert(filler.clone(), format!("<filler:{fillers}>"));
                    fillers += 1;
                }
                Action::Rename { renames, .. } => {
                    for (_, new) in renames.iter().filter(|(_, new)| is_uuid(new)) {
                        names.insert(new.clone(), format!("<fresh:{fresh}>"));
                        fresh += 1;
                    }
                }
                _ => {}
            }
        }
        Self(names)
    }

    fn ids<'e>(&self, entries: impl IntoIterator<Item = &'e Entry<JsonPrimitive<'e>>>) -> Value {
        let ids = entries.into_iter().map(Primitive::id);
        ids.map(|id| self.0.get(id).map_or(id, String::as_str))
            .collect()
    }

    fn apply(&self, value: &Value) -> Value {
        // Bounded: a report is three levels deep.
        match value {
            Value::String(text) => json!(self.0.get(text).unwrap_or(text)),
            Value::Array(list) => list.iter().map(|value| self.apply(value)).collect(),
            Value::Object(map) => {
                let members = map.iter();
                let members = members.map(|(key, value)| (key.clone(), self.apply(value)));
                Value::Object(members.collect::<Map<_, _>>())
            }
            other => other.clone(),
        }
    }
}

fn is_uuid(id: &str) -> bool {
    id.len() == 36 && id.split('-').map(str::len).eq([8, 4, 4, 4, 12])
}
