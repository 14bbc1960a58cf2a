//! The traits of `oar-runtime` are the profiles of the compiler's vocabulary: every name, type and observation, in order.

use oar_compiler::vocabulary::{self, Entry, Scalar, SymbolType, Type};

const TRAITS: &str = include_str!("../oar-runtime/src/facts/profiles.rs");

/// The observation that no host is asked for: it is computed from the call (OAR-FACT-28).
const COMPUTED: &str = "tool_args_fingerprint";

/// How the table of traits spells a type.
fn spelled(ty: Type) -> &'static str {
    match ty {
        Type::Bool => "bool",
        Type::Int => "int",
        Type::Double => "double",
        Type::String => "string",
        Type::ListString => "list",
        Type::ListMap => "spans",
        Type::Map => "map",
        Type::MapString => "(no profile has one)",
    }
}

fn scalar(scalar: Scalar) -> &'static str {
    spelled(scalar.into())
}

/// The lines of an entry, without what a tool call says of itself.
fn lines(entry: &Entry) -> [String; 2] {
    let name = entry.name;
    let declaration = match entry.ty {
        SymbolType::Fact(ty) => format!("{name}: {}", spelled(ty)),
        SymbolType::Function { argument, result } => {
            format!("fn {name}({}) -> {}", scalar(argument), scalar(result))
        }
    };
    [format!("#[doc = {:?}]", entry.observation), declaration]
}

/// The lines of the table: names of profiles, documentation, declarations.
fn table() -> Vec<String> {
    let (_, rest) = TRAITS.split_once("$each! {").expect("the table begins");
    let (table, _) = rest.split_once("\n        }\n").expect("the table ends");
    let lines = table.lines().map(str::trim);
    let kept = lines.filter_map(|line| match line {
        _ if line.starts_with("#[doc") => Some(line.to_owned()),
        _ if line.ends_with(';') => {
            let declaration = line.trim_end_matches(';');
            let declared = declaration
                .split_once(" = ")
                .map_or(declaration, |(left, _)| left);
            Some(declared.to_owned())
        }
        // `Tool: super::Occurrence, "tool" {`
        _ => line.split('"').nth(1).map(|name| format!("profile {name}")),
    });
    kept.collect()
}

#[test]
fn traits_are_the_profiles_of_the_vocabulary() {
    let mut expected = Vec::new();
    for profile in vocabulary::profiles() {
        let description = profile.description.trim_start_matches('A');
        let about = format!("Profile `{}`: a{description}", profile.name);
        expected.push(format!("#[doc = {about:?}]"));
        expected.push(format!("profile {}", profile.name));
        let asked = profile
            .entries
            .iter()
            .filter(|entry| entry.name != COMPUTED);
        expected.extend(asked.flat_map(lines));
    }
    let table = table();
    for (found, expected) in table.iter().zip(&expected) {
        assert_eq!(found, expected);
    }
    assert_eq!(table.len(), expected.len());
}
