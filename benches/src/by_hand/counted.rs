//! `tool.pre_invoke` with the tally: every call is hashed and counted.

use std::collections::HashMap;

use oar::args::Args;
use oar::facts::Tool;
use oar::program::Action;
use oar::{Effect, FactError, RuleOutcome};
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};

use super::calls::{Passed, rules};
use super::{Decision, Rule, Trace};
use crate::host::Moment;

/// How often each call was made in a session, by digest.
#[derive(Debug, Default)]
pub struct Tally {
    calls: HashMap<[u8; 32], i64>,
}

/// What a counted call resolved to.
#[derive(Debug)]
pub struct Counted {
    /// The decision.
    pub decision: Decision,
    /// The side-effects applied.
    pub side_effects: [Option<(Rule, Action)>; 2],
    /// The rules that published an event.
    pub events: Vec<Rule>,
}

/// Decides a call and counts it.
#[inline]
pub fn counted_pre_invoke(moment: &Moment<'_>, tally: &mut Tally) -> Counted {
    let mut trace = Trace::new();
    let digest = match digest(moment) {
        Ok(digest) => digest,
        Err(error) => {
            return Counted {
                decision: Decision::fail_closed(Rule::RepeatCallTally, trace, error),
                side_effects: [None; 2],
                events: Vec::new(),
            };
        }
    };
    // Conditions see the count before this call.
    let count = tally.calls.entry(digest).or_default();
    let before = *count;
    *count = count.saturating_add(1);
    trace.push(Rule::RepeatCallTally, RuleOutcome::Fired);
    let mut counted = Counted {
        decision: decide(moment, trace, before),
        side_effects: [
            Some((Rule::RepeatCallTally, Action::IncrementCounter)),
            None,
        ],
        events: Vec::new(),
    };
    if counted.decision.rule == Some(Rule::RepeatLoopBlock) {
        counted.side_effects[1] = Some((Rule::RepeatLoopBlock, Action::PublishEvent));
        counted.events.push(Rule::RepeatLoopBlock);
    }
    counted
}

#[inline]
fn decide(moment: &Moment<'_>, trace: Trace, before: i64) -> Decision {
    let Passed { mut trace, warned } = match rules(moment, trace) {
        Ok(passed) => passed,
        Err(decision) => return decision,
    };
    if before >= 5 {
        return Decision::block(Rule::RepeatLoopBlock, trace);
    }
    trace.push(Rule::RepeatLoopBlock, RuleOutcome::Passed);
    let repeats = before >= 2;
    let outcome = if repeats {
        RuleOutcome::Fired
    } else {
        RuleOutcome::Passed
    };
    trace.push(Rule::RepeatLoopWarn, outcome);
    // In evaluation order: invariants follow policies.
    let advisories = match (warned, repeats) {
        (true, true) => [Some(Rule::DestructiveToolWarn), Some(Rule::RepeatLoopWarn)],
        (true, false) => [Some(Rule::DestructiveToolWarn), None],
        (false, true) => [Some(Rule::RepeatLoopWarn), None],
        (false, false) => return Decision::none(trace),
    };
    Decision {
        advisories,
        ..Decision::new(Effect::Warn, advisories[0], trace)
    }
}

/// The digest that OAR-FACT-28 prescribes, of calls whose arguments are flat: strings, booleans and small integers.
fn digest(moment: &Moment<'_>) -> Result<[u8; 32], FactError> {
    let mut text = Vec::with_capacity(256);
    text.extend_from_slice(b"oar-tool-1.0\0[");
    string(&mut text, moment.tool()?);
    text.extend_from_slice(b",{");
    if let Args::Json(map) = moment.tool_args()? {
        members(&mut text, map)?;
    }
    text.extend_from_slice(b"}]");
    Ok(Sha256::digest(&text).into())
}

/// The map is sorted by key.
fn members(text: &mut Vec<u8>, map: &Map<String, Value>) -> Result<(), FactError> {
    for (at, (key, value)) in map.iter().enumerate() {
        if at > 0 {
            text.push(b',');
        }
        string(text, key);
        text.push(b':');
        match value {
            Value::Null => text.extend_from_slice(b"null"),
            Value::Bool(value) => text.extend_from_slice(if *value { b"true" } else { b"false" }),
            Value::String(value) => string(text, value),
            Value::Number(number) => match number.as_i64() {
                Some(integer) if integer.unsigned_abs() <= 1 << 53 => {
                    // The decimal form of a double (OAR-COPY-10).
                    text.extend_from_slice(integer.to_string().as_bytes());
                    text.extend_from_slice(b".0");
                }
                _ => return Err(FactError::new("an argument is no small integer")),
            },
            Value::Array(_) | Value::Object(_) => {
                return Err(FactError::new("an argument is nested"));
            }
        }
    }
    Ok(())
}

fn string(text: &mut Vec<u8>, value: &str) {
    text.push(b'"');
    if value
        .bytes()
        .any(|byte| byte < 0x20 || byte == b'"' || byte == b'\\')
    {
        for byte in value.bytes() {
            match byte {
                b'"' | b'\\' => text.extend_from_slice(&[b'\\', byte]),
                0..0x20 => text.extend_from_slice(format!("\\u{byte:04x}").as_bytes()),
                _ => text.push(byte),
            }
        }
    } else {
        text.extend_from_slice(value.as_bytes());
    }
    text.push(b'"');
}
