//! The side-effects of an occurrence, as one batch.

use smallvec::SmallVec;

use crate::outcome::Event;
use crate::program::{Action, Anchor};
use crate::session::{CounterScope, State, StoreError, Update};

/// Applies the side-effects of rules, given by number with the value of their counter scope (OAR-FIRE-8).
///
/// # Errors
/// The session refuses; nothing was applied (OAR-FIRE-9).
#[inline]
pub(super) fn apply<'q, S: State + ?Sized>(
    anchor: &'static Anchor,
    queued: impl Iterator<Item = (u32, Option<&'q CounterScope<'q>>)>,
    session: &mut S,
) -> Result<(), StoreError> {
    let mut events: SmallVec<[Event; 1]> = SmallVec::new();
    let mut updates: SmallVec<[Update<'_>; 2]> = SmallVec::new();
    for (number, scope) in queued {
        let rule = anchor.rule(number);
        for &action in rule.on_fire() {
            match action {
                Action::PublishEvent => events.push(Event::of(rule, anchor)),
                _ => updates.push(Update {
                    rule: rule.qualified,
                    scope,
                    action,
                }),
            }
        }
    }
    session.commit(&updates, &events)
}
