//! The arguments of a token: `full_history_preservation:KIND`, `payload_field_preservation:PATH`,
//! `non_empty_turn[:terminal[:ROLE]]`, `tool_call_id_format[:MAX[:PATTERN]]`,
//! `role_remap_*[:FIELD[:VARIANT[:SEVERITY]]]`.
//!
//! They are checked like the fields they stand for.

use crate::diagnostic::quote;
use crate::ordering::tables::{KINDS, ROLES, SEVERITIES, Words, choices, meaning};
use crate::ordering::{
    Automaton, Body, Invariant, Kind, Path, Pattern, PatternError, Profile, path,
};

/// Puts arguments into the profile of the document. Without arguments the document stands, unless they are required.
pub(super) fn apply(
    name: &str,
    arguments: Option<&str>,
    profile: &mut Profile,
) -> Result<(), String> {
    let Some(arguments) = arguments else {
        // Those in brackets may be left out.
        return match grammar(name) {
            needed if needed.starts_with(':') => {
                Err(format!("`{name}` needs an argument: `{name}{needed}`"))
            }
            _ => Ok(()),
        };
    };
    match name {
        "full_history_preservation" => full_history(arguments, profile),
        "payload_field_preservation" => payload_field(arguments, profile),
        "non_empty_turn" => non_empty_turn(arguments, profile),
        "tool_call_id_format" => id_format(arguments, profile),
        "role_remap_split_tool_roles" | "role_remap_inline_tool_call" => {
            role_remap(arguments, profile)
        }
        _ => Err(format!(
            "`{name}` takes no arguments, and {} was given",
            quote(arguments)
        )),
    }
}

/// The arguments that a profile takes, those that may be left out in brackets.
pub(super) fn grammar(name: &str) -> &'static str {
    match name {
        "full_history_preservation" => ":KIND",
        "payload_field_preservation" => ":PATH",
        "non_empty_turn" => "[:terminal[:ROLE]]",
        "tool_call_id_format" => "[:MAX[:PATTERN]]",
        "role_remap_split_tool_roles" | "role_remap_inline_tool_call" => {
            "[:FIELD[:VARIANT[:SEVERITY]]]"
        }
        _ => "",
    }
}

fn full_history(arguments: &str, profile: &mut Profile) -> Result<(), String> {
    let of = word("kind", arguments, KINDS)?;
    rename(profile, &format!("full-history-preservation-{arguments}"));
    if let Some(Body::Preservation { kind, .. }) = body(profile) {
        *kind = of;
    }
    Ok(())
}

/// The rest of the token is the path, colons included; the kind is always `thought`.
fn payload_field(arguments: &str, profile: &mut Profile) -> Result<(), String> {
    let field = dot_path(arguments)?;
    rename(
        profile,
        &format!(
            "payload-field-preservation-thought-{}",
            arguments.replace('.', "-")
        ),
    );
    if let Some(Body::Preservation {
        kind, invariant, ..
    }) = body(profile)
    {
        *kind = Kind::Thought;
        *invariant = Invariant::PayloadFieldStable(field);
    }
    Ok(())
}

fn non_empty_turn(arguments: &str, profile: &mut Profile) -> Result<(), String> {
    let (terminal, of) = split(arguments);
    if terminal != "terminal" {
        return Err(format!("expected `terminal` and found {}", quote(terminal)));
    }
    let of = of.map(|of| word("role", of, ROLES)).transpose()?;
    rename(profile, "non-empty-terminal-turn");
    if let Some(Body::NonEmptyTurn {
        role,
        only_terminal,
    }) = body(profile)
    {
        *only_terminal = true;
        *role = of.unwrap_or(*role);
    }
    Ok(())
}

fn id_format(arguments: &str, profile: &mut Profile) -> Result<(), String> {
    let (most, unit) = split(arguments);
    let most = most
        .parse::<u64>()
        .ok()
        .filter(|&most| most > 0)
        .ok_or_else(|| format!("expected a length of at least 1 and found {}", quote(most)))?;
    let unit = unit.map(compile).transpose()?;
    if let Some(Body::IdentifierFormat {
        max_length,
        pattern,
        ..
    }) = body(profile)
    {
        *max_length = Some(most);
        if unit.is_some() {
            *pattern = unit;
        }
    }
    Ok(())
}

fn role_remap(arguments: &str, profile: &mut Profile) -> Result<(), String> {
    let (field, rest) = split(arguments);
    let (name, of) = rest.map_or((None, None), |rest| {
        let (name, of) = split(rest);
        (Some(name), of)
    });
    let field = dot_path(field)?;
    if name == Some("") {
        return Err("the variant is empty".to_owned());
    }
    let of = of.map(|of| word("severity", of, SEVERITIES)).transpose()?;
    let Some(rule) = profile.rules.first_mut() else {
        return Ok(());
    };
    rule.severity = of.unwrap_or(rule.severity);
    if let Body::RoleRemap { variant, tag, .. } = &mut rule.body {
        *tag = field;
        if let Some(name) = name {
            name.clone_into(variant);
        }
    }
    Ok(())
}

fn split(arguments: &str) -> (&str, Option<&str>) {
    match arguments.split_once(':') {
        Some((first, rest)) => (first, Some(rest)),
        None => (arguments, None),
    }
}

fn word<T: Copy>(what: &str, text: &str, words: Words<T>) -> Result<T, String> {
    meaning(words, text).ok_or_else(|| {
        let names = choices(words.iter().map(|&(name, _)| name));
        format!("there is no {what} {}: write {names}", quote(text))
    })
}

fn dot_path(text: &str) -> Result<Path, String> {
    path::check(text).map_err(|defect| format!("the path {} {}", quote(text), defect.message))
}

fn compile(text: &str) -> Result<Pattern, String> {
    match Automaton::compile(text) {
        Ok(automaton) => Ok(Pattern {
            text: text.to_owned(),
            automaton,
        }),
        Err(PatternError::Syntax(error)) => Err(format!(
            "the pattern {} does not compile: {error}",
            quote(text)
        )),
        Err(PatternError::TooLarge) => Err(format!(
            "the pattern {} needs too large a table",
            quote(text)
        )),
    }
}

/// The profile and its one rule share a name.
fn rename(profile: &mut Profile, name: &str) {
    name.clone_into(&mut profile.name);
    if let Some(rule) = profile.rules.first_mut() {
        name.clone_into(&mut rule.id);
    }
}

fn body(profile: &mut Profile) -> Option<&mut Body> {
    profile.rules.first_mut().map(|rule| &mut rule.body)
}
