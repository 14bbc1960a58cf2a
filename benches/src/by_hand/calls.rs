//! `tool.pre_invoke` without the tally.

use oar::facts::{Filesystem, Mcp, Tool};
use oar::{Effect, FactError, RuleOutcome};

use super::{Decision, Rule, Trace};
use crate::host::Moment;

/// Decides a call.
#[inline]
pub fn pre_invoke(moment: &Moment<'_>) -> Decision {
    let trace = Trace::new();
    match rules(moment, trace) {
        Ok(Passed {
            trace,
            warned: false,
        }) => Decision::none(trace),
        Ok(Passed {
            trace,
            warned: true,
        }) => warn(trace),
        Err(decision) => decision,
    }
}

fn warn(trace: Trace) -> Decision {
    let rule = Some(Rule::DestructiveToolWarn);
    Decision {
        advisories: [rule, None],
        ..Decision::new(Effect::Warn, rule, trace)
    }
}

/// The rules ran to the end.
pub(super) struct Passed {
    pub(super) trace: Trace,
    pub(super) warned: bool,
}

/// The policy rules on calls, in order; the error is a block.
#[inline]
pub(super) fn rules(moment: &Moment<'_>, mut trace: Trace) -> Result<Passed, Decision> {
    let mut warned = false;
    let tool = match moment.tool() {
        Ok(tool) => tool,
        Err(error) => return Err(Decision::fail_closed(Rule::BulkDeleteDenied, trace, error)),
    };
    if tool == "delete" {
        match bulk_delete(moment) {
            Ok(true) => {
                trace.push(Rule::BulkDeleteDenied, RuleOutcome::Fired);
                trace.push(Rule::DestructiveToolWarn, RuleOutcome::Suppressed);
                return Err(Decision::new(
                    Effect::Block,
                    Some(Rule::BulkDeleteDenied),
                    trace,
                ));
            }
            Ok(false) => trace.push(Rule::BulkDeleteDenied, RuleOutcome::Passed),
            Err(error) => return Err(Decision::fail_closed(Rule::BulkDeleteDenied, trace, error)),
        }
    }
    if matches!(tool, "delete" | "move" | "chmod") {
        trace.push(Rule::DestructiveToolWarn, RuleOutcome::Fired);
        warned = true;
    }
    match provider_disabled(moment) {
        Ok(true) => return Err(Decision::block(Rule::McpProviderDisabled, trace)),
        Ok(false) => trace.push(Rule::McpProviderDisabled, RuleOutcome::Passed),
        Err(error) => {
            return Err(Decision::fail_closed(
                Rule::McpProviderDisabled,
                trace,
                error,
            ));
        }
    }
    if matches!(tool, "read" | "grep") {
        match moment.path_outside_scope(tool) {
            Ok(true) => return Err(Decision::block(Rule::ReadOutsideScope, trace)),
            Ok(false) => trace.push(Rule::ReadOutsideScope, RuleOutcome::Passed),
            Err(error) => return Err(Decision::fail_closed(Rule::ReadOutsideScope, trace, error)),
        }
    }
    if matches!(tool, "write" | "edit") {
        match outside_workspace(moment) {
            Ok(true) => return Err(Decision::block(Rule::WriteOutsideWorkspace, trace)),
            Ok(false) => trace.push(Rule::WriteOutsideWorkspace, RuleOutcome::Passed),
            Err(error) => {
                return Err(Decision::fail_closed(
                    Rule::WriteOutsideWorkspace,
                    trace,
                    error,
                ));
            }
        }
    }
    Ok(Passed { trace, warned })
}

#[inline]
fn bulk_delete(moment: &Moment<'_>) -> Result<bool, FactError> {
    Ok(moment.tool_args()?.contains("recursive") && moment.tool_arg_bool("recursive")?)
}

#[inline]
fn provider_disabled(moment: &Moment<'_>) -> Result<bool, FactError> {
    Ok(!moment.mcp_provider_id()?.is_empty() && !moment.mcp_provider_enabled()?)
}

#[inline]
fn outside_workspace(moment: &Moment<'_>) -> Result<bool, FactError> {
    Ok(moment.tool_args()?.contains("path")
        && !moment.tool_arg_string("path")?.starts_with("/workspace/"))
}
