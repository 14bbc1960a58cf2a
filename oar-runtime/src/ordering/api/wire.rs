//! A request body taken apart: messages, their fragments, and the primitives those belong to.

use std::collections::{HashMap, HashSet};

use serde_json::{Map, Value};
use sha2::{Digest, Sha256};

use super::shape::Shape;
use crate::ordering::{Datum, DatumMap, Kind, Primitive, Role, Text, Timeline, Tool};

/// A request body as a timeline.
#[derive(Clone, Debug)]
pub struct ApiTimeline<'v> {
    pub(super) shape: &'static Shape,
    pub(super) body: &'v Value,
    pub(super) turns: Vec<Turn<'v>>,
    pub(super) primitives: Vec<ApiPrimitive<'v>>,
    pub(super) tools: Option<Vec<Tool<'v>>>,
    ids: HashSet<String>,
}

/// One entry of the list of messages.
#[derive(Clone, Debug)]
pub(super) struct Turn<'v> {
    pub(super) value: &'v Value,
    /// Empty for an entry that is carried as it is.
    pub(super) fragments: Vec<Fragment<'v>>,
}

/// A piece of a message that belongs to a primitive.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fragment<'v> {
    pub(super) value: &'v Value,
    pub(super) slot: Slot,
    /// The primitive; `None` only while the message is read.
    pub(super) owner: Option<usize>,
    /// Whether it is the result of its call rather than the call.
    pub(super) is_result: bool,
    /// Where in the fragment the primitive's id stands.
    pub(super) id: &'static [&'static str],
}

/// Where a fragment stands in its message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Slot {
    /// It is the whole message.
    Whole,
    /// It is the member of that name. The number orders members: what is read first is written first.
    Field(&'static str, u8),
    /// It is an element of the array of that name.
    Element(&'static str, u8),
}

impl Slot {
    /// The place in the order in which a message is read.
    pub(super) fn rank(self) -> u8 {
        match self {
            Slot::Whole => 0,
            Slot::Field(_, rank) | Slot::Element(_, rank) => rank,
        }
    }
}

/// A message, thought or tool call of a request body.
#[derive(Clone, Debug)]
pub struct ApiPrimitive<'v> {
    pub(super) kind: Kind,
    pub(super) id: String,
    pub(super) role: Role,
    pub(super) position: i64,
    pub(super) text: &'v str,
    pub(super) attaches: bool,
    pub(super) tool: &'v str,
    pub(super) carrier: Option<Carrier<'v>>,
    pub(super) tag: &'static str,
}

/// The object that holds a payload next to what the API itself defines there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Carrier<'v> {
    pub(super) object: &'v Map<String, Value>,
    /// What is no payload.
    pub(super) structural: &'static [&'static str],
    /// Where the object stands in the fragment.
    pub(super) path: &'static [&'static str],
}

impl Carrier<'_> {
    fn holds(&self, key: &str) -> bool {
        !self.structural.contains(&key)
    }
}

impl DatumMap for Carrier<'_> {
    fn len(&self) -> usize {
        self.object.keys().filter(|key| self.holds(key)).count()
    }

    fn get(&self, key: &str) -> Option<Datum<'_>> {
        let value = self.object.get(key).filter(|_| self.holds(key))?;
        Some(Datum::from(value))
    }

    fn each(&self, visit: &mut dyn FnMut(&str, Datum<'_>)) {
        for (key, value) in self.object {
            if self.holds(key) {
                visit(key, Datum::from(value));
            }
        }
    }
}

/// Positions stand in for times, far enough apart that something fits in between.
const STEP: i64 = 1000;

impl<'v> ApiTimeline<'v> {
    pub(super) fn new(shape: &'static Shape, body: &'v Value) -> Self {
        Self {
            shape,
            body,
            turns: Vec::new(),
            primitives: Vec::new(),
            tools: None,
            ids: HashSet::new(),
        }
    }

    /// Begins the next message.
    pub(super) fn turn(&mut self, value: &'v Value) {
        self.turns.push(Turn {
            value,
            fragments: Vec::new(),
        });
    }

    /// Adds a fragment to the message being read.
    pub(super) fn fragment(&mut self, fragment: Fragment<'v>) {
        if let Some(turn) = self.turns.last_mut() {
            turn.fragments.push(fragment);
        }
    }

    /// Ends the message: a piece without an owner joins its neighbour before it, or the first one after it. A message
    /// without any owner is carried whole.
    pub(super) fn end_turn(&mut self) {
        let Some(turn) = self.turns.last_mut() else {
            return;
        };
        let owner_of = |fragment: &Fragment<'v>| Some((fragment.owner?, fragment.is_result));
        let Some(first) = turn.fragments.iter().find_map(owner_of) else {
            turn.fragments.clear();
            return;
        };
        let mut last = first;
        for fragment in &mut turn.fragments {
            match owner_of(fragment) {
                Some(owner) => last = owner,
                None => (fragment.owner, fragment.is_result) = (Some(last.0), last.1),
            }
        }
    }

