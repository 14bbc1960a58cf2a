//! A program for each set of rules, selected by the host.

use std::error::Error;
use std::sync::Arc;

use ::cel::{Env, Program};

use super::Variables;
use crate::facts::Facts;
use crate::peer::{Answer, Peer};
use crate::selected::ByTool;

/// An expression for each set of rules, selected by the host.
pub struct Selected {
    env: Arc<Env>,
    rules: ByTool<Program>,
}

impl Peer for Selected {
    const NAME: &'static str = "cel-selected";
    const PACKAGE: &'static str = "cel";
    const TARGET: Option<f64> = None;

    type Input<'m> = Variables<'m>;

    fn new() -> Result<Self, Box<dyn Error>> {
        let env = Env::stdlib();
        let texts = [
            include_str!("../../policies/selected/delete.cel"),
            include_str!("../../policies/selected/move.cel"),
            include_str!("../../policies/selected/read.cel"),
            include_str!("../../policies/selected/write.cel"),
            include_str!("../../policies/selected/other.cel"),
        ];
        Ok(Self {
            rules: ByTool::compile(texts, |text| env.compile(text))?,
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
        move || super::evaluate(self.rules.of(&input.tool), &context)
    }
}
