//! Measures the targets and prints one line for each: `name value target ok|short`.

use std::hint::black_box;

use oar::Session;
use oar_benches::by_hand;
use oar_benches::host::Moment;
use oar_benches::measure::{Side, medians};
use oar_benches::packs::portable;
use oar_benches::scenes::Scenes;

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
}
