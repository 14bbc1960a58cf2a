//! `cel`: the Common Expression Language, interpreted.
//!
//! The facts are handed over by a resolver that borrows them, so that what is built for each call is next to nothing, and
//! arguments are looked up in the host's own map when an expression asks.

mod arguments;
mod plain;
mod selected;
mod tuned;

use std::sync::Arc;

use ::cel::common::types::{CelBool, CelString};
use ::cel::common::value::{CowVal, Val};
use ::cel::context::VariableResolver;
use ::cel::{Context, Env, Program, Value};

use self::arguments::Arguments;
pub use self::plain::Plain;
pub use self::selected::Selected;
pub use self::tuned::Tuned;
use crate::facts::Facts;
use crate::peer::Answer;

/// What programs are evaluated in.
#[inline]
fn context<'v>(env: &Arc<Env>, variables: &'v dyn VariableResolver) -> Context<'v, 'v> {
    let mut context = Context::with_env(Arc::clone(env));
    context.set_variable_resolver(variables);
    context
}

/// The answer of a program that names the rule.
#[inline]
fn evaluate(rules: &Program, context: &Context<'_, '_>) -> Answer {
    let Ok(value) = Value::resolve_val(rules.expression(), context) else {
        return Answer::FAILED;
    };
    let code = value.downcast_ref::<CelString<'_>>();
    code.map_or(Answer::FAILED, |code| Answer::by(code))
}

/// What expressions name.
pub struct Variables<'m> {
    tool: CelString<'m>,
    tool_args: Arguments<'m>,
    path_outside_scope: CelBool,
    mcp_provider_id: CelString<'m>,
    mcp_provider_enabled: CelBool,
}

impl<'m> Variables<'m> {
    #[inline]
    fn new(facts: &Facts<'m>) -> Self {
        Self {
            tool: facts.tool.into(),
            tool_args: Arguments(facts.tool_args),
            path_outside_scope: facts.path_outside_scope.into(),
            mcp_provider_id: facts.mcp_provider_id.into(),
            mcp_provider_enabled: facts.mcp_provider_enabled.into(),
        }
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
            _ => return None,
        };
        Some(CowVal::Borrowed(value))
    }
}
