//! What a peer is asked.

use std::error::Error;

use oar::{Effect, Outcome};
use oar_benches::host::Moment;

use crate::facts::Facts;

/// An engine with the rules of `tool.pre_invoke` in its own language, compiled.
///
/// It is asked for less than generated code answers: the effect and the rule that decides, without trace, copy and
/// advisories.
pub trait Peer: Sized {
    /// What its rows are called.
    const NAME: &'static str;
    /// The package that it comes from.
    const PACKAGE: &'static str;
    /// How many times faster than it generated code has to be, inputs prebuilt.
    const TARGET: Option<f64>;

    /// The facts of one occurrence as the engine takes them.
    type Input<'m>
    where
        Self: 'm;

    /// Compiles the rules.
    ///
    /// # Errors
    /// They are not what the engine accepts.
    fn new() -> Result<Self, Box<dyn Error>>;

    /// Builds an input.
    ///
    /// # Errors
    /// The engine cannot represent a fact.
    fn input<'m>(&'m self, facts: &Facts<'m>) -> Result<Self::Input<'m>, Box<dyn Error>>;

    /// Decides over and over on one input.
    fn decider<'i>(&'i self, input: &'i Self::Input<'_>) -> impl FnMut() -> Answer;

    /// Decides an occurrence as a host has to: reads the facts, builds the input, evaluates.
    #[inline]
    fn decide(&self, moment: &Moment<'_>) -> Answer {
        let Ok(facts) = Facts::of(moment) else {
            return Answer::FAILED;
        };
        let Ok(input) = self.input(&facts) else {
            return Answer::FAILED;
        };
        let mut decide = self.decider(&input);
        decide()
    }
}

/// What an occurrence resolves to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The effect.
    pub effect: Effect,
    /// The rule that decides.
    pub rule: Option<&'static str>,
}

impl Answer {
    /// No rule fires.
    pub const NONE: Self = Self {
        effect: Effect::None,
        rule: None,
    };

    /// A host refuses what its engine cannot evaluate. Generated code answers with the failing rule instead, so this agrees
    /// with none of its answers.
    pub const FAILED: Self = Self {
        effect: Effect::Block,
        rule: None,
    };

    /// The answer when this rule decides; the empty code is no rule.
    #[inline]
    pub fn by(code: &str) -> Self {
        match code {
            "" => Self::NONE,
            "BULK_DELETE_DENIED" => Self::block("BULK_DELETE_DENIED"),
            "MCP_PROVIDER_DISABLED" => Self::block("MCP_PROVIDER_DISABLED"),
            "READ_OUTSIDE_SCOPE" => Self::block("READ_OUTSIDE_SCOPE"),
            "WRITE_OUTSIDE_WORKSPACE" => Self::block("WRITE_OUTSIDE_WORKSPACE"),
            "DESTRUCTIVE_TOOL_WARN" => Self {
                effect: Effect::Warn,
                rule: Some("DESTRUCTIVE_TOOL_WARN"),
            },
            _ => Self::FAILED,
        }
    }

    /// The answer when the rule of this one cannot be evaluated: it fails closed.
    #[cfg(any(feature = "cel", feature = "zen"))]
    pub const fn failed(self) -> Self {
        Self {
            effect: Effect::Block,
            ..self
        }
    }

    const fn block(code: &'static str) -> Self {
        Self {
            effect: Effect::Block,
            rule: Some(code),
        }
    }
}

impl From<&Outcome> for Answer {
    fn from(outcome: &Outcome) -> Self {
        Self {
            effect: outcome.effect(),
            rule: outcome.code(),
        }
    }
}
