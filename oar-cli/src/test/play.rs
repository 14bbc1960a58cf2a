//! Binaries to answers: what the engine reported for each fixture.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use serde_json::Value as Json;

use super::fixture::Fixture;

/// How long one fixture may take. It takes microseconds.
const PATIENCE: Duration = Duration::from_secs(30);

/// What the engine reported at each occurrence, or why there is no report.
pub type Answer = Result<Vec<Json>, String>;

/// A line of a program's input: one fixture or ordering case, and the program that it is for.
#[derive(Clone, Debug)]
pub struct Play(String);

impl Play {
    /// A fixture, for the program of that digest.
    #[must_use]
    pub fn fixture(fixture: &Fixture, digest: &str) -> Self {
        let moments = fixture.moments.iter().map(|moment| moment.line.as_str());
        let moments = moments.collect::<Vec<_>>().join(",");
        Self(format!(
            "{{\"program\":\"{digest}\",\"session\":{},\"occurrences\":[{moments}]}}",
            fixture.session
        ))
    }

    /// An ordering case, as JSON text without line breaks.
    #[must_use]
    pub fn ordering(case: &str, digest: &str) -> Self {
        Self(format!("{{\"program\":\"{digest}\",\"case\":{case}}}"))
    }
}

/// Runs fixtures through the binary that holds their programs; one that ends the program fails alone.
pub fn play(binary: &Path, plays: &[Play]) -> Vec<Answer> {
    let mut answers = Vec::with_capacity(plays.len());
    while let Some(rest) = plays.get(answers.len()..).filter(|rest| !rest.is_empty()) {
        let before = answers.len();
        let ended = run(binary, rest, &mut answers);
        if answers.len() < plays.len() {
            answers.push(Err(ended));
        }
        debug_assert!(answers.len() > before, "every run answers for one fixture");
    }
    answers
}

/// Runs the program until it has answered everything or ends; says how it ended.
fn run(binary: &Path, plays: &[Play], answers: &mut Vec<Answer>) -> String {
    let child = Command::new(binary)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn();
    let mut child = match child {
        Ok(child) => child,
        Err(error) => return format!("the program does not start: {error}"),
    };
    let lines: Vec<String> = plays.iter().map(|play| play.0.clone()).collect();
    let (Some(mut input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
        return "the program has no input or output".to_owned();
    };
    let writer = thread::spawn(move || {
        for line in lines {
            // A program that ended reads no more; its silence is noticed below.
            if writeln!(input, "{line}").is_err() {
                return;
            }
        }
    });
    let (send, receive) = channel();
    let reader = thread::spawn(move || {
        for line in BufReader::new(output).lines().map_while(Result::ok) {
            if send.send(line).is_err() {
                return;
            }
        }
    });
    let slow = collect(&receive, plays.len(), answers);
    if slow {
        // It may have ended by itself meanwhile.
        let _ = child.kill();
    }
    let status = child.wait();
    let _ = (writer.join(), reader.join());
    match (slow, status) {
        (true, _) => format!("no answer within {} seconds", PATIENCE.as_secs()),
        (false, Ok(status)) => ended(status),
        (false, Err(error)) => format!("the program is lost: {error}"),
    }
}

/// Takes answers until all are there, the program ends or it takes too long, which is what the result says.
fn collect(receive: &Receiver<String>, wanted: usize, answers: &mut Vec<Answer>) -> bool {
    for _ in 0..wanted {
        match receive.recv_timeout(PATIENCE) {
            Ok(line) => answers.push(answer(&line)),
            Err(RecvTimeoutError::Disconnected) => return false,
            Err(RecvTimeoutError::Timeout) => return true,
        }
    }
    false
}

fn answer(line: &str) -> Answer {
    let answer: Json = serde_json::from_str(line)
        .map_err(|error| format!("the program's answer is not JSON: {error}"))?;
    if let Some(reason) = answer["failed"].as_str() {
        return Err(reason.to_owned());
    }
    let occurrences = answer["occurrences"].as_array();
    occurrences
        .cloned()
        .ok_or_else(|| "the program's answer holds no occurrences".to_owned())
}

fn ended(status: ExitStatus) -> String {
    format!("the program ended before it answered: {status}")
}
