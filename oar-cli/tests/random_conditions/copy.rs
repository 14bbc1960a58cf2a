//! Copy templates (Appendix C).

use crate::environment::FACTS;
use crate::evaluate::{Environment, Raised, Value};
use crate::rng::Rng;
use crate::syntax::Type;

pub enum Part {
    Literal(&'static str),
    Binding(&'static str),
    If {
        fact: &'static str,
        negated: bool,
        then: Vec<Part>,
        otherwise: Vec<Part>,
    },
}

const LITERALS: [&str; 5] = ["x", " { % } ", "\"", "é\n", "\\n }} %}"];

/// A template of a few parts.
pub fn template(rng: &mut Rng, depth: usize) -> Vec<Part> {
    let count = 1 + rng.below(3);
    (0..count).map(|_| part(rng, depth)).collect()
}

fn part(rng: &mut Rng, depth: usize) -> Part {
    match rng.below(3) {
        0 => Part::Literal(rng.pick(&LITERALS)),
        1 if depth > 0 => Part::If {
            fact: fact(rng, |_| true),
            negated: rng.one_in(2),
            then: template(rng, depth - 1),
            otherwise: if rng.one_in(2) {
                template(rng, depth - 1)
            } else {
                Vec::new()
            },
        },
        // The types of OAR-COPY-4.
        _ => Part::Binding(fact(rng, |ty| {
            !matches!(ty, Type::StrMap | Type::Maps | Type::Map)
        })),
    }
}

fn fact(rng: &mut Rng, fits: impl Fn(Type) -> bool) -> &'static str {
    if rng.one_in(5) {
        return rng.pick(&["anchor", "fire_count", "breaker_count"]);
    }
    let fitting: Vec<&str> = FACTS
        .iter()
        .filter(|(_, ty)| fits(*ty))
        .map(|&(name, _)| name)
        .collect();
    rng.pick(&fitting)
}

/// The template as a document has it.
pub fn write(parts: &[Part], rng: &mut Rng) -> String {
    let mut out = String::new();
    for part in parts {
        match part {
            Part::Literal(text) => out.push_str(text),
            Part::Binding(fact) if rng.one_in(2) => out.push_str(&format!("{{{{{fact}}}}}")),
            Part::Binding(fact) => out.push_str(&format!("{{{{ {fact}\n}}}}")),
            Part::If {
                fact,
                negated,
                then,
                otherwise,
            } => {
                let not = if *negated { "not " } else { "" };
                out.push_str(&format!("{{% if {not}{fact} %}}{}", write(then, rng)));
                if !otherwise.is_empty() {
                    out.push_str(&format!("{{%else%}}{}", write(otherwise, rng)));
                }
                out.push_str("{% endif %}");
            }
        }
    }
    out
}

/// The template rendered; facts of branches not taken are not read.
pub fn render(parts: &[Part], env: &dyn Environment) -> Result<String, Raised> {
    let mut out = String::new();
    for part in parts {
        match part {
            Part::Literal(text) => out.push_str(text),
            Part::Binding(fact) => out.push_str(&interpolated(env.fact(fact)?)),
            Part::If {
                fact,
                negated,
                then,
                otherwise,
            } => {
                let taken = is_zero(&env.fact(fact)?) == *negated;
                out.push_str(&render(if taken { then } else { otherwise }, env)?);
            }
        }
    }
    Ok(out)
}

fn interpolated(value: Value) -> String {
    match value {
        Value::Str(text) => text,
        Value::Bool(value) => value.to_string(),
        Value::Int(value) => value.to_string(),
        // OAR-COPY-10; the standard library writes the shortest digits without an exponent.
        Value::Double(0.0) => "0.0".to_owned(),
        Value::Double(value) if value.fract() == 0.0 => format!("{value}.0"),
        Value::Double(value) => value.to_string(),
        Value::Strs(list) => list.join(", "),
        other => unreachable!("{other:?} cannot be interpolated"),
    }
}

fn is_zero(value: &Value) -> bool {
    match value {
        Value::Bool(value) => !value,
        Value::Int(value) => *value == 0,
        Value::Double(value) => *value == 0.0,
        Value::Str(text) => text.is_empty(),
        Value::Strs(list) => list.is_empty(),
        Value::StrMap(map) => map.is_empty(),
        Value::Maps(list) => list.is_empty(),
        Value::Map(keys) => keys.is_empty(),
    }
}
