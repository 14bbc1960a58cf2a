//! A program for each rule.

use std::error::Error;
use std::sync::Arc;

use ::cel::common::types::CelBool;
use ::cel::{Context, Env, Program, Value};

use super::Variables;
use crate::facts::Facts;
use crate::peer::{Answer, Peer};
use crate::plain::Rules;

/// The rules as their pack has them.
pub struct Plain {
    env: Arc<Env>,
    rules: Rules<Program>,
}

impl Peer for Plain {
    const NAME: &'static str = "cel";
    const PACKAGE: &'static str = "cel";
    const TARGET: Option<f64> = Some(50.0);

    type Input<'m> = Variables<'m>;

    fn new() -> Result<Self, Box<dyn Error>> {
        let env = Env::stdlib();
        let texts = [
            include_str!("../../policies/plain/bulk_delete_denied.cel"),
            include_str!("../../policies/plain/destructive_tool_warn.cel"),
            include_str!("../../policies/plain/mcp_provider_disabled.cel"),
            include_str!("../../policies/plain/read_outside_scope.cel"),
            include_str!("../../policies/plain/write_outside_workspace.cel"),
        ];
        Ok(Self {
            rules: Rules::compile(texts, |text| env.compile(text))?,
            env: Arc::new(env),
        })
    }

    #[inline]
    fn input<'m>(&'m self, facts: &Facts<'m>) -> Result<Variables<'m>, Box<dyn Error>> {
        Ok(Variables::new(facts))
    }

    #[inline]
    fn decider<'i>(&'i self, input: &'i Self::Input<'_>) -> impl FnMut() -> Answer {
        let context = super::context(&self.env, input);
        move || self.rules.decide(|rule| holds(rule, &context))
    }
}

/// Whether a condition holds; nothing when it cannot be evaluated.
#[inline]
fn holds(rule: &Program, context: &Context<'_, '_>) -> Option<bool> {
    let value = Value::resolve_val(rule.expression(), context).ok()?;
    value.downcast_ref::<CelBool>().map(|holds| *holds.inner())
}
