//! The words that documents use, in one place: reading, messages and emission follow these tables.

use super::profile::{ActiveOn, ApplyTo, Kind, OrderScope, RenameStrategy, Role, Severity};

/// A word and what it means.
pub(super) type Words<T> = &'static [(&'static str, T)];

pub(super) const KINDS: Words<Kind> = &[
    ("message", Kind::Message),
    ("thought", Kind::Thought),
    ("toolCall", Kind::ToolCall),
];

pub(super) const ROLES: Words<Role> = &[("user", Role::User), ("assistant", Role::Assistant)];

pub(super) const SEVERITIES: Words<Severity> = &[
    ("blocking", Severity::Blocking),
    ("advisory", Severity::Advisory),
];

pub(super) const SCOPES: Words<OrderScope> = &[
    ("adjacent-same-role-group", OrderScope::RoleGroup),
    ("entire-turn", OrderScope::EntireTurn),
];

pub(super) const APPLY_TO: Words<ApplyTo> = &[
    ("first-in-group", ApplyTo::FirstInGroup),
    ("every", ApplyTo::Every),
];

pub(super) const SURFACES: Words<ActiveOn> = &[
    ("both", ActiveOn::Both),
    ("dispatch", ActiveOn::Dispatch),
    ("turn", ActiveOn::Turn),
];

pub(super) const STRATEGIES: Words<RenameStrategy> = &[
    ("uuid-v6", RenameStrategy::UuidV6),
    ("suffix-index", RenameStrategy::SuffixIndex),
    ("keep-item-id", RenameStrategy::KeepItemId),
];

/// What `invariant` may say; the path of the second comes from another field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum InvariantWord {
    Count,
    FieldStable,
    Pruned,
}

pub(super) const INVARIANTS: Words<InvariantWord> = &[
    ("count-non-decreasing", InvariantWord::Count),
    ("payload-field-stable", InvariantWord::FieldStable),
    ("pruned-after-latest-turn", InvariantWord::Pruned),
];

/// The meaning of a word.
pub(super) fn meaning<T: Copy>(words: Words<T>, word: &str) -> Option<T> {
    words
        .iter()
        .find(|(name, _)| *name == word)
        .map(|&(_, meaning)| meaning)
}

/// The legal words for a message: "`a`, `b` or `c`".
pub(super) fn choices<'w>(words: impl Iterator<Item = &'w str>) -> String {
    let words: Vec<_> = words.map(|word| format!("`{word}`")).collect();
    match words.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} or {last}", rest.join(", ")),
        None => String::new(),
    }
}
