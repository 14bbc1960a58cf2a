//! The tuned rules, as bytecode.

use std::cell::RefCell;
use std::error::Error;

use ::regorus::Value;
use ::regorus::languages::rego::compiler::Compiler;
use ::regorus::rvm::RegoVM;

use super::{Keys, RULE};
use crate::facts::Facts;
use crate::peer::{Answer, Peer};

/// The rules, evaluated as bytecode.
pub struct Machine {
    machine: RefCell<RegoVM>,
    keys: Keys,
}

impl Peer for Machine {
    const NAME: &'static str = "regorus-bytecode";
    const PACKAGE: &'static str = "regorus";
    const TARGET: Option<f64> = None;

    type Input<'m> = Value;

    fn new() -> Result<Self, Box<dyn Error>> {
        let policy = super::engine(super::TUNED)?.compile_with_entrypoint(&RULE.into())?;
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
            super::answer(machine.execute())
        }
    }
}
