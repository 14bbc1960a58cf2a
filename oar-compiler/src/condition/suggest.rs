//! What to say about a name that the environment does not have.

use std::ops::Range;

use super::Builtin;
use super::report::Reporter;
use crate::diagnostic::{Code, Diagnostic, did_you_mean};
use crate::vocabulary::{self, Environment, SymbolType, Type};

/// Longest name that is looked into: the cost grows with the square.
const LENGTH_MAX: usize = 256;

/// What to do about a name that is like no other.
const UNDECLARED: &str = "use a core fact, a name of a profile that the host claims, or one that its capability document \
                          declares in `host_facts`";

/// The error for a name that stands alone in a condition.
pub(super) fn unknown_name(
    environment: &Environment,
    report: &Reporter<'_>,
    name: &str,
    range: Range<usize>,
) -> Diagnostic {
    let message = format!("unknown name {}", report.excerpt(range.clone()));
    let mut error = report.about(Code::UnknownName, range, &message);
    if is_null(name) {
        error = error.clause("OAR-EXPR-7");
    } else if field_of(environment, name).is_some() {
        error = error.clause("OAR-EXPR-2");
    }
    let help = foreign_word(name)
        .map(str::to_owned)
        .or_else(|| field_help(environment, name))
        .or_else(|| general_help(environment, name));
    error.help(help.unwrap_or_else(|| UNDECLARED.to_owned()))
}

/// The error for a name that is called in a condition.
pub(super) fn unknown_function(
    environment: &Environment,
    report: &Reporter<'_>,
    name: &str,
    range: Range<usize>,
) -> Diagnostic {
    let message = format!("unknown function {}", report.excerpt(range.clone()));
    let mut error = report.about(Code::UnknownName, range, &message);
    let method = name.rsplit_once('.');
    let word = method.map_or(name, |(_, last)| last);
    let foreign = foreign_function(word);
    if let Some((clause, _)) = foreign {
        error = error.clause(clause);
    }
    let help = match (method, Builtin::find(word).or(foreign_builtin(word))) {
        (Some((subject, _)), Some(builtin)) => Some(member_call_help(subject, builtin)),
        _ => foreign
            .map(|(_, help)| help.to_owned())
            .or_else(|| general_help(environment, name)),
    };
    error.help(help.unwrap_or_else(|| UNDECLARED.to_owned()))
}

/// Help for a name that may be a fact or a function: the profile that has it, or a name like it.
fn general_help(environment: &Environment, name: &str) -> Option<String> {
    let known = environment
        .iter()
        .map(|(_, symbol)| symbol.name.as_str())
        .chain(Builtin::ALL.map(Builtin::name));
    profile_help(name).or_else(|| did_you_mean(name, known))
}

/// Help for a name that has to be a fact.
pub(crate) fn fact_help(environment: &Environment, name: &str) -> Option<String> {
    let facts = environment
        .iter()
        .filter(|(_, symbol)| matches!(symbol.ty, SymbolType::Fact(_)))
        .map(|(_, symbol)| symbol.name.as_str());
    profile_help(name).or_else(|| did_you_mean(name, facts))
}

fn profile_help(name: &str) -> Option<String> {
    let (profile, _) = vocabulary::entry(name)?;
    let profile = profile.name;
    Some(format!(
        "`{name}` belongs to the profile `{profile}`, which the host's capability document does not claim"
    ))
}

fn is_null(name: &str) -> bool {
    matches!(
        name,
        "null" | "nil" | "none" | "None" | "NULL" | "undefined"
    )
}

/// Words of other languages that stand where a fact would.
fn foreign_word(name: &str) -> Option<&'static str> {
    Some(match name {
        _ if is_null(name) => {
            "there is no null: a fact that a host has nothing to report for is `\"\"`, `0`, `0.0`, `false` or empty"
        }
        "True" | "TRUE" => "write `true`",
        "False" | "FALSE" => "write `false`",
        "and" | "AND" => "logical and is written `&&`",
        "or" | "OR" => "logical or is written `||`",
        "not" | "NOT" => "negation is written `!`",
        "now" | "time" | "today" => {
            "a condition has no time: a host publishes an observation of it as a fact"
        }
        _ => return None,
    })
}

/// The built-in that a function of other languages is here.
fn foreign_builtin(word: &str) -> Option<Builtin> {
    Some(match word {
        "startsWith" | "startswith" | "hasPrefix" | "has_prefix" => Builtin::StartsWith,
        "endsWith" | "endswith" | "hasSuffix" | "has_suffix" => Builtin::EndsWith,
        "includes" | "has_substring" => Builtin::Contains,
        "len" | "length" | "count" | "strlen" => Builtin::Size,
        _ => return None,
    })
}

