//! What holds of every request body: nothing in it is lost or doubled, and what is written back is in order.
#![cfg(feature = "json")]

use oar_runtime::ordering::api::Api;
use oar_runtime::ordering::{
    ActiveOn, Adjacency, Alternation, Composition, Decision, Guard, IdentifierUniqueness, Kind,
    Options, Order, OrderScope, Profile, RenameStrategy, Rule, Severity, repair,
};
use proptest::prelude::*;
use proptest::sample::subsequence;
use serde_json::{Value, json};

static RULES: &[Rule] = &[
    Rule::Order(&Order {
        id: "thought-first",
        severity: Severity::Blocking,
        before: Kind::Thought,
        after: Kind::ToolCall,
        scope: OrderScope::RoleGroup,
        only_latest_group: false,
    }),
    Rule::Adjacency(&Adjacency {
        id: "no-message-after-call",
        severity: Severity::Blocking,
        first: Kind::ToolCall,
        disallow_between: &[Kind::Message],
    }),
    Rule::Adjacency(&Adjacency {
        id: "no-call-after-thought",
        severity: Severity::Blocking,
        first: Kind::Thought,
        disallow_between: &[Kind::ToolCall],
    }),
    Rule::Alternation(&Alternation {
        id: "turns",
        severity: Severity::Blocking,
        max_per_group: None,
    }),
    Rule::IdentifierUniqueness(&IdentifierUniqueness {
        id: "unique",
        severity: Severity::Blocking,
        kind: Kind::ToolCall,
        surface: ActiveOn::Both,
        rename: RenameStrategy::SuffixIndex,
    }),
];

/// One piece of a conversation, in the order it was made.
#[derive(Clone, Copy, Debug)]
enum Piece {
    System,
    User,
    Think,
    Say,
    /// A call with that id, its result at once or with those of its neighbours.
    Call(u8),
    Unknown,
}

fn piece() -> impl Strategy<Value = Piece> {
    prop_oneof![
        1 => Just(Piece::System),
        3 => Just(Piece::User),
        3 => Just(Piece::Think),
        3 => Just(Piece::Say),
        4 => (0..4_u8).prop_map(Piece::Call),
        1 => Just(Piece::Unknown),
    ]
}

/// A marker that stands nowhere else in the body.
fn mark(number: usize) -> String {
    format!("<{number}>")
}

/// The part of an assistant message.
fn part(api: Api, piece: Piece, number: usize) -> Value {
    let said = mark(number);
    match (api, piece) {
        (Api::Anthropic, Piece::Think) => {
            json!({"type": "thinking", "thinking": said, "signature": "s"})
        }
        (Api::Anthropic, Piece::Call(id)) => {
            json!({"type": "tool_use", "id": format!("c{id}"), "name": "f", "input": {"n": said}})
        }
        (Api::Anthropic, Piece::Unknown) => json!({"type": "server_tool_use", "n": said}),
        (Api::Anthropic, _) => json!({"type": "text", "text": said}),
        (Api::Gemini, Piece::Think) => json!({"text": said, "thought": true}),
        (Api::Gemini, Piece::Call(id)) => {
            json!({"functionCall": {"name": format!("f{id}"), "args": {"n": said}}, "thoughtSignature": "s"})
        }
        (Api::Gemini, Piece::Unknown) => json!({"executableCode": {"code": said}}),
        (Api::Converse, Piece::Think) => {
            json!({"reasoningContent": {"reasoningText": {"text": said, "signature": "s"}}})
        }
        (Api::Converse, Piece::Call(id)) => {
            json!({"toolUse": {"toolUseId": format!("c{id}"), "name": "f", "input": {"n": said}}})
        }
        (Api::Converse, Piece::Unknown) => json!({"cachePoint": {"type": said}}),
        _ => json!({"text": said}),
    }
}

/// The part that answers a call.
fn result(api: Api, id: u8, number: usize) -> Value {
    let said = format!("result {}", mark(number));
    match api {
        Api::Anthropic => {
            json!({"type": "tool_result", "tool_use_id": format!("c{id}"), "content": said})
        }
        Api::Gemini => {
            json!({"functionResponse": {"name": format!("f{id}"), "response": {"r": said}}})
        }
        _ => json!({"toolResult": {"toolUseId": format!("c{id}"), "content": [{"text": said}]}}),
    }
}

