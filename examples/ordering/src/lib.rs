//! A host that checks its conversations before every model request.
//!
//! Two things meet here. An ordering profile is compiled to a check over the host's own message types and says what is
//! out of order; the ids of what it found are a fact like any other, and rules decide whether that refuses the request,
//! is remarked on, or is nobody's business.

use oar::facts::{self, StrList};
use oar::ordering::{
    Composition, Datum, DatumMap, Guard, Kind, Options, Primitive, Role, Text, check,
};
use oar::{Observed, Outcome, Session, ToolCall};

/// The compiled pack: `Policy`, and the profiles as modules of `ordering`.
pub mod policy {
    oar::include_rules!("packs", ordering = ["gemini-3"]);
}

/// What the host keeps of a conversation.
#[derive(Clone, Debug)]
pub enum Entry {
    /// The user said something.
    User(String),
    /// The model said something.
    Model(String),
    /// The model thought something.
    Thought(String),
    /// The model called a tool.
    Call(Call),
}

/// A tool call of the model.
#[derive(Clone, Debug)]
pub struct Call {
    /// The call's id.
    pub id: String,
    /// The tool.
    pub tool: String,
    /// What came with the call and must go back with it.
    pub thought_signature: Option<String>,
}

/// An entry with its place: this host keeps no times, so positions stand in for them.
#[derive(Clone, Debug)]
pub struct Placed {
    /// The entry.
    pub entry: Entry,
    /// Where it stands, from 0.
    pub position: i64,
    /// The id under which findings name it.
    pub id: String,
}

/// A conversation in order.
#[must_use]
pub fn conversation(entries: Vec<Entry>) -> Vec<Placed> {
    let place = |(position, entry): (i64, Entry)| Placed {
        id: match &entry {
            Entry::Call(call) => call.id.clone(),
            _ => format!("entry {position}"),
        },
        entry,
        position,
    };
    (0..).zip(entries).map(place).collect()
}

/// The payload of a call is the call itself: one key, no JSON.
impl DatumMap for Call {
    fn len(&self) -> usize {
        usize::from(self.thought_signature.is_some())
    }

    fn get(&self, key: &str) -> Option<Datum<'_>> {
        let signature = self.thought_signature.as_deref();
        signature
            .filter(|_| key == "thoughtSignature")
            .map(Datum::Str)
    }

    fn each(&self, visit: &mut dyn FnMut(&str, Datum<'_>)) {
        if let Some(signature) = &self.thought_signature {
            visit("thoughtSignature", Datum::Str(signature));
        }
    }
}

impl Primitive for Placed {
    fn kind(&self) -> Kind {
        match self.entry {
            Entry::User(_) | Entry::Model(_) => Kind::Message,
            Entry::Thought(_) => Kind::Thought,
            Entry::Call(_) => Kind::ToolCall,
        }
    }

    fn id(&self) -> &str {
        &self.id
    }

    fn created_at(&self) -> i64 {
        self.position
    }

    fn role(&self) -> Role {
        match self.entry {
            Entry::User(_) => Role::User,
            _ => Role::Assistant,
        }
    }

    fn text(&self) -> Text<'_> {
        match &self.entry {
            Entry::User(text) | Entry::Model(text) => Text::Known(text),
            _ => Text::Known(""),
        }
    }

    fn tool(&self) -> &str {
        match &self.entry {
            Entry::Call(call) => &call.tool,
            _ => "",
        }
    }

    fn payload(&self) -> Option<Datum<'_>> {
        match &self.entry {
            Entry::Call(call) if call.thought_signature.is_some() => Some(Datum::Map(call)),
            _ => None,
        }
    }

    fn replay_compatibility(&self) -> Option<&str> {
        self.payload().map(|_| "gemini")
    }
}

/// The occurrence at `model.input`.
struct Request<'a> {
    findings: &'a [&'a str],
}

impl facts::Occurrence for Request<'_> {
    fn content(&self) -> Option<&str> {
        None
    }

    fn call(&self) -> Option<&ToolCall<'_>> {
        None
    }
}

impl policy::HostFacts for Request<'_> {
    fn example_chat_ordering_findings(&self) -> Observed<StrList<'_>> {
        Ok(StrList::Strs(self.findings))
    }
}

/// What the rules say about sending a conversation.
pub fn before_model_request(
    policy: &policy::Policy,
    session: &mut Session,
    conversation: &[Placed],
) -> Outcome {
    let guard = Guard::new(
        &[
            &policy::ordering::gemini_3::PROFILE,
            &policy::ordering::house::PROFILE,
        ],
        Composition::Each,
    );
    let findings = check(&guard, conversation, &Options::default()).finding_ids();
    policy.model_input(
        &Request {
            findings: &findings,
        },
        session,
    )
}
