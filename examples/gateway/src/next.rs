//! What the host does about a decision, before anything crosses the anchor's boundary (OAR-PROF-10).

use std::fmt;

use oar::{Effect, Outcome};

use crate::record::Record;

/// What happens next.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Next<'a> {
    /// The call is made.
    Dispatch,
    /// This text is handed on: to a person, a model, or the agent.
    Deliver(&'a str),
    /// Nothing crosses: the call is not made, or the text is withheld.
    Stop,
    /// Nothing crosses, and a person is asked to look at the session.
    Ask,
}

impl<'a> Next<'a> {
    pub(crate) fn of(outcome: &'a Outcome, record: &'a Record) -> Self {
        if outcome.effect() == Effect::Block {
            // Software branches on the qualified identifier, never on the words of the copy (OAR-EVAL-9).
            return match outcome.rule() {
                Some("example.hygiene/REPEAT_LOOP_BLOCK") => Self::Ask,
                _ => Self::Stop,
            };
        }
        match record.text.as_deref() {
            // After a transform only the new content exists.
            Some(text) => Self::Deliver(outcome.content().unwrap_or(text)),
            None => Self::Dispatch,
        }
    }
}

impl fmt::Display for Next<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Dispatch => "the call is made",
            Self::Deliver(_) => "the text is delivered",
            Self::Stop => "nothing crosses",
            Self::Ask => "nothing crosses, and a person is asked",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::moment::{Host, Moment};
    use crate::policy::Policy;

    /// What happens next after each of the lines, in one session.
    fn play<T>(lines: &[&str], look: impl Fn(Next<'_>) -> T) -> Vec<T> {
        let (host, policy) = (Host::example(), Policy::new());
        let mut session = oar::Session::new("s");
        let mut all = Vec::new();
        for line in lines {
            let record = Record::read(line.as_bytes()).unwrap().unwrap();
            let moment = Moment::new(&host, &record);
            let outcome = policy.evaluate(&record.anchor, &moment, &mut session);
            all.push(look(Next::of(&outcome.unwrap(), &record)));
        }
        all
    }

    #[test]
    fn a_block_stops_the_call_and_nothing_else_does() {
        let next = play(
            &[
                r#"{"anchor": "tool.pre_invoke", "tool": "read", "arguments": {"path": "/etc/shadow"}}"#,
                r#"{"anchor": "tool.pre_invoke", "tool": "read", "arguments": {"path": "a"}}"#,
                r#"{"anchor": "tool.pre_invoke", "tool": "move", "arguments": {"path": "a"}}"#,
            ],
            |next| next.to_string(),
        );
        assert_eq!(
            next,
            ["nothing crosses", "the call is made", "the call is made"]
        );
    }

    #[test]
    fn a_transform_delivers_only_the_new_content() {
        let next = play(
            &[
                r#"{"anchor": "model.output", "text": "Write to ops@example.com"}"#,
                r#"{"anchor": "model.output", "text": "Nothing to hide"}"#,
            ],
            |next| match next {
                Next::Deliver(text) => text.to_owned(),
                other => other.to_string(),
            },
        );
        assert_eq!(next, ["Write to [redacted]", "Nothing to hide"]);
    }

    #[test]
    fn a_secret_in_two_pieces_of_a_stream_is_redacted_whole() {
        let line = r#"{"anchor": "model.output", "text": ["key AKIAIOSF", "ODNN7EXAMPLE!"]}"#;
        let next = play(&[line], |next| match next {
            Next::Deliver(text) => text.to_owned(),
            other => other.to_string(),
        });
        assert_eq!(next, ["key [secret redacted]!"]);
    }

    #[test]
    fn one_rule_is_told_from_another_by_its_qualified_identifier() {
        let line =
            r#"{"anchor": "tool.pre_invoke", "tool": "shell", "arguments": {"command": "make"}}"#;
        let next = play(&[line; 6], |next| next == Next::Ask);
        assert_eq!(next, [false, false, false, false, false, true]);
    }
}
