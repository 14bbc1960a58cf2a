//! Reads a checked rule document, and checks what its members ask of each other.

use super::check::Checker;
use super::pattern::{Pattern, rule_ref};
use super::shape::Belonging;
use super::tables::{NEEDS_REPLACEMENT, RULE};
use super::{
    Action, Clause, CopyField, CopyText, Effect, Enforcement, Kind, OnError, Requires,
    RuleDocument, Spanned, Status, TransformAction, TransformText, take,
};
use crate::diagnostic::{Code, Diagnostic, Sources, Span};
use crate::source::{Entry, Node, Text, Value};

/// What is sound of a rule document.
pub(super) fn read(
    entries: &[Entry],
    at: Span,
    sources: &Sources,
    mut checker: Checker<'_>,
) -> RuleDocument {
    let member = |name| take::member(entries, name);
    let named = |name, pattern| member(name).and_then(|node| take::name(node, pattern));
    let kind = member("kind").and_then(|node| take::word(node, Kind::parse));
    let effect = member("effect").and_then(|node| take::word(node, Effect::parse));
    let values = [
        (
            "kind",
            kind.as_ref().map(|kind| (kind.value.name(), kind.span)),
        ),
        (
            "effect",
            effect
                .as_ref()
                .map(|effect| (effect.value.name(), effect.span)),
        ),
    ];
    for belonging in RULE.belongings {
        let to = values.iter().find(|(name, _)| *name == belonging.to);
        // A value that did not read says nothing about what belongs to it.
        if let Some((_, Some((value, at)))) = to
            && let Some(diagnostic) = belongs(entries, belonging, value, *at)
        {
            checker.report(diagnostic);
        }
    }
    replacement_is_there(entries, &mut checker);
    // What was refused here is not read as a condition: that would be a second error about the same slip.
    let when = member("when")
        .and_then(Node::as_text)
        .filter(|when| !comment_after(when, sources, &mut checker) && when.old_boolean().is_none());
    let status = member("status").and_then(|node| take::word(node, Status::parse));
    RuleDocument {
        span: at,
        broken: checker.broken,
        id: named("id", Pattern::RuleId),
        namespace: named("namespace", Pattern::Namespace),
        kind,
        anchor: named("anchor", Pattern::Anchor),
        effect,
        selector: take::members(entries, "selector")
            .iter()
            .filter_map(clause)
            .collect(),
        when: when.cloned(),
        flow: member("flow").and_then(flow),
        enforcement: member("enforcement").and_then(|node| take::word(node, Enforcement::parse)),
        mandatory: member("mandatory").and_then(take::boolean),
        on_error: member("on_error").and_then(|node| take::word(node, on_error)),
        on_fire: take::items(entries, "on_fire")
            .iter()
            .filter_map(|node| take::word(node, Action::parse))
            .collect(),
        overrides: take::items(entries, "overrides")
            .iter()
            .filter_map(take::reference)
            .collect(),
        requires: requires(member("requires")),
        counter_scope: named("counter_scope", Pattern::FactName),
        transform: transform(take::members(entries, "transform")),
        detector: take::member(take::members(entries, "detector"), "ref")
            .and_then(|node| take::name(node, Pattern::Detector)),
        copy: take::members(entries, "copy")
            .iter()
            .filter_map(copy)
            .collect(),
        deprecated: status
            .filter(|status| status.value == Status::Deprecated)
            .map(|status| status.span),
        has_related: !take::items(entries, "related").is_empty(),
    }
}

fn clause(Entry { key, value }: &Entry) -> Option<Clause> {
    let Value::List(items) = &value.value else {
        return None;
    };
    if !Pattern::FactName.matches(&key.text) {
        return None;
    }
    Some(Clause {
        fact: Spanned {
            value: key.text.clone(),
            span: key.span,
        },
        values: take::strings(items),
        span: value.span,
    })
}

fn flow(node: &Node) -> Option<Spanned<Vec<Spanned<String>>>> {
    let Value::List(items) = &node.value else {
        return None;
    };
    let value = take::strings(items);
    (!value.is_empty()).then_some(Spanned {
        value,
        span: node.span,
    })
}

fn on_error(text: &str) -> Option<OnError> {
    match text {
        "fail_closed" => Some(OnError::FailClosed),
        "fail_open" => Some(OnError::FailOpen),
        other => rule_ref(other).map(OnError::Substitute),
    }
}

