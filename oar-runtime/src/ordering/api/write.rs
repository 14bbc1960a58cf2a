//! A repaired timeline back to a request body.
//!
//! When nothing moved, every message is taken as it stands and only pieces of changed primitives are replaced. When
//! something did, the list is put together again: pieces of one message stay together as long as their order allows, and
//! results follow their calls.

mod rebuild;

use serde_json::{Map, Value, json};

use super::wire::{ApiPrimitive, ApiTimeline, Fragment, Slot, Turn};
use crate::ordering::json::JsonError;
use crate::ordering::json::value::to_json;
use crate::ordering::{Entry, Primitive};
use rebuild::Rebuild;

type Entries<'e, 'v> = &'e [Entry<&'e ApiPrimitive<'v>>];

pub(super) fn write<'v>(
    timeline: &ApiTimeline<'v>,
    repaired: Entries<'_, 'v>,
) -> Result<Value, JsonError> {
    let in_place = repaired
        .iter()
        .map(Entry::index)
        .eq((0..timeline.primitives.len()).map(Some));
    let edits = Edits::of(timeline, repaired)?;
    let list = if in_place {
        edits.in_place()
    } else {
        Rebuild::new(&edits).run(repaired)
    };
    let mut body = timeline.body.clone();
    if !timeline.turns.is_empty()
        && let Some(place) = body.get_mut(timeline.shape.list)
    {
        *place = Value::Array(list);
    }
    Ok(body)
}

/// What changed in each primitive.
struct Edits<'e, 'v> {
    timeline: &'e ApiTimeline<'v>,
    by_primitive: Vec<Edit>,
}

#[derive(Clone, Default)]
struct Edit {
    id: Option<String>,
    payload: Option<Map<String, Value>>,
}

impl<'e, 'v> Edits<'e, 'v> {
    fn of(timeline: &'e ApiTimeline<'v>, entries: Entries<'_, 'v>) -> Result<Self, JsonError> {
        let mut by_primitive = vec![Edit::default(); timeline.primitives.len()];
        for entry in entries {
            let Some(edit) = entry.index().and_then(|index| by_primitive.get_mut(index)) else {
                continue;
            };
            edit.id = entry.new_id().map(str::to_owned);
            edit.payload = match entry.new_payload().map(to_json).transpose()? {
                Some(Value::Object(members)) => Some(members),
                _ => None,
            };
            let carrier = entry.original().and_then(|primitive| primitive.carrier);
            if edit.payload.is_some() && carrier.is_none() {
                return Err(JsonError::new(
                    entry.id(),
                    "this API has no place for its payload",
                ));
            }
        }
        Ok(Self {
            timeline,
            by_primitive,
        })
    }

    /// Every message with its changed pieces replaced.
    fn in_place(&self) -> Vec<Value> {
        let turns = &self.timeline.turns;
        turns.iter().map(|turn| self.turn_in_place(turn)).collect()
    }

    fn turn_in_place(&self, turn: &Turn<'v>) -> Value {
        let changed = turn
            .fragments
            .iter()
            .any(|fragment| self.edit(fragment).is_some());
        if !changed {
            return turn.value.clone();
        }
        let mut message = shell(turn);
        for fragment in &turn.fragments {
            put(&mut message, fragment.slot, self.value(fragment));
        }
        message
    }

    fn edit(&self, fragment: &Fragment<'v>) -> Option<&Edit> {
        let edit = self.by_primitive.get(fragment.owner?)?;
        (edit.id.is_some() || edit.payload.is_some()).then_some(edit)
    }

    /// A piece with the changes of its primitive.
    fn value(&self, fragment: &Fragment<'v>) -> Value {
        let mut value = fragment.value.clone();
        let Some(edit) = self.edit(fragment) else {
            return value;
        };
        if let (Some(id), [_, ..]) = (&edit.id, fragment.id)
            && let Some(place) = at(&mut value, fragment.id)
        {
            *place = json!(id);
        }
        let primitive = fragment
            .owner
            .and_then(|owner| self.timeline.primitives.get(owner));
        if let (Some(payload), false, Some(carrier)) = (
            &edit.payload,
            fragment.is_result,
            primitive.and_then(|p| p.carrier.as_ref()),
        ) && let Some(Value::Object(members)) = at(&mut value, carrier.path)
        {
            members.extend(payload.clone());
        }
        value
    }
}

fn at<'v>(value: &'v mut Value, path: &[&str]) -> Option<&'v mut Value> {
    path.iter()
        .try_fold(value, |value, key| value.get_mut(*key))
}

/// A message without its pieces.
fn shell(turn: &Turn<'_>) -> Value {
    let mut message = turn.value.clone();
    if let Value::Object(members) = &mut message {
        for fragment in &turn.fragments {
            match fragment.slot {
                Slot::Whole => {}
                Slot::Field(name, _) | Slot::Element(name, _) => {
                    members.remove(name);
                }
            }
        }
    }
    message
}

fn put(message: &mut Value, slot: Slot, value: Value) {
    let Value::Object(members) = message else {
        return;
    };
    match slot {
        Slot::Whole => *message = value,
        Slot::Field(name, _) => {
            members.insert(name.to_owned(), value);
        }
        Slot::Element(name, _) => {
            let list = members.entry(name).or_insert_with(|| json!([]));
            if let Value::Array(list) = list {
                list.push(value);
            }
        }
    }
}
