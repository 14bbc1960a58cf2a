//! Two threads on one policy, each with a session of its own.

use std::hint::black_box;
use std::io;
use std::sync::Barrier;
use std::thread;
use std::time::{Duration, Instant};

use oar::Session;

use super::Effort;
use crate::figures::{Bound, Curve, Figures, Series, Target};
use crate::measure::median;
use crate::packs::whole;
use crate::scenes::{CALLS, Scenes};

/// How long one thread works in a round: long against starting it, short against a burst of other work.
const ROUND: Duration = Duration::from_millis(10);

pub(super) fn measure(effort: Effort) -> io::Result<Figures> {
    let threads = thread::available_parallelism()?.get();
    if threads < 2 {
        return Ok(Figures {
            left_out: vec!["two-threads: this machine has one core".to_owned()],
            ..Figures::default()
        });
    }
    let policy = whole::Policy::new();
    let calls = calibrated(&policy);
    let rounds = effort.pick(101, 401);
    let mut gains = Vec::with_capacity(rounds);
    let mut alone = Vec::with_capacity(rounds);
    for _ in 0..rounds {
        let one = round(&policy, 1, calls);
        let two = round(&policy, 2, calls);
        gains.push(2.0 * one.as_secs_f64() / two.as_secs_f64());
        alone.push(calls as f64 / one.as_secs_f64());
    }
    let (gain, alone) = (median(gains), median(alone));
    Ok(Figures {
        targets: vec![Target::new(
            "two-threads",
            gain,
            Bound::AtLeast(1.9),
            format!(
                "decisions a second of two threads over those of one, {:.2} million",
                alone / 1e6
            ),
        )],
        curves: vec![Curve {
            name: "threads".to_owned(),
            title: "Decisions a second, counted calls of the whole pack".to_owned(),
            x: "threads".to_owned(),
            y: "million a second".to_owned(),
            series: vec![Series::new(
                "one policy, a session each",
                [(1, alone / 1e6), (2, gain * alone / 1e6)],
            )],
        }],
        ..Figures::default()
    })
}

/// How many calls fill a round of one thread.
fn calibrated(policy: &whole::Policy) -> usize {
    let trial = 20_000;
    let took = round(policy, 1, trial).min(round(policy, 1, trial));
    (trial as f64 * ROUND.as_secs_f64() / took.as_secs_f64()) as usize
}

/// How long it takes that many threads to decide that many calls each.
fn round(policy: &whole::Policy, threads: usize, calls: usize) -> Duration {
    let ready = Barrier::new(threads + 1);
    thread::scope(|scope| {
        let work = |_| {
            scope.spawn(|| {
                let scenes = Scenes::new();
                let mut session = Session::new("s");
                ready.wait();
                for number in 0..calls {
                    // As in the hot bench: no call is made so often that a rule fires.
                    if number % (2 * CALLS) == 0 {
                        session = Session::new("s");
                    }
                    let call = scenes.call(number);
                    black_box(&policy.tool_pre_invoke(black_box(&call), &mut session));
                }
            })
        };
        let workers: Vec<_> = (0..threads).map(work).collect();
        ready.wait();
        let start = Instant::now();
        for worker in workers {
            // A panic there is passed on by the scope.
            let _ = worker.join();
        }
        start.elapsed()
    })
}