/// Functions of other languages, with the clause that leaves them out.
fn foreign_function(word: &str) -> Option<(&'static str, &'static str)> {
    const BUILTINS: &str = "OAR-EXPR-16";
    Some(match word {
        "matches" | "match" | "regex" | "regexp" | "re_match" | "test" | "like" | "glob" => (
            "OAR-EXPR-23",
            "there are no regular expressions: use `starts_with`, `ends_with` or `contains`, or a host observation \
             function",
        ),
        "startsWith" | "startswith" | "hasPrefix" | "has_prefix" => {
            (BUILTINS, "write `starts_with(s, prefix)`")
        }
        "endsWith" | "endswith" | "hasSuffix" | "has_suffix" => {
            (BUILTINS, "write `ends_with(s, suffix)`")
        }
        "includes" | "indexOf" | "index_of" | "has_substring" => (
            BUILTINS,
            "write `contains(s, substring)`, or `\"a\" in list`",
        ),
        "len" | "length" | "count" | "strlen" => (BUILTINS, "write `size(x)`"),
        "lower" | "toLowerCase" | "lowerAscii" | "upper" | "toUpperCase" | "upperAscii"
        | "trim" => (
            "OAR-EXPR-22",
            "strings are compared as they are: a host that folds case publishes the result as a fact",
        ),
        "has" | "exists" | "exists_one" | "all" | "filter" | "map" | "any" => (
            BUILTINS,
            "there are no macros and no loops: test membership with `\"a\" in x`, and emptiness with `size(x) > 0`",
        ),
        "int" | "double" | "string" | "bool" | "float" | "str" | "type" => (
            BUILTINS,
            "there are no conversions: use a fact or function of the type you need",
        ),
        "now" | "timestamp" | "duration" | "random" => (
            BUILTINS,
            "a condition has no time and no randomness: a host publishes an observation of them as a fact",
        ),
        "not" => (BUILTINS, "negation is written `!`"),
        "and" => (BUILTINS, "logical and is written `&&`"),
        "or" => (BUILTINS, "logical or is written `||`"),
        _ => return None,
    })
}

/// `s.contains(p)`: built-ins are ordinary calls.
fn member_call_help(subject: &str, builtin: Builtin) -> String {
    let name = builtin.name();
    if builtin == Builtin::Size {
        format!("there are no member calls: write `size({subject})`")
    } else {
        format!("there are no member calls: write `{name}({subject}, \"…\")`")
    }
}

/// Splits `fact.rest` when the part before a dot is a fact.
fn field_of<'n>(environment: &Environment, name: &'n str) -> Option<(&'n str, &'n str, Type)> {
    if name.len() > LENGTH_MAX {
        return None;
    }
    let dots = name.match_indices('.').map(|(at, _)| at);
    dots.filter_map(|at| {
        let (fact, field) = (name.get(..at)?, name.get(at + 1..)?);
        match environment.get(environment.find(fact)?).ty {
            SymbolType::Fact(ty) => Some((fact, field, ty)),
            SymbolType::Function { .. } => None,
        }
    })
    .next_back()
}

/// `tool_args.path`: a dotted name is the name of a host fact (OAR-EXPR-2).
fn field_help(environment: &Environment, name: &str) -> Option<String> {
    let (fact, field, ty) = field_of(environment, name)?;
    let reach = member_help(environment, fact, field)
        .unwrap_or_else(|| format!("`{fact}` is a `{ty}`, which has no members to name"));
    Some(format!(
        "dots do not select fields, a dotted name is one host fact: {reach}"
    ))
}

/// How to reach a member of a fact of a map type.
pub(super) fn member_help(environment: &Environment, fact: &str, key: &str) -> Option<String> {
    match environment.get(environment.find(fact)?).ty {
        SymbolType::Fact(Type::MapString) => Some(format!("write `{fact}[\"{key}\"]`")),
        SymbolType::Fact(Type::Map) => Some(match reader_of(environment, fact) {
            Some(reader) => {
                format!(
                    "write `{reader}(\"{key}\")`, after `\"{key}\" in {fact}` where it may be absent"
                )
            }
            None => {
                "a `map` takes `in` and `size` only; a host publishes functions for its members"
                    .into()
            }
        }),
        _ => None,
    }
}

/// The function for the string members of a `map` fact: by the vocabulary's habit, the fact in the singular with
/// `_string`.
fn reader_of(environment: &Environment, fact: &str) -> Option<String> {
    let singular = fact.strip_suffix('s').unwrap_or(fact);
    let reader = format!("{singular}_string");
    let id = environment.find(&reader)?;
    matches!(environment.get(id).ty, SymbolType::Function { .. }).then_some(reader)
}
