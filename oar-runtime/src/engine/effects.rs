//! The side-effects of an occurrence, as one batch.

use std::borrow::Cow;

use smallvec::SmallVec;

use crate::outcome::Event;
use crate::program::{Action, Anchor};
use crate::session::{State, StoreError, Update};

/// Applies the side-effects of rules, given by number with the value of their counter scope (OAR-FIRE-8); the events among
/// them.
///
/// # Errors
/// The session refuses; nothing was applied (OAR-FIRE-9).
#[inline]
pub(super) fn apply<'q, S: State + ?Sized>(
    anchor: &'static Anchor,
    queued: impl Iterator<Item = (u32, Option<&'q str>)>,
    session: &mut S,
) -> Result<Vec<Event>, StoreError> {
    let mut events = Vec::new();
    let mut updates: SmallVec<[Update<'_>; 1]> = SmallVec::new();
    for (number, scope) in queued {
        let rule = anchor.rule(number);
        for &action in rule.more.map_or(&[][..], |more| more.on_fire) {
            match action {
                Action::PublishEvent => events.push(Event {
                    rule: rule.qualified,
                    anchor: anchor.local,
                    effect: rule.effect,
                }),
                _ => updates.push(Update {
                    rule: rule.qualified,
                    scope: scope.map(Cow::Borrowed),
                    action,
                }),
            }
        }
    }
    session.commit(&updates, &events)?;
    Ok(events)
}
