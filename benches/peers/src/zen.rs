//! `zen-expression`: the expression language of a business rules engine, compiled to bytecode.

mod plain;
mod selected;
mod tuned;

use std::cell::RefCell;

use zen_expression::expression::Standard;
use zen_expression::variable::{Symbol, VariableMap};
use zen_expression::vm::VM;
use zen_expression::{Expression, Scope, Variable};

pub use self::plain::Plain;
pub use self::selected::Selected;
pub use self::tuned::Tuned;
use crate::facts::Facts;
use crate::peer::Answer;

/// The answer of an expression that names the rule.
#[inline]
fn evaluate(rules: &Expression<Standard>, scope: &Scope, machine: &RefCell<VM>) -> Answer {
    // INVARIANT: the machine is borrowed here alone, and evaluation does not come back.
    match rules.evaluate_with_scope(scope, &mut machine.borrow_mut()) {
        Ok(Variable::String(code)) => Answer::by(&code),
        _ => Answer::FAILED,
    }
}

fn text(text: &str) -> Variable {
    Variable::String(Symbol::from(text))
}

fn variables(facts: &Facts<'_>) -> VariableMap {
    let arguments = facts.tool_args.into_iter().flatten();
    let arguments = arguments.map(|(name, value)| (Symbol::from(name.as_str()), value.into()));
    let arguments = Variable::from_object(arguments.collect());
    let outside = Variable::Bool(facts.path_outside_scope);
    let enabled = Variable::Bool(facts.mcp_provider_enabled);
    let variables = [
        ("tool", text(facts.tool)),
        ("tool_args", arguments),
        ("path_outside_scope", outside),
        ("mcp_provider_id", text(facts.mcp_provider_id)),
        ("mcp_provider_enabled", enabled),
    ];
    let variables = variables.into_iter();
    variables
        .map(|(name, value)| (Symbol::from_static(name), value))
        .collect()
}
