//! `regorus`: Rego, the language of the Open Policy Agent, compiled once.
//!
//! It evaluates in two ways. [`Plain`] and [`Tuned`] use the one that its documentation shows: an engine that is asked for a
//! rule. It compiles Rego to bytecode as well, which is public and on by default, but shown for another policy language
//! alone; that is [`Machine`], with the tuned rules.

mod bytecode;
mod input;
mod plain;
mod tuned;

use std::error::Error;

use ::regorus::{Engine, Value};

pub use self::bytecode::Machine;
use self::input::Keys;
pub use self::plain::Plain;
pub use self::tuned::Tuned;
use crate::peer::Answer;

const TUNED: &str = include_str!("../policies/tuned/tool_pre_invoke.rego");
/// What the tuned rules are asked for.
const RULE: &str = "data.oar.tool_pre_invoke";

fn engine(rules: &str) -> Result<Engine, Box<dyn Error>> {
    let mut engine = Engine::new();
    // As in Open Policy Agent: a function that fails is undefined, and what is not known to hold does not hold.
    engine.set_strict_builtin_errors(false);
    engine.add_policy("tool_pre_invoke.rego".to_owned(), rules.to_owned())?;
    Ok(engine)
}

/// The answer of a rule whose value names the one that decides.
#[inline]
fn answer<E>(value: Result<Value, E>) -> Answer {
    match value {
        Ok(Value::String(code)) => Answer::by(&code),
        _ => Answer::FAILED,
    }
}
