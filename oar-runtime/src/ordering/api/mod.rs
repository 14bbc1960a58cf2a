//! Request bodies of five provider APIs as timelines, and repaired timelines back as request bodies.
//!
//! A body is read once and borrowed. What the guard does not know (system prompts, unknown roles, unknown parts, unknown
//! members) is no primitive and is carried through untouched: when nothing was repaired the body comes back equal, and
//! when something was, the rest of it does.
//!
//! Bodies carry no times, so positions stand in for them, and no ids for messages and thoughts, so those get ids of
//! their own: the place of a message (`messages[3]`), a digest of the text of a thought, which stays the same when an
//! earlier part of the conversation is cut off.

mod anthropic;
mod calls;
mod converse;
mod gemini;
mod openai_chat;
mod openai_responses;
mod shape;
mod wire;
mod write;

use serde_json::Value;

pub use wire::{ApiPrimitive, ApiTimeline};

use super::json::JsonError;
use super::{Repaired, Tool};

/// A provider API whose request bodies can be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Api {
    /// OpenAI chat completions, and the many APIs of its shape.
    OpenAiChat,
    /// OpenAI responses.
    OpenAiResponses,
    /// Anthropic messages.
    Anthropic,
    /// Gemini `generateContent`.
    Gemini,
    /// Amazon Bedrock Converse.
    Converse,
}

impl Api {
    /// Every API.
    pub const ALL: [Api; 5] = [
        Api::OpenAiChat,
        Api::OpenAiResponses,
        Api::Anthropic,
        Api::Gemini,
        Api::Converse,
    ];

    /// The short name, such as `openai-chat`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Api::OpenAiChat => "openai-chat",
            Api::OpenAiResponses => "openai-responses",
            Api::Anthropic => "anthropic",
            Api::Gemini => "gemini",
            Api::Converse => "converse",
        }
    }

    /// The API of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|api| api.name() == name)
    }

    /// Reads a request body.
    ///
    /// # Errors
    /// A body without its list of messages, or with something in it that is not of the right kind, with its place.
    pub fn read(self, body: &Value) -> Result<ApiTimeline<'_>, JsonError> {
        let timeline = match self {
            Api::OpenAiChat => openai_chat::read(body),
            Api::OpenAiResponses => openai_responses::read(body),
            Api::Anthropic => anthropic::read(body),
            Api::Gemini => gemini::read(body),
            Api::Converse => converse::read(body),
        }?;
        Ok(timeline)
    }
}

impl<'v> ApiTimeline<'v> {
    /// The tools that the request declares; `None` when it says nothing about tools.
    #[must_use]
    pub fn tools(&self) -> Option<&[Tool<'v>]> {
        self.tools.as_deref()
    }

    /// The model that the body names. Gemini and Converse name it in the address instead.
    #[must_use]
    pub fn model(&self) -> Option<&'v str> {
        self.body.get("model")?.as_str()
    }

    /// Where each primitive stands in the body, in stored order: a path such as `messages[3].content[1]`. A call stands
    /// where it is made, not where its result is.
    #[must_use]
    pub fn places(&self) -> Vec<String> {
        wire::places(self)
    }

    /// Writes a repaired timeline back: the body, changed only where the repair changed it.
    ///
    /// # Errors
    /// A fallback value that JSON cannot hold.
    pub fn write(&self, repaired: &Repaired<&ApiPrimitive<'v>>) -> Result<Value, JsonError> {
        write::write(self, &repaired.timeline)
    }
}

#[cfg(test)]
mod tests;
