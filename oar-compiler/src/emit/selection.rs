//! How an occurrence finds its lane.

use std::collections::BTreeMap;

use super::names::Names;
use super::tables::lane;
use super::writer::{Writer, literal};
use crate::plan::{Lane, Program};

/// This many values and no more are compared one after the other, as a person would write it; more are looked up.
const FEW_VALUES: usize = 12;

/// The method of the engine's trait.
pub(super) fn emit(out: &mut Writer, program: &Program, names: &Names) {
    out.line("#[inline]");
    out.open("fn lane(&self) -> Result<&'static Lane, Option<Result<&'a str, Raise>>> {");
    match (&program.indexes[..], &program.lanes[..]) {
        ([], _) => out.line(&found(&program.always, "None")),
        ([index], [lanes]) if program.merged => {
            out.open(&format!(
                "let value = match self.{}() {{",
                names.fact(index.fact)
            ));
            out.line("Ok(value) => value,");
            out.line("Err(raise) => return Err(Some(Err(raise))),");
            out.close("};");
            by_value(out, program, lanes, names);
        }
        _ => out.line("Err(None)"),
    }
    out.close("}");
    out.line("");
}

fn by_value(out: &mut Writer, program: &Program, lanes: &BTreeMap<String, Lane>, names: &Names) {
    if lanes.len() > FEW_VALUES {
        let anchor = names.anchor_static(program.anchor);
        out.line(&format!(
            "find(&{anchor}.indexes[0].table, &{anchor}.always, value)"
        ));
        return;
    }
    // Values that select the same rules share an arm.
    let mut arms: Vec<(Vec<String>, &Lane)> = Vec::new();
    for (value, lane) in lanes {
        let value = literal(value);
        match arms.iter_mut().find(|(_, other)| other.rules == lane.rules) {
            Some((values, _)) => values.push(value),
            None => arms.push((vec![value], lane)),
        }
    }
    out.open("match value {");
    for (values, lane) in arms {
        let lane = found(lane, "Some(Ok(value))");
        out.line(&format!("{} => {lane},", values.join(" | ")));
    }
    let always = found(&program.always, "Some(Ok(value))");
    out.line(&format!("_ => {always},"));
    out.close("}");
}

/// The lane, where all of it is selected.
fn found(found: &Lane, otherwise: &str) -> String {
    match found.straight {
        true => format!("Ok(&{})", lane(found)),
        false => format!("Err({otherwise})"),
    }
}
