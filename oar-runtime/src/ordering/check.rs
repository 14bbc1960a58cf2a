//! The check: a pure function of rules, timeline and options.

use super::view::View;
use super::{Decision, Options, Primitive, Report, Rule, Sink, Snapshot, Timeline};

/// A compiled set of rules: what the compiler writes for a profile, or a [`super::Guard`] over several.
pub trait RuleSet {
    /// Evaluates every rule but the `preservation` ones, in order.
    fn evaluate<P: Primitive>(&self, view: &View<P>, sink: &mut Sink<'_>);

    /// Evaluates the `preservation` rules, in order.
    fn evaluate_history<P: Primitive>(&self, view: &View<P>, sink: &mut Sink<'_>);

    /// Every rule, in order.
    fn rules(&self) -> impl Iterator<Item = Rule>;
}

/// Checks a timeline. Nothing of it is cloned but the ids that findings name, and the snapshot where a rule needs one.
///
/// Linear in the timeline for every rule type, besides sorting one that is not in order.
pub fn check<R, T>(rules: &R, timeline: &T, options: &Options<'_>) -> Report
where
    R: RuleSet + ?Sized,
    T: Timeline + ?Sized,
{
    let view = View::of(timeline);
    let mut sink = Sink::new(options);
    rules.evaluate(&view, &mut sink);
    rules.evaluate_history(&view, &mut sink);
    let (blocking, advisories) = sink.finish();
    let decision = decide(blocking.is_empty());
    let snapshot = (decision == Decision::Proceed && remembers(rules))
        .then(|| Snapshot::of(&view, options.model));
    Report {
        decision,
        blocking,
        advisories,
        snapshot,
        stale_fillers: view.stale_fillers().to_vec(),
    }
}

/// Whether any rule looks at the previous run.
pub(crate) fn remembers<R: RuleSet + ?Sized>(rules: &R) -> bool {
    rules
        .rules()
        .any(|rule| matches!(rule, Rule::Preservation(_)))
}

pub(crate) fn decide(clean: bool) -> Decision {
    if clean {
        Decision::Proceed
    } else {
        Decision::Reject
    }
}
