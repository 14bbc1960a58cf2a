//! How an outcome is written down while an occurrence is evaluated.

use super::{Copy, Effect, More, Outcome, Rest, RuleOutcome, Spoken};
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

    /// The number that stands for no rule.
    pub(crate) const NO_RULE: u32 = u32::MAX;

    /// The outcome of an occurrence at which nothing was evaluated yet.
    pub(crate) fn new(anchor: &'static Anchor) -> Self {
        Self {
            anchor,
            lane: Self::OWN_ORDER,
            reached: 0,
            marks: [0; 3],
            marked: 0,
            effect: Effect::None,
            rule: Self::NO_RULE,
            applied: Self::NO_RULE,
            content: None,
            more: Rare::NONE,
        }
    }

    /// The uncommon parts, to add to.
    pub(crate) fn more(&mut self) -> &mut More {
        self.more.get_or_default()
    }

    /// The rare parts, to add to.
    #[cold]
    pub(crate) fn rest_mut(&mut self) -> &mut Rest {
        self.more().rest.get_or_default()
    }

    /// The selected rules, in evaluation order.
    pub(crate) fn order(&self) -> &[u32] {
        match self.lane {
            Self::OWN_ORDER => self.rest().map_or(&[], |rest| &rest.order),
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
            None => self.rest_mut().marks.push(mark(at, what)),
        }
    }

    /// Replaces the outcome at a position that is marked.
    pub(crate) fn replace_mark(&mut self, at: u32, what: RuleOutcome) {
        let rest = self.more.get_mut().and_then(|more| more.rest.get_mut());
        let further = rest.map_or(&mut [][..], |rest| &mut rest.marks);
        let marks = self.marks.iter_mut().take(self.marked.into());
        for place in marks.chain(further).filter(|place| unmark(**place).0 == at) {
            *place = mark(at, what);
        }
    }

    /// The number of marks.
    pub(super) fn marks(&self) -> usize {
        let further = self.rest().map_or(0, |rest| rest.marks.len());
        usize::from(self.marked) + further
    }

    /// A mark: position and outcome.
    pub(super) fn mark(&self, index: usize) -> Option<(u32, RuleOutcome)> {
        let mark = match index.checked_sub(self.marked.into()) {
            None => self.marks.get(index),
            Some(further) => self.rest()?.marks.get(further),
        };
        mark.copied().map(unmark)
    }

    /// The enforced rule of that number fired.
    pub(crate) fn push_fired(&mut self, at: u32, number: u32, rendered: Option<Copy>) {
        self.push_mark(at, RuleOutcome::Fired);
        let rule = self.anchor.rule(number);
        if rule.effect == RuleEffect::Allow || self.covers(rule) {
            return;
        }
        self.push_spoken(Spoken {
            rule: number,
            rendered,
        });
    }

    fn push_spoken(&mut self, spoken: Spoken) {
        let first = self.rule;
        if first == Self::NO_RULE {
            self.rule = spoken.rule;
            if spoken.rendered.is_none() {
                return;
            }
        }
        let several = &mut self.more().spoken;
        if several.is_empty() && first != Self::NO_RULE {
            several.push(Spoken {
                rule: first,
                rendered: None,
            });
        }
        several.push(spoken);
    }

    /// Whether a rule has nothing to add to the decision that the first one makes: of several transforms only the first
    /// speaks, and it stays the first unless its own side-effects are refused.
    fn covers(&self, rule: &Rule) -> bool {
        if rule.effect != RuleEffect::Transform || self.rule == Self::NO_RULE {
            return false;
        }
        let first = self.anchor.rule(self.rule);
        first.effect == RuleEffect::Transform
            && first.more.is_some_and(|more| more.on_fire.is_empty())
    }

    /// Keeps those of the rules that spoke that are wanted.
    pub(crate) fn retain_spoken(&mut self, wanted: impl Fn(u32) -> bool) {
        let several = match self.more.get_mut() {
            Some(more) => std::mem::take(&mut more.spoken),
            None => Vec::new(),
        };
        let first = std::mem::replace(&mut self.rule, Self::NO_RULE);
        if several.is_empty() && first != Self::NO_RULE && wanted(first) {
            self.rule = first;
        }
        for spoken in several.into_iter().filter(|spoken| wanted(spoken.rule)) {
            self.push_spoken(spoken);
        }
    }

    /// Makes the decision a block under a rule's identifiers, whatever that rule's effect is (OAR-OPS-5, OAR-OPS-6).
    pub(crate) fn block(&mut self, spoken: Spoken) {
        self.retain_spoken(|_| false);
        self.effect = Effect::Block;
        self.push_spoken(spoken);
    }

    /// A rule's side-effects were applied.
    pub(crate) fn push_applied(&mut self, rule: u32) {
        match self.applied {
            Self::NO_RULE => self.applied = rule,
            _ => self.rest_mut().applied.push(rule),
        }
    }

    /// Settles the effect by precedence (OAR-EVAL-6). Among equals the first in evaluation order decides (OAR-EVAL-19), and
    /// stays the first.
    pub(crate) fn resolve(&mut self) {
        // An error block stands already (OAR-OPS-6).
        if self.effect == Effect::Block || self.rule == Self::NO_RULE {
            return;
        }
        let anchor = self.anchor;
        let several = self.more.get().map_or(&[][..], |more| &more.spoken);
        let effects = several
            .iter()
            .map(|spoken| effect_alone(anchor.rule(spoken.rule)));
        let severest = effects.max();
        let severest = severest.unwrap_or_else(|| effect_alone(anchor.rule(self.rule)));
        self.effect = severest;
        if several.len() > 1 {
            self.retain_spoken(|rule| effect_alone(anchor.rule(rule)) == severest);
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
        outcome.rest_mut().order = order.into();
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
            .for_each(|&rule| outcome.push_fired(rule, rule, None));
        outcome
    }

    fn resolved(mut outcome: Outcome) -> (Effect, Vec<&'static str>) {
        outcome.resolve();
        let spoken = outcome
            .spoken()
            .iter()
            .map(|spoken| spoken.rule())
            .collect();
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
        two.block(Spoken {
            rule: 1,
            rendered: None,
        });
        assert_eq!(resolved(two), (Effect::Block, vec!["B"]));
    }

    #[test]
    fn a_rule_withdrawn_leaves_the_others() {
        let without = |rules: &[u32], gone: u32| {
            let mut outcome = fired(rules);
            outcome.retain_spoken(|rule| rule != gone);
            resolved(outcome)
        };
        assert_eq!(without(&[0, 2], 2), (Effect::Warn, vec!["A"]));
        assert_eq!(without(&[0, 1, 2], 0), (Effect::Nudge, vec!["C"]));
        assert_eq!(without(&[0], 0), (Effect::None, vec![]));
    }

    #[test]
    fn rendered_copy_is_the_rules_own() {
        use crate::outcome::CopyField;
        let copy = |text: &'static str| Copy::rendered(vec![(CopyField::What, text.into())]);
        let mut one = outcome(&[0, 1], 2, &[]);
        one.push_fired(0, 0, Some(copy("first")));
        one.resolve();
        assert_eq!(one.copy().get(CopyField::What), Some("first"));
        assert_eq!(one.advisories().len(), 1);

        let mut two = outcome(&[0, 1], 2, &[]);
        two.push_fired(0, 0, None);
        two.push_fired(1, 1, Some(copy("second")));
        two.resolve();
        assert!(two.copy().is_empty());
        let second = two.advisories().get(1).expect("two advisories");
        assert_eq!(second.copy().get(CopyField::What), Some("second"));
        assert!(two.advisories().get(2).is_none());
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
        static RULES: [Rule; 2] = [publisher("A"), publisher("B")];
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
        let mut outcome = Outcome::new(&ANCHOR);
        outcome.push_applied(0);
        outcome.push_applied(1);
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
