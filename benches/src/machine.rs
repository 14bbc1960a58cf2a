//! What the figures were measured on, without anything that says whose machine it is.

use std::fs;
use std::process::Command;

/// What a reader needs to judge the figures, by name.
#[must_use]
pub fn describe() -> Vec<(String, String)> {
    let cores = std::thread::available_parallelism().map_or(0, usize::from);
    let found = [
        ("processor", processor()),
        ("cores", Some(cores.to_string())),
        ("kernel", said_by("uname", &["-sr"])),
        ("load in the minute before", load()),
        ("compiler", said_by("rustc", &["--version"])),
    ];
    let unknown = || "unknown".to_owned();
    let found = found.into_iter();
    found
        .map(|(name, value)| (name.to_owned(), value.unwrap_or_else(unknown)))
        .collect()
}

/// The versions that the workspace is locked to, of the packages named.
#[must_use]
pub fn versions(packages: &[&str]) -> Vec<(String, String)> {
    let lock = concat!(env!("CARGO_MANIFEST_DIR"), "/../Cargo.lock");
    let lock = fs::read_to_string(lock).unwrap_or_default();
    let version = |package: &str| {
        let start = format!("name = \"{package}\"\nversion = \"");
        let (_, rest) = lock.split_once(&start)?;
        Some(rest.split('"').next()?.to_owned())
    };
    packages
        .iter()
        .filter_map(|package| Some(((*package).to_owned(), version(package)?)))
        .collect()
}

fn processor() -> Option<String> {
    let text = fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = text.lines().find(|line| line.starts_with("model name"))?;
    Some(line.split_once(':')?.1.trim().to_owned())
}

/// Of the last minute: whatever else was at work.
fn load() -> Option<String> {
    let text = fs::read_to_string("/proc/loadavg").ok()?;
    Some(text.split_whitespace().next()?.to_owned())
}

fn said_by(program: &str, arguments: &[&str]) -> Option<String> {
    let output = Command::new(program).args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_those_of_the_lock_file() {
        let versions = versions(&["oar", "no-such-package"]);
        let own = env!("CARGO_PKG_VERSION").to_owned();
        assert_eq!(versions, [("oar".to_owned(), own)]);
    }
}
