//! An expression for each rule.

use std::cell::RefCell;
use std::error::Error;

use zen_expression::expression::Standard;
use zen_expression::vm::VM;
use zen_expression::{Expression, Scope, Variable, compile_expression};

use crate::facts::Facts;
use crate::peer::{Answer, Peer};
use crate::plain::Rules;

/// The rules as their pack has them.
pub struct Plain {
    rules: Rules<Expression<Standard>>,
    machine: RefCell<VM>,
}

impl Peer for Plain {
    const NAME: &'static str = "zen";
    const PACKAGE: &'static str = "zen-expression";
    const TARGET: Option<f64> = Some(50.0);

    type Input<'m> = Scope;

    fn new() -> Result<Self, Box<dyn Error>> {
        let texts = [
            include_str!("../../policies/plain/bulk_delete_denied.zen"),
            include_str!("../../policies/plain/destructive_tool_warn.zen"),
            include_str!("../../policies/plain/mcp_provider_disabled.zen"),
            include_str!("../../policies/plain/read_outside_scope.zen"),
            include_str!("../../policies/plain/write_outside_workspace.zen"),
        ];
        Ok(Self {
            rules: Rules::compile(texts, compile_expression)?,
            machine: RefCell::new(VM::new()),
        })
    }

    fn input<'m>(&'m self, facts: &Facts<'m>) -> Result<Scope, Box<dyn Error>> {
        Ok(Scope::new(Variable::from_object(super::variables(facts))))
    }

    #[inline]
    fn decider<'i>(&'i self, scope: &'i Self::Input<'_>) -> impl FnMut() -> Answer {
        move || {
            // INVARIANT: the machine is borrowed here alone, and evaluation does not come back.
            let mut machine = self.machine.borrow_mut();
            self.rules.decide(|rule| holds(rule, scope, &mut machine))
        }
    }
}

/// Whether a condition holds; nothing when it cannot be evaluated.
#[inline]
fn holds(rule: &Expression<Standard>, scope: &Scope, machine: &mut VM) -> Option<bool> {
    match rule.evaluate_with_scope(scope, machine) {
        Ok(Variable::Bool(holds)) => Some(holds),
        _ => None,
    }
}
