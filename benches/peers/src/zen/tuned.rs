//! One expression for all rules.

use std::cell::RefCell;
use std::error::Error;

use zen_expression::expression::Standard;
use zen_expression::variable::Symbol;
use zen_expression::vm::VM;
use zen_expression::{Expression, Scope, Variable, compile_expression};

use super::text;
use crate::facts::Facts;
use crate::peer::{Answer, Peer};

/// The rules with their selectors, in one expression.
pub struct Tuned {
    rules: Expression<Standard>,
    /// The tools that selectors list, by name: kept, as a literal list is built anew each time it is evaluated.
    tools: [(Symbol, Variable); 3],
    machine: RefCell<VM>,
}

impl Peer for Tuned {
    const NAME: &'static str = "zen-tuned";
    const PACKAGE: &'static str = "zen-expression";
    const TARGET: Option<f64> = None;

    type Input<'m> = Scope;

    fn new() -> Result<Self, Box<dyn Error>> {
        Ok(Self {
            rules: compile_expression(include_str!("../../policies/tuned/tool_pre_invoke.zen"))?,
            tools: [
                list("reading", &["read", "grep"]),
                list("writing", &["write", "edit"]),
                list("destructive", &["delete", "move", "chmod"]),
            ],
            machine: RefCell::new(VM::new()),
        })
    }

    fn input<'m>(&'m self, facts: &Facts<'m>) -> Result<Scope, Box<dyn Error>> {
        let mut variables = super::variables(facts);
        for (name, tools) in &self.tools {
            variables.insert(name.clone(), tools.shallow_clone());
        }
        Ok(Scope::new(Variable::from_object(variables)))
    }

    #[inline]
    fn decider<'i>(&'i self, scope: &'i Self::Input<'_>) -> impl FnMut() -> Answer {
        move || super::evaluate(&self.rules, scope, &self.machine)
    }
}

fn list(name: &'static str, tools: &[&'static str]) -> (Symbol, Variable) {
    let tools = tools.iter().map(|tool| text(tool)).collect();
    (Symbol::from_static(name), Variable::from_array(tools))
}