/// A body whose messages hold parts.
fn blocks(api: Api, pieces: &[Piece]) -> Value {
    let (list, parts, assistant) = match api {
        Api::Gemini => ("contents", "parts", "model"),
        _ => ("messages", "content", "assistant"),
    };
    let mut messages: Vec<Value> = Vec::new();
    let mut open: Vec<Value> = Vec::new();
    let mut results: Vec<Value> = Vec::new();
    let close = |messages: &mut Vec<Value>, open: &mut Vec<Value>, results: &mut Vec<Value>| {
        for (role, held) in [(assistant, open), ("user", results)] {
            if !held.is_empty() {
                messages.push(json!({"role": role, parts: std::mem::take(held)}));
            }
        }
    };
    for (number, &piece) in pieces.iter().enumerate() {
        match piece {
            Piece::System => close(&mut messages, &mut open, &mut results),
            Piece::User => {
                close(&mut messages, &mut open, &mut results);
                messages.push(json!({"role": "user", parts: [part(api, piece, number)]}));
            }
            Piece::Call(id) => {
                open.push(part(api, piece, number));
                results.push(result(api, id, number));
            }
            _ => open.push(part(api, piece, number)),
        }
    }
    close(&mut messages, &mut open, &mut results);
    json!({list: messages, "extra": 1})
}

fn chat(pieces: &[Piece]) -> Value {
    let mut messages: Vec<Value> = Vec::new();
    for (number, &piece) in pieces.iter().enumerate() {
        let said = mark(number);
        match piece {
            Piece::System => messages.push(json!({"role": "system", "content": said})),
            Piece::User => {
                messages.push(json!({"role": "user", "content": [{"type": "text", "text": said}]}))
            }
            Piece::Think => messages
                .push(json!({"role": "assistant", "content": "", "reasoning_content": said})),
            Piece::Say => messages.push(json!({"role": "assistant", "content": said, "x": 1})),
            Piece::Call(id) => {
                let id = format!("c{id}");
                let call = json!({"id": id, "type": "function", "function": {"name": "f", "arguments": said}});
                messages.push(json!({"role": "assistant", "content": null, "tool_calls": [call]}));
                messages.push(json!({"role": "tool", "tool_call_id": id, "content": format!("result {said}")}));
            }
            Piece::Unknown => messages.push(json!({"role": "critic", "content": said})),
        }
    }
    json!({"messages": messages, "extra": 1})
}

fn responses(pieces: &[Piece]) -> Value {
    let mut items: Vec<Value> = Vec::new();
    for (number, &piece) in pieces.iter().enumerate() {
        let said = mark(number);
        match piece {
            Piece::System => items.push(json!({"role": "developer", "content": said})),
            Piece::User => items.push(json!({"role": "user", "content": said})),
            Piece::Think => items.push(json!({"type": "reasoning", "id": said, "summary": []})),
            Piece::Say => {
                items.push(json!({"type": "message", "role": "assistant", "content": said}))
            }
            Piece::Call(id) => {
                let id = format!("c{id}");
                items.push(
                    json!({"type": "function_call", "call_id": id, "name": "f", "arguments": said}),
                );
                items.push(json!({"type": "function_call_output", "call_id": id, "output": format!("result {said}")}));
            }
            Piece::Unknown => items.push(json!({"type": "web_search_call", "id": said})),
        }
    }
    json!({"input": items, "extra": 1})
}

fn body(api: Api, pieces: &[Piece]) -> Value {
    match api {
        Api::OpenAiChat => chat(pieces),
        Api::OpenAiResponses => responses(pieces),
        _ => blocks(api, pieces),
    }
}

/// Whether the results of calls stand where the provider looks for them: in the entries directly after the message that
/// made the calls.
fn results_follow(api: Api, body: &Value) -> bool {
    let list = match api {
        Api::OpenAiResponses => return true,
        Api::Gemini => &body["contents"],
        _ => &body["messages"],
    };
    let calls = [
        "\"tool_use\"",
        "\"functionCall\"",
        "\"toolUse\"",
        "\"type\":\"function\"",
    ];
    let results = [
        "\"tool_result\"",
        "\"functionResponse\"",
        "\"toolResult\"",
        "\"role\":\"tool\"",
    ];
    let count = |text: &str, words: [&str; 4]| -> usize {
        words.iter().map(|word| text.matches(word).count()).sum()
    };
    let mut waiting = 0;
    for message in list.as_array().into_iter().flatten() {
        let text = message.to_string();
        let answers = count(&text, results);
        if answers > waiting || (waiting > 0 && answers == 0) {
            return false;
        }
        waiting = waiting - answers + count(&text, calls);
    }
    waiting == 0
}

