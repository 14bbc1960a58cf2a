//! A checked profile as a live one, without a detour through rustc.

use oar_runtime::ordering as o;

use super::{
    ActiveOn, ApplyTo, Body, Constant, Fallback, Invariant, Kind, OrderScope, Path, Pattern,
    Profile, RenameStrategy, Role, Rule, Severity,
};

/// What [`super::emit`] writes, as a value. Rules live as long as the program, as compiled ones do, so the memory is
/// never given back: made for tools that load a few profiles, not for loading again and again.
#[must_use]
pub fn instantiate(profile: &Profile) -> &'static o::Profile {
    keep(o::Profile {
        name: text(&profile.name),
        description: text(&profile.description),
        permissive: profile.permissive,
        rules: keep_all(profile.rules.iter().map(rule)),
    })
}

fn keep<T>(value: T) -> &'static T {
    Box::leak(Box::new(value))
}

fn keep_all<T>(values: impl Iterator<Item = T>) -> &'static [T] {
    Vec::leak(values.collect())
}

fn text(text: &str) -> &'static str {
    String::leak(text.to_owned())
}

fn rule(rule: &Rule) -> o::Rule {
    let id = text(&rule.id);
    let severity = match rule.severity {
        Severity::Blocking => o::Severity::Blocking,
        Severity::Advisory => o::Severity::Advisory,
    };
    match &rule.body {
        Body::Order {
            before,
            after,
            scope,
            only_latest_group,
        } => o::Rule::Order(keep(o::Order {
            id,
            severity,
            before: kind(*before),
            after: kind(*after),
            scope: match scope {
                OrderScope::RoleGroup => o::OrderScope::RoleGroup,
                OrderScope::EntireTurn => o::OrderScope::EntireTurn,
            },
            only_latest_group: *only_latest_group,
        })),
        Body::RequiredMetadata {
            kind: of,
            apply_to,
            key,
            gate,
            fallback: value,
        } => o::Rule::RequiredMetadata(keep(o::RequiredMetadata {
            id,
            severity,
            kind: kind(*of),
            apply_to: match apply_to {
                ApplyTo::FirstInGroup => o::ApplyTo::FirstInGroup,
                ApplyTo::Every => o::ApplyTo::Every,
            },
            key: path(key),
            gate: gate
                .as_ref()
                .map(|tags| keep_all(tags.iter().map(|tag| text(tag)))),
            fallback: value.as_ref().map(fallback),
        })),
        Body::Alternation { max_per_group } => o::Rule::Alternation(keep(o::Alternation {
            id,
            severity,
            max_per_group: *max_per_group,
        })),
        Body::Adjacency {
            first,
            disallow_between,
        } => o::Rule::Adjacency(keep(o::Adjacency {
            id,
            severity,
            first: kind(*first),
            disallow_between: keep_all(disallow_between.iter().map(|&of| kind(of))),
        })),
        Body::Preservation {
            kind: of,
            invariant,
            reset_on_model_switch,
        } => o::Rule::Preservation(keep(o::Preservation {
            id,
            severity,
            kind: kind(*of),
            invariant: match invariant {
                Invariant::CountNonDecreasing => o::Invariant::CountNonDecreasing,
                Invariant::PayloadFieldStable(field) => {
                    o::Invariant::PayloadFieldStable(path(field))
                }
                Invariant::PrunedAfterLatestTurn => o::Invariant::PrunedAfterLatestTurn,
            },
            reset_on_model_switch: *reset_on_model_switch,
        })),
        Body::RoleRemap {
            kind: of,
            variant,
            tag,
        } => o::Rule::RoleRemap(keep(o::RoleRemap {
            id,
            severity,
            kind: kind(*of),
            variant: text(variant),
            tag: path(tag),
        })),
        Body::StaleContentAdvisory {
            kind: of,
            opt_out_option_key,
        } => o::Rule::StaleContentAdvisory(keep(o::StaleContentAdvisory {
            id,
            kind: kind(*of),
            opt_out_option_key: text(opt_out_option_key),
        })),
        Body::IdentifierFormat {
            kind: of,
            max_length,
            pattern: unit,
        } => o::Rule::IdentifierFormat(keep(o::IdentifierFormat {
            id,
            severity,
            kind: kind(*of),
            max_length: *max_length,
            pattern: unit.as_ref().map(pattern),
        })),
        Body::NonEmptyTurn {
            role,
            only_terminal,
        } => o::Rule::NonEmptyTurn(keep(o::NonEmptyTurn {
            id,
            severity,
            role: match role {
                Role::User => o::Role::User,
                Role::Assistant => o::Role::Assistant,
            },
            only_terminal: *only_terminal,
        })),
        Body::ToolIdentity => o::Rule::ToolIdentity(keep(o::ToolIdentity { id, severity })),
        Body::SchemaIntegrity => {
            o::Rule::SchemaIntegrity(keep(o::SchemaIntegrity { id, severity }))
        }
        Body::IdentifierUniqueness {
            kind: of,
            surface,
            rename,
        } => o::Rule::IdentifierUniqueness(keep(o::IdentifierUniqueness {
            id,
            severity,
            kind: kind(*of),
            surface: match surface {
                ActiveOn::Both => o::ActiveOn::Both,
                ActiveOn::Dispatch => o::ActiveOn::Dispatch,
                ActiveOn::Turn => o::ActiveOn::Turn,
            },
            rename: match rename {
                RenameStrategy::UuidV6 => o::RenameStrategy::UuidV6,
                RenameStrategy::SuffixIndex => o::RenameStrategy::SuffixIndex,
                RenameStrategy::KeepItemId => o::RenameStrategy::KeepItemId,
            },
        })),
    }
}

fn kind(kind: Kind) -> o::Kind {
    match kind {
        Kind::Message => o::Kind::Message,
        Kind::Thought => o::Kind::Thought,
        Kind::ToolCall => o::Kind::ToolCall,
    }
}

fn path(path: &Path) -> o::Path {
    o::Path {
        text: text(&path.text),
        segments: keep_all(path.segments().map(text)),
    }
}

fn pattern(pattern: &Pattern) -> o::Pattern {
    let automaton = &pattern.automaton;
    o::Pattern {
        source: text(&pattern.text),
        classes: keep(*automaton.classes),
        class_count: automaton.class_count,
        next: keep_all(automaton.next.iter().copied()),
        accepts: keep_all(automaton.accepts.iter().copied()),
        start: automaton.start,
    }
}

fn fallback(fallback: &Fallback) -> o::Fallback {
    o::Fallback {
        value: literal(&fallback.value),
        replay_compatibility: text(&fallback.replay_compatibility),
        authorized: fallback.authorized,
    }
}

fn literal(value: &Constant) -> o::Literal {
    match value {
        Constant::Null => o::Literal::Null,
        Constant::Bool(value) => o::Literal::Bool(*value),
        Constant::Int(value) => o::Literal::Int(i128::from(*value)),
        Constant::Float(value) => o::Literal::Float(*value),
        Constant::Str(value) => o::Literal::Str(text(value)),
        Constant::List(values) => o::Literal::List(keep_all(values.iter().map(literal))),
        Constant::Map(members) => o::Literal::Map(keep_all(
            members
                .iter()
                .map(|(key, value)| (text(key), literal(value))),
        )),
    }
}
