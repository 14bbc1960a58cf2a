//! States of a timeline under repair, by which a repair that runs in circles is noticed.

use std::hash::{DefaultHasher, Hash, Hasher};

use super::Entry;
use crate::ordering::{Data, Primitive};

/// A state is the sequence of kinds, ids and payloads. Two states that come to one number end the repair early, in a
/// rejection, and never let anything through.
pub(super) fn state_of(hashes: impl Iterator<Item = u64>) -> u64 {
    hashes.fold(0, |state: u64, entry| {
        // Odd, from the golden ratio: every bit of what came before reaches the next step.
        (state.rotate_left(23) ^ entry).wrapping_mul(0x9E37_79B9_7F4A_7C15)
    })
}

pub(super) fn hash_entry<P: Primitive>(entry: &Entry<P>) -> u64 {
    let mut hasher = DefaultHasher::new();
    entry.kind().hash(&mut hasher);
    entry.id().hash(&mut hasher);
    // Only payloads that a repair changed can differ between two states of one entry.
    if let Some(payload) = entry.new_payload() {
        hash_data(payload, &mut hasher);
    }
    hasher.finish()
}

fn hash_data(data: &Data, hasher: &mut DefaultHasher) {
    std::mem::discriminant(data).hash(hasher);
    match data {
        Data::Null | Data::TooDeep => {}
        Data::Bool(b) => b.hash(hasher),
        Data::Int(n) => n.hash(hasher),
        Data::Float(x) => x.to_bits().hash(hasher),
        Data::Str(text) => text.hash(hasher),
        Data::List(list) => {
            list.len().hash(hasher);
            for value in list {
                hash_data(value, hasher);
            }
        }
        Data::Map(members) => {
            members.len().hash(hasher);
            for (key, value) in members.iter() {
                key.hash(hasher);
                hash_data(value, hasher);
            }
        }
    }
}
