//! Decides one path over and over, for tools that count instructions: `drive <path> <generated|by-hand> <times>`.

use std::hint::black_box;

use oar::Session;
use oar_benches::by_hand::{self, Tally};
use oar_benches::host::Moment;
use oar_benches::packs::{portable, whole};
use oar_benches::scenes::{CALLS, Scenes};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [path, side, times] = arguments.as_slice() else {
        usage()
    };
    let Ok(times) = times.parse() else { usage() };
    let scenes = Scenes::new();
    let generated = match side.as_str() {
        "generated" => true,
        "by-hand" => false,
        _ => usage(),
    };
    match path.as_str() {
        "nothing" => calls(&scenes.nothing(), generated, times),
        "warn" => calls(&scenes.warn(), generated, times),
        "block" => calls(&scenes.block(), generated, times),
        "transform" => content(&scenes.transform(), generated, times),
        "counted" => counted(&scenes, generated, times),
        _ => usage(),
    }
}

fn usage() -> ! {
    eprintln!("usage: drive <nothing|warn|block|transform|counted> <generated|by-hand> <times>");
    std::process::exit(2)
}

fn calls(moment: &Moment<'_>, generated: bool, times: u32) {
    let policy = portable::Policy::new();
    let mut session = Session::new("s");
    for _ in 0..times {
        if generated {
            black_box(&policy.tool_pre_invoke(black_box(moment), &mut session));
        } else {
            black_box(&by_hand::pre_invoke(black_box(moment)));
        }
    }
}

fn content(moment: &Moment<'_>, generated: bool, times: u32) {
    let policy = portable::Policy::new();
    let mut session = Session::new("s");
    for _ in 0..times {
        if generated {
            black_box(&policy.model_output(black_box(moment), &mut session));
        } else {
            black_box(&by_hand::output(black_box(moment)));
        }
    }
}

/// Every call of a session is made twice, so that no rule fires.
fn counted(scenes: &Scenes, generated: bool, times: u32) {
    let policy = whole::Policy::new();
    let (mut session, mut tally) = (Session::new("s"), Tally::default());
    for number in 0..times as usize {
        if number % (2 * CALLS) == 0 {
            session = Session::new("s");
            tally = Tally::default();
        }
        let moment = scenes.call(number);
        if generated {
            black_box(&policy.tool_pre_invoke(black_box(&moment), &mut session));
        } else {
            black_box(&by_hand::counted_pre_invoke(black_box(&moment), &mut tally));
        }
    }
}
