//! A line on standard error when a check takes its time.

use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use crate::streams::tell;

const QUIET: Duration = Duration::from_secs(1);

/// Says once a second how long the check runs, and nothing in the first second.
pub struct Progress {
    done: Sender<()>,
    teller: JoinHandle<()>,
}

impl Progress {
    /// Starts the clock.
    pub fn begin(files: usize) -> Self {
        let (done, ended) = channel();
        let start = Instant::now();
        let teller = thread::spawn(move || {
            while ended.recv_timeout(QUIET) == Err(RecvTimeoutError::Timeout) {
                let seconds = start.elapsed().as_secs();
                tell(&format!("oar check: {files} files, {seconds} s\n"));
            }
        });
        Self { done, teller }
    }

    /// Ends it.
    pub fn end(self) {
        drop(self.done);
        // It only prints; there is nothing to learn from how it ended.
        let _ = self.teller.join();
    }
}
