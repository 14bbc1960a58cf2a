//! How an outcome is written down while an occurrence is evaluated.

use super::{Advisory, Copy, Effect, More, Outcome, RuleOutcome};
use crate::program::{Anchor, Rule, RuleEffect};
use crate::rare::Rare;

/// A mark is a position in the order and, in the low bits, the outcome of the rule there.
const OUTCOME_BITS: u32 = 3;

#[inline]
pub(crate) fn mark(at: u32, what: RuleOutcome) -> u32 {
    // A pack that a compiler can digest has fewer than 2^29 rules.
    at << OUTCOME_BITS | what as u32
}

fn unmark(mark: u32) -> (u32, RuleOutcome) {
    const OUTCOMES: [RuleOutcome; 1 << OUTCOME_BITS] = [
        RuleOutcome::Fired,
        RuleOutcome::Passed,
        RuleOutcome::Errored,
        RuleOutcome::Suppressed,
        RuleOutcome::MonitoredFired,
        RuleOutcome::MonitoredPassed,
        RuleOutcome::MonitoredErrored,
        // Never written: it pads the table so that three bits always index it.
        RuleOutcome::MonitoredErrored,
    ];
    let what = mark as usize & (OUTCOMES.len() - 1);
    (mark >> OUTCOME_BITS, OUTCOMES[what])
}

impl Outcome {
    /// The number that stands for no lane: `more` holds the evaluation order.
    pub(crate) const OWN_ORDER: u32 = u32::MAX;

    /// The outcome of an occurrence at which nothing was evaluated yet.
    pub(crate) fn new(anchor: &'static Anchor) -> Self {
        Self {
            effect: Effect::None,
            marked: 0,
            lane: Self::OWN_ORDER,
            reached: 0,
            marks: [0; 3],
            anchor,
            spoken: None,
            applied: None,
            more: Rare::NONE,
        }
    }

    /// The rare parts, to add to.
    #[cold]
    pub(crate) fn more(&mut self) -> &mut More {
        self.more.get_or_default()
    }

    /// The selected rules, in evaluation order.
    pub(crate) fn order(&self) -> &[u32] {
        match self.lane {
            Self::OWN_ORDER => self.more.get().map_or(&[], |more| &more.order),
            lane => self.anchor.lane(lane).rules,
        }
    }

    /// The rule at a position, beyond those marked so far, came to an outcome.
    #[inline]
    pub(crate) fn push_mark(&mut self, at: u32, what: RuleOutcome) {
        match self.marks.get_mut(usize::from(self.marked)) {
            Some(place) => {
                *place = mark(at, what);
                self.marked += 1;
            }
            None => self.more().marks.push(mark(at, what)),
        }
    }

    /// Replaces the outcome at a position that is marked.
    pub(crate) fn replace_mark(&mut self, at: u32, what: RuleOutcome) {
        let further = self
            .more
            .get_mut()
            .map_or(&mut [][..], |more| &mut more.marks);
        let marks = self
            .marks
            .iter_mut()
            .take(self.marked.into())
            .chain(further);
        for place in marks.filter(|place| unmark(**place).0 == at) {
            *place = mark(at, what);
        }
    }

    /// The number of marks.
    pub(super) fn marks(&self) -> usize {
        let further = self.more.get().map_or(0, |more| more.marks.len());
        usize::from(self.marked) + further
    }

    /// A mark: position and outcome.
    pub(super) fn mark(&self, index: usize) -> Option<(u32, RuleOutcome)> {
        let marked = usize::from(self.marked);
        let mark = match index.checked_sub(marked) {
            None => self.marks.get(index),
            Some(further) => self.more.get()?.marks.get(further),
        };
        mark.copied().map(unmark)
    }

    /// An enforced rule fired.
    #[inline]
    pub(crate) fn push_fired(&mut self, at: u32, rule: &'static Rule, rendered: Rare<Copy>) {
        self.push_mark(at, RuleOutcome::Fired);
        if rule.effect == RuleEffect::Allow {
            return;
        }
        let advisory = Advisory { rule, rendered };
        match &self.spoken {
            None => self.spoken = Some(advisory),
            Some(_) => self.push_spoken(advisory),
        }
    }

    /// One more rule speaks.
    fn push_spoken(&mut self, advisory: Advisory) {
        let first = self.spoken.clone();
        let several = &mut self.more().spoken;
        if several.is_empty() {
            several.extend(first);
        }
        several.push(advisory);
    }

