//! One rule as a constant.

use super::literal::{constant, option, path, string, table};
use crate::ordering::{
    ActiveOn, ApplyTo, Body, Fallback, Invariant, Kind, OrderScope, Pattern, RenameStrategy, Role,
    Rule, Severity,
};
use std::fmt::Write as _;

/// The type's name in the runtime.
pub(super) fn variant(body: &Body) -> &'static str {
    match body {
        Body::Order { .. } => "Order",
        Body::RequiredMetadata { .. } => "RequiredMetadata",
        Body::Alternation { .. } => "Alternation",
        Body::Adjacency { .. } => "Adjacency",
        Body::Preservation { .. } => "Preservation",
        Body::RoleRemap { .. } => "RoleRemap",
        Body::StaleContentAdvisory { .. } => "StaleContentAdvisory",
        Body::IdentifierFormat { .. } => "IdentifierFormat",
        Body::NonEmptyTurn { .. } => "NonEmptyTurn",
        Body::ToolIdentity => "ToolIdentity",
        Body::SchemaIntegrity => "SchemaIntegrity",
        Body::IdentifierUniqueness { .. } => "IdentifierUniqueness",
    }
}

/// Writes `static RULE_n`.
pub(super) fn write(out: &mut String, rule: &Rule, number: usize) -> std::fmt::Result {
    let variant = variant(&rule.body);
    writeln!(
        out,
        "    static RULE_{number}: o::{variant} = o::{variant} {{"
    )?;
    writeln!(out, "        id: {},", string(&rule.id))?;
    if !matches!(rule.body, Body::StaleContentAdvisory { .. }) {
        writeln!(out, "        severity: {},", severity(rule.severity))?;
    }
    for (field, value) in fields(&rule.body) {
        writeln!(out, "        {field}: {value},")?;
    }
    writeln!(out, "    }};")
}

fn fields(body: &Body) -> Vec<(&'static str, String)> {
    match body {
        Body::Order {
            before,
            after,
            scope,
            only_latest_group,
        } => vec![
            ("before", kind(*before)),
            ("after", kind(*after)),
            ("scope", order_scope(*scope)),
            ("only_latest_group", only_latest_group.to_string()),
        ],
        Body::RequiredMetadata {
            kind: of,
            apply_to: to,
            key,
            gate: tags,
            fallback: value,
        } => vec![
            ("kind", kind(*of)),
            ("apply_to", apply_to(*to)),
            ("key", path(key)),
            ("gate", gate(tags.as_deref())),
            ("fallback", fallback(value.as_ref())),
        ],
        Body::Alternation { max_per_group } => vec![("max_per_group", number(*max_per_group))],
        Body::Adjacency {
            first,
            disallow_between,
        } => vec![
            ("first", kind(*first)),
            ("disallow_between", kinds(disallow_between)),
        ],
        Body::Preservation {
            kind: of,
            invariant: demand,
            reset_on_model_switch,
        } => vec![
            ("kind", kind(*of)),
            ("invariant", invariant(demand)),
            ("reset_on_model_switch", reset_on_model_switch.to_string()),
        ],
        Body::RoleRemap {
            kind: of,
            variant,
            tag,
        } => vec![
            ("kind", kind(*of)),
            ("variant", string(variant)),
            ("tag", path(tag)),
        ],
        Body::StaleContentAdvisory {
            kind: of,
            opt_out_option_key,
        } => vec![
            ("kind", kind(*of)),
            ("opt_out_option_key", string(opt_out_option_key)),
        ],
        Body::IdentifierFormat {
            kind: of,
            max_length,
            pattern: unit,
        } => vec![
            ("kind", kind(*of)),
            ("max_length", number(*max_length)),
            ("pattern", pattern(unit.as_ref())),
        ],
        Body::NonEmptyTurn {
            role: of,
            only_terminal,
        } => vec![
            ("role", role(*of)),
            ("only_terminal", only_terminal.to_string()),
        ],
        Body::ToolIdentity | Body::SchemaIntegrity => Vec::new(),
        Body::IdentifierUniqueness {
            kind: of,
            surface,
            rename,
        } => vec![
            ("kind", kind(*of)),
            ("surface", active_on(*surface)),
            ("rename", strategy(*rename)),
        ],
    }
}

