//! `regorus`: Rego, the language of the Open Policy Agent, compiled once.
//!
//! It evaluates in two ways. [`Regorus`] is the one that its documentation shows: an engine that is asked for a rule. It
//! compiles Rego to bytecode as well, which is public and on by default, but shown for another policy language alone; that
//! is [`Machine`], in rows of its own without target.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::error::Error;

use ::regorus::languages::rego::compiler::Compiler;
use ::regorus::rvm::RegoVM;
use ::regorus::{Engine, Value};
use serde_json::Value as Json;

use crate::facts::Facts;
use crate::peer::{Answer, Peer};

const RULE: &str = "data.oar.tool_pre_invoke";

/// The rules, evaluated as parsed and scheduled.
pub struct Regorus {
    engine: RefCell<Engine>,
    keys: Keys,
}

/// The rules, evaluated as bytecode.
pub struct Machine {
    machine: RefCell<RegoVM>,
    keys: Keys,
}

impl Peer for Regorus {
    const NAME: &'static str = "regorus";
    const PACKAGE: &'static str = "regorus";
    const TARGET: Option<f64> = Some(400.0);

    type Input<'m> = Value;

    fn new() -> Result<Self, Box<dyn Error>> {
        Ok(Self {
            engine: RefCell::new(engine()?),
            keys: Keys::new(),
        })
    }

    fn input<'m>(&'m self, facts: &Facts<'m>) -> Result<Value, Box<dyn Error>> {
        Ok(self.keys.input(facts))
    }

    #[inline]
    fn decider<'i>(&'i self, input: &'i Self::Input<'_>) -> impl FnMut() -> Answer {
        move || {
            // INVARIANT: the engine is borrowed here alone, and evaluation does not come back.
            let mut engine = self.engine.borrow_mut();
            // A count of references; what is set replaces what the last evaluation left.
            engine.set_input(input.clone());
            answer(engine.eval_rule(RULE.to_owned()))
        }
    }
}

impl Peer for Machine {
    const NAME: &'static str = "regorus-bytecode";
    const PACKAGE: &'static str = "regorus";
    const TARGET: Option<f64> = None;

    type Input<'m> = Value;

    fn new() -> Result<Self, Box<dyn Error>> {
        let policy = engine()?.compile_with_entrypoint(&RULE.into())?;
        let program =
            Compiler::compile_from_policy(&policy, &[RULE]).map_err(|error| error.to_string())?;
        let mut machine = RegoVM::new_with_policy(policy);
        machine.load_program(program);
        Ok(Self {
            machine: RefCell::new(machine),
            keys: Keys::new(),
        })
    }

    fn input<'m>(&'m self, facts: &Facts<'m>) -> Result<Value, Box<dyn Error>> {
        Ok(self.keys.input(facts))
    }

    #[inline]
    fn decider<'i>(&'i self, input: &'i Self::Input<'_>) -> impl FnMut() -> Answer {
        move || {
            // INVARIANT: the machine is borrowed here alone, and evaluation does not come back.
            let mut machine = self.machine.borrow_mut();
            machine.set_input(input.clone());
            answer(machine.execute())
        }
    }
}

fn engine() -> Result<Engine, Box<dyn Error>> {
    let mut engine = Engine::new();
    // As in Open Policy Agent: a function that fails is undefined, and what is not known to hold does not hold.
    engine.set_strict_builtin_errors(false);
    let rules = include_str!("../policies/tool_pre_invoke.rego");
    engine.add_policy("tool_pre_invoke.rego".to_owned(), rules.to_owned())?;
    Ok(engine)
}

#[inline]
fn answer<E>(value: Result<Value, E>) -> Answer {
    match value {
        Ok(Value::String(code)) => Answer::by(&code),
        _ => Answer::FAILED,
    }
}

/// The names of the facts, kept: cloning one is counting a reference.
struct Keys {
    tool: Value,
    tool_args: Value,
    path_outside_scope: Value,
    mcp_provider_id: Value,
    mcp_provider_enabled: Value,
}

impl Keys {
    fn new() -> Self {
        Self {
            tool: "tool".into(),
            tool_args: "tool_args".into(),
            path_outside_scope: "path_outside_scope".into(),
            mcp_provider_id: "mcp_provider_id".into(),
            mcp_provider_enabled: "mcp_provider_enabled".into(),
        }
    }

    fn input(&self, facts: &Facts<'_>) -> Value {
        let (id, enabled) = (facts.mcp_provider_id, facts.mcp_provider_enabled);
        Value::from(BTreeMap::from([
            (self.tool.clone(), facts.tool.into()),
            (
                self.tool_args.clone(),
                object(facts.tool_args.into_iter().flatten()),
            ),
            (
                self.path_outside_scope.clone(),
                facts.path_outside_scope.into(),
            ),
            (self.mcp_provider_id.clone(), id.into()),
            (self.mcp_provider_enabled.clone(), enabled.into()),
        ]))
    }
}

fn object<'m>(members: impl Iterator<Item = (&'m String, &'m Json)>) -> Value {
    let members = members.map(|(name, member)| (Value::from(name.as_str()), value(member)));
    Value::from(members.collect::<BTreeMap<_, _>>())
}

fn value(json: &Json) -> Value {
    match json {
        Json::Null => Value::Null,
        Json::Bool(value) => Value::from(*value),
        Json::Number(number) => match number.as_i64() {
            Some(integer) => Value::from(integer),
            None => Value::from(number.as_f64().unwrap_or(f64::NAN)),
        },
        Json::String(text) => Value::from(text.as_str()),
        Json::Array(items) => Value::from(items.iter().map(value).collect::<Vec<_>>()),
        Json::Object(map) => object(map.iter()),
    }
}
