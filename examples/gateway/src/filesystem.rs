//! Which paths a call is about, and whether they are inside the scope of its tool.

use oar::facts::{self, FactError, Observed};
use serde_json::{Map, Value};

use crate::moment::Moment;

/// The arguments that hold a path, or a list of them.
const PATH_ARGUMENTS: [&str; 2] = ["path", "paths"];

/// The folders that tools may touch.
pub(crate) struct Scopes {
    /// What relative paths start from.
    workspace: &'static str,
    /// Readable beside the workspace.
    readable: &'static [&'static str],
    /// Refused to every tool by the sandbox, inside a scope or not.
    refused: &'static [&'static str],
}

impl Scopes {
    pub(crate) fn example() -> Self {
        Self {
            workspace: "/workspace",
            readable: &["/usr/share/doc"],
            refused: &["/workspace/.git"],
        }
    }

    fn covers(&self, tool: &str, path: &str) -> bool {
        let reads = matches!(tool, "read" | "grep");
        is_in(path, self.workspace)
            || (reads && self.readable.iter().any(|folder| is_in(path, folder)))
    }
}

impl facts::Filesystem for Moment<'_> {
    fn path_denied(&self) -> Observed<bool> {
        let refused = |path: &String| {
            let folders = self.host.scopes.refused;
            folders.iter().any(|folder| is_in(path, folder))
        };
        Ok(self.paths()?.iter().any(refused))
    }

    fn path_outside_scope(&self, tool: &str) -> Observed<bool> {
        // The path arguments of a tool that is not being called resolve to nothing.
        if self.record.tool.as_deref() != Some(tool) {
            return Ok(false);
        }
        let outside = |path: &String| !self.host.scopes.covers(tool, path);
        Ok(self.paths()?.iter().any(outside))
    }

    // A recording has no disk behind it: `is_directory` and `not_found` have nothing to report.
}

impl Moment<'_> {
    /// The paths the call names, resolved. One that is no text cannot be judged, which is a failure: the rule that asked
    /// takes its `on_error`.
    fn paths(&self) -> Observed<Vec<String>> {
        let arguments = &self.record.arguments;
        named(arguments)
            .map(|value| match value {
                Value::String(path) => Ok(resolve(self.host.scopes.workspace, path)),
                other => Err(FactError::new(format!(
                    "the path `{other}` is not a string"
                ))),
            })
            .collect()
    }
}

fn named(arguments: &Map<String, Value>) -> impl Iterator<Item = &Value> {
    PATH_ARGUMENTS
        .iter()
        .filter_map(|name| arguments.get(*name))
        .flat_map(|value| match value {
            Value::Array(list) => list.as_slice(),
            one => std::slice::from_ref(one),
        })
}

/// The path without `.` and `..`. A host with a disk also follows symbolic links here.
fn resolve(workspace: &str, path: &str) -> String {
    let base = if path.starts_with('/') { "" } else { workspace };
    let mut parts = Vec::new();
    for part in base.split('/').chain(path.split('/')) {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop();
            }
            name => parts.push(name),
        }
    }
    format!("/{}", parts.join("/"))
}

fn is_in(path: &str, folder: &str) -> bool {
    path.strip_prefix(folder)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dots_are_resolved_before_a_scope_is_looked_at() {
        assert_eq!(resolve("/w", "a/../../etc/passwd"), "/etc/passwd");
        assert_eq!(resolve("/w", "./a//b/."), "/w/a/b");
        assert_eq!(resolve("/w", "/../../x"), "/x");
    }

    #[test]
    fn a_folder_is_not_a_prefix_of_a_name() {
        assert!(is_in("/workspace", "/workspace"));
        assert!(is_in("/workspace/a", "/workspace"));
        assert!(!is_in("/workspace-2/a", "/workspace"));
    }

    #[test]
    fn only_reading_tools_may_leave_the_workspace() {
        let scopes = Scopes::example();
        assert!(scopes.covers("read", "/usr/share/doc/grep/README"));
        assert!(!scopes.covers("write", "/usr/share/doc/grep/README"));
        assert!(!scopes.covers("read", "/usr/share/document"));
    }
}
