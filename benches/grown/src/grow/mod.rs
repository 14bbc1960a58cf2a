//! Packs of any number of rules, as a company of many teams would write them. The same numbers give the same text.

mod rules;

/// A file of a pack.
#[derive(Clone, Debug)]
pub struct File {
    /// Its name in the pack's folder.
    pub name: String,
    /// Its documents.
    pub text: String,
}

/// What a call selects of a pack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// Every family of [`FAMILY`] rules is about a tool of its own: a call selects the [`SELECTED`] rules of its tool that
    /// stand before it, whatever else is loaded.
    ByTool,
    /// Every rule stands before every call.
    Everywhere,
    /// The same, without the rules that need more than a condition: packs of any size, ten rules and more, are alike then.
    EverywherePlain,
}

/// How many rules a family has.
pub const FAMILY: usize = 6;

/// How many of them stand before the call; the last is about its result.
pub const SELECTED: usize = 5;

/// The name of the file with the capability document.
pub const CAPABILITY: &str = "capability.yaml";

/// The host that the packs assume.
const HOST: &str = include_str!("capability.yaml");

/// Writes a pack: the capability document, then a file for each family.
#[must_use]
pub fn pack(rules: usize, reach: Reach) -> Vec<File> {
    let size = match reach {
        Reach::ByTool => FAMILY,
        Reach::Everywhere | Reach::EverywherePlain => SELECTED,
    };
    let mut files = vec![File {
        name: CAPABILITY.to_owned(),
        text: HOST.to_owned(),
    }];
    for family in 0..rules.div_ceil(size) {
        let members = size.min(rules - family * size);
        let documents: Vec<String> = (0..members)
            .map(|member| rules::document(family, member, reach))
            .collect();
        files.push(File {
            name: format!("{}.yaml", tool(family).replace('_', "-")),
            text: documents.join("---\n"),
        });
    }
    files
}

/// The tool that a family is about.
#[must_use]
pub fn tool(family: usize) -> String {
    let (area, verb, series) = rules::subject(family);
    match series {
        0 => format!("{area}_{verb}"),
        _ => format!("{area}_{verb}_{series}"),
    }
}
