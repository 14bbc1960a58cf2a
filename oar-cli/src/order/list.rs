//! The catalogue for people.

use std::fmt::Write;

use oar_compiler::ordering::{self, CATALOGUE, Profile, Severity, families};

/// Every profile and family with what it demands, one paragraph each.
#[must_use]
pub fn catalogue() -> String {
    let mut out = String::from("Profiles\n");
    for (name, _) in CATALOGUE {
        if let Some((spelling, profile)) = ordering::shipped(name) {
            entry(&mut out, &spelling, &profile);
        }
    }
    out.push_str("\nFamilies of models\n");
    for family in families() {
        let doubt = match family.is_unconfirmed {
            true => ", which nobody has confirmed",
            false => "",
        };
        if let Ok(profile) = ordering::catalogue(&family.name) {
            let recipe = family.profiles.join(" + ");
            entry(
                &mut out,
                &format!("{} = {recipe}{doubt}", family.name),
                &profile,
            );
        }
    }
    out
}

fn entry(out: &mut String, title: &str, profile: &Profile) {
    let blocking = profile
        .rules
        .iter()
        .filter(|rule| rule.severity == Severity::Blocking);
    let ids: Vec<_> = blocking.map(|rule| rule.id.as_str()).collect();
    let blocks = match ids.is_empty() {
        true => String::new(),
        false => format!(" Blocks on `{}`.", ids.join("`, `")),
    };
    // Writing to a string does not fail.
    let _ = writeln!(
        out,
        "  {title}\n      {}{blocks}",
        profile.description.trim()
    );
}
