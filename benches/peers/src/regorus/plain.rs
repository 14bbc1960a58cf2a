//! A rule of a partial set for each rule.

use std::cell::RefCell;
use std::error::Error;

use ::regorus::{Engine, Value};

use super::Keys;
use crate::facts::Facts;
use crate::peer::{Answer, Peer};

const RULES: &str = include_str!("../../policies/plain/tool_pre_invoke.rego");
const BLOCKED: &str = "data.oar.blocked";
const WARNED: &str = "data.oar.warned";

/// The rules as their pack has them.
pub struct Plain {
    engine: RefCell<Engine>,
    keys: Keys,
}

impl Peer for Plain {
    const NAME: &'static str = "regorus";
    const PACKAGE: &'static str = "regorus";
    const TARGET: Option<f64> = Some(400.0);

    type Input<'m> = Value;

    fn new() -> Result<Self, Box<dyn Error>> {
        Ok(Self {
            engine: RefCell::new(super::engine(RULES)?),
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
            decide(&mut engine)
        }
    }
}

/// The first rule that blocks, or else the first that warns, which is not asked for before. Asking twice costs less than a
/// third rule with both sets.
#[inline]
fn decide(engine: &mut Engine) -> Answer {
    for rule in [BLOCKED, WARNED] {
        let Ok(Value::Set(fired)) = engine.eval_rule(rule.to_owned()) else {
            return Answer::FAILED;
        };
        // A set is sorted, and rules of one namespace and kind are evaluated in the order of their names (OAR-EVAL-1).
        match fired.first() {
            Some(Value::String(code)) => return Answer::by(code),
            Some(_) => return Answer::FAILED,
            None => {}
        }
    }
    Answer::NONE
}
