//! Timing things against each other.
//!
//! Absolute times mean little on a machine that does other work as well. So whatever is compared is timed in the same run,
//! in short batches that take turns, and each side's median counts: a burst of other work falls on both or on neither.

use std::hint::black_box;
use std::time::{Duration, Instant};

/// How long one batch runs, about: long against the clock's resolution, short against a time slice.
const BATCH: Duration = Duration::from_micros(40);

/// Something to time.
pub struct Side<'s> {
    run: Box<dyn FnMut(u64) -> Duration + 's>,
}

impl<'s> Side<'s> {
    /// A function that is called over and over.
    pub fn new<T>(mut call: impl FnMut() -> T + 's) -> Self {
        Self::timed(move |times| {
            let start = Instant::now();
            for _ in 0..times {
                black_box(&call());
            }
            start.elapsed()
        })
    }

    /// A function that does something that many times, and says how long the part that counts took.
    pub fn timed(run: impl FnMut(u64) -> Duration + 's) -> Self {
        Self { run: Box::new(run) }
    }

    /// How many times fill a batch.
    fn times(&mut self) -> u64 {
        let mut times = 1;
        while times < 1 << 24 {
            if (self.run)(times) >= BATCH {
                // Warm by now; the first measure of a batch is often far off.
                let took = (0..5).map(|_| (self.run)(times)).min().unwrap_or(BATCH);
                let fit = BATCH.as_secs_f64() / took.as_secs_f64().max(1e-9);
                return ((times as f64 * fit) as u64).max(1);
            }
            times *= 2;
        }
        times
    }
}

/// Nanoseconds a call, the median over the rounds, for each side.
pub fn medians<const N: usize>(rounds: usize, mut sides: [Side<'_>; N]) -> [f64; N] {
    let times: Vec<u64> = sides.iter_mut().map(Side::times).collect();
    let mut taken: [Vec<f64>; N] = std::array::from_fn(|_| Vec::with_capacity(rounds));
    for _ in 0..rounds {
        for ((side, &times), taken) in sides.iter_mut().zip(&times).zip(&mut taken) {
            taken.push((side.run)(times).as_nanos() as f64 / times as f64);
        }
    }
    taken.map(median)
}

/// The middle of some values.
///
/// # Panics
/// There are none.
pub fn median(mut values: Vec<f64>) -> f64 {
    values.sort_unstable_by(f64::total_cmp);
    values[values.len() / 2]
}
