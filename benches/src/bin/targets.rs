//! Measures the targets and prints one line for each: `name value target ok|short`.

use std::hint::black_box;

use oar::Session;
use oar_benches::by_hand::{self, Tally};
use oar_benches::host::Moment;
use oar_benches::measure::{Side, medians};
use oar_benches::packs::{portable, whole};
use oar_benches::scenes::{CALLS, Scenes};

fn main() {
    let scenes = Scenes::new();
    let policy = portable::Policy::new();
    let paths: [(&str, Moment<'_>); 3] = [
        ("nothing", scenes.nothing()),
        ("warn", scenes.warn()),
        ("block", scenes.block()),
    ];
    for (path, moment) in &paths {
        let mut session = Session::new("s");
        let [generated, by_hand] = medians(
            3001,
            [
                Side::new(|| policy.tool_pre_invoke(black_box(moment), &mut session)),
                Side::new(|| by_hand::pre_invoke(black_box(moment))),
            ],
        );
        println!(
            "{path} {generated:.1} {by_hand:.1} {:.2}",
            generated / by_hand
        );
    }
    let moment = scenes.transform();
    let mut session = Session::new("s");
    let [generated, by_hand] = medians(
        3001,
        [
            Side::new(|| policy.model_output(black_box(&moment), &mut session)),
            Side::new(|| by_hand::output(black_box(&moment))),
        ],
    );
    println!(
        "transform {generated:.1} {by_hand:.1} {:.2}",
        generated / by_hand
    );
    counted(&scenes);
}

/// Every call of a session is made twice, so that half of them are counted for the first time and no rule fires; then the
/// next session begins.
fn counted(scenes: &Scenes) {
    let policy = whole::Policy::new();
    let rounds = 2 * CALLS;
    let (mut session, mut made) = (Session::new("s"), 0);
    let (mut tally, mut tallied) = (Tally::default(), 0);
    let [generated, by_hand] = medians(
        1001,
        [
            Side::new(|| {
                if made % rounds == 0 {
                    session = Session::new("s");
                }
                made += 1;
                policy.tool_pre_invoke(black_box(&scenes.call(made)), &mut session)
            }),
            Side::new(|| {
                if tallied % rounds == 0 {
                    tally = Tally::default();
                }
                tallied += 1;
                by_hand::counted_pre_invoke(black_box(&scenes.call(tallied)), &mut tally)
            }),
        ],
    );
    println!(
        "counted {generated:.1} {by_hand:.1} {:.2}",
        generated / by_hand
    );
    let moment = || scenes.nothing();
    let mut session = Session::new("s");
    let mut tally = Tally::default();
    let [generated, by_hand] = medians(
        1001,
        [
            Side::new(|| policy.tool_pre_invoke(black_box(&moment()), &mut session)),
            Side::new(|| by_hand::counted_pre_invoke(black_box(&moment()), &mut tally)),
        ],
    );
    println!(
        "repeated {generated:.1} {by_hand:.1} {:.2}",
        generated / by_hand
    );
}
