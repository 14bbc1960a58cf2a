//! What rustc takes for the code of rules, against code that `serde` derives.

use std::io;

use super::Effort;
use super::scratch::{Content, Profile, Scratch, Took};
use crate::figures::{Bound, Curve, Figures, Series, Target, digits};
use crate::measure::median;

/// How many structs a thousand rules are compared with, and how many are built for it in a quick run: a release build of a
/// thousand takes minutes.
const STRUCTS: usize = 1_000;
const FEWER_STRUCTS: usize = 200;

/// The numbers of rules whose hosts are built.
fn sizes(effort: Effort) -> [usize; 4] {
    [1, 100, 1_000, effort.pick(2_000, 5_000)]
}

/// What builds took: the medians, and the least processor time.
struct Taken {
    rules: [Took; 4],
    structs: Took,
}

pub(super) fn measure(effort: Effort) -> io::Result<Figures> {
    let structs = effort.pick(FEWER_STRUCTS, STRUCTS);
    let sizes = sizes(effort);
    let mut contents: Vec<Content> = sizes.into_iter().map(Content::Rules).collect();
    contents.extend([Content::Structs(0), Content::Structs(structs)]);
    let scratch = Scratch::new(&contents)?;
    let mut figures = Figures::default();
    let mut series = Vec::new();
    for (profile, most) in [(Profile::Debug, 0.6), (Profile::Release, 0.08)] {
        let taken = taken(&scratch, &contents, profile, effort)?;
        let name = profile.name();
        let [_, _, thousand, _] = taken.rules;
        figures.targets.push(Target::new(
            &format!("compile-{name}"),
            thousand.seconds / taken.structs.seconds,
            Bound::AtMost(most),
            format!(
                "{name}: {thousand} for 1,000 rules, {} for 1,000 structs that derive Deserialize",
                taken.structs
            ),
        ));
        let (target, line) = per_rule(name, sizes, taken.rules);
        figures.targets.push(target);
        series.push(line);
    }
    figures.curves.push(Curve {
        name: "compile".to_owned(),
        title: "Compiling a host, macro expansion included".to_owned(),
        x: "rules".to_owned(),
        y: "ms of processor time a rule".to_owned(),
        series,
    });
    if structs != STRUCTS {
        figures.notes.push(format!(
            "The time for {STRUCTS} structs was worked out from a build of {structs} and one of none."
        ));
    }
    Ok(figures)
}

/// What a rule costs. The processor's time, of all cores: these are small differences, and it is the same on a machine that
/// does other work as well. What a host of one rule costs is cargo, the linker, and the host itself.
fn per_rule(name: &str, sizes: [usize; 4], taken: [Took; 4]) -> (Target, Series) {
    let [alone, rest @ ..] = taken.map(|took| took.processor);
    let [_, many @ ..] = sizes;
    let line: Vec<(usize, f64)> = many
        .into_iter()
        .zip(rest)
        .map(|(rules, seconds)| (rules, (seconds - alone) * 1e3 / (rules - 1) as f64))
        .collect();
    let (first, last) = (line[0], line[2]);
    let target = Target::new(
        &format!("compile-per-rule-{name}"),
        last.1 / first.1,
        Bound::AtMost(1.2),
        format!(
            "{name}: {} ms of processor time a rule of {}, {} ms a rule of {}, less {alone:.2} s for a host of one rule",
            digits(last.1),
            last.0,
            digits(first.1),
            first.0
        ),
    );
    (target, Series::new(name, line))
}

fn taken(
    scratch: &Scratch,
    contents: &[Content],
    profile: Profile,
    effort: Effort,
) -> io::Result<Taken> {
    // What takes longer is built less often: it is also disturbed less.
    let often = match (effort, profile) {
        (Effort::Quick, Profile::Debug) => [4, 4, 2, 2, 1, 1],
        (Effort::Quick, Profile::Release) => [3, 3, 2, 1, 1, 1],
        (Effort::Full, Profile::Debug) => [5, 5, 3, 3, 3, 1],
        (Effort::Full, Profile::Release) => [5, 5, 3, 1, 3, 1],
    };
    let mut took: [Vec<Took>; 6] = Default::default();
    for &content in contents {
        // The first build may build dependencies.
        if matches!(content, Content::Rules(1) | Content::Structs(0)) {
            scratch.build(content, profile)?;
        }
    }
    for round in 0..often[0] {
        for ((&content, often), took) in contents.iter().zip(often).zip(&mut took) {
            if round < often {
                took.push(scratch.build(content, profile)?);
            }
        }
    }
    // Of the processor's time the least: differences are taken of it, and other work only adds to it.
    let settled = |took: Vec<Took>| Took {
        seconds: median(took.iter().map(|took| took.seconds).collect()),
        processor: took
            .iter()
            .map(|took| took.processor)
            .fold(f64::INFINITY, f64::min),
    };
    let [alone, few, many, most, none, all] = took.map(settled);
    let structs = match contents.last() {
        Some(Content::Structs(structs)) => *structs as f64,
        _ => STRUCTS as f64,
    };
    let scaled = |none: f64, all: f64| none + (all - none) * STRUCTS as f64 / structs;
    Ok(Taken {
        rules: [alone, few, many, most],
        structs: Took {
            seconds: scaled(none.seconds, all.seconds),
            processor: scaled(none.processor, all.processor),
        },
    })
}
