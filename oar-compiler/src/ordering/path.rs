//! Dot-paths.

use super::Path;

/// What is wrong with a path, and what to do about it.
pub(super) struct PathDefect {
    pub(super) message: &'static str,
    pub(super) help: &'static str,
}

/// Checks a dot-path. Resolution starts inside the payload, so a path spelled from outside can never be meant.
pub(super) fn check(text: &str) -> Result<Path, PathDefect> {
    if text.split('.').any(str::is_empty) {
        return Err(PathDefect {
            message: "has an empty part",
            help: "write the keys from the payload inwards with one `.` between them, such as `meta.signature`",
        });
    }
    if text.starts_with("payload.") {
        return Err(PathDefect {
            message: "begins with `payload.`, and a path starts inside the payload",
            help: "leave `payload.` out",
        });
    }
    Ok(Path {
        text: text.to_owned(),
    })
}