fn requires(node: Option<&Node>) -> Requires {
    let entries = node.and_then(Node::as_map).unwrap_or_default();
    let profiles = take::strings(take::items(entries, "profiles"));
    let facts = take::names(take::items(entries, "facts"), Pattern::FactName);
    let members = |(name, read): (&str, usize)| match take::member(entries, name) {
        None => 0,
        // One more than was read stands for a member that is no list.
        Some(node) => match &node.value {
            Value::List(items) => items.len() - read,
            _ => 1,
        },
    };
    let lost: usize = [("profiles", profiles.len()), ("facts", facts.len())]
        .into_iter()
        .map(members)
        .sum();
    let strange = entries
        .iter()
        .any(|entry| !matches!(entry.key.text.as_str(), "profiles" | "facts"));
    Requires {
        unclear: lost > 0 || strange || node.is_some_and(|node| node.as_map().is_none()),
        profiles,
        facts,
    }
}

fn transform(entries: &[Entry]) -> Option<TransformText> {
    Some(TransformText {
        action: take::word(take::member(entries, "action")?, TransformAction::parse)?,
        target: take::member(entries, "target").and_then(take::string)?,
        replacement: take::member(entries, "replacement").and_then(take::string),
    })
}

fn copy(Entry { key, value }: &Entry) -> Option<CopyText> {
    Some(CopyText {
        field: CopyField::parse(&key.text)?,
        text: value.as_text()?.clone(),
    })
}

/// Members that stand with one value of another member and with no other: `detector`, `transform`.
fn belongs(entries: &[Entry], belonging: &Belonging, value: &str, at: Span) -> Option<Diagnostic> {
    let Belonging {
        member,
        to,
        value: wanted,
        phrase,
        clause,
        example,
    } = belonging;
    let there = entries.iter().find(|entry| entry.key.text == *member);
    let diagnostic = match there {
        None if value == *wanted => Diagnostic::new(
            Code::MissingField,
            at,
            format!("a rule {phrase} `{wanted}` must have `{member}`"),
        )
        .help(*example),
        Some(entry) if value != *wanted => Diagnostic::new(
            Code::MisplacedField,
            entry.key.span,
            format!("`{member}` belongs to rules {phrase} `{wanted}`, not `{value}`"),
        )
        .secondary(at, format!("the {to}"))
        .help(format!("remove `{member}`, or write `{to}: {wanted}`")),
        _ => return None,
    };
    Some(diagnostic.clause(clause))
}

/// `replace` and `annotate` have nothing to write without it (OAR-OPS-13).
fn replacement_is_there(entries: &[Entry], checker: &mut Checker<'_>) {
    let transform = take::members(entries, "transform");
    let action =
        take::member(transform, "action").and_then(|node| take::word(node, TransformAction::parse));
    let Some(action) = action.filter(|action| NEEDS_REPLACEMENT.contains(&action.value.name()))
    else {
        return;
    };
    if take::member(transform, "replacement").is_none() {
        let name = action.value.name();
        checker.report(
            Diagnostic::new(
                Code::MissingField,
                action.span,
                format!("`transform` with the action `{name}` must have `replacement`"),
            )
            .clause("OAR-OPS-13")
            .help("add `replacement`: the text to write"),
        );
    }
}

/// Refuses a comment behind an unquoted condition: `a # && b` would lose its second half without a word. Whether it did.
fn comment_after(when: &Text, sources: &Sources, checker: &mut Checker<'_>) -> bool {
    let Some(file) = sources.get(when.span.file) else {
        return false;
    };
    let bytes = file.text.as_bytes();
    let plain = !matches!(
        bytes.get(when.span.start as usize),
        Some(b'"' | b'\'') | None
    );
    let rest = bytes.get(when.span.end as usize..).unwrap_or_default();
    let line = rest.split(|&b| b == b'\n').next().unwrap_or_default();
    let blanks = line
        .iter()
        .take_while(|&&b| matches!(b, b' ' | b'\t'))
        .count();
    if !plain || blanks == 0 || line.get(blanks) != Some(&b'#') {
        return false;
    }
    let start = when.span.end + u32::try_from(blanks).unwrap_or_default();
    let comment = line.len() - blanks - usize::from(line.ends_with(b"\r"));
    let place = Span {
        start,
        end: start + u32::try_from(comment).unwrap_or_default(),
        ..when.span
    };
    checker.report(
        Diagnostic::new(
            Code::CommentInCondition,
            place,
            "`when` has no quotes and ends at this comment",
        )
        .clause("OAR-DOC-14")
        .label("this is not part of the condition")
        .help(format!(
            "put the whole condition in single quotes: `when: {}`; if this is a comment, move it to a line of its own",
            quoted(sources.text(when.span.to(place)))
        )),
    );
    true
}

/// A condition in single quotes, which double each quote of its own; without its middle when it is very long.
fn quoted(condition: &str) -> String {
    if condition.chars().count() > 120 || condition.contains('\n') {
        return "'…'".to_owned();
    }
    format!("'{}'", condition.replace('\'', "''"))
}
