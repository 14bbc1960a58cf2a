//! One program for all rules.

use std::error::Error;
use std::sync::Arc;

use ::cel::common::types::{CelList, CelString};
use ::cel::common::value::{CowVal, Val};
use ::cel::context::VariableResolver;
use ::cel::{Env, Program};

use super::Variables;
use crate::facts::Facts;
use crate::peer::{Answer, Peer};

/// The rules with their selectors, in one expression.
pub struct Tuned {
    env: Arc<Env>,
    rules: Program,
    tools: Tools,
}

impl Peer for Tuned {
    const NAME: &'static str = "cel-tuned";
    const PACKAGE: &'static str = "cel";
    const TARGET: Option<f64> = None;

    type Input<'m> = Listed<'m>;

    fn new() -> Result<Self, Box<dyn Error>> {
        let env = Env::stdlib();
        Ok(Self {
            rules: env.compile(include_str!("../../policies/tuned/tool_pre_invoke.cel"))?,
            env: Arc::new(env),
            tools: Tools::new(),
        })
    }

    #[inline]
    fn input<'m>(&'m self, facts: &Facts<'m>) -> Result<Listed<'m>, Box<dyn Error>> {
        Ok(Listed {
            variables: Variables::new(facts),
            tools: &self.tools,
        })
    }

    #[inline]
    fn decider<'i>(&'i self, input: &'i Self::Input<'_>) -> impl FnMut() -> Answer {
        let context = super::context(&self.env, input);
        move || super::evaluate(&self.rules, &context)
    }
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

/// What the program names: the lists as well.
pub struct Listed<'m> {
    variables: Variables<'m>,
    tools: &'m Tools,
}

impl VariableResolver for Listed<'_> {
    #[inline]
    fn resolve<'b>(&'b self, variable: &str) -> Option<CowVal<'b, 'b>> {
        let list: &(dyn Val + 'b) = match variable {
            "reading" => &self.tools.reading,
            "writing" => &self.tools.writing,
            "destructive" => &self.tools.destructive,
            _ => return self.variables.resolve(variable),
        };
        Some(CowVal::Borrowed(list))
    }
}
