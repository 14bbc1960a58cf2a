//! `mutate`: plans repairs on a copy until nothing repairable is left.
//!
//! Evaluate, take the first repairable blocking finding (id collisions first, then metadata, order, adjacency,
//! alternation), apply its repair to the copy, evaluate again. Repairs of one rule are made together when nothing that is
//! taken before them turns up because of it. The loop ends when nothing repairable is left, when a repair would bring
//! back an earlier state, or at a cap, so contradictory rules end in a rejection. The host's timeline is never touched: it
//! applies the result when the decision is to proceed.

mod class;
mod entry;
mod filler;
mod metadata;
mod moves;
mod plan;
mod reason;
mod rename;
mod report;
mod state;
mod uuid;

pub use entry::Entry;
pub use reason::{Reason, RenameDefect};
pub use report::{Action, RepairReport, Repaired, Unrepaired};

use super::check::{decide, remembers};
use super::view::View;
use super::{Decision, Finding, Options, RuleSet, Sink, Snapshot, Timeline};
use plan::Plan;

/// Checks a timeline and plans the repair of its blocking findings.
///
/// Cost: the repairs of one rule are made together, so a few evaluations do where rules leave each other in peace; where
/// they disturb each other it can be an evaluation for each repair. At most four repairs for each entry and sixteen more
/// are made, with at most 8,192 evaluations, and from 1,024 entries on with fewer, down to 256: the product of the two
/// stays below 8 million. What is left then is [`Reason::StepLimit`].
pub fn repair<'t, R, T>(
    rules: &R,
    timeline: &'t T,
    options: &Options<'_>,
) -> Repaired<T::Primitive<'t>>
where
    R: RuleSet + ?Sized,
    T: Timeline + ?Sized,
{
    let view = View::of(timeline);
    let mut sink = Sink::new(options);
    rules.evaluate(&view, &mut sink);
    let mut history = Sink::new(options);
    rules.evaluate_history(&view, &mut history);
    // `preservation` compares what arrived with what was remembered. It is not asked again about the repaired copy,
    // whose own renames and fills would look like lost history.
    let history = history.finish();
    let (mut blocking, mut advisories) = sink.finish();
    blocking.extend(history.0.iter().cloned());
    advisories.extend(history.1.iter().cloned());
    let found = [blocking, advisories].concat();

    let stale_fillers = view.stale_fillers().to_vec();
    let mut plan = Plan::new(view.into_rows(), options);
    plan.run(rules);
    conclude(
        rules,
        timeline,
        options,
        plan,
        found,
        history,
        stale_fillers,
    )
}

fn conclude<'t, R, T>(
    rules: &R,
    timeline: &'t T,
    options: &Options<'_>,
    plan: Plan<'_, T::Primitive<'t>>,
    found: Vec<Finding>,
    history: (Vec<Finding>, Vec<Finding>),
    stale_fillers: Vec<usize>,
) -> Repaired<T::Primitive<'t>>
where
    R: RuleSet + ?Sized,
    T: Timeline + ?Sized,
{
    let mut sink = Sink::new(options);
    rules.evaluate(&plan.view(), &mut sink);
    let (blocking, mut advisories) = sink.finish();
    advisories.extend(history.1);
    let unrepaired: Vec<_> = blocking
        .into_iter()
        .chain(history.0)
        .map(|finding| plan.explain(finding))
        .collect();
    let decision = decide(unrepaired.is_empty());
    let (repaired, planned) = plan.finish();
    let snapshot = (decision == Decision::Proceed && remembers(rules)).then(|| {
        let kept = planned.iter().filter(|entry| !entry.is_filler());
        Snapshot::of(&View::in_order(kept), options.model)
    });
    let (timeline, attempted) = match decision {
        Decision::Proceed => (planned, None),
        Decision::Reject => (
            entry::untouched(View::of(timeline).into_rows()),
            Some(planned),
        ),
    };
    Repaired {
        report: RepairReport {
            decision,
            found,
            repaired,
            unrepaired,
            advisories,
            snapshot,
            stale_fillers,
        },
        timeline,
        attempted,
    }
}
