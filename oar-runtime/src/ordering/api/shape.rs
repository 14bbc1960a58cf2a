//! What the APIs differ in when a body is put together again.

use serde_json::{Map, Value, json};

use crate::ordering::{FILLER_TEXT, Role};

/// How an API writes a list of messages.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape {
    /// The member of the body that holds the list.
    pub(super) list: &'static str,
    /// The member of a message that holds its parts.
    pub(super) parts: &'static str,
    /// What the assistant's role is called.
    pub(super) assistant: &'static str,
    /// Whether neighbours of one role are merged: the API wants roles to alternate.
    pub(super) merges: bool,
    /// Whether every entry of the list stands alone, so that the result of a call need not follow at once.
    pub(super) flat: bool,
    /// A text as parts of a message.
    pub(super) text: fn(&str) -> Value,
    /// The tag of payloads: which adapter may replay them.
    pub(super) tag: &'static str,
}

impl Shape {
    /// The name of a role on the wire.
    pub(super) fn role(&self, role: Role) -> &'static str {
        match role {
            Role::User => "user",
            Role::Assistant => self.assistant,
        }
    }

    /// The message that an alternation repair puts in.
    pub(super) fn filler(&self, role: Role) -> Value {
        let mut message = Map::new();
        message.insert("role".to_owned(), json!(self.role(role)));
        message.insert(self.parts.to_owned(), (self.text)(FILLER_TEXT));
        Value::Object(message)
    }
}