    /// Adds a message.
    pub(super) fn message(&mut self, role: Role, id: String) -> usize {
        self.primitive(Kind::Message, role, id)
    }

    /// Adds a thought, its id a digest of what is thought.
    pub(super) fn thought(&mut self, said: &str, carrier: Option<Carrier<'v>>) -> usize {
        let id = self.unique(format!("thought-{}", digest(said)));
        let index = self.primitive(Kind::Thought, Role::Assistant, id);
        self.set_carrier(index, carrier);
        index
    }

    /// Adds a tool call. Without an id on the wire it gets a digest of what is called.
    pub(super) fn call(
        &mut self,
        id: Option<&'v str>,
        tool: &'v str,
        arguments: &Value,
        carrier: Option<Carrier<'v>>,
    ) -> usize {
        let id = match id {
            Some(id) => id.to_owned(),
            None => self.unique(format!("call-{}", digest(&format!("{tool}({arguments})")))),
        };
        let index = self.primitive(Kind::ToolCall, Role::Assistant, id);
        self.set_carrier(index, carrier);
        if let Some(primitive) = self.primitives.get_mut(index) {
            primitive.tool = tool;
        }
        index
    }

    /// Adds text or an attachment to a message.
    pub(super) fn say(&mut self, index: usize, text: Option<&'v str>) {
        if let Some(primitive) = self.primitives.get_mut(index) {
            match text {
                None => primitive.attaches = true,
                Some(text) if Text::Known(primitive.text).is_blank() => primitive.text = text,
                Some(_) => {}
            }
        }
    }

    fn set_carrier(&mut self, index: usize, carrier: Option<Carrier<'v>>) {
        if let Some(primitive) = self.primitives.get_mut(index) {
            primitive.carrier = carrier;
        }
    }

    fn primitive(&mut self, kind: Kind, role: Role, id: String) -> usize {
        let index = self.primitives.len();
        let position = i64::try_from(index + 1).unwrap_or(i64::MAX);
        self.primitives.push(ApiPrimitive {
            kind,
            id,
            role,
            position: position.saturating_mul(STEP),
            text: "",
            attaches: false,
            tool: "",
            carrier: None,
            tag: self.shape.tag,
        });
        index
    }

    /// An id that no other primitive without one of its own has.
    fn unique(&mut self, base: String) -> String {
        let mut id = base.clone();
        let mut number = 2_u32;
        while !self.ids.insert(id.clone()) {
            id = format!("{base}-{number}");
            number += 1;
        }
        id
    }
}

/// The place of the first piece of each primitive.
pub(super) fn places(timeline: &ApiTimeline<'_>) -> Vec<String> {
    let list = timeline.shape.list;
    let mut places = vec![String::new(); timeline.primitives.len()];
    for (number, turn) in timeline.turns.iter().enumerate() {
        let mut elements: HashMap<&str, usize> = HashMap::new();
        for fragment in &turn.fragments {
            let at = match fragment.slot {
                Slot::Whole => format!("{list}[{number}]"),
                Slot::Field(name, _) => format!("{list}[{number}].{name}"),
                Slot::Element(name, _) => {
                    let next = elements.entry(name).or_default();
                    let at = format!("{list}[{number}].{name}[{next}]");
                    *next += 1;
                    at
                }
            };
            let owner = fragment.owner.filter(|_| !fragment.is_result);
            if let Some(place) = owner.and_then(|owner| places.get_mut(owner))
                && place.is_empty()
            {
                *place = at;
            }
        }
    }
    places
}

/// Twelve hexadecimal digits of a digest.
fn digest(text: &str) -> String {
    let hash = Sha256::digest(text.as_bytes());
    hash.iter()
        .take(6)
        .map(|byte| format!("{byte:02x}"))
        .collect()
}

impl Primitive for ApiPrimitive<'_> {
    fn kind(&self) -> Kind {
        self.kind
    }

    fn id(&self) -> &str {
        &self.id
    }

    fn created_at(&self) -> i64 {
        self.position
    }

    fn role(&self) -> Role {
        self.role
    }

    fn text(&self) -> Text<'_> {
        Text::Known(self.text)
    }

    fn has_attachments(&self) -> bool {
        self.attaches
    }

    fn tool(&self) -> &str {
        self.tool
    }

    fn payload(&self) -> Option<Datum<'_>> {
        let carrier = self.carrier.as_ref()?;
        (!carrier.is_empty()).then_some(Datum::Map(carrier))
    }

    fn replay_compatibility(&self) -> Option<&str> {
        self.payload().map(|_| self.tag)
    }
}

/// Borrowed from the timeline, so that the ids it made are not copied to be checked.
impl<'v> Timeline for ApiTimeline<'v> {
    type Primitive<'a>
        = &'a ApiPrimitive<'v>
    where
        Self: 'a;

    fn len(&self) -> usize {
        self.primitives.len()
    }

    fn get(&self, index: usize) -> Option<&ApiPrimitive<'v>> {
        self.primitives.get(index)
    }
}
