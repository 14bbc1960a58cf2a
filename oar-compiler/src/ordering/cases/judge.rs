//! What a run came to, against what a case expects.
//!
//! Some cases tell of a repair twice: `finalOrder` or `finalIds` say what must come out, and `repairs`, `guardOrder`,
//! `rebuiltOrder` and `after` what a single pass did that did not get there. Then the first counts. And what proceeds has
//! nothing left, whatever `unrepaired` says of such a pass.

use serde_json::{Value, json};

/// What differs, one line each; lines of a sequence begin with the step. `reports` are what `ordering::json::replay` of
/// the runtime made of the case.
#[must_use]
pub fn judge(case: &Value, reports: &[Value]) -> Vec<String> {
    let Some(steps) = case.get("steps") else {
        return match (case.get("expected"), reports) {
            (Some(expected), [ran]) => compare(case, ran, expected),
            (None, _) => vec!["the case expects nothing".to_owned()],
            _ => vec!["the case was run more than once".to_owned()],
        };
    };
    let steps = steps.as_array().map_or(&[][..], Vec::as_slice);
    if steps.len() != reports.len() {
        return vec!["the sequence was run in another number of steps".to_owned()];
    }
    let judged = (1..).zip(steps.iter().zip(reports));
    let judged = judged.flat_map(|(number, (step, ran))| {
        let differing = match step.get("expected") {
            Some(expected) => compare(step, ran, expected),
            None => vec!["it expects nothing".to_owned()],
        };
        let numbered = differing.into_iter();
        numbered.map(move |text| format!("step {number}: {text}"))
    });
    judged.collect()
}

fn compare(given: &Value, ran: &Value, expected: &Value) -> Vec<String> {
    let mut differing = Differences {
        lines: Vec::new(),
        borrowed: borrowed(given),
    };
    differing.equal("decision", expected, ran, "decision");
    for findings in ["findings", "repairFailures"] {
        differing.findings(findings, expected, ran);
    }
    differing.equal("finalOrder", expected, ran, "order");
    differing.equal("finalIds", expected, ran, "order");
    if expected["decision"] == "proceed" {
        differing.values("unrepaired", &json!([]), &ran["unrepaired"]);
    } else {
        differing.findings("unrepaired", expected, ran);
    }
    if !is_overruled(given, expected) {
        differing.repairs(expected, ran);
        differing.equal("guardOrder", expected, ran, "guardOrder");
        differing.equal("rebuiltOrder", expected, ran, "rebuiltOrder");
        differing.after(expected, ran);
    }
    differing.lines
}

/// Whether the final state stands against what a case tells of a single pass: the pass was not the whole repair, or it
/// filled a gap between other entries than messages, which is no repair (R8).
fn is_overruled(given: &Value, expected: &Value) -> bool {
    let is_final = expected
        .get("finalOrder")
        .or(expected.get("finalIds"))
        .is_some();
    let timeline = list(&given["timeline"]);
    let is_message = |id: &Value| {
        let mut named = timeline.iter().filter(|entry| entry["id"] == *id);
        named.all(|entry| entry["kind"] == "message")
    };
    let mut between = list(&expected["repairs"])
        .iter()
        .flat_map(|repair| list(&repair["between"]));
    is_final && (expected["decision"] == "proceed" || !between.all(is_message))
}

/// The primitive that a finding about a tool's declaration names for want of anything better: the first call, or else
/// the first entry.
fn borrowed(given: &Value) -> Option<&str> {
    let timeline = given.get("timeline")?.as_array()?;
    let call = timeline.iter().find(|entry| entry["kind"] == "toolCall");
    call.or(timeline.first())?.get("id")?.as_str()
}

struct Differences<'c> {
    lines: Vec<String>,
    borrowed: Option<&'c str>,
}

impl Differences<'_> {
    /// Compares a member that the case states with what the run calls `name`.
    fn equal(&mut self, what: &str, expected: &Value, ran: &Value, name: &str) {
        if let Some(expected) = expected.get(what) {
            self.values(what, expected, &ran[name]);
        }
    }

    fn values(&mut self, what: &str, expected: &Value, found: &Value) {
        if expected != found {
            let line = format!("{what}: expected {expected}, found {found}");
            self.lines.push(line);
        }
    }

    fn repairs(&mut self, expected: &Value, ran: &Value) {
        if let Some(repairs) = expected.get("repairs") {
            let found: Value = list(&ran["repairs"])
                .iter()
                .map(in_words_of_cases)
                .collect();
            self.values("repairs", repairs, &found);
        }
    }

    fn after(&mut self, expected: &Value, ran: &Value) {
        let after = expected.get("after").and_then(Value::as_object);
        for (id, attributes) in after.into_iter().flatten() {
            let entry = list(&ran["after"]).iter().find(|entry| entry["id"] == **id);
            for (name, value) in attributes.as_object().into_iter().flatten() {
                let found = entry.map_or(&Value::Null, |entry| &entry[name]);
                self.values(&format!("after.{id}.{name}"), value, found);
            }
        }
    }

    /// Compares only the members that a case states.
    fn findings(&mut self, what: &str, expected: &Value, ran: &Value) {
        let Some(expected) = expected.get(what) else {
            return;
        };
        let (wanted, found) = (list(expected), list(&ran[what]));
        let agree = |(wanted, found): (&Value, &Value)| {
            let stated = wanted.as_object().into_iter().flatten();
            stated
                .filter(|(name, value)| !self.is_borrowed(name, value, found))
                .all(|(name, value)| found.get(name) == Some(value))
        };
        if wanted.len() != found.len() || !wanted.iter().zip(found).all(agree) {
            self.values(what, expected, &json!(found));
        }
    }

    /// Whether a case names a primitive for want of anything better: the defect is in the declaration of a tool, and no
    /// primitive is to blame.
    fn is_borrowed(&self, name: &str, ids: &Value, found: &Value) -> bool {
        name == "primitiveIds"
            && found["ruleType"] == "schemaIntegrity"
            && self
                .borrowed
                .is_some_and(|borrowed| *ids == json!([borrowed]))
    }
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
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
