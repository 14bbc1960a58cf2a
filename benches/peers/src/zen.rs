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
    /// The tools that selectors list, by name: kept, as a literal list is built anew each time it is evaluated.
    tools: [(Symbol, Variable); 3],
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
            tools: [
                list("reading", &["read", "grep"]),
                list("writing", &["write", "edit"]),
                list("destructive", &["delete", "move", "chmod"]),
            ],
            machine: RefCell::new(VM::new()),
        })
    }

    fn input<'m>(&'m self, facts: &Facts<'m>) -> Result<Scope, Box<dyn Error>> {
        let mut variables = variables(facts);
        for (name, tools) in &self.tools {
            variables.insert(name.clone(), tools.shallow_clone());
        }
        Ok(Scope::new(Variable::from_object(variables)))
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
        let variables = Variable::from_object(variables(facts));
        Ok((facts.tool, Scope::new(variables)))
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

fn list(name: &'static str, tools: &[&'static str]) -> (Symbol, Variable) {
    let tools = tools.iter().map(|tool| text(tool)).collect();
    (Symbol::from_static(name), Variable::from_array(tools))
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
