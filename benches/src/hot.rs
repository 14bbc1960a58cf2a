//! The hot paths, against the portable pack as an expert would write it.

use std::hint::black_box;

use oar::Session;

use crate::by_hand::{self, Tally};
use crate::figures::{Bound, Figures, Target};
use crate::host::Moment;
use crate::measure::{Side, medians};
use crate::packs::{portable, whole};
use crate::scenes::{CALLS, Scenes};

/// Measures them, in so many rounds each.
#[must_use]
pub fn measure(rounds: usize) -> Figures {
    let scenes = Scenes::new();
    let mut figures = Figures::default();
    figures.targets.extend([
        call("hot-nothing", &scenes.nothing(), rounds),
        call("hot-warn", &scenes.warn(), rounds),
        call("hot-block", &scenes.block(), rounds),
        content(&scenes, rounds),
        counted(&scenes, rounds),
    ]);
    figures
}

fn target(name: &str, most: f64, [generated, by_hand]: [f64; 2]) -> Target {
    let meaning = format!("{generated:.1} ns generated, {by_hand:.1} ns by hand");
    Target::new(name, generated / by_hand, Bound::AtMost(most), meaning)
}

fn call(name: &str, moment: &Moment<'_>, rounds: usize) -> Target {
    let policy = portable::Policy::new();
    let mut session = Session::new("s");
    let sides = [
        Side::new(|| policy.tool_pre_invoke(black_box(moment), &mut session)),
        Side::new(|| by_hand::pre_invoke(black_box(moment))),
    ];
    target(name, 1.2, medians(rounds, sides))
}

fn content(scenes: &Scenes, rounds: usize) -> Target {
    let policy = portable::Policy::new();
    let mut session = Session::new("s");
    let moment = scenes.transform();
    let sides = [
        Side::new(|| policy.model_output(black_box(&moment), &mut session)),
        Side::new(|| by_hand::output(black_box(&moment))),
    ];
    target("hot-transform", 1.2, medians(rounds, sides))
}

/// Every call of a session is made twice, so that half of them are counted for the first time and no rule fires; then the
/// next session begins.
fn counted(scenes: &Scenes, rounds: usize) -> Target {
    let policy = whole::Policy::new();
    let calls = 2 * CALLS;
    let (mut session, mut made) = (Session::new("s"), 0);
    let (mut tally, mut tallied) = (Tally::default(), 0);
    let sides = [
        Side::new(|| {
            if made % calls == 0 {
                session = Session::new("s");
            }
            made += 1;
            policy.tool_pre_invoke(black_box(&scenes.call(made)), &mut session)
        }),
        Side::new(|| {
            if tallied % calls == 0 {
                tally = Tally::default();
            }
            tallied += 1;
            by_hand::counted_pre_invoke(black_box(&scenes.call(tallied)), &mut tally)
        }),
    ];
    target("hot-counted", 1.1, medians(rounds, sides))
}
