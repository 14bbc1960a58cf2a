//! One chain of all rules.

use std::cell::RefCell;
use std::error::Error;

use ::regorus::{Engine, Value};

use super::{Keys, RULE};
use crate::facts::Facts;
use crate::peer::{Answer, Peer};

/// The rules, evaluated as parsed and scheduled.
pub struct Tuned {
    engine: RefCell<Engine>,
    keys: Keys,
}

impl Peer for Tuned {
    const NAME: &'static str = "regorus-tuned";
    const PACKAGE: &'static str = "regorus";
    const TARGET: Option<f64> = None;

    type Input<'m> = Value;

    fn new() -> Result<Self, Box<dyn Error>> {
        Ok(Self {
            engine: RefCell::new(super::engine(super::TUNED)?),
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
            super::answer(engine.eval_rule(RULE.to_owned()))
        }
    }
}
