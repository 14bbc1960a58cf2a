//! A timeline read from JSON, borrowed.

use serde_json::{Map, Value};

use super::JsonError;
use super::value::{array, kind_of, object, optional_text, text};
use crate::ordering::{Datum, Kind, Primitive, Role, Text, Timeline};

/// An array of primitives, checked when it is read.
#[derive(Clone, Debug)]
pub struct JsonTimeline<'v> {
    primitives: Vec<JsonPrimitive<'v>>,
}

/// One primitive of a [`JsonTimeline`].
#[derive(Clone, Copy, Debug)]
pub struct JsonPrimitive<'v> {
    object: &'v Map<String, Value>,
    kind: Kind,
    id: &'v str,
    created_at: i64,
    role: Role,
    seq: Option<u64>,
}

impl<'v> JsonTimeline<'v> {
    /// Reads an array of primitives.
    ///
    /// # Errors
    /// Something that is no primitive, with its place. A payload without `replayCompatibility` and a message with a
    /// payload are refused: no such primitive may exist.
    pub fn read(value: &'v Value) -> Result<Self, JsonError> {
        let primitives = array(value, "timeline")?
            .iter()
            .enumerate()
            .map(|(index, value)| {
                let at = format!("timeline[{index}]");
                let object = object(value, &at)?;
                JsonPrimitive::read(object).map_err(|error| error.within(&at))
            })
            .collect::<Result<_, _>>()?;
        Ok(Self { primitives })
    }
}

impl<'v> JsonPrimitive<'v> {
    fn read(object: &'v Map<String, Value>) -> Result<Self, JsonError> {
        let kind = text(object, "kind")?;
        let kind = Kind::from_name(kind)
            .ok_or_else(|| JsonError::new("kind", format!("there is no kind `{kind}`")))?;
        let id = text(object, "id")?;
        let created_at = integer(object, "createdAt")?
            .ok_or_else(|| JsonError::new("createdAt", "is missing"))?;
        let seq = integer(object, "seq")?
            .map(|seq| u64::try_from(seq).map_err(|_| JsonError::new("seq", "is negative")))
            .transpose()?;
        let primitive = Self {
            object,
            kind,
            id,
            created_at,
            role: role(object, kind)?,
            seq,
        };
        primitive.check_content()?;
        primitive.check_payload()?;
        Ok(primitive)
    }

    /// The object it was read from.
    #[must_use]
    pub fn object(&self) -> &'v Map<String, Value> {
        self.object
    }

    fn check_content(&self) -> Result<(), JsonError> {
        let content = optional_text(self.object, "content")?;
        match self.kind {
            Kind::Message if content.is_none() && !attaches(self.object)? => Err(JsonError::new(
                "content",
                "is missing, and nothing is attached",
            )),
            Kind::ToolCall => text(self.object, "tool").map(|_| ()),
            Kind::Message | Kind::Thought => Ok(()),
        }
    }

    fn check_payload(&self) -> Result<(), JsonError> {
        let payload = self.object.get("payload").filter(|value| !value.is_null());
        let tag = optional_text(self.object, "replayCompatibility")?;
        match (self.kind, payload, tag) {
            (Kind::Message, Some(_), _) => Err(JsonError::new("payload", "a message has none")),
            (Kind::Message, None, Some(_)) => {
                Err(JsonError::new("replayCompatibility", "a message has none"))
            }
            (_, _, Some("")) => Err(JsonError::new("replayCompatibility", "is empty")),
            (_, Some(_), None) => Err(JsonError::new(
                "replayCompatibility",
                "is missing, and a payload needs one",
            )),
            _ => Ok(()),
        }
    }
}

fn role(object: &Map<String, Value>, kind: Kind) -> Result<Role, JsonError> {
    if kind != Kind::Message {
        return Ok(Role::Assistant);
    }
    let role = text(object, "role")?;
    Role::from_name(role).ok_or_else(|| {
        JsonError::new(
            "role",
            format!("must be `user` or `assistant` and is `{role}`"),
        )
    })
}

fn attaches(object: &Map<String, Value>) -> Result<bool, JsonError> {
    match object.get("attachments") {
        None | Some(Value::Null) => Ok(false),
        Some(value) => Ok(!array(value, "attachments")?.is_empty()),
    }
}

fn integer(object: &Map<String, Value>, name: &str) -> Result<Option<i64>, JsonError> {
    match object.get(name) {
        None => Ok(None),
        Some(value) => value.as_i64().map(Some).ok_or_else(|| {
            JsonError::new(
                name,
                format!("must be an integer and is {}", kind_of(value)),
            )
        }),
    }
}

impl Primitive for JsonPrimitive<'_> {
    fn kind(&self) -> Kind {
        self.kind
    }

    fn id(&self) -> &str {
        self.id
    }

    fn created_at(&self) -> i64 {
        self.created_at
    }

    fn role(&self) -> Role {
        self.role
    }

    fn text(&self) -> Text<'_> {
        Text::Known(
            self.object
                .get("content")
                .and_then(Value::as_str)
                .unwrap_or(""),
        )
    }

    fn has_attachments(&self) -> bool {
        // Checked when it was read.
        attaches(self.object).unwrap_or(false)
    }

    fn tool(&self) -> &str {
        self.object
            .get("tool")
            .and_then(Value::as_str)
            .unwrap_or("")
    }

    fn payload(&self) -> Option<Datum<'_>> {
        self.object.get("payload").map(Datum::from)
    }

    fn replay_compatibility(&self) -> Option<&str> {
        self.object.get("replayCompatibility")?.as_str()
    }

    fn seq(&self) -> Option<u64> {
        self.seq
    }
}

impl<'v> Timeline for JsonTimeline<'v> {
    type Primitive<'a>
        = JsonPrimitive<'v>
    where
        Self: 'a;

    fn len(&self) -> usize {
        self.primitives.len()
    }

    fn get(&self, index: usize) -> Option<JsonPrimitive<'v>> {
        self.primitives.get(index).copied()
    }
}
