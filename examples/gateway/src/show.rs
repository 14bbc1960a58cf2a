//! A decision on the screen, or as JSON.

use std::io::{self, Write};

use oar::outcome::Copy;
use oar::{Effect, Outcome};
use serde_json::{Value, json};

use crate::next::Next;
use crate::record::Record;

/// The outcome with the line it belongs to.
pub(crate) fn json(number: usize, record: &Record, outcome: &Outcome) -> Value {
    let mut all = outcome.to_json();
    all["line"] = number.into();
    all["session"] = record.session.as_str().into();
    all["anchor"] = record.anchor.as_str().into();
    let failures = outcome.failures().iter();
    all["failures"] = failures
        .map(|failure| json!({ "rule": failure.rule, "cause": failure.cause.to_string() }))
        .collect();
    all
}

/// Everything about one occurrence, for a person.
pub(crate) fn text(
    out: &mut impl Write,
    number: usize,
    record: &Record,
    outcome: &Outcome,
) -> io::Result<()> {
    let subject = printable(&subject(record));
    writeln!(out, "{number:>3}  {}{subject}", record.anchor)?;
    decision(out, outcome)?;
    let next = Next::of(outcome, record);
    row(out, "then", &next.to_string())?;
    if let (Some(content), Next::Deliver(_)) = (outcome.content(), &next) {
        for (at, line) in content.lines().enumerate() {
            row(out, if at == 0 { "content" } else { "" }, line)?;
        }
    }
    for skipped in outcome.skipped_transforms() {
        let (start, end) = (skipped.start, skipped.end);
        let text = format!("{start}..{end} of {}: already rewritten", skipped.rule);
        row(out, "skipped", &text)?;
    }
    for event in outcome.events() {
        row(
            out,
            "event",
            &format!("{} ({})", event.rule, event.effect.name()),
        )?;
    }
    trace(out, outcome)?;
    writeln!(out)
}

/// What the occurrence is about: the call, or the text.
fn subject(record: &Record) -> String {
    let call = record.tool.as_ref().map(|tool| {
        let arguments = Value::Object(record.arguments.clone());
        format!("  {tool} {arguments}")
    });
    let text = record.text.as_ref().map(|text| format!("  {text:?}"));
    let shown = call.into_iter().chain(text).collect::<String>();
    format!("  [{}]{shown}", record.session)
}

/// The decision with the rule it names and its copy; every advisory that is part of it.
fn decision(out: &mut impl Write, outcome: &Outcome) -> io::Result<()> {
    let effect = outcome.effect();
    let rule = outcome.rule().unwrap_or("");
    row(out, "decision", format!("{effect}  {rule}").trim_end())?;
    if !matches!(effect, Effect::Warn | Effect::Nudge) {
        return copy(out, outcome.copy());
    }
    for advisory in outcome.advisories() {
        row(out, "advisory", advisory.rule())?;
        copy(out, advisory.copy())?;
    }
    Ok(())
}

fn copy(out: &mut impl Write, copy: &Copy) -> io::Result<()> {
    copy.iter()
        .try_for_each(|(field, text)| row(out, field.name(), text))
}

/// Every selected rule in the order of evaluation, and why those that failed did.
fn trace(out: &mut impl Write, outcome: &Outcome) -> io::Result<()> {
    for (at, (rule, what)) in outcome.trace().iter().enumerate() {
        let label = if at == 0 { "trace" } else { "" };
        row(out, label, &format!("{:<17} {rule}", what.name()))?;
        for failure in outcome
            .failures()
            .iter()
            .filter(|failure| failure.rule == rule)
        {
            row(out, "", &format!("{:<17} {}", "", failure.cause))?;
        }
    }
    Ok(())
}

fn row(out: &mut impl Write, label: &str, text: &str) -> io::Result<()> {
    writeln!(out, "     {label:<9} {}", printable(text))
}

/// Text as a terminal may have it: a recorded text could hold escape sequences.
pub(crate) fn printable(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for ch in text.chars() {
        if ch.is_control() {
            shown.extend(ch.escape_unicode());
        } else {
            shown.push(ch);
        }
    }
    shown
}
