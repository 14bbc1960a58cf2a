//! One document to a checked profile.

use std::collections::HashMap;

use super::fields::{Fields, Required};
use super::rules;
use super::{Profile, Rule};
use crate::diagnostic::{Code, Diagnostic, Diagnostics, Severity, Span, quote};
use crate::source::{Node, Value};

/// The only version of the format there is.
pub(crate) const VERSION: &str = "1.0";

/// Reads a document with the marker `ordering`.
///
/// # Errors
/// Every defect of the document is reported into `diags`, each with its place; `None` if there was one. Warnings leave
/// the profile usable.
pub fn load(root: &Node, diags: &mut Diagnostics) -> Option<Profile> {
    read(root, true, diags)
}

/// Reads a profile that stands inside other data, such as options or a test case: the same without the marker.
///
/// # Errors
/// As [`load`].
pub fn load_profile(node: &Node, diags: &mut Diagnostics) -> Option<Profile> {
    read(node, false, diags)
}

fn read(root: &Node, marked: bool, diags: &mut Diagnostics) -> Option<Profile> {
    let before = errors(diags);
    let mut fields = Fields::new(root, "an ordering profile", diags)?;
    if marked {
        version(&mut fields)?;
    }
    let name = fields.text("name", Required);
    if let Some(name) = name {
        fields.rename(format!("the profile {}", quote(&name.value)));
    }
    let description = fields.text("description", Required);
    let permissive = fields.flag("permissive");
    let list = fields.list("rules", Required);
    let span = fields.place();
    if let (Some(flag), Some((_, [_, ..]))) = (&permissive, list)
        && flag.value
    {
        let message = "`permissive` says that there are no constraints, and the profile has rules";
        let help = "remove `permissive`, or the rules";
        fields.push(Diagnostic::new(Code::OrderingInert, flag.span, message).help(help));
    }
    fields.finish();
    let rules = read_rules(list.map_or(&[], |(_, items)| items), diags);
    if errors(diags) > before {
        return None;
    }
    Some(Profile {
        span,
        name: name?.value.clone(),
        description: description?.value.clone(),
        permissive: permissive.is_some_and(|flag| flag.value),
        rules,
    })
}

/// The version gate runs before anything else: a document of another version is not judged by the rules of this one.
fn version(fields: &mut Fields<'_, '_>) -> Option<()> {
    let node = fields.node("ordering", Required)?;
    let text = match &node.value {
        Value::String(text) => text.value.as_str(),
        Value::Refused => return None,
        _ => {
            let message = format!("`ordering` must be a string and is {}", node.kind());
            fields.push(
                Diagnostic::new(Code::OrderingVersion, node.span, message)
                    .help("write it in quotes: `ordering: \"1.0\"`"),
            );
            return None;
        }
    };
    if text == VERSION {
        return Some(());
    }
    let message = format!(
        "this is version {} of the format, and this compiler reads `1.0`",
        quote(text)
    );
    fields.push(
        Diagnostic::new(Code::OrderingVersion, node.span, message)
            .help("write `ordering: \"1.0\"`, or use a compiler for that version"),
    );
    None
}

fn read_rules(items: &[Node], diags: &mut Diagnostics) -> Vec<Rule> {
    let mut seen: HashMap<String, Span> = HashMap::new();
    let mut read = Vec::new();
    for item in items {
        let id = item.get("id").and_then(|entry| entry.value.as_text());
        if let Some(id) = id
            && let Some(first) = seen.insert(id.value.clone(), id.span)
        {
            let message = format!("two rules have the id {}", quote(&id.value));
            diags.push(
                Diagnostic::new(Code::OrderingDuplicate, id.span, message)
                    .secondary(first, "the first one")
                    .help("give each rule of a profile an id of its own"),
            );
        }
        read.extend(rules::read(item, diags));
    }
    read
}

/// Reports profiles of one set that share a name: findings could not be told apart.
pub fn check_names(profiles: &[Profile], diags: &mut Diagnostics) {
    let mut seen: HashMap<&str, Span> = HashMap::new();
    for profile in profiles {
        if let Some(&first) = seen.get(profile.name.as_str()) {
            let message = format!("two profiles have the name {}", quote(&profile.name));
            diags.push(
                Diagnostic::new(Code::OrderingDuplicate, profile.span, message)
                    .secondary(first, "the first one")
                    .help("give each profile a name of its own"),
            );
        } else {
            seen.insert(&profile.name, profile.span);
        }
    }
}

/// How many errors were reported so far.
pub(super) fn errors(diags: &Diagnostics) -> usize {
    let is_error = |diagnostic: &&Diagnostic| diagnostic.severity() == Severity::Error;
    diags.as_slice().iter().filter(is_error).count()
}

#[cfg(test)]
mod tests;
