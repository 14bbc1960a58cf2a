//! Five rules selected out of ten, a hundred, a thousand, ten thousand loaded.

use std::hint::black_box;
use std::io;

use oar::{Effect, Outcome, Session};
use oar_grown::grow::{SELECTED, tool};
use oar_grown::host::Call;
use oar_grown::{by_tool_10, by_tool_100, by_tool_1000, by_tool_10000};
use serde_json::{Map, Value, json};

use super::Effort;
use crate::figures::{Bound, Curve, Figures, Series, Target};
use crate::measure::{Side, medians};

/// Rules loaded.
const LOADED: [usize; 4] = [10, 100, 1_000, 10_000];

/// Arguments that no rule minds.
pub(super) fn arguments() -> Map<String, Value> {
    let arguments = json!({
        "path": "/workspace/report.csv", "amount": 12, "target": "staging-7", "dry_run": true
    });
    arguments.as_object().cloned().unwrap_or_default()
}

/// The call is decided the same way whatever is loaded, or the comparison means nothing.
pub(super) fn check(outcome: &Outcome, evaluated: usize) -> io::Result<()> {
    let traced = outcome.trace().iter().count();
    if outcome.effect() == Effect::None && traced == evaluated {
        return Ok(());
    }
    let effect = outcome.effect();
    Err(io::Error::other(format!(
        "{evaluated} rules should pass, but {traced} were evaluated and the effect is {effect:?}"
    )))
}

pub(super) fn measure(effort: Effort) -> io::Result<Figures> {
    let (name, arguments) = (tool(0), arguments());
    let call = &Call::sound(&name, &arguments, &[]);
    macro_rules! sides {
        ($($pack:ident)*) => {{
            $(check(&$pack::decide(&$pack::Policy::new(), call, &mut Session::new("s")), SELECTED)?;)*
            [$({
                let (policy, mut session) = ($pack::Policy::new(), Session::new("s"));
                Side::new(move || $pack::decide(&policy, black_box(call), &mut session))
            }),*]
        }};
    }
    let sides = sides!(by_tool_10 by_tool_100 by_tool_1000 by_tool_10000);
    let taken = medians(effort.pick(2001, 10_001), sides);
    let [least, .., most] = taken;
    Ok(Figures {
        targets: vec![Target::new(
            "select-5-of-10000",
            most / least,
            Bound::AtMost(1.3),
            format!(
                "five rules selected: {most:.1} ns of 10,000 loaded, {least:.1} ns of 10 loaded"
            ),
        )],
        curves: vec![Curve {
            name: "select".to_owned(),
            title: "A decision that evaluates five rules".to_owned(),
            x: "rules loaded".to_owned(),
            y: "ns a decision".to_owned(),
            series: vec![Series::new(
                "five rules selected, none fires",
                LOADED.into_iter().zip(taken),
            )],
        }],
        ..Figures::default()
    })
}