    /// Keeps those of the rules that spoke that are wanted.
    pub(crate) fn retain_spoken(&mut self, wanted: impl Fn(&'static Rule) -> bool) {
        let mut all: Vec<Advisory> = match self.more.get_mut() {
            Some(more) if !more.spoken.is_empty() => std::mem::take(&mut more.spoken),
            _ => self.spoken.take().into_iter().collect(),
        };
        all.retain(|spoken| wanted(spoken.rule));
        self.spoken = all.first().cloned();
        if all.len() > 1 {
            self.more().spoken = all;
        }
    }

    /// Makes the decision a block under a rule's identifiers, whatever that rule's effect is (OAR-OPS-5, OAR-OPS-6).
    pub(crate) fn block(&mut self, rule: &'static Rule, rendered: Rare<Copy>) {
        self.retain_spoken(|_| false);
        self.effect = Effect::Block;
        self.spoken = Some(Advisory { rule, rendered });
    }

    /// A rule's side-effects were applied.
    pub(crate) fn push_applied(&mut self, rule: &'static Rule) {
        match self.applied {
            None => self.applied = Some(rule),
            Some(_) => self.more().applied.push(rule),
        }
    }

    /// Settles the effect by precedence (OAR-EVAL-6). Among equals the first in evaluation order decides (OAR-EVAL-19), and
    /// stays the first.
    pub(crate) fn resolve(&mut self) {
        // An error block stands already (OAR-OPS-6).
        if self.effect == Effect::Block {
            return;
        }
        let effects = self.spoken().iter().map(|spoken| effect_alone(spoken.rule));
        let severest = effects.max().unwrap_or_default();
        self.effect = severest;
        if self.spoken().len() > 1 {
            self.retain_spoken(|rule| effect_alone(rule) == severest);
        }
    }
}

/// The effect of a decision that a rule makes alone.
#[inline]
pub(crate) fn effect_alone(rule: &Rule) -> Effect {
    match rule.effect {
        RuleEffect::Block => Effect::Block,
        RuleEffect::Transform => Effect::Transform,
        RuleEffect::Nudge => Effect::Nudge,
        RuleEffect::Warn => Effect::Warn,
        RuleEffect::Allow => Effect::None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::{CopySource, Enforcement, OnError, RuleTable};

    const fn rule(qualified: &'static str, effect: RuleEffect) -> Rule {
        Rule {
            qualified,
            effect,
            enforcement: Enforcement::Enforce,
            mandatory: false,
            on_error: OnError::FailClosed,
            alone: false,
            more: None,
            copy: CopySource::Constant(Copy::constant(&[])),
        }
    }

    static RULES: [Rule; 7] = [
        rule("A", RuleEffect::Warn),
        rule("B", RuleEffect::Warn),
        rule("C", RuleEffect::Nudge),
        rule("D", RuleEffect::Allow),
        rule("E", RuleEffect::Warn),
        rule("F", RuleEffect::Warn),
        rule("G", RuleEffect::Block),
    ];
    static TABLE: RuleTable = RuleTable {
        rules: &RULES,
        detectors: &[],
        observations: &[],
        activity_window: 0,
    };

    static ANCHOR: Anchor = Anchor {
        local: "here",
        table: &TABLE,
        lanes: &[],
        indexes: &[],
        merged: false,
        suppression: false,
    };

    fn outcome(order: &[u32], reached: u32, marks: &[(u32, RuleOutcome)]) -> Outcome {
        let mut outcome = Outcome::new(&ANCHOR);
        outcome.more().order = order.into();
        outcome.reached = reached;
        for &(at, what) in marks {
            outcome.push_mark(at, what);
        }
        outcome
    }

    fn entries(outcome: &Outcome) -> Vec<(&'static str, RuleOutcome)> {
        let mut entries = outcome.trace().iter();
        let mut list = Vec::new();
        for left in (0..outcome.trace().len()).rev() {
            list.extend(entries.next());
            assert_eq!(entries.len(), left);
        }
        assert_eq!(entries.next(), None);
        list
    }

    #[test]
    fn what_was_not_reached_is_left_out_but_for_the_suppressed() {
        assert!(outcome(&[], 0, &[]).trace().is_empty());
        let marks = [(1, RuleOutcome::Fired), (3, RuleOutcome::Suppressed)];
        assert_eq!(
            entries(&outcome(&[1, 0, 2, 3, 4], 2, &marks)),
            [
                ("B", RuleOutcome::Passed),
                ("A", RuleOutcome::Fired),
                ("D", RuleOutcome::Suppressed),
            ]
        );
    }

    #[test]
    fn every_outcome_is_read_back_also_beyond_the_marks_held_inline() {
        let outcomes = [
            RuleOutcome::Fired,
            RuleOutcome::Passed,
            RuleOutcome::Errored,
            RuleOutcome::Suppressed,
            RuleOutcome::MonitoredFired,
            RuleOutcome::MonitoredPassed,
            RuleOutcome::MonitoredErrored,
        ];
        let marks: Vec<_> = (0..).zip(outcomes).collect();
        let mut all = outcome(&[0, 1, 2, 3, 4, 5, 6], 7, &marks);
        assert!(entries(&all).iter().map(|(_, what)| *what).eq(outcomes));
        all.replace_mark(0, RuleOutcome::Errored);
        all.replace_mark(5, RuleOutcome::Errored);
        assert_eq!(entries(&all)[0], ("A", RuleOutcome::Errored));
        assert_eq!(entries(&all)[4], ("E", RuleOutcome::MonitoredFired));
        assert_eq!(entries(&all)[5], ("F", RuleOutcome::Errored));
    }

    fn fired(rules: &[u32]) -> Outcome {
        let mut outcome = outcome(&[0, 1, 2, 3, 4, 5, 6], 7, &[]);
        rules
            .iter()
            .for_each(|&rule| outcome.push_fired(rule, &RULES[rule as usize], Rare::NONE));
        outcome
    }

    fn resolved(mut outcome: Outcome) -> (Effect, Vec<&'static str>) {
        outcome.resolve();
        let spoken = outcome.spoken().iter().map(Advisory::rule).collect();
        (outcome.effect, spoken)
    }

    #[test]
    fn the_severest_effect_keeps_its_rules_in_order() {
        assert_eq!(resolved(fired(&[])), (Effect::None, vec![]));
        assert_eq!(resolved(fired(&[3])), (Effect::None, vec![]));
        assert_eq!(resolved(fired(&[1])), (Effect::Warn, vec!["B"]));
        assert_eq!(
            resolved(fired(&[0, 1, 3, 4])),
            (Effect::Warn, vec!["A", "B", "E"])
        );
        assert_eq!(resolved(fired(&[0, 2, 4])), (Effect::Nudge, vec!["C"]));
        assert_eq!(resolved(fired(&[0, 2, 6])), (Effect::Block, vec!["G"]));
    }

    #[test]
    fn an_error_block_stands_alone_whatever_its_rule_says() {
        let mut two = fired(&[0, 2]);
        two.block(&RULES[1], Rare::NONE);
        assert_eq!(resolved(two), (Effect::Block, vec!["B"]));
    }

    #[test]
    fn a_rule_withdrawn_leaves_the_others() {
        let without = |rules: &[u32], gone: usize| {
            let mut outcome = fired(rules);
            outcome.retain_spoken(|rule| !std::ptr::eq(rule, &RULES[gone]));
            resolved(outcome)
        };
        assert_eq!(without(&[0, 2], 2), (Effect::Warn, vec!["A"]));
        assert_eq!(without(&[0, 1, 2], 0), (Effect::Nudge, vec!["C"]));
        assert_eq!(without(&[0], 0), (Effect::None, vec![]));
    }

    #[test]
    fn side_effects_keep_their_order() {
        use crate::program::{Action, More};
        static PUBLISHES: More = More {
            on_fire: &[Action::IncrementCounter, Action::PublishEvent],
            ..More::NONE
        };
        const fn publisher(qualified: &'static str) -> Rule {
            let mut rule = rule(qualified, RuleEffect::Warn);
            rule.more = Some(&PUBLISHES);
            rule
        }
        static FIRST: Rule = publisher("A");
        static SECOND: Rule = publisher("B");
        let mut outcome = Outcome::new(&ANCHOR);
        outcome.push_applied(&FIRST);
        outcome.push_applied(&SECOND);
        let effects = outcome
            .side_effects()
            .map(|effect| (effect.rule, effect.action));
        assert!(effects.eq([
            ("A", Action::IncrementCounter),
            ("A", Action::PublishEvent),
            ("B", Action::IncrementCounter),
            ("B", Action::PublishEvent),
        ]));
    }
}
