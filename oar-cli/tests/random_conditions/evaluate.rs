//! What a condition means, by Appendix A and nothing else: a walk over the tree.

use std::collections::BTreeMap;

use serde_json::Value as Json;

use crate::syntax::{Expr, Type};

#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    Bool(bool),
    Int(i64),
    Double(f64),
    Str(String),
    Strs(Vec<String>),
    StrMap(BTreeMap<String, String>),
    /// Members by their keys alone: a condition sees no more of them (OAR-EXPR-19).
    Maps(Vec<Vec<String>>),
    Map(Vec<String>),
}

/// The rule cannot be evaluated (OAR-OPS-3).
#[derive(Debug, PartialEq)]
pub struct Raised;

type Result<T> = std::result::Result<T, Raised>;

/// Where names get their values.
pub trait Environment {
    fn fact(&self, name: &str) -> Result<Value>;
    /// The result of a function; the argument was evaluated and makes no difference (OAR-CONF-26).
    fn function(&self, name: &str) -> Result<Value>;
    fn count_of(&self, reader: &str, rule: &str) -> Result<i64>;
}

pub fn evaluate(expr: &Expr, env: &dyn Environment) -> Result<Value> {
    Ok(match expr {
        Expr::Bool(value) => Value::Bool(*value),
        Expr::Int(magnitude) => Value::Int(i64::try_from(*magnitude).unwrap()),
        Expr::Double(text) => Value::Double(text.parse().unwrap()),
        Expr::Str(text) => Value::Str(text.clone()),
        Expr::Fact(name) => env.fact(name)?,
        Expr::Call(name, arguments) => call(name, arguments, env)?,
        Expr::Not(inner) => Value::Bool(!bool(inner, env)?),
        Expr::Negate(inner) => match **inner {
            Expr::Int(magnitude) if magnitude > i64::MAX as u64 => Value::Int(i64::MIN),
            _ => negate(evaluate(inner, env)?)?,
        },
        Expr::Binary("&&", left, right) => Value::Bool(bool(left, env)? && bool(right, env)?),
        Expr::Binary("||", left, right) => Value::Bool(bool(left, env)? || bool(right, env)?),
        Expr::Binary(operator, left, right) => {
            let left = evaluate(left, env)?;
            binary(operator, left, evaluate(right, env)?)?
        }
        Expr::Index(list, index) => {
            let list = evaluate(list, env)?;
            at(list, evaluate(index, env)?)?
        }
        Expr::Ternary(condition, then, otherwise) => match bool(condition, env)? {
            true => evaluate(then, env)?,
            false => evaluate(otherwise, env)?,
        },
        Expr::List(members) => {
            let members: Result<Vec<Value>> =
                members.iter().map(|member| evaluate(member, env)).collect();
            list(members?)
        }
    })
}

pub fn bool(expr: &Expr, env: &dyn Environment) -> Result<bool> {
    match evaluate(expr, env)? {
        Value::Bool(value) => Ok(value),
        other => unreachable!("{other:?} is no bool"),
    }
}

fn list(members: Vec<Value>) -> Value {
    if let Some(Value::Str(_)) = members.first() {
        return Value::Strs(members.into_iter().map(string).collect());
    }
    let keys = members.into_iter().map(|member| match member {
        Value::Map(keys) => keys,
        Value::StrMap(map) => map.into_keys().collect(),
        other => unreachable!("{other:?} is no map"),
    });
    Value::Maps(keys.collect())
}

fn string(value: Value) -> String {
    match value {
        Value::Str(text) => text,
        other => unreachable!("{other:?} is no string"),
    }
}

fn call(name: &str, arguments: &[Expr], env: &dyn Environment) -> Result<Value> {
    if let ("fire_count_of" | "breaker_count_of", [Expr::Str(rule)]) = (name, arguments) {
        return env.count_of(name, rule).map(Value::Int);
    }
    let values: Result<Vec<Value>> = arguments
        .iter()
        .map(|argument| evaluate(argument, env))
        .collect();
    let values = values?;
    let points = |value: &Value| -> Vec<char> { string(value.clone()).chars().collect() };
    Ok(match name {
        "size" => Value::Int(match &values[0] {
            Value::Str(text) => text.chars().count(),
            Value::Strs(list) => list.len(),
            Value::StrMap(map) => map.len(),
            Value::Maps(list) => list.len(),
            Value::Map(keys) => keys.len(),
            other => unreachable!("{other:?} has no size"),
        } as i64),
        "starts_with" => Value::Bool(points(&values[0]).starts_with(&points(&values[1]))),
        "ends_with" => Value::Bool(points(&values[0]).ends_with(&points(&values[1]))),
        "contains" => {
            let (hay, needle) = (points(&values[0]), points(&values[1]));
            Value::Bool(
                needle.is_empty() || hay.windows(needle.len()).any(|window| window == needle),
            )
        }
        _ => env.function(name)?,
    })
}

fn negate(value: Value) -> Result<Value> {
    match value {
        Value::Int(int) => int.checked_neg().map(Value::Int).ok_or(Raised),
        Value::Double(double) => Ok(Value::Double(-double)),
        other => unreachable!("{other:?} has no negative"),
    }
}

