//! The profiles that ship with the compiler, by name.
//!
//! Twenty-one atomic profiles, each a document under `catalogue/ordering`, and families, each a union of atomic ones.
//! A token such as `full_history_preservation:thought` names an atomic profile with other arguments.

mod families;
mod token;

use std::fmt;

pub use families::{Family, families};

use super::{Profile, Rule, load};
use crate::diagnostic::{Diagnostics, Sources, did_you_mean, quote};
use crate::source::{self, Format, Limits};

macro_rules! documents {
    ($($name:ident)*) => {
        /// The atomic profiles: registry name and document.
        pub const CATALOGUE: &[(&str, &str)] = &[
            $((
                stringify!($name),
                include_str!(concat!("../../catalogue/ordering/", stringify!($name), ".yaml")),
            ),)*
        ];
    };
}

documents! {
    permissive
    openai_shape_baseline
    strict_alternation
    single_tool_call_per_turn
    thinking_before_tool_use
    thought_signature_required
    thought_signature_advisory
    function_response_adjacency
    full_history_preservation
    payload_field_preservation
    reasoning_pruned_after_latest_turn
    stale_thinking_advisory
    role_remap_split_tool_roles
    role_remap_inline_tool_call
    harmony_commentary_channel
    converse_text_before_tool_use
    tool_identity
    schema_integrity
    non_empty_turn
    tool_call_id_format
    tool_call_id_uniqueness
}

/// A profile that is not in the catalogue, or a token whose arguments make no sense.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownProfile {
    /// The name as asked for.
    pub name: String,
    /// What is wrong with it.
    pub message: String,
    /// What to write instead, when something is near.
    pub help: Option<String>,
}

impl fmt::Display for UnknownProfile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for UnknownProfile {}

impl UnknownProfile {
    fn new(name: &str, message: String) -> Self {
        Self {
            name: name.to_owned(),
            message,
            help: None,
        }
    }
}

/// The profile of that name: a family (`kimi-k2`), an atomic profile (`strict_alternation`), or one with arguments
/// (`non_empty_turn:terminal`). Families are looked for first.
///
/// Its spans lie in the files of [`sources`].
///
/// # Errors
/// A name that nothing answers to, and arguments that the profile does not take.
pub fn catalogue(name: &str) -> Result<Profile, UnknownProfile> {
    match families().iter().find(|family| family.name == name) {
        Some(family) => union(family),
        None => atomic(name),
    }
}

/// An atomic profile as its document states it, and how a token of it is spelled, such as `non_empty_turn[:terminal[:ROLE]]`.
#[must_use]
pub fn shipped(name: &str) -> Option<(String, Profile)> {
    Some((format!("{name}{}", token::grammar(name)), document(name)?))
}

/// The documents of the catalogue, for showing where something in it stands.
#[must_use]
pub fn sources() -> Sources {
    let mut sources = Sources::new();
    for (name, text) in CATALOGUE {
        sources.add(file_name(name), *text);
    }
    sources
}

fn file_name(name: &str) -> String {
    format!("catalogue/ordering/{name}.yaml")
}

/// A family of one profile is that profile; otherwise the rules stand one after the other.
fn union(family: &Family) -> Result<Profile, UnknownProfile> {
    let parts: Vec<Profile> = family
        .profiles
        .iter()
        .map(|token| atomic(token))
        .collect::<Result<_, _>>()?;
    if let ([only], true) = (parts.as_slice(), family.is_alias) {
        return Ok(only.clone());
    }
    let names: Vec<&str> = parts.iter().map(|part| part.name.as_str()).collect();
    let descriptions: Vec<&str> = parts.iter().map(|part| part.description.as_str()).collect();
    let Some(first) = parts.first() else {
        return Err(UnknownProfile::new(
            &family.name,
            format!("{} is empty", quote(&family.name)),
        ));
    };
    Ok(Profile {
        span: first.span,
        name: format!("union({})", names.join("+")),
        description: descriptions.join(" "),
        permissive: false,
        rules: parts
            .iter()
            .flat_map(|part| part.rules.clone())
            .collect::<Vec<Rule>>(),
    })
}

/// An atomic profile, its arguments put in.
fn atomic(token: &str) -> Result<Profile, UnknownProfile> {
    let (name, arguments) = match token.split_once(':') {
        Some((name, arguments)) => (name, Some(arguments)),
        None => (token, None),
    };
    let Some(mut profile) = document(name) else {
        let mut error = UnknownProfile::new(token, format!("there is no profile {}", quote(token)));
        let families = families().iter().map(|family| family.name.as_str());
        let atoms = CATALOGUE.iter().map(|&(name, _)| name);
        error.help = did_you_mean(name, families.chain(atoms))
            .or_else(|| Some("`oar order --list` shows the profiles that ship".to_owned()));
        return Err(error);
    };
    token::apply(name, arguments, &mut profile).map_err(|message| UnknownProfile {
        help: Some(format!("write `{name}{}`", token::grammar(name))),
        ..UnknownProfile::new(token, message)
    })?;
    Ok(profile)
}

/// Reads a document of the catalogue. They are part of the compiler, and a test reads every one of them, so a defect
/// here cannot reach a user; it would read as an unknown name.
fn document(name: &str) -> Option<Profile> {
    let mut sources = Sources::new();
    let mut diags = Diagnostics::new();
    // Every file up to the one asked for, so that the file's number is that of `sources`.
    for &(other, text) in CATALOGUE {
        if other != name {
            sources.add(file_name(other), text);
            continue;
        }
        let documents = source::load(
            &file_name(name),
            text.as_bytes(),
            Format::Yaml,
            &Limits::default(),
            &mut sources,
            &mut diags,
        );
        return load(&documents.first()?.root, &mut diags);
    }
    None
}

#[cfg(test)]
mod tests;
