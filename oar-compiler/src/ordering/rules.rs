//! One rule: the members of each of the twelve types, and what a table cannot say about them.

mod metadata;

use super::fields::{Asked, Fields, Optional, Required};
use super::tables::{
    INVARIANTS, InvariantWord, KINDS, ROLES, SCOPES, SEVERITIES, STRATEGIES, SURFACES, Words,
    choices, meaning,
};
use super::{
    Automaton, Body, Invariant, Kind, OrderScope, Path, Pattern, PatternError, RenameStrategy,
    Role, Rule, Severity, path,
};
use crate::diagnostic::{Code, Diagnostic, Diagnostics, Sources, Span, did_you_mean, quote};
use crate::document::Spanned;
use crate::source::{Entry, Key, Node, Text, Value};

/// How the body of each type is read. Every member is asked for before a defect makes it give up, so that all errors
/// of a rule show at once.
type Read = fn(&mut Fields<'_, '_>) -> Option<Body>;

/// The types by the name that documents give them.
const TYPES: Words<Read> = &[
    ("order", order),
    ("requiredMetadata", metadata::required_metadata),
    ("alternation", alternation),
    ("adjacency", adjacency),
    ("preservation", preservation),
    ("roleRemap", role_remap),
    ("staleContentAdvisory", stale_content),
    ("identifierFormat", identifier_format),
    ("nonEmptyTurn", non_empty_turn),
    ("toolIdentity", |_| Some(Body::ToolIdentity)),
    ("schemaIntegrity", |_| Some(Body::SchemaIntegrity)),
    ("identifierUniqueness", identifier_uniqueness),
];

/// Reads a rule. `None` when it has a defect, which was reported.
pub(super) fn read(node: &Node, diags: &mut Diagnostics) -> Option<Rule> {
    let mut fields = Fields::new(node, "a rule", diags)?;
    let kind = fields.text("type", Required);
    let id = fields.text("id", Required);
    if let Some(id) = id {
        fields.rename(format!("the rule {}", quote(&id.value)));
    }
    let kind = kind?;
    let Some(body) = meaning(TYPES, &kind.value) else {
        // Without its type nothing can be said about its other members.
        fields.push(unknown_type(kind));
        return None;
    };
    let severity = severity(&kind.value, &mut fields);
    let span = fields.place();
    let body = body(&mut fields);
    fields.finish();
    Some(Rule {
        span,
        id: id?.value.clone(),
        severity: severity?,
        body: body?,
    })
}

fn unknown_type(kind: &Text) -> Diagnostic {
    let names = || TYPES.iter().map(|&(name, _)| name);
    let message = format!("there is no rule type {}", quote(&kind.value));
    let help = did_you_mean(&kind.value, names()).unwrap_or_else(|| {
        format!(
            "the types are {}",
            choices(names()).replace(" or ", " and ")
        )
    });
    Diagnostic::new(Code::OrderingValue, kind.span, message).help(help)
}

/// The members of each type, found by letting its reader ask for them.
pub(crate) fn members() -> Vec<(&'static str, Vec<Asked>)> {
    let members = TYPES.iter().map(|&(name, read)| {
        let absent = probe(name, read, &[]);
        // Some are looked into only where they are there; whether one has to be is said where it is not.
        let mut members = probe(name, read, &absent);
        for asked in &mut members {
            asked.required = absent
                .iter()
                .any(|absent| absent.name == asked.name && absent.required);
        }
        (name, members)
    });
    members.collect()
}

/// What a reader asks of an object that has these members, none of them readable.
fn probe(name: &str, read: Read, members: &[Asked]) -> Vec<Asked> {
    let span = Span {
        file: Sources::new().add("", ""),
        start: 0,
        end: 0,
    };
    let entries = members.iter().map(|asked| Entry {
        key: Key {
            text: asked.name.to_owned(),
            span,
        },
        value: Node {
            span,
            value: Value::Refused,
        },
    });
    let node = Node {
        span,
        value: Value::Map(entries.collect()),
    };
    let mut diags = Diagnostics::new();
    let Some(mut fields) = Fields::new(&node, "a rule", &mut diags) else {
        return Vec::new();
    };
    fields.text("type", Required);
    fields.text("id", Required);
    severity(name, &mut fields);
    read(&mut fields);
    fields.asked()
}

/// Omitted means advisory for every type. One has no such field: it is advisory by nature.
fn severity(kind: &str, fields: &mut Fields<'_, '_>) -> Option<Severity> {
    if kind == "staleContentAdvisory" {
        return Some(Severity::Advisory);
    }
    match fields.node("severity", Optional) {
        None => Some(Severity::default()),
        Some(_) => fields.word("severity", Optional, SEVERITIES),
    }
}

