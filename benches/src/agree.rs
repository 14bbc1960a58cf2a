//! Whether generated and hand-written code answer alike, checked before either is timed.

use oar::Outcome;

use crate::by_hand::{Counted, Decision, Delivery};

/// Compares what a call resolved to.
///
/// # Panics
/// The answers differ.
pub fn calls(generated: &Outcome, by_hand: &Decision) {
    assert_eq!(generated.effect(), by_hand.effect);
    assert_eq!(
        generated.rule(),
        by_hand.rule.map(|rule| rule.info().qualified)
    );
    assert_eq!(generated.code(), by_hand.rule.map(|rule| rule.info().code));
    assert!(generated.copy().iter().eq(by_hand.copy().iter().copied()));
    assert!(
        generated.trace().iter().eq(by_hand.trace.iter()),
        "{:?}",
        generated.trace()
    );
    let advisories = by_hand
        .advisories
        .iter()
        .flatten()
        .map(|rule| rule.info().qualified);
    assert!(
        generated
            .advisories()
            .iter()
            .map(|advisory| advisory.rule())
            .eq(advisories)
    );
    assert_eq!(
        generated.failures().len(),
        usize::from(by_hand.failure.is_some())
    );
}

/// Compares what content resolved to.
///
/// # Panics
/// The answers differ.
pub fn content(generated: &Outcome, by_hand: &Delivery) {
    calls(generated, &by_hand.decision);
    assert_eq!(generated.content(), by_hand.content.as_deref());
    assert_eq!(
        generated.transforms().count(),
        by_hand.transforms.iter().flatten().count()
    );
    assert_eq!(generated.skipped_transforms(), by_hand.skipped);
}

/// Compares what a counted call resolved to.
///
/// # Panics
/// The answers differ.
pub fn counted(generated: &Outcome, by_hand: &Counted) {
    calls(generated, &by_hand.decision);
    let side_effects = by_hand.side_effects.iter().flatten();
    let side_effects = side_effects.map(|(rule, action)| (rule.info().qualified, *action));
    assert!(
        generated
            .side_effects()
            .map(|effect| (effect.rule, effect.action))
            .eq(side_effects)
    );
    assert!(
        generated
            .events()
            .map(|event| event.rule)
            .eq(by_hand.events.iter().map(|rule| rule.info().qualified))
    );
}
