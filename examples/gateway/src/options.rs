//! The command line.

use std::path::{Path, PathBuf};

/// Plays a recorded agent session through the rules in `packs/` and shows every decision.
///
/// A session is a file of JSON lines, each an occurrence: `{"anchor": "tool.pre_invoke", "tool": "read", "arguments":
/// {"path": "/workspace/a"}}` or `{"anchor": "model.output", "text": "…"}`. A line that cannot be decided is reported with
/// its number, and the session goes on; the exit status is then 1. It is 2 when nothing could be played at all.
#[derive(clap::Parser)]
#[command(name = "gateway")]
pub(crate) struct Options {
    /// The session, or `-` for standard input; the one this example ships with when left out.
    session: Option<PathBuf>,

    /// An operator's configuration, YAML or JSON. Given again, the documents apply in order, and the last statement about
    /// a rule wins.
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Vec<PathBuf>,

    /// How many sessions there may be at once. A line of one more is not decided.
    #[arg(long, value_name = "NUMBER", default_value_t = 1000)]
    pub(crate) sessions: usize,

    /// Print one JSON object for each occurrence.
    #[arg(long)]
    pub(crate) json: bool,
}

impl Options {
    /// The path of the session.
    pub(crate) fn session(&self) -> PathBuf {
        let shipped = || Path::new(env!("CARGO_MANIFEST_DIR")).join("session.jsonl");
        self.session.clone().unwrap_or_else(shipped)
    }
}
