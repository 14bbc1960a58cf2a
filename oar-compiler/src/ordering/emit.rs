//! A checked profile to Rust source text.

mod literal;
mod rule;

use std::fmt::Write as _;

use super::{Body, Profile};
use crate::diagnostic::{Sources, Span};
use literal::{comment, string};

/// How the source is written.
#[derive(Clone, Copy, Debug)]
pub struct EmitOptions<'a> {
    /// The path of the crate that generated code links to, such as `::oar`.
    pub krate: &'a str,
    /// The name of the module; see [`module_name`] for one made from the profile's own.
    pub module: &'a str,
    /// The files that the profile came from, for the place above each item.
    pub sources: &'a Sources,
}

/// Writes a profile as a module: `PROFILE` (the rules as data), `Rules` (the rules as straight-line code), `check` and
/// `repair`. The text depends on nothing but the arguments, and compiles without warnings.
#[must_use]
pub fn emit(profile: &Profile, options: &EmitOptions<'_>) -> String {
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = write_module(&mut out, profile, options);
    out
}

fn write_module(
    out: &mut String,
    profile: &Profile,
    options: &EmitOptions<'_>,
) -> std::fmt::Result {
    let EmitOptions {
        krate,
        module,
        sources,
    } = *options;
    writeln!(
        out,
        "/// The ordering profile `{}`.",
        comment(&profile.name)
    )?;
    writeln!(out, "// {}", place(sources, profile.span))?;
    writeln!(
        out,
        "#[allow(dead_code, reason = \"a host calls what it needs\")]"
    )?;
    writeln!(out, "pub mod {module} {{")?;
    writeln!(out, "    use {krate}::ordering as o;\n")?;
    write_profile(out, profile)?;
    for (index, item) in profile.rules.iter().enumerate() {
        let at = place(sources, item.span);
        writeln!(out, "\n    // {at}, rule `{}`", comment(&item.id))?;
        rule::write(out, item, index + 1)?;
    }
    out.push('\n');
    write_rule_set(out, profile)?;
    out.push_str(FUNCTIONS);
    out.push_str("}\n");
    Ok(())
}

fn write_profile(out: &mut String, profile: &Profile) -> std::fmt::Result {
    writeln!(
        out,
        "    /// The rules as data: what a guard over several profiles is made of."
    )?;
    writeln!(out, "    pub static PROFILE: o::Profile = o::Profile {{")?;
    writeln!(out, "        name: {},", string(&profile.name))?;
    writeln!(
        out,
        "        description: {},",
        string(&profile.description)
    )?;
    writeln!(out, "        permissive: {},", profile.permissive)?;
    if profile.rules.is_empty() {
        writeln!(out, "        rules: &[],")?;
    } else {
        writeln!(out, "        rules: &[")?;
        for (index, item) in profile.rules.iter().enumerate() {
            let variant = rule::variant(&item.body);
            writeln!(out, "            o::Rule::{variant}(&RULE_{}),", index + 1)?;
        }
        writeln!(out, "        ],")?;
    }
    writeln!(out, "    }};")
}

fn write_rule_set(out: &mut String, profile: &Profile) -> std::fmt::Result {
    let union = format!("union({})", profile.name);
    writeln!(out, "    /// The rules as code.")?;
    writeln!(out, "    #[derive(Clone, Copy, Debug, Default)]")?;
    writeln!(out, "    pub struct Rules;\n")?;
    writeln!(out, "    impl o::RuleSet for Rules {{")?;
    write_evaluate(out, profile, &union, "evaluate", |body| !is_history(body))?;
    out.push('\n');
    write_evaluate(out, profile, &union, "evaluate_history", is_history)?;
    out.push_str(RULES);
    writeln!(out, "    }}")
}

/// One of the two passes. `preservation` runs after everything else.
fn write_evaluate(
    out: &mut String,
    profile: &Profile,
    union: &str,
    name: &str,
    belongs: fn(&Body) -> bool,
) -> std::fmt::Result {
    let rules: Vec<_> = (1..)
        .zip(&profile.rules)
        .filter(|(_, item)| belongs(&item.body))
        .map(|(number, _)| number)
        .collect();
    let mark = if rules.is_empty() { "_" } else { "" };
    writeln!(
        out,
        "        fn {name}<P: o::Primitive>(&self, {mark}view: &o::View<P>, {mark}sink: &mut o::Sink<'_>) {{"
    )?;
    if !rules.is_empty() {
        writeln!(out, "            sink.profile({});", string(union))?;
    }
    for number in rules {
        writeln!(out, "            RULE_{number}.evaluate(view, sink);")?;
    }
    writeln!(out, "        }}")
}

fn is_history(body: &Body) -> bool {
    matches!(body, Body::Preservation { .. })
}

const RULES: &str = "
        fn rules(&self) -> impl Iterator<Item = o::Rule> {
            PROFILE.rules.iter().copied()
        }
";

const FUNCTIONS: &str = "
    /// Says what is wrong with a timeline.
    pub fn check<T>(timeline: &T, options: &o::Options<'_>) -> o::Report
    where
        T: o::Timeline + ?Sized,
    {
        o::check(&Rules, timeline, options)
    }

    /// Says what is wrong with a timeline and plans how to put it right.
    pub fn repair<'t, T>(timeline: &'t T, options: &o::Options<'_>) -> o::Repaired<T::Primitive<'t>>
    where
        T: o::Timeline + ?Sized,
    {
        o::repair(&Rules, timeline, options)
    }
";

/// `file:line:column`
fn place(sources: &Sources, span: Span) -> String {
    let position = sources.position(span);
    let name = comment(sources.name(span));
    format!("{name}:{}:{}", position.line, position.column)
}

/// The name of a module for a profile: its own in snake case.
#[must_use]
pub fn module_name(profile: &str) -> String {
    let mut name = String::new();
    let mut after_lower = false;
    for ch in profile.chars() {
        if ch.is_ascii_alphanumeric() {
            if ch.is_ascii_uppercase() && after_lower {
                name.push('_');
            }
            name.push(ch.to_ascii_lowercase());
        } else if !name.is_empty() && !name.ends_with('_') {
            name.push('_');
        }
        after_lower = ch.is_ascii_lowercase() || ch.is_ascii_digit();
    }
    let name = name.trim_end_matches('_');
    if name.is_empty() || name.starts_with(|ch: char| ch.is_ascii_digit()) || is_reserved(name) {
        format!("profile_{name}").trim_end_matches('_').to_owned()
    } else {
        name.to_owned()
    }
}

/// Words that cannot name a module.
fn is_reserved(name: &str) -> bool {
    const WORDS: &[&str] = &[
        "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "crate",
        "do", "dyn", "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl",
        "in", "let", "loop", "macro", "match", "mod", "move", "mut", "override", "priv", "pub",
        "ref", "return", "self", "static", "struct", "super", "trait", "true", "try", "type",
        "typeof", "unsafe", "unsized", "use", "virtual", "where", "while", "yield",
    ];
    WORDS.contains(&name)
}

#[cfg(test)]
mod tests;