fn guard() -> impl Strategy<Value = Guard> {
    subsequence(RULES.to_vec(), 0..=3).prop_map(|rules| {
        let profile = Profile {
            name: "p",
            description: "",
            permissive: false,
            rules: Vec::leak(rules),
        };
        Guard::new(&[&profile], Composition::UnionOfRules)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if cfg!(debug_assertions) { 400 } else { 20_000 }))]

    #[test]
    fn nothing_is_lost_and_what_is_written_is_in_order(
        api in prop::sample::select(Api::ALL.to_vec()),
        pieces in prop::collection::vec(piece(), 0..16),
        guard in guard(),
    ) {
        let body = body(api, &pieces);
        let timeline = api.read(&body).unwrap();
        let options = Options::default();
        let repaired = repair(&guard, &timeline, &options);
        let written = timeline.write(&repaired).unwrap();
        if repaired.report.repaired.is_empty() || repaired.report.decision == Decision::Reject {
            prop_assert_eq!(&written, &body);
            return Ok(());
        }
        let (before, after) = (body.to_string(), written.to_string());
        for number in 0..pieces.len() {
            let marker = mark(number);
            prop_assert_eq!(
                before.matches(&marker).count(),
                after.matches(&marker).count(),
                "{} in {:#}", marker, written
            );
        }
        prop_assert_eq!(before.matches("\"x\":1").count(), after.matches("\"x\":1").count());
        prop_assert!(results_follow(api, &body) && results_follow(api, &written), "{:#}", written);
        let again = api.read(&written).unwrap();
        let second = repair(&guard, &again, &options);
        prop_assert_eq!(&second.report.repaired, &[], "{:#}", written);
        prop_assert_eq!(second.report.decision, Decision::Proceed);
    }

    /// A body that somebody broke is refused with a place, or read; it never panics, and what is read can be written.
    #[test]
    fn broken_bodies_are_refused_or_read(
        api in prop::sample::select(Api::ALL.to_vec()),
        pieces in prop::collection::vec(piece(), 0..8),
        guard in guard(),
        breaks in prop::collection::vec((any::<prop::sample::Index>(), 0..8_usize), 1..4),
    ) {
        let mut body = body(api, &pieces);
        for (place, with) in breaks {
            let all = count(&body);
            replace(&mut body, &mut place.index(all), &rubble(with));
        }
        match api.read(&body) {
            Err(error) => prop_assert!(!error.at.is_empty() && !error.message.is_empty()),
            Ok(timeline) => {
                let repaired = repair(&guard, &timeline, &Options::default());
                if let Ok(written) = timeline.write(&repaired)
                    && repaired.report.repaired.is_empty()
                {
                    prop_assert_eq!(written, body);
                }
            }
        }
    }
}

/// What stands in a broken place.
fn rubble(which: usize) -> Value {
    let all = [
        json!(null),
        json!(true),
        json!(-1.5),
        json!(""),
        json!("c0"),
        json!([]),
        json!({}),
        json!([{"role": "user"}]),
    ];
    all[which].clone()
}

/// How many values there are, containers included.
fn count(value: &Value) -> usize {
    1 + match value {
        Value::Array(list) => list.iter().map(count).sum(),
        Value::Object(map) => map.values().map(count).sum(),
        _ => 0,
    }
}

/// Replaces the value that many places into the tree.
fn replace(value: &mut Value, place: &mut usize, with: &Value) {
    if *place == 0 {
        *value = with.clone();
    }
    let members: Vec<&mut Value> = match value {
        Value::Array(list) => list.iter_mut().collect(),
        Value::Object(map) => map.values_mut().collect(),
        _ => Vec::new(),
    };
    for member in members {
        match place.checked_sub(1) {
            Some(left) => *place = left,
            None => return,
        }
        replace(member, place, with);
    }
}
