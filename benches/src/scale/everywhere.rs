//! Ten, a hundred, a thousand rules that every call selects.

use std::hint::black_box;
use std::io;

use oar::Session;
use oar_grown::grow::tool;
use oar_grown::host::Call;
use oar_grown::{
    everywhere_100, everywhere_1000, everywhere_plain_10, everywhere_plain_100,
    everywhere_plain_1000,
};

use super::Effort;
use super::select::{arguments, check};
use crate::figures::{Bound, Curve, Figures, Series, Target};
use crate::measure::{Side, medians};

/// Rules loaded, and selected: three packs alike, then two in which some rules need more than a condition.
const RULES: [usize; 5] = [10, 100, 1_000, 100, 1_000];

pub(super) fn measure(effort: Effort) -> io::Result<Figures> {
    let (name, arguments) = (tool(0), arguments());
    let call = &Call::sound(&name, &arguments, &[]);
    macro_rules! sides {
        ($($pack:ident $rules:expr;)*) => {{
            $(check(&$pack::decide(&$pack::Policy::new(), call, &mut Session::new("s")), $rules)?;)*
            [$({
                let (policy, mut session) = ($pack::Policy::new(), Session::new("s"));
                Side::new(move || $pack::decide(&policy, black_box(call), &mut session))
            }),*]
        }};
    }
    let sides = sides!(
        everywhere_plain_10 RULES[0];
        everywhere_plain_100 RULES[1];
        everywhere_plain_1000 RULES[2];
        everywhere_100 RULES[3];
        everywhere_1000 RULES[4];
    );
    let taken = medians(effort.pick(2001, 10_001), sides);
    let per_rule = taken.iter().zip(RULES);
    let per_rule: Vec<(usize, f64)> = per_rule
        .map(|(ns, rules)| (rules, ns / rules as f64))
        .collect();
    let (plain, mixed) = per_rule.split_at(3);
    let ((_, few), (_, many)) = (plain[0], plain[2]);
    Ok(Figures {
        targets: vec![Target::new(
            "all-selected-per-rule",
            many / few,
            Bound::AtMost(1.2),
            format!("every rule selected: {many:.2} ns a rule of 1,000, {few:.2} ns a rule of 10"),
        )],
        curves: vec![Curve {
            name: "all-selected".to_owned(),
            title: "A decision that evaluates every rule loaded".to_owned(),
            x: "rules loaded".to_owned(),
            y: "ns a rule".to_owned(),
            series: vec![
                Series::new("conditions alone, none holds", plain.to_vec()),
                Series::new("some rules with flow or counters", mixed.to_vec()),
            ],
        }],
        ..Figures::default()
    })
}
