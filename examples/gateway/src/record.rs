//! One line of a recorded session.

use serde::Deserialize;
use serde_json::{Map, Value};

/// What happened, as the gateway wrote it down.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Record {
    /// The lifecycle moment.
    pub(crate) anchor: String,

    /// The session it belongs to.
    #[serde(default = "first_session")]
    pub(crate) session: String,

    /// On whose behalf the agent acts.
    #[serde(default)]
    pub(crate) principal: String,

    /// The tool called, at the anchors of a tool call.
    pub(crate) tool: Option<String>,

    /// What it was called with.
    #[serde(default)]
    pub(crate) arguments: Map<String, Value>,

    /// What a bridged call returned, as far as it is structured.
    #[serde(default)]
    pub(crate) result: Map<String, Value>,

    /// The machine error code of a bridged call that failed.
    #[serde(default)]
    pub(crate) error: String,

    /// The text at this anchor: what a model said, or what a tool returned.
    #[serde(default, deserialize_with = "assembled")]
    pub(crate) text: Option<String>,
}

impl Record {
    /// Reads a line; `None` when it is blank.
    pub(crate) fn read(line: &[u8]) -> Result<Option<Self>, String> {
        let text =
            std::str::from_utf8(line).map_err(|error| format!("the line is not UTF-8: {error}"))?;
        if text.trim().is_empty() {
            return Ok(None);
        }
        // serde would read a list as the members in order.
        if !text.trim_start().starts_with('{') {
            return Err("the line is not a JSON object".to_owned());
        }
        serde_json::from_str(text).map(Some).map_err(|error| {
            error
                .to_string()
                .replace(" at line 1 column ", " at column ")
        })
    }
}

fn first_session() -> String {
    "s-1".to_owned()
}

/// A streamed response is recorded as its pieces. Rules see the whole, so that nothing that they would have redacted
/// leaves in two halves (OAR-OPS-8).
fn assembled<'de, D: serde::Deserializer<'de>>(from: D) -> Result<Option<String>, D::Error> {
    #[derive(Deserialize)]
    #[serde(
        untagged,
        expecting = "expected `text` to be a string or a list of strings"
    )]
    enum Text {
        Whole(String),
        Pieces(Vec<String>),
    }
    Text::deserialize(from).map(|text| match text {
        Text::Whole(text) => Some(text),
        Text::Pieces(pieces) => Some(pieces.concat()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Result<Option<Record>, String> {
        Record::read(line.as_bytes())
    }

    #[test]
    fn pieces_are_put_together() {
        let record = read(r#"{"anchor": "model.output", "text": ["AK", "IA"]}"#).unwrap();
        assert_eq!(record.unwrap().text.as_deref(), Some("AKIA"));
    }

    #[test]
    fn blank_lines_are_no_records() {
        assert!(read(" \t").unwrap().is_none());
    }

    #[test]
    fn what_is_not_a_record_says_why() {
        for (line, why) in [
            ("{", "EOF"),
            ("[]", "not a JSON object"),
            (
                r#"{"anchor": "a", "anchor": "b"}"#,
                "duplicate field `anchor`",
            ),
            (r#"{"tool": "read"}"#, "missing field `anchor`"),
            (r#"{"anchor": "a", "tol": "read"}"#, "unknown field `tol`"),
            (r#"{"anchor": "a", "text": 7}"#, "`text`"),
            (r#"{"anchor": "a", "arguments": []}"#, "expected a map"),
        ] {
            let error = read(line).unwrap_err();
            assert!(error.contains(why), "{line}: {error}");
        }
        assert!(Record::read(b"\xff").unwrap_err().contains("UTF-8"));
    }
}
