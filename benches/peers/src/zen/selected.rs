//! An expression for each set of rules, selected by the host.

use std::cell::RefCell;
use std::error::Error;

use zen_expression::expression::Standard;
use zen_expression::vm::VM;
use zen_expression::{Expression, Scope, Variable, compile_expression};

use crate::facts::Facts;
use crate::peer::{Answer, Peer};
use crate::selected::ByTool;

/// An expression for each set of rules, selected by the host.
pub struct Selected {
    rules: ByTool<Expression<Standard>>,
    machine: RefCell<VM>,
}

impl Peer for Selected {
    const NAME: &'static str = "zen-selected";
    const PACKAGE: &'static str = "zen-expression";
    const TARGET: Option<f64> = None;

    type Input<'m> = (&'m str, Scope);

    fn new() -> Result<Self, Box<dyn Error>> {
        let texts = [
            include_str!("../../policies/selected/delete.zen"),
            include_str!("../../policies/selected/move.zen"),
            include_str!("../../policies/selected/read.zen"),
            include_str!("../../policies/selected/write.zen"),
            include_str!("../../policies/selected/other.zen"),
        ];
        Ok(Self {
            rules: ByTool::compile(texts, compile_expression)?,
            machine: RefCell::new(VM::new()),
        })
    }

    fn input<'m>(&'m self, facts: &Facts<'m>) -> Result<(&'m str, Scope), Box<dyn Error>> {
        let variables = Variable::from_object(super::variables(facts));
        Ok((facts.tool, Scope::new(variables)))
    }

    #[inline]
    fn decider<'i>(&'i self, input: &'i Self::Input<'_>) -> impl FnMut() -> Answer {
        let (tool, scope) = input;
        move || super::evaluate(self.rules.of(tool), scope, &self.machine)
    }
}
