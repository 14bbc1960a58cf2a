//! What rustc takes for the code of rules, against code that `serde` derives.

use std::io;

use super::Effort;
use super::scratch::{Content, Profile, Scratch};
use crate::figures::{Bound, Curve, Figures, Series, Target};
use crate::measure::median;

const RULES: [Content; 4] = [
    Content::Rules(1),
    Content::Rules(100),
    Content::Rules(1_000),
    Content::Rules(5_000),
];

/// How many structs a thousand rules are compared with, and how many are built: a release build of a thousand takes
/// minutes.
const STRUCTS: usize = 1_000;
const FEWER_STRUCTS: usize = 200;

/// Seconds that one build took, the median.
struct Taken {
    rules: [f64; 4],
    structs: f64,
}

pub(super) fn measure(effort: Effort) -> io::Result<Figures> {
    let structs = effort.pick(FEWER_STRUCTS, STRUCTS);
    let mut contents = RULES.to_vec();
    contents.extend([Content::Structs(0), Content::Structs(structs)]);
    let scratch = Scratch::new(&contents)?;
    let mut figures = Figures::default();
    let mut series = Vec::new();
    for (profile, most) in [(Profile::Debug, 0.6), (Profile::Release, 0.08)] {
        let taken = taken(&scratch, profile, structs, effort)?;
        let name = profile.name();
        let [alone, few, many, most_rules] = taken.rules;
        figures.targets.push(Target::new(
            &format!("compile-{name}"),
            many / taken.structs,
            Bound::AtMost(most),
            format!(
                "{name}: {many:.2} s for 1,000 rules, {:.2} s for 1,000 structs that derive Deserialize",
                taken.structs
            ),
        ));
        // What a host of one rule costs is cargo, the linker, and the host itself.
        let per_rule = |seconds: f64, rules: f64| (seconds - alone) * 1e3 / (rules - 1.0);
        let curve = [(100, few), (1_000, many), (5_000, most_rules)];
        let curve = curve.map(|(rules, seconds)| (rules, per_rule(seconds, rules as f64)));
        let [(_, first), _, (_, last)] = curve;
        figures.targets.push(Target::new(
            &format!("compile-per-rule-{name}"),
            last / first,
            Bound::AtMost(1.2),
            format!("{name}: {last:.2} ms a rule of 5,000, {first:.2} ms a rule of 100, less {alone:.2} s for a host of one rule"),
        ));
        series.push(Series::new(name, curve));
    }
    figures.curves.push(Curve {
        name: "compile".to_owned(),
        title: "Compiling a host, macro expansion included".to_owned(),
        x: "rules".to_owned(),
        y: "ms a rule".to_owned(),
        series,
    });
    if structs != STRUCTS {
        figures.notes.push(format!(
            "The time for {STRUCTS} structs was worked out from a build of {structs} and one of none."
        ));
    }
    Ok(figures)
}

fn taken(scratch: &Scratch, profile: Profile, structs: usize, effort: Effort) -> io::Result<Taken> {
    let [none, all] = [Content::Structs(0), Content::Structs(structs)];
    // What takes longer is measured less often: it is also disturbed less.
    let plan = [
        (RULES[0], effort.pick(5, 9)),
        (RULES[1], effort.pick(5, 9)),
        (RULES[2], effort.pick(3, 5)),
        (RULES[3], effort.pick(1, 3)),
        (none, effort.pick(3, 3)),
        (all, effort.pick(1, 3)),
    ];
    let mut seconds: [Vec<f64>; 6] = Default::default();
    for (content, _) in plan.iter().take(1).chain(plan.iter().skip(4).take(1)) {
        // Builds the dependencies.
        scratch.build(*content, profile)?;
    }
    let rounds = plan
        .iter()
        .map(|(_, rounds)| *rounds)
        .max()
        .unwrap_or_default();
    for round in 0..rounds {
        for (at, (content, often)) in plan.iter().enumerate() {
            if round < *often {
                seconds[at].push(scratch.build(*content, profile)?.as_secs_f64());
            }
        }
    }
    let [alone, few, many, most, none, all] = seconds.map(median);
    Ok(Taken {
        rules: [alone, few, many, most],
        structs: none + (all - none) * STRUCTS as f64 / structs as f64,
    })
}
