//! A request and profiles, to what was found and done.

use std::path::Path;

use oar_runtime::ordering::api::{Api, ApiTimeline};
use oar_runtime::ordering::json::{self, JsonError, JsonTimeline};
use oar_runtime::ordering::{
    Decision, Entry, Finding, Options, RepairReport, Report, Rule, Snapshot, Timeline, Tool, check,
    repair,
};
use serde_json::Value;

use super::OrderArgs;
use super::profiles::Profiles;
use super::request::Request;

/// What a run came to.
#[derive(Debug)]
pub struct Judged {
    /// How many messages, thoughts and tool calls the request holds.
    pub entries: usize,
    /// The reports.
    pub outcome: Outcome,
    /// Where each primitive stands in the request, in stored order.
    places: Vec<String>,
    /// Rules that had nothing to compare with, and what would give it to them.
    pub idle: Vec<String>,
    /// The body to send, as text; of a repair only.
    pub body: Option<String>,
}

/// A check's report, or a repair's.
#[derive(Debug)]
pub enum Outcome {
    /// Of a check.
    Checked(Box<Report>),
    /// Of a repair, and for each entry of the timeline as far as it got where the request holds it; a filler is nowhere.
    Repaired(Box<RepairReport>, Vec<Option<usize>>),
}

/// When a finding was made: before anything was repaired, or after.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Of the request as it came.
    Found,
    /// Of what the repairs left.
    Left,
}

impl Judged {
    /// Whether a blocking finding is left.
    #[must_use]
    pub fn is_rejected(&self) -> bool {
        let decision = match &self.outcome {
            Outcome::Checked(report) => report.decision,
            Outcome::Repaired(report, _) => report.decision,
        };
        decision == Decision::Reject
    }

    /// What the next run compares with, if this one moves the baseline.
    #[must_use]
    pub fn snapshot(&self) -> Option<&Snapshot> {
        match &self.outcome {
            Outcome::Checked(report) => report.snapshot.as_ref(),
            Outcome::Repaired(report, _) => report.snapshot.as_ref(),
        }
    }

    /// Where the primitives of a finding stand in the request, one for each of its ids; empty when they are gone.
    #[must_use]
    pub fn places(&self, finding: &Finding, stage: Stage) -> Vec<&str> {
        let place = |&at: &usize| {
            let stored = match (&self.outcome, stage) {
                (Outcome::Repaired(_, order), Stage::Left) => order.get(at).copied().flatten(),
                _ => Some(at),
            };
            stored
                .and_then(|stored| self.places.get(stored))
                .map_or("a filler", String::as_str)
        };
        finding.entries.iter().map(place).collect()
    }
}

/// Reads the timeline and runs the guard on it.
///
/// # Errors
/// The request or the snapshot does not read.
pub fn judge(order: &OrderArgs, profiles: &Profiles, request: &Request) -> Result<Judged, String> {
    match order.api {
        Some(api) => from_api(order, profiles, request, api.into()),
        None => from_timeline(order, profiles, request),
    }
}

fn from_api(
    order: &OrderArgs,
    profiles: &Profiles,
    request: &Request,
    api: Api,
) -> Result<Judged, String> {
    let timeline = api
        .read(&request.value)
        .map_err(|error| format!("this is no request body of `{}`: {error}", api.name()))?;
    let run = Run {
        order,
        profiles,
        tools: timeline.tools(),
        model: order.model.as_deref().or_else(|| timeline.model()),
        places: timeline.places(),
        no_tools: "the request declares no tools",
    };
    run.judge(&timeline, request, ApiTimeline::write)
}

