//! `fill-required-metadata`

use super::plan::{Outcome, Plan, writable};
use super::{Action, Reason};
use crate::ordering::{Datum, Primitive, RequiredMetadata};

impl<P: Primitive> Plan<'_, P> {
    /// Writes the fallback value, and the fallback tag where there is none. A payload that is not an object stays as
    /// it is.
    pub(super) fn fill(&mut self, rule: &'static RequiredMetadata, slots: &[usize]) -> Outcome {
        let Some(fallback) = rule.fallback else {
            return Outcome::Refused(Reason::NoFallback);
        };
        if !fallback.authorized && !self.options.allow_metadata_fallback_repair {
            return Outcome::Refused(Reason::NotAuthorized);
        }
        let Some((slot, entry)) = slots
            .first()
            .and_then(|&slot| Some((slot, self.entry(slot)?)))
        else {
            return Outcome::Moot;
        };
        let payload = entry.payload();
        // Two rules may ask for one key; the first has filled it.
        if rule.key.read(payload).is_some() && !matches!(payload, Some(Datum::Null)) {
            return Outcome::Moot;
        }
        let Some(mut payload) = writable(payload) else {
            return Outcome::Refused(Reason::PayloadNotWritable);
        };
        payload.write(rule.key.segments, fallback.value.to_data());
        let untagged = entry.replay_compatibility().is_none();
        self.change(slot, |entry| {
            entry.set_payload(payload);
            if untagged {
                entry.set_tag(fallback.replay_compatibility);
            }
        });
        Outcome::Done(Action::FillMetadata {
            rule_id: rule.id,
            primitive: self.id(slot),
            key: rule.key.text,
        })
    }
}
