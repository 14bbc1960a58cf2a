//! The names that conditions use, and the values they have at an occurrence.

use serde_json::{Map, Value as Json, json};

use crate::rng::Rng;
use crate::syntax::Type;

/// Facts of profiles and of the host, of every type.
pub const FACTS: [(&str, Type); 24] = [
    ("policy_denied", Type::Bool),
    ("acme.bool", Type::Bool),
    ("acme.bool2", Type::Bool),
    ("content_length", Type::Int),
    ("acme.int", Type::Int),
    ("acme.int2", Type::Int),
    ("prompt_injection_score", Type::Double),
    ("acme.double", Type::Double),
    ("acme.double2", Type::Double),
    ("tool", Type::Str),
    ("acme.string", Type::Str),
    ("acme.string2", Type::Str),
    ("arg_validation_errors", Type::Strs),
    ("acme.list", Type::Strs),
    ("acme.list2", Type::Strs),
    ("acme.strings", Type::StrMap),
    ("acme.strings2", Type::StrMap),
    ("secret_matches", Type::Maps),
    ("acme.maps", Type::Maps),
    ("acme.maps2", Type::Maps),
    ("tool_args", Type::Map),
    ("acme.map", Type::Map),
    ("acme.map2", Type::Map),
    ("permission_profile", Type::Str),
];

/// Functions by argument and result: each signature of OAR-FACT-27, and those of profiles.
pub const FUNCTIONS: [(&str, Type, Type); 20] = [
    ("tool_arg_string", Type::Str, Type::Str),
    ("tool_arg_int", Type::Str, Type::Int),
    ("tool_arg_bool", Type::Str, Type::Bool),
    ("moderation_score", Type::Str, Type::Double),
    ("acme.bool_bool", Type::Bool, Type::Bool),
    ("acme.bool_int", Type::Bool, Type::Int),
    ("acme.bool_double", Type::Bool, Type::Double),
    ("acme.bool_string", Type::Bool, Type::Str),
    ("acme.int_bool", Type::Int, Type::Bool),
    ("acme.int_int", Type::Int, Type::Int),
    ("acme.int_double", Type::Int, Type::Double),
    ("acme.int_string", Type::Int, Type::Str),
    ("acme.double_bool", Type::Double, Type::Bool),
    ("acme.double_int", Type::Double, Type::Int),
    ("acme.double_double", Type::Double, Type::Double),
    ("acme.double_string", Type::Double, Type::Str),
    ("acme.string_bool", Type::Str, Type::Bool),
    ("acme.string_int", Type::Str, Type::Int),
    ("acme.string_double", Type::Str, Type::Double),
    ("acme.string_string", Type::Str, Type::Str),
];

/// Texts that are equal, prefixes and members of one another often enough.
pub const TEXTS: [&str; 14] = [
    "", "a", "ab", "b", "read", "k", "start", "é", "e\u{301}", "日本", "😀", "\"q'", "\\", "a\nb",
];

pub const INTS: [i64; 12] = [
    0,
    0,
    1,
    1,
    -1,
    2,
    3,
    7,
    -7,
    9_007_199_254_740_993,
    i64::MAX,
    i64::MIN,
];

pub const DOUBLES: [f64; 12] = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.1,
    -1.5,
    2.0,
    9_007_199_254_740_992.0,
    1e308,
    5e-324,
    1e21,
    1e-7,
];

fn spelled(ty: Type) -> &'static str {
    match ty {
        Type::Bool => "bool",
        Type::Int => "int",
        Type::Double => "double",
        Type::Str => "string",
        Type::Strs => "list<string>",
        Type::StrMap => "map<string,string>",
        Type::Maps => "list<map>",
        Type::Map => "map",
    }
}

/// A capability document that declares all of it.
pub fn capability() -> Json {
    let facts = FACTS
        .iter()
        .map(|&(name, ty)| (name, spelled(ty).to_owned()));
    let functions = FUNCTIONS.iter().map(|&(name, argument, result)| {
        (
            name,
            format!("({}) -> {}", spelled(argument), spelled(result)),
        )
    });
    let host: Vec<Json> = facts
        .chain(functions)
        .filter(|(name, _)| name.starts_with("acme."))
        .map(|(name, ty)| json!({ "name": name, "type": ty }))
        .collect();
    json!({
        "oar_capability_version": "1.0",
        "host": "acme.gateway",
        "anchors": {
            "core": { "tool.pre_invoke": "gateway.call" },
            "unsupported": [
                "tool.handler", "tool.post_invoke", "agent.post_turn", "agent.finalize",
                "model.input", "model.output", "model.tool_result",
            ],
        },
        "profiles": PROFILES,
        "host_facts": host,
        "activity_window": 0,
        "detectors": ["detector://fixture"],
        "expression_nodes_max": 100_000,
        "supports_transform": false,
    })
}

pub const PROFILES: [&str; 5] = [
    "tool",
    "content",
    "secrets",
    "prompt-injection",
    "moderation",
];

/// Every name that is not core: what each rule requires.
pub fn host_names() -> Vec<&'static str> {
    let facts = FACTS.iter().map(|&(name, _)| name);
    let functions = FUNCTIONS.iter().map(|&(name, ..)| name);
    facts
        .chain(functions)
        .filter(|name| name.starts_with("acme."))
        .collect()
}

/// Values for some of the names; now and then one of another type than declared (OAR-FACT-26).
pub fn values(rng: &mut Rng, named: usize) -> Map<String, Json> {
    let facts = FACTS.iter().map(|&(name, ty)| (name, ty));
    let results = FUNCTIONS.iter().map(|&(name, _, result)| (name, result));
    let mut values = Map::new();
    for (name, ty) in facts.chain(results) {
        if rng.below(100) < named {
            let ty = if rng.one_in(50) { Type::Map } else { ty };
            values.insert(name.to_owned(), value(ty, rng));
        }
    }
    values
}

fn value(ty: Type, rng: &mut Rng) -> Json {
    match ty {
        Type::Bool => rng.one_in(2).into(),
        // An integral double is an int and an int is a double where the type says so.
        Type::Int if rng.one_in(6) => Json::from(3.0),
        Type::Int => rng.pick(&INTS).into(),
        Type::Double if rng.one_in(6) => Json::from(2),
        Type::Double => rng.pick(&DOUBLES).into(),
        Type::Str => rng.pick(&TEXTS).into(),
        Type::Strs => (0..rng.below(4)).map(|_| value(Type::Str, rng)).collect(),
        Type::StrMap => members(rng, |rng| value(Type::Str, rng)),
        Type::Maps => (0..rng.below(3)).map(|_| value(Type::Map, rng)).collect(),
        Type::Map => members(rng, |rng| {
            let scalar = [Type::Bool, Type::Int, Type::Str];
            let ty = rng.pick(&scalar);
            if rng.one_in(6) {
                Json::Null
            } else {
                value(ty, rng)
            }
        }),
    }
}

fn members(rng: &mut Rng, mut member: impl FnMut(&mut Rng) -> Json) -> Json {
    let count = rng.below(4);
    let members = (0..count).map(|_| (rng.pick(&TEXTS).to_owned(), member(rng)));
    Json::Object(members.collect())
}
