//! Reports as JSON, for tools and logs.

use serde_json::{Value, json};

use crate::ordering::{Action, Decision, Finding, RepairReport, Report};

/// A finding: `ruleId`, `ruleType`, `severity`, `profileName`, `primitiveIds`, `detail`, and `tools` where it names
/// some.
#[must_use]
pub fn finding_to_json(finding: &Finding) -> Value {
    let mut object = json!({
        "ruleId": finding.rule_id(),
        "ruleType": finding.rule_type().name(),
        "severity": finding.severity().name(),
        "profileName": finding.profile,
        "primitiveIds": finding.primitive_ids,
        "detail": finding.detail.to_string(),
    });
    if let (false, Some(members)) = (finding.tools().is_empty(), object.as_object_mut()) {
        members.insert("tools".to_owned(), json!(finding.tools()));
    }
    object
}

/// The report of a check: `decision` and `findings`.
#[must_use]
pub fn report_to_json(report: &Report) -> Value {
    json!({
        "decision": decision(report.decision),
        "findings": all(report.findings()),
    })
}

/// The report of a repair: `decision`, `findings` (before the repair), `repairs`, `unrepaired`, `advisories`.
#[must_use]
pub fn repair_report_to_json(report: &RepairReport) -> Value {
    let unrepaired: Vec<_> = report
        .unrepaired
        .iter()
        .map(|left| {
            let mut finding = finding_to_json(&left.finding);
            if let Some(members) = finding.as_object_mut() {
                members.insert("reason".to_owned(), json!(left.reason.to_string()));
            }
            finding
        })
        .collect();
    json!({
        "decision": decision(report.decision),
        "findings": all(report.found.iter()),
        "repairs": report.repaired.iter().map(action).collect::<Vec<_>>(),
        "unrepaired": unrepaired,
        "advisories": all(report.advisories.iter()),
    })
}

fn all<'f>(findings: impl Iterator<Item = &'f Finding>) -> Vec<Value> {
    findings.map(finding_to_json).collect()
}

fn decision(decision: Decision) -> &'static str {
    match decision {
        Decision::Proceed => "proceed",
        Decision::Reject => "reject",
    }
}

fn action(action: &Action) -> Value {
    let mut object = match action {
        Action::Reorder { moved, before, .. } => json!({ "moved": moved, "before": before }),
        Action::ReorderAdjacent { moved, before, .. } => {
            json!({ "moved": [moved], "before": before })
        }
        Action::FillMetadata { primitive, key, .. } => {
            json!({ "primitiveId": primitive, "key": key })
        }
        Action::InsertFiller {
            between,
            filler,
            role,
            created_at,
            ..
        } => json!({
            "between": between,
            "fillerId": filler,
            "fillerRole": role.name(),
            "fillerCreatedAt": created_at,
        }),
        Action::Rename { renames, .. } => json!({ "renames": renames }),
    };
    if let Some(members) = object.as_object_mut() {
        members.insert("strategy".to_owned(), json!(action.strategy()));
        members.insert("ruleId".to_owned(), json!(action.rule_id()));
    }
    object
}
