//! `cel`: the Common Expression Language, interpreted.
//!
//! The facts are handed over by a resolver that borrows them, so that what is built for each call is next to nothing, and
//! arguments are looked up in the host's own map when an expression asks.

mod arguments;

use std::error::Error;
use std::sync::Arc;

use ::cel::common::types::{CelBool, CelList, CelString};
use ::cel::common::value::{CowVal, Val};
use ::cel::context::VariableResolver;
use ::cel::{Context, Env, Program, Value};

use self::arguments::Arguments;
use crate::facts::Facts;
use crate::peer::{Answer, Peer};
use crate::selected::ByTool;

/// The rules with their selectors, in one expression.
pub struct Cel {
    env: Arc<Env>,
    rules: Program,
    tools: Tools,
}

/// An expression for each set of rules, selected by the host.
pub struct Selected {
    env: Arc<Env>,
    rules: ByTool<Program>,
    tools: Tools,
}

impl Peer for Cel {
    const NAME: &'static str = "cel";
    const PACKAGE: &'static str = "cel";
    const TARGET: Option<f64> = Some(50.0);

    type Input<'m> = Variables<'m>;

    fn new() -> Result<Self, Box<dyn Error>> {
        let env = Env::stdlib();
        Ok(Self {
            rules: env.compile(include_str!("../policies/tool_pre_invoke.cel"))?,
            env: Arc::new(env),
            tools: Tools::new(),
        })
    }

    #[inline]
    fn input<'m>(&'m self, facts: &Facts<'m>) -> Result<Variables<'m>, Box<dyn Error>> {
        Ok(Variables::new(facts, &self.tools))
    }

    #[inline]
    fn decider<'i>(&'i self, input: &'i Self::Input<'_>) -> impl FnMut() -> Answer {
        let context = input.context(&self.env);
        move || evaluate(&self.rules, &context)
    }
}

impl Peer for Selected {
    const NAME: &'static str = "cel-selected";
    const PACKAGE: &'static str = "cel";
    const TARGET: Option<f64> = None;

    type Input<'m> = Variables<'m>;

    fn new() -> Result<Self, Box<dyn Error>> {
        let env = Env::stdlib();
        let texts = [
            include_str!("../policies/selected/delete.cel"),
            include_str!("../policies/selected/move.cel"),
            include_str!("../policies/selected/read.cel"),
            include_str!("../policies/selected/write.cel"),
            include_str!("../policies/selected/other.cel"),
        ];
        Ok(Self {
            rules: ByTool::compile(texts, |text| env.compile(text))?,
            env: Arc::new(env),
            tools: Tools::new(),
        })
    }

    #[inline]
    fn input<'m>(&'m self, facts: &Facts<'m>) -> Result<Variables<'m>, Box<dyn Error>> {
        Ok(Variables::new(facts, &self.tools))
    }

    #[inline]
    fn decider<'i>(&'i self, input: &'i Self::Input<'_>) -> impl FnMut() -> Answer {
        let context = input.context(&self.env);
        move || evaluate(self.rules.of(&input.tool), &context)
    }
}

#[inline]
fn evaluate(rules: &Program, context: &Context<'_, '_>) -> Answer {
    let Ok(value) = Value::resolve_val(rules.expression(), context) else {
        return Answer::FAILED;
    };
    let code = value.downcast_ref::<CelString<'_>>();
    code.map_or(Answer::FAILED, |code| Answer::by(code))
}

/// The tools that selectors list.
struct Tools {
    reading: CelList<'static>,
    writing: CelList<'static>,
    destructive: CelList<'static>,
}

impl Tools {
    fn new() -> Self {
        let list = |tools: &[&'static str]| {
            let tool = |tool: &&'static str| Box::new(CelString::from(*tool)) as Box<dyn Val>;
            CelList::from(tools.iter().map(tool).collect::<Vec<_>>())
        };
        Self {
            reading: list(&["read", "grep"]),
            writing: list(&["write", "edit"]),
            destructive: list(&["delete", "move", "chmod"]),
        }
    }
}

/// What expressions name.
pub struct Variables<'m> {
    tool: CelString<'m>,
    tool_args: Arguments<'m>,
    path_outside_scope: CelBool,
    mcp_provider_id: CelString<'m>,
    mcp_provider_enabled: CelBool,
    tools: &'m Tools,
}

impl<'m> Variables<'m> {
    #[inline]
    fn new(facts: &Facts<'m>, tools: &'m Tools) -> Self {
        Self {
            tool: facts.tool.into(),
            tool_args: Arguments(facts.tool_args),
            path_outside_scope: facts.path_outside_scope.into(),
            mcp_provider_id: facts.mcp_provider_id.into(),
            mcp_provider_enabled: facts.mcp_provider_enabled.into(),
            tools,
        }
    }

    #[inline]
    fn context(&self, env: &Arc<Env>) -> Context<'_, '_> {
        let mut context = Context::with_env(Arc::clone(env));
        context.set_variable_resolver(self);
        context
    }
}

impl VariableResolver for Variables<'_> {
    fn resolve<'b>(&'b self, variable: &str) -> Option<CowVal<'b, 'b>> {
        let value: &(dyn Val + 'b) = match variable {
            "tool" => &self.tool,
            "tool_args" => &self.tool_args,
            "path_outside_scope" => &self.path_outside_scope,
            "mcp_provider_id" => &self.mcp_provider_id,
            "mcp_provider_enabled" => &self.mcp_provider_enabled,
            "reading" => &self.tools.reading,
            "writing" => &self.tools.writing,
            "destructive" => &self.tools.destructive,
            _ => return None,
        };
        Some(CowVal::Borrowed(value))
    }
}