fn binary(operator: &str, left: Value, right: Value) -> Result<Value> {
    match (operator, left, right) {
        ("in", Value::Str(needle), Value::Strs(hay)) => Ok(Value::Bool(hay.contains(&needle))),
        ("in", Value::Str(key), Value::StrMap(map)) => Ok(Value::Bool(map.contains_key(&key))),
        ("in", Value::Str(key), Value::Map(keys)) => Ok(Value::Bool(keys.contains(&key))),
        ("+", Value::Str(left), Value::Str(right)) => Ok(Value::Str(format!("{left}{right}"))),
        ("+" | "-" | "*" | "/" | "%", Value::Int(left), Value::Int(right)) => {
            integers(operator, left, right)
        }
        ("+" | "-" | "*" | "/", Value::Double(left), Value::Double(right)) => {
            doubles(operator, left, right)
        }
        (_, Value::Int(left), Value::Double(right)) => Ok(compare(operator, left as f64, right)),
        (_, Value::Double(left), Value::Int(right)) => Ok(compare(operator, left, right as f64)),
        (_, Value::Int(left), Value::Int(right)) => Ok(compare(operator, left, right)),
        (_, Value::Double(left), Value::Double(right)) => Ok(compare(operator, left, right)),
        (_, Value::Bool(left), Value::Bool(right)) => Ok(compare(operator, left, right)),
        (_, Value::Str(left), Value::Str(right)) => {
            let points = |text: &str| text.chars().map(u32::from).collect::<Vec<_>>();
            Ok(compare(operator, points(&left), points(&right)))
        }
        other => unreachable!("{other:?} is not well-typed"),
    }
}

fn compare<T: PartialOrd>(operator: &str, left: T, right: T) -> Value {
    Value::Bool(match operator {
        "==" => left == right,
        "!=" => left != right,
        "<" => left < right,
        "<=" => left <= right,
        ">" => left > right,
        ">=" => left >= right,
        other => unreachable!("`{other}` compares nothing"),
    })
}

/// Over integers wide enough that nothing overflows on the way (OAR-EXPR-15, OAR-EXPR-21).
fn integers(operator: &str, left: i64, right: i64) -> Result<Value> {
    let (left, right) = (i128::from(left), i128::from(right));
    if right == 0 && matches!(operator, "/" | "%") {
        return Err(Raised);
    }
    let exact = match operator {
        "+" => left + right,
        "-" => left - right,
        "*" => left * right,
        "/" => left / right,
        _ => left % right,
    };
    i64::try_from(exact).map(Value::Int).map_err(|_| Raised)
}

fn doubles(operator: &str, left: f64, right: f64) -> Result<Value> {
    let result = match operator {
        "+" => left + right,
        "-" => left - right,
        "*" => left * right,
        _ => left / right,
    };
    if result.is_finite() {
        Ok(Value::Double(result))
    } else {
        Err(Raised)
    }
}

fn at(list: Value, index: Value) -> Result<Value> {
    match (list, index) {
        (Value::StrMap(map), Value::Str(key)) => map.get(&key).cloned().map(Value::Str),
        (Value::Strs(list), Value::Int(at)) => element(&list, at).map(Value::Str),
        (Value::Maps(list), Value::Int(at)) => element(&list, at).map(Value::Map),
        other => unreachable!("{other:?} is not well-typed"),
    }
    .ok_or(Raised)
}

fn element<T: Clone>(list: &[T], at: i64) -> Option<T> {
    list.get(usize::try_from(at).ok()?).cloned()
}

/// A published value as its declared type, or a failure (OAR-FACT-22, OAR-FACT-26).
pub fn typed(value: &Json, ty: Type) -> Result<Value> {
    let text = |value: &Json| value.as_str().map(str::to_owned);
    let keys = |value: &Json| Some(value.as_object()?.keys().cloned().collect::<Vec<_>>());
    let typed = match ty {
        Type::Bool => value.as_bool().map(Value::Bool),
        Type::Int => integer(value).map(Value::Int),
        Type::Double => value.as_f64().map(Value::Double),
        Type::Str => text(value).map(Value::Str),
        Type::Strs => value
            .as_array()
            .and_then(|list| list.iter().map(text).collect::<Option<_>>())
            .map(Value::Strs),
        Type::StrMap => value
            .as_object()
            .and_then(|map| {
                map.iter()
                    .map(|(key, value)| Some((key.clone(), text(value)?)))
                    .collect::<Option<_>>()
            })
            .map(Value::StrMap),
        Type::Maps => value
            .as_array()
            .and_then(|list| list.iter().map(keys).collect::<Option<_>>())
            .map(Value::Maps),
        Type::Map => keys(value).map(Value::Map),
    };
    typed.ok_or(Raised)
}

fn integer(value: &Json) -> Option<i64> {
    let whole =
        |double: f64| (double.fract() == 0.0 && double.abs() < 9e15).then_some(double as i64);
    value.as_i64().or_else(|| value.as_f64().and_then(whole))
}

/// The zero value of a type (OAR-FACT-25).
pub fn zero(ty: Type) -> Value {
    match ty {
        Type::Bool => Value::Bool(false),
        Type::Int => Value::Int(0),
        Type::Double => Value::Double(0.0),
        Type::Str => Value::Str(String::new()),
        Type::Strs => Value::Strs(Vec::new()),
        Type::StrMap => Value::StrMap(BTreeMap::new()),
        Type::Maps => Value::Maps(Vec::new()),
        Type::Map => Value::Map(Vec::new()),
    }
}
