//! What a run came to, against what a case expects.
//!
//! Where a case gives `finalOrder` or `finalIds`, those are what must come out, and its other accounts of the repair
//! (`repairs`, `guardOrder`, `rebuiltOrder`, `after`, `unrepaired`) describe a single pass that is not made.

use std::collections::HashMap;

use oar_runtime::ordering::{self as o, Primitive as _, json as oj};
use serde_json::{Value, json};

/// A run in the words of cases, generated ids replaced by `<filler:N>` and `<fresh:N>`.
pub(super) struct Ran {
    decision: Value,
    findings: Vec<Value>,
    repair: Option<Value>,
    /// The ids of the timeline handed back.
    order: Value,
    /// The timeline handed back.
    pub(super) state: Value,
}

impl Ran {
    pub(super) fn checked(report: &o::Report, state: Value) -> Self {
        let json = oj::report_to_json(report);
        Self {
            decision: json["decision"].clone(),
            findings: list(&json["findings"]),
            repair: None,
            order: ids_in_order(&state),
            state,
        }
    }

    pub(super) fn repaired(repaired: &o::Repaired<oj::JsonPrimitive<'_>>, state: Value) -> Self {
        let names = Names::of(&repaired.report.repaired);
        let report = oj::repair_report_to_json(&repaired.report);
        // On a rejection a case tells how far the repairs got.
        let reached = repaired.attempted.as_deref().unwrap_or(&repaired.timeline);
        let failed = repaired
            .report
            .unrepaired
            .iter()
            .filter(|left| left.reason.is_failure());
        let failed: Vec<_> = failed
            .map(|left| oj::finding_to_json(&left.finding))
            .collect();
        let mut by_time: Vec<_> = reached.iter().collect();
        by_time.sort_by_key(|entry| (entry.created_at(), entry.position()));
        let ids = |entries: &mut dyn Iterator<Item = &o::Entry<oj::JsonPrimitive<'_>>>| {
            names.apply(&entries.map(|entry| entry.id().to_owned()).collect())
        };
        let repair = json!({
            "repairs": names.apply(&report["repairs"]),
            "unrepaired": report["unrepaired"],
            "repairFailures": failed,
            "guardOrder": ids(&mut reached.iter()),
            "rebuiltOrder": ids(&mut by_time.into_iter()),
            "after": reached.iter().map(after).collect::<Value>(),
        });
        Self {
            decision: report["decision"].clone(),
            findings: list(&report["findings"]),
            order: ids(&mut repaired.timeline.iter()),
            repair: Some(repair),
            state,
        }
    }
}

fn list(value: &Value) -> Vec<Value> {
    value.as_array().cloned().unwrap_or_default()
}

/// The ids of a JSON timeline, sorted by time, kind and stored order.
fn ids_in_order(state: &Value) -> Value {
    let mut entries = list(state);
    let rank = |kind: &Value| match kind.as_str() {
        Some("message") => 0,
        Some("thought") => 1,
        _ => 2,
    };
    entries.sort_by_key(|entry| (entry["createdAt"].as_i64(), rank(&entry["kind"])));
    entries.iter().map(|entry| entry["id"].clone()).collect()
}

/// An entry's id, and the attributes that cases look at after a repair.
fn after(entry: &o::Entry<oj::JsonPrimitive<'_>>) -> Value {
    let payload = entry.new_payload().map_or_else(
        || {
            entry
                .original()
                .and_then(|p| p.object().get("payload").cloned())
        },
        data_to_value,
    );
    json!({
        "id": entry.id(),
        "createdAt": entry.created_at(),
        "payload": payload,
        "replayCompatibility": entry.replay_compatibility(),
    })
}

fn data_to_value(data: &o::Data) -> Option<Value> {
    Some(match data {
        o::Data::Null => Value::Null,
        o::Data::Bool(b) => json!(b),
        o::Data::Int(n) => json!(n),
        o::Data::Float(x) => json!(x),
        o::Data::Str(text) => json!(text),
        o::Data::List(list) => list.iter().map(data_to_value).collect::<Option<Value>>()?,
        o::Data::Map(members) => members
            .iter()
            .map(|(key, value)| Some((key.to_owned(), data_to_value(value)?)))
            .collect::<Option<serde_json::Map<_, _>>>()?
            .into(),
        _ => return None,
    })
}

/// The names that cases use for generated ids.
struct Names(HashMap<String, String>);