fn order(fields: &mut Fields<'_, '_>) -> Option<Body> {
    let before = fields.word("before", Required, KINDS);
    let place = fields.node("after", Optional).map(|node| node.span);
    let after = fields.word("after", Required, KINDS);
    let scope = fields.word("scope", Required, SCOPES);
    let only_latest_group = fields.flag("onlyLatestGroup");
    if let (Some(before), Some(after), Some(place)) = (before, after, place)
        && before == after
    {
        let message = format!("{} wants a kind before itself", fields.what());
        contradiction(fields, place, message, "name two kinds");
        return None;
    }
    if let (Some(OrderScope::EntireTurn), Some(flag)) = (scope, &only_latest_group)
        && flag.value
    {
        inert(
            fields,
            flag.span,
            "`onlyLatestGroup` has no effect on the `entire-turn` scope",
        );
    }
    Some(Body::Order {
        before: before?,
        after: after?,
        scope: scope?,
        only_latest_group: is_set(only_latest_group),
    })
}

fn alternation(fields: &mut Fields<'_, '_>) -> Option<Body> {
    let roles = fields.words("roles", ROLES);
    let mode = fields.word("mode", Required, &[("strict", ())]);
    let max_node = fields.node("maxPerGroup", Optional);
    let max_per_group = fields.integer("maxPerGroup", 0);
    let roles = roles?;
    let both = roles.value.len() == 2
        && [Role::User, Role::Assistant]
            .iter()
            .all(|role| roles.value.contains(role));
    if !both {
        let message = "`roles` must be exactly the two roles".to_owned();
        contradiction(fields, roles.span, message, "write `[user, assistant]`");
        return None;
    }
    mode?;
    if max_node.is_some() && max_per_group.is_none() {
        return None;
    }
    Some(Body::Alternation { max_per_group })
}

fn adjacency(fields: &mut Fields<'_, '_>) -> Option<Body> {
    let first = fields.word("first", Required, KINDS);
    let disallow = fields.words("disallowBetween", KINDS);
    let disallow = disallow?;
    if disallow.value.is_empty() {
        let message = "an empty `disallowBetween` forbids nothing".to_owned();
        contradiction(
            fields,
            disallow.span,
            message,
            "name the kinds that may not follow",
        );
        return None;
    }
    Some(Body::Adjacency {
        first: first?,
        disallow_between: disallow.value,
    })
}

fn preservation(fields: &mut Fields<'_, '_>) -> Option<Body> {
    let kind = fields.word("kind", Required, KINDS);
    let place = fields.node("invariant", Optional).map(|node| node.span);
    let word = fields.word("invariant", Required, INVARIANTS);
    let field = fields.node("payloadField", Optional).map(|node| node.span);
    let path = field.and_then(|_| dot_path(fields, "payloadField"));
    let reset = fields.flag("resetOnModelSwitch");
    let invariant = match (word?, field) {
        (InvariantWord::FieldStable, Some(_)) => Invariant::PayloadFieldStable(path?),
        (InvariantWord::FieldStable, None) => {
            let message = "`payload-field-stable` without `payloadField`".to_owned();
            contradiction(
                fields,
                place?,
                message,
                "say which field must stay: add `payloadField`",
            );
            return None;
        }
        (_, Some(field)) => {
            let message = "`payloadField` belongs to `payload-field-stable` alone".to_owned();
            contradiction(fields, field, message, "remove it, or change the invariant");
            return None;
        }
        (InvariantWord::Count, None) => Invariant::CountNonDecreasing,
        (InvariantWord::Pruned, None) => Invariant::PrunedAfterLatestTurn,
    };
    if let (Some(Kind::Message), Invariant::PayloadFieldStable(_), Some(field)) =
        (kind, &invariant, field)
    {
        inert(
            fields,
            field,
            "a message has no payload, so only its loss is noticed",
        );
    }
    Some(Body::Preservation {
        kind: kind?,
        invariant,
        reset_on_model_switch: is_set(reset),
    })
}

fn role_remap(fields: &mut Fields<'_, '_>) -> Option<Body> {
    let place = fields.node("kind", Optional).map(|node| node.span);
    let kind = fields.word("kind", Required, KINDS);
    let variant = fields.text("variant", Required);
    let tag = dot_path(fields, "expectedRoleTag");
    if let (Some(Kind::Message), Some(place)) = (kind, place) {
        inert(
            fields,
            place,
            "a message has no payload, so the rule reports every one",
        );
    }
    Some(Body::RoleRemap {
        kind: kind?,
        variant: variant?.value.clone(),
        tag: tag?,
    })
}