/// A bare list of primitives, or an object with `timeline`, `tools` and `model`.
fn from_timeline(
    order: &OrderArgs,
    profiles: &Profiles,
    request: &Request,
) -> Result<Judged, String> {
    let wrapped = request.value.get("timeline");
    if wrapped.is_none() && request.value.is_object() {
        return Err(
            "this is no timeline: a timeline is a list of primitives, or an object with the member `timeline`\n\
             help: for the request body of a provider say which API it is for, such as `--api anthropic`"
                .to_owned(),
        );
    }
    let said = |error: JsonError| format!("this is no timeline: {error}");
    let timeline = JsonTimeline::read(wrapped.unwrap_or(&request.value)).map_err(said)?;
    let tools = request.value.get("tools").map(json::tools_from_json);
    let tools = tools.transpose().map_err(said)?;
    let model = request.value.get("model").and_then(Value::as_str);
    let run = Run {
        order,
        profiles,
        tools: tools.as_deref(),
        model: order.model.as_deref().or(model),
        places: (0..timeline.len())
            .map(|at| format!("timeline[{at}]"))
            .collect(),
        no_tools: "the timeline comes without `tools`",
    };
    run.judge(&timeline, request, |_, repaired| {
        let list = json::timeline_to_json(repaired)?;
        let mut value = request.value.clone();
        match value.get_mut("timeline") {
            Some(place) => *place = list,
            None => value = list,
        }
        Ok(value)
    })
}

/// One run of the guard.
struct Run<'r> {
    order: &'r OrderArgs,
    profiles: &'r Profiles,
    tools: Option<&'r [Tool<'r>]>,
    model: Option<&'r str>,
    places: Vec<String>,
    no_tools: &'static str,
}

type Repaired<'t, T> = oar_runtime::ordering::Repaired<<T as Timeline>::Primitive<'t>>;

impl Run<'_> {
    fn judge<'t, T: Timeline>(
        self,
        timeline: &'t T,
        request: &Request,
        write: impl FnOnce(&'t T, &Repaired<'t, T>) -> Result<Value, JsonError>,
    ) -> Result<Judged, String> {
        let order = self.order;
        let previous = order.previous.as_deref().map(snapshot).transpose()?;
        let disabled: Vec<&str> = order.disable_advisory.iter().map(String::as_str).collect();
        let options = Options {
            surface: order.surface.into(),
            tools: self.tools,
            previous: previous.as_ref(),
            model: self.model,
            disable_advisory_rule_ids: &disabled,
            allow_metadata_fallback_repair: order.metadata_fallback,
            ..Options::default()
        };
        let guard = &self.profiles.guard;
        let (outcome, body) = if order.repair {
            let repaired = repair(guard, timeline, &options);
            let is_same = !repaired.report.is_changed() && repaired.report.stale_fillers.is_empty();
            let body = match is_same {
                true => request.original.text().to_owned(),
                false => {
                    let body = write(timeline, &repaired)
                        .map_err(|error| format!("the repair cannot be written: {error}"))?;
                    request.original.print(&body)?
                }
            };
            let reached = repaired.attempted.as_ref().unwrap_or(&repaired.timeline);
            let stored = reached.iter().map(Entry::index).collect();
            (
                Outcome::Repaired(Box::new(repaired.report), stored),
                Some(body),
            )
        } else {
            let report = check(guard, timeline, &options);
            (Outcome::Checked(Box::new(report)), None)
        };
        Ok(Judged {
            entries: timeline.len(),
            outcome,
            idle: self.idle(),
            places: self.places,
            body,
        })
    }

    /// A rule that finds nothing because it has nothing to look at must not look like one that is content.
    fn idle(&self) -> Vec<String> {
        let reason = |rule: &Rule| match rule {
            Rule::ToolIdentity(_) | Rule::SchemaIntegrity(_) if self.tools.is_none() => {
                Some(self.no_tools)
            }
            Rule::Preservation(_) if self.order.previous.is_none() => Some(
                "it compares with an earlier run, and there is none: `--remember FILE` writes it, `--previous FILE` reads it",
            ),
            _ => None,
        };
        let rules = self.profiles.rules();
        rules
            .filter_map(|rule| Some(format!("`{}`: {}", rule.id(), reason(&rule)?)))
            .collect()
    }
}

fn snapshot(path: &Path) -> Result<Snapshot, String> {
    let text = std::fs::read_to_string(path)
        .map_err(|error| format!("cannot read `{}`: {error}", path.display()))?;
    let wrong = |what: String| {
        format!(
            "`{}` is nothing that `--remember` wrote: {what}",
            path.display()
        )
    };
    let value: Value = serde_json::from_str(&text).map_err(|error| wrong(error.to_string()))?;
    json::snapshot_from_json(&value).map_err(|error| wrong(error.to_string()))
}