impl Names {
    fn of(actions: &[o::Action]) -> Self {
        let mut names = HashMap::new();
        let (mut fillers, mut fresh) = (0, 0);
        for action in actions {
            match action {
                o::Action::InsertFiller { filler, .. } => {
                    names.insert(filler.clone(), format!("<filler:{fillers}>"));
                    fillers += 1;
                }
                o::Action::Rename { renames, .. } => {
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

    fn apply(&self, value: &Value) -> Value {
        match value {
            Value::String(text) => json!(self.0.get(text).unwrap_or(text)),
            Value::Array(list) => list.iter().map(|value| self.apply(value)).collect(),
            Value::Object(map) => map
                .iter()
                .map(|(key, value)| (key.clone(), self.apply(value)))
                .collect::<serde_json::Map<_, _>>()
                .into(),
            other => other.clone(),
        }
    }
}

fn is_uuid(id: &str) -> bool {
    id.len() == 36 && id.split('-').map(str::len).eq([8, 4, 4, 4, 12])
}

/// What differs, one line each.
pub(super) fn compare(ran: &Ran, expected: &Value) -> Vec<String> {
    let mut differing = Differences(Vec::new());
    differing.equal("decision", &expected["decision"], &ran.decision);
    if let Some(findings) = expected.get("findings") {
        differing.findings("findings", findings, &ran.findings);
    }
    if let Some(order) = expected.get("finalOrder") {
        differing.equal("finalOrder", order, &ran.order);
    } else if let Some(ids) = expected.get("finalIds") {
        differing.equal("finalIds", ids, &ran.order);
    } else if let Some(repair) = &ran.repair {
        differing.repair(expected, repair);
    }
    differing.0
}

struct Differences(Vec<String>);

impl Differences {
    fn equal(&mut self, what: &str, expected: &Value, found: &Value) {
        if expected != found {
            self.0
                .push(format!("{what}: expected {expected}, found {found}"));
        }
    }

    fn repair(&mut self, expected: &Value, repair: &Value) {
        if let Some(repairs) = expected.get("repairs") {
            let found: Value = list(&repair["repairs"])
                .iter()
                .map(in_words_of_cases)
                .collect();
            self.equal("repairs", repairs, &found);
        }
        // What proceeds has nothing left: a case that says otherwise tells of a run that did not converge.
        if let Some(unrepaired) = expected.get("unrepaired")
            && expected["decision"] == "reject"
        {
            self.findings("unrepaired", unrepaired, &list(&repair["unrepaired"]));
        }
        if let Some(failures) = expected.get("repairFailures") {
            self.findings("repairFailures", failures, &list(&repair["repairFailures"]));
        }
        for order in ["guardOrder", "rebuiltOrder"] {
            if let Some(expected) = expected.get(order) {
                self.equal(order, expected, &repair[order]);
            }
        }
        let after = expected.get("after").and_then(Value::as_object);
        for (id, attributes) in after.into_iter().flatten() {
            let entries = list(&repair["after"]);
            let entry = entries.iter().find(|entry| entry["id"] == **id);
            for (name, value) in attributes.as_object().into_iter().flatten() {
                let found = entry.map_or(&Value::Null, |entry| &entry[name]);
                self.equal(&format!("after.{id}.{name}"), value, found);
            }
        }
    }

    /// Compares only the members that a case states.
    fn findings(&mut self, what: &str, expected: &Value, found: &[Value]) {
        let expected = list(expected);
        let agree = |(expected, found): (&Value, &Value)| {
            let stated = expected.as_object().into_iter().flatten();
            stated
                .filter(|(name, _)| !is_borrowed(name, expected, found))
                .all(|(name, value)| found.get(name) == Some(value))
        };
        if expected.len() != found.len() || !expected.iter().zip(found).all(agree) {
            let (expected, found) = (json!(expected), json!(found));
            self.0
                .push(format!("{what}: expected {expected}, found {found}"));
        }
    }
}

/// Whether a case names a primitive for want of anything better: the defect is in the declaration of a tool, and no
/// primitive is to blame (R12). A case that names the tool means what it says.
fn is_borrowed(name: &str, expected: &Value, found: &Value) -> bool {
    name == "primitiveIds"
        && found["ruleType"] == "schemaIntegrity"
        && expected.get("tools").is_none()
}

/// A repair as cases write it: one target, and no more members than they name.
fn in_words_of_cases(repair: &Value) -> Value {
    let mut repair = repair.clone();
    if let Some(members) = repair.as_object_mut() {
        members.remove("key");
        if let Some(moved) = members.remove("moved") {
            members.insert("targetId".to_owned(), moved[0].clone());
        }
        if let Some(before) = members.remove("before") {
            members.insert("blockerId".to_owned(), before);
        }
    }
    repair
}
