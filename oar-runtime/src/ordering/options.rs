//! What the guard is told about the request, besides the timeline.

use super::{Datum, Snapshot, Surface};

/// A tool as this request declares it.
#[derive(Clone, Copy, Debug)]
pub struct Tool<'a> {
    /// Its name.
    pub name: &'a str,
    /// Its JSON Schema, when there is one.
    pub input_schema: Option<Datum<'a>>,
}

/// A host's own way to make identifiers: pure and total in the old id and the member's index.
pub type Rename<'a> = &'a dyn Fn(&str, usize) -> String;

/// The inputs of a run besides rules and timeline. The default fits a host that knows none of this.
#[derive(Clone, Copy)]
pub struct Options<'a> {
    /// Where the guard runs.
    pub surface: Surface,
    /// The tools sent with this very request, hidden ones left out. `None` skips the two rules about tools; an empty
    /// slice makes every call undeclared.
    pub tools: Option<&'a [Tool<'a>]>,
    /// What the previous run that proceeded handed back.
    pub previous: Option<&'a Snapshot>,
    /// The model that this request goes to, when known.
    pub model: Option<&'a str>,
    /// Advisory findings of these rules are dropped. A blocking finding never is.
    pub disable_advisory_rule_ids: &'a [&'a str],
    /// Lets a repair use every rule's fallback metadata; without it only rules that authorise it themselves.
    pub allow_metadata_fallback_repair: bool,
    /// Replaces every rule's own rename strategy.
    pub rename: Option<Rename<'a>>,
    /// Whether the host can replace a group of tool calls in one step. Without it no colliding id is repaired.
    pub can_replace_group: bool,
    /// Whether the host stores the `seq` that a repair assigns. Without it a repair that needs two entries of one
    /// millisecond in an order other than the natural one is not made.
    pub can_persist_seq: bool,
}

impl Default for Options<'_> {
    fn default() -> Self {
        Self {
            surface: Surface::Dispatch,
            tools: None,
            previous: None,
            model: None,
            disable_advisory_rule_ids: &[],
            allow_metadata_fallback_repair: false,
            rename: None,
            can_replace_group: true,
            can_persist_seq: true,
        }
    }
}

impl std::fmt::Debug for Options<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Options")
            .field("surface", &self.surface)
            .field("tools", &self.tools)
            .field("previous", &self.previous.is_some())
            .field("model", &self.model)
            .field("disable_advisory_rule_ids", &self.disable_advisory_rule_ids)
            .field(
                "allow_metadata_fallback_repair",
                &self.allow_metadata_fallback_repair,
            )
            .field("rename", &self.rename.is_some())
            .field("can_replace_group", &self.can_replace_group)
            .field("can_persist_seq", &self.can_persist_seq)
            .finish()
    }
}
