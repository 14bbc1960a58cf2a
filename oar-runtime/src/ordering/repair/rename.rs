//! `renumber-colliding-ids`

use std::collections::HashSet;

use super::plan::{Outcome, Plan};
use super::{Action, Reason, RenameDefect, uuid};
use crate::ordering::timeline::FILLER_PREFIX;
use crate::ordering::{IdentifierUniqueness, Primitive, RenameStrategy, Rule};

impl<P: Primitive> Plan<'_, P> {
    /// Gives every member of a collision a new id, the first included, so that nobody keeps the colliding one. The new
    /// ids are verified before anything changes.
    pub(super) fn rename(
        &mut self,
        rule: &'static IdentifierUniqueness,
        slots: &[usize],
        formats: &[Rule],
    ) -> Outcome {
        if !self.options.can_replace_group {
            return Outcome::Refused(Reason::NoGroupReplacement);
        }
        let members = self.in_stored_order(slots);
        let renames: Vec<_> = members
            .iter()
            .enumerate()
            .map(|(index, &slot)| {
                let old = self.id(slot);
                let new = match self.options.rename {
                    Some(rename) => rename(&old, index),
                    None => apply(rule.rename, &old, index, self.at(slot)),
                };
                (old, new)
            })
            .collect();
        if let Some(defect) = self.defect(&renames, formats) {
            return Outcome::Refused(Reason::RenameRefused(defect));
        }
        for (&slot, (_, new)) in members.iter().zip(&renames) {
            self.set_id(slot, new);
        }
        Outcome::Done(Action::Rename {
            rule_id: rule.id,
            renames,
        })
    }

    /// Members by `seq`, which is stored order and not time order.
    fn in_stored_order(&self, slots: &[usize]) -> Vec<usize> {
        let mut members = slots.to_vec();
        members.sort_by_key(|&slot| {
            let entry = self.entry(slot);
            let seq = entry.and_then(|entry| entry.original()?.seq());
            (seq.unwrap_or(u64::MAX), entry.and_then(super::Entry::index))
        });
        members
    }

    fn defect(&self, renames: &[(String, String)], formats: &[Rule]) -> Option<RenameDefect> {
        let mut made = HashSet::new();
        renames.iter().find_map(|(_, new)| {
            if new.is_empty() {
                Some(RenameDefect::Empty)
            } else if new.starts_with(FILLER_PREFIX) {
                Some(RenameDefect::Reserved(new.clone()))
            } else if self.holds(new) {
                Some(RenameDefect::Taken(new.clone()))
            } else if !made.insert(new) {
                Some(RenameDefect::Repeated(new.clone()))
            } else {
                let broken = formats.iter().find(|rule| breaks(rule, new))?;
                Some(RenameDefect::BreaksRule {
                    id: new.clone(),
                    rule: broken.id(),
                })
            }
        })
    }
}

fn breaks(rule: &Rule, id: &str) -> bool {
    match rule {
        // Only tool calls are renamed.
        Rule::IdentifierFormat(format) => {
            format.kind == crate::ordering::Kind::ToolCall && format.defect(id).is_some()
        }
        _ => false,
    }
}

fn apply(strategy: RenameStrategy, old: &str, index: usize, at: i64) -> String {
    match strategy {
        RenameStrategy::UuidV6 => uuid::v6(old, index, at),
        RenameStrategy::SuffixIndex => format!("{old}-{index}"),
        RenameStrategy::KeepItemId => match old.split_once('|') {
            Some((call, item)) => format!("{call}-{index}|{item}"),
            None => format!("{old}-{index}"),
        },
    }
}