fn stale_content(fields: &mut Fields<'_, '_>) -> Option<Body> {
    let kind = fields.word("kind", Required, KINDS);
    let scope = fields.word("scope", Required, &[("before-latest-user-turn", ())]);
    let key = fields.text("optOutOptionKey", Required);
    scope?;
    Some(Body::StaleContentAdvisory {
        kind: kind?,
        opt_out_option_key: key?.value.clone(),
    })
}

fn identifier_format(fields: &mut Fields<'_, '_>) -> Option<Body> {
    let kind = fields.word("kind", Required, KINDS);
    let length_node = fields.node("maxLength", Optional);
    let max_length = fields.integer("maxLength", 1);
    let pattern_node = fields.node("allowedPattern", Optional);
    let pattern = fields.text("allowedPattern", Optional);
    let pattern = pattern.and_then(|text| compile(text, fields.diags));
    if length_node.is_none() && pattern_node.is_none() {
        let message = format!(
            "{} has neither `maxLength` nor `allowedPattern`",
            fields.what()
        );
        let place = fields.place();
        contradiction(fields, place, message, "add one of the two");
        return None;
    }
    let sound = length_node.is_some() == max_length.is_some()
        && pattern_node.is_some() == pattern.is_some();
    sound.then_some(Body::IdentifierFormat {
        kind: kind?,
        max_length,
        pattern,
    })
}

fn compile(text: &Text, diags: &mut Diagnostics) -> Option<Pattern> {
    let (message, help) = match Automaton::compile(&text.value) {
        Ok(automaton) => {
            return Some(Pattern {
                text: text.value.clone(),
                automaton,
            });
        }
        Err(PatternError::Syntax(error)) => (
            format!(
                "the pattern {} does not compile: {error}",
                quote(&text.value)
            ),
            "write one unit of the identifier, such as `[A-Za-z0-9_-]`; look-around and back-references are not supported",
        ),
        Err(PatternError::TooLarge) => (
            format!("the pattern {} needs too large a table", quote(&text.value)),
            "write one unit of the identifier, such as `[A-Za-z0-9_-]`, and bound the length with `maxLength`",
        ),
    };
    diags.push(Diagnostic::new(Code::OrderingPattern, text.span, message).help(help));
    None
}

fn non_empty_turn(fields: &mut Fields<'_, '_>) -> Option<Body> {
    let role = fields.word("role", Required, ROLES);
    let only_terminal = fields.flag("onlyTerminal");
    Some(Body::NonEmptyTurn {
        role: role?,
        only_terminal: is_set(only_terminal),
    })
}

fn identifier_uniqueness(fields: &mut Fields<'_, '_>) -> Option<Body> {
    let kind = fields.word("kind", Required, KINDS);
    let surface = match fields.node("surface", Optional) {
        None => Some(Default::default()),
        Some(_) => fields.word("surface", Optional, SURFACES),
    };
    let rename = rename_strategy(fields);
    Some(Body::IdentifierUniqueness {
        kind: kind?,
        surface: surface?,
        rename: rename?,
    })
}

fn rename_strategy(fields: &mut Fields<'_, '_>) -> Option<RenameStrategy> {
    const NAME: &str = "renameStrategy";
    let Some(node) = fields.node(NAME, Optional) else {
        return Some(RenameStrategy::default());
    };
    if let Some(text) = node.as_text()
        && text.value == "suffix"
    {
        let message = "`suffix` is read as `suffix-index`";
        fields.push(
            Diagnostic::new(Code::OrderingShortWord, text.span, message)
                .help("write `suffix-index`"),
        );
        return Some(RenameStrategy::SuffixIndex);
    }
    fields.word(NAME, Optional, STRATEGIES)
}

fn dot_path(fields: &mut Fields<'_, '_>, name: &'static str) -> Option<Path> {
    let text = fields.text(name, Required)?;
    path::check(&text.value)
        .map_err(|defect| {
            let message = format!("`{name}` {}: {}", defect.message, quote(&text.value));
            fields.push(Diagnostic::new(Code::OrderingPath, text.span, message).help(defect.help));
        })
        .ok()
}

fn is_set(flag: Option<Spanned<bool>>) -> bool {
    flag.is_some_and(|flag| flag.value)
}

fn contradiction(fields: &mut Fields<'_, '_>, place: Span, message: String, help: &str) {
    fields.push(Diagnostic::new(Code::OrderingContradiction, place, message).help(help));
}

fn inert(fields: &mut Fields<'_, '_>, place: Span, message: &str) {
    let help = "remove what has no effect, or name what was meant";
    fields.push(Diagnostic::new(Code::OrderingInert, place, message).help(help));
}
