//! `zen-expression`: the expression language of a business rules engine, compiled to bytecode.

use std::cell::RefCell;
use std::error::Error;

use zen_expression::expression::Standard;
use zen_expression::variable::{Symbol, VariableMap};
use zen_expression::vm::VM;
use zen_expression::{Expression, Scope, Variable, compile_expression};

use crate::facts::Facts;
use crate::peer::{Answer, Peer};
use crate::selected::ByTool;

/// The rules with their selectors, in one expression.
pub struct Zen {
    rules: Expression<Standard>,
    machine: RefCell<VM>,
}

/// An expression for each set of rules, selected by the host.
pub struct Selected {
    rules: ByTool<Expression<Standard>>,
    machine: RefCell<VM>,
}

impl Peer for Zen {
    const NAME: &'static str = "zen";
    const PACKAGE: &'static str = "zen-expression";
    const TARGET: Option<f64> = Some(50.0);

    type Input<'m> = Scope;

    fn new() -> Result<Self, Box<dyn Error>> {
        Ok(Self {
            rules: compile_expression(include_str!("../policies/tool_pre_invoke.zen"))?,
            machine: RefCell::new(VM::new()),
        })
    }

    fn input<'m>(&'m self, facts: &Facts<'m>) -> Result<Scope, Box<dyn Error>> {
        Ok(scope(facts))
    }

    #[inline]
    fn decider<'i>(&'i self, scope: &'i Self::Input<'_>) -> impl FnMut() -> Answer {
        move || evaluate(&self.rules, scope, &self.machine)
    }
}

impl Peer for Selected {
    const NAME: &'static str = "zen-selected";
    const PACKAGE: &'static str = "zen-expression";
    const TARGET: Option<f64> = None;

    type Input<'m> = (&'m str, Scope);

    fn new() -> Result<Self, Box<dyn Error>> {
        let texts = [
            include_str!("../policies/selected/delete.zen"),
            include_str!("../policies/selected/move.zen"),
            include_str!("../policies/selected/read.zen"),
            include_str!("../policies/selected/write.zen"),
            include_str!("../policies/selected/other.zen"),
        ];
        Ok(Self {
            rules: ByTool::compile(texts, compile_expression)?,
            machine: RefCell::new(VM::new()),
        })
    }

    fn input<'m>(&'m self, facts: &Facts<'m>) -> Result<(&'m str, Scope), Box<dyn Error>> {
        Ok((facts.tool, scope(facts)))
    }

    #[inline]
    fn decider<'i>(&'i self, input: &'i Self::Input<'_>) -> impl FnMut() -> Answer {
        let (tool, scope) = input;
        move || evaluate(self.rules.of(tool), scope, &self.machine)
    }
}

#[inline]
fn evaluate(rules: &Expression<Standard>, scope: &Scope, machine: &RefCell<VM>) -> Answer {
    // INVARIANT: the machine is borrowed here alone, and evaluation does not come back.
    match rules.evaluate_with_scope(scope, &mut machine.borrow_mut()) {
        Ok(Variable::String(code)) => Answer::by(&code),
        _ => Answer::FAILED,
    }
}

fn scope(facts: &Facts<'_>) -> Scope {
    let text = |text: &str| Variable::String(Symbol::from(text));
    let arguments = facts.arguments();
    let arguments = arguments.map(|(name, value)| (Symbol::from(name.as_str()), value.into()));
    let arguments: VariableMap = arguments.collect();
    let variables: VariableMap = [
        (Symbol::from_static("tool"), text(facts.tool)),
        (
            Symbol::from_static("tool_args"),
            Variable::from_object(arguments),
        ),
        (
            Symbol::from_static("path_outside_scope"),
            Variable::Bool(facts.path_outside_scope),
        ),
        (
            Symbol::from_static("mcp_provider_id"),
            text(facts.mcp_provider_id),
        ),
        (
            Symbol::from_static("mcp_provider_enabled"),
            Variable::Bool(facts.mcp_provider_enabled),
        ),
    ]
    .into_iter()
    .collect();
    Scope::new(Variable::from_object(variables))
}