fn severity(severity: Severity) -> &'static str {
    match severity {
        Severity::Blocking => "o::Severity::Blocking",
        Severity::Advisory => "o::Severity::Advisory",
    }
}

fn kind(kind: Kind) -> String {
    let name = match kind {
        Kind::Message => "Message",
        Kind::Thought => "Thought",
        Kind::ToolCall => "ToolCall",
    };
    format!("o::Kind::{name}")
}

fn kinds(list: &[Kind]) -> String {
    let names: Vec<_> = list.iter().map(|&of| kind(of)).collect();
    format!("&[{}]", names.join(", "))
}

fn role(role: Role) -> String {
    let name = match role {
        Role::User => "User",
        Role::Assistant => "Assistant",
    };
    format!("o::Role::{name}")
}

fn order_scope(scope: OrderScope) -> String {
    let name = match scope {
        OrderScope::RoleGroup => "RoleGroup",
        OrderScope::EntireTurn => "EntireTurn",
    };
    format!("o::OrderScope::{name}")
}

fn apply_to(apply_to: ApplyTo) -> String {
    let name = match apply_to {
        ApplyTo::FirstInGroup => "FirstInGroup",
        ApplyTo::Every => "Every",
    };
    format!("o::ApplyTo::{name}")
}

fn active_on(surface: ActiveOn) -> String {
    let name = match surface {
        ActiveOn::Both => "Both",
        ActiveOn::Dispatch => "Dispatch",
        ActiveOn::Turn => "Turn",
    };
    format!("o::ActiveOn::{name}")
}

fn strategy(strategy: RenameStrategy) -> String {
    let name = match strategy {
        RenameStrategy::UuidV6 => "UuidV6",
        RenameStrategy::SuffixIndex => "SuffixIndex",
        RenameStrategy::KeepItemId => "KeepItemId",
    };
    format!("o::RenameStrategy::{name}")
}

fn number(number: Option<u64>) -> String {
    option(number.map(|number| number.to_string()))
}

fn gate(tags: Option<&[String]>) -> String {
    option(tags.map(|tags| {
        let tags: Vec<_> = tags.iter().map(|tag| string(tag)).collect();
        format!("&[{}]", tags.join(", "))
    }))
}

fn fallback(fallback: Option<&Fallback>) -> String {
    option(fallback.map(|fallback| {
        format!(
            "o::Fallback {{\n            value: {},\n            replay_compatibility: {},\n            authorized: {},\n        }}",
            constant(&fallback.value),
            string(&fallback.replay_compatibility),
            fallback.authorized
        )
    }))
}

fn invariant(invariant: &Invariant) -> String {
    match invariant {
        Invariant::CountNonDecreasing => "o::Invariant::CountNonDecreasing".to_owned(),
        Invariant::PayloadFieldStable(field) => {
            format!("o::Invariant::PayloadFieldStable({})", path(field))
        }
        Invariant::PrunedAfterLatestTurn => "o::Invariant::PrunedAfterLatestTurn".to_owned(),
    }
}

fn pattern(pattern: Option<&Pattern>) -> String {
    option(pattern.map(|pattern| {
        let automaton = &pattern.automaton;
        format!(
            "o::Pattern {{\n            source: {},\n            classes: &{},\n            class_count: {},\n            next: &{},\n            accepts: &{},\n            start: {},\n        }}",
            string(&pattern.text),
            table(automaton.classes.iter().map(u8::to_string), 32),
            automaton.class_count,
            table(automaton.next.iter().map(u16::to_string), 24),
            table(automaton.accepts.iter().map(bool::to_string), 16),
            automaton.start,
        )
    }))
}
