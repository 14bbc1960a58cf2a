//! A line now and then on standard error, for runs that take their time.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use crate::streams::tell;

const QUIET: Duration = Duration::from_secs(1);

/// Says what is being done, at most once a second, and nothing in the first second.
#[derive(Debug)]
pub struct Progress {
    last: Mutex<Instant>,
}

impl Progress {
    /// Starts the clock.
    #[must_use]
    pub fn new() -> Self {
        Self {
            last: Mutex::new(Instant::now()),
        }
    }

    /// Says it, when it is time.
    pub fn say(&self, what: impl FnOnce() -> String) {
        let Ok(mut last) = self.last.lock() else {
            return;
        };
        if last.elapsed() >= QUIET {
            tell(&format!("oar test: {}\n", what()));
            *last = Instant::now();
        }
    }
}
