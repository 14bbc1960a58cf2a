use serde_json::{Value, json};

use super::Api;
use crate::ordering::{
    ActiveOn, Adjacency, Alternation, ApplyTo, Composition, Decision, Fallback, Guard,
    IdentifierUniqueness, Kind, Literal, Options, Order, OrderScope, Path, Primitive as _, Profile,
    RenameStrategy, RequiredMetadata, Rule, Severity, repair,
};

const CALL_BEFORE_MESSAGE: Rule = Rule::Adjacency(&Adjacency {
    id: "no-message-after-call",
    severity: Severity::Blocking,
    first: Kind::ToolCall,
    disallow_between: &[Kind::Message],
});

const THOUGHT_FIRST: Rule = Rule::Order(&Order {
    id: "thought-first",
    severity: Severity::Blocking,
    before: Kind::Thought,
    after: Kind::ToolCall,
    scope: OrderScope::RoleGroup,
    only_latest_group: false,
});

const TURNS: Rule = Rule::Alternation(&Alternation {
    id: "turns",
    severity: Severity::Blocking,
    max_per_group: None,
});

const UNIQUE: Rule = Rule::IdentifierUniqueness(&IdentifierUniqueness {
    id: "unique",
    severity: Severity::Blocking,
    kind: Kind::ToolCall,
    surface: ActiveOn::Both,
    rename: RenameStrategy::SuffixIndex,
});

const SIGNED: Rule = Rule::RequiredMetadata(&RequiredMetadata {
    id: "signed",
    severity: Severity::Blocking,
    kind: Kind::ToolCall,
    apply_to: ApplyTo::FirstInGroup,
    key: Path {
        text: "thoughtSignature",
        segments: &["thoughtSignature"],
    },
    gate: None,
    fallback: Some(Fallback {
        value: Literal::Str("skip"),
        replay_compatibility: "sentinel",
        authorized: true,
    }),
});

/// Reads a body, repairs it and writes it back.
fn repaired(api: Api, body: &Value, rules: &[Rule]) -> Value {
    let timeline = api.read(body).unwrap();
    let profile = Profile {
        name: "p",
        description: "",
        permissive: false,
        rules: Vec::leak(rules.to_vec()),
    };
    let guard = Guard::new(&[&profile], Composition::UnionOfRules);
    let result = repair(&guard, &timeline, &Options::default());
    assert_eq!(
        result.report.decision,
        Decision::Proceed,
        "{:?}",
        result.report
    );
    let written = timeline.write(&result).unwrap();
    // What was written is in order: read again, there is nothing to do.
    let again = api.read(&written).unwrap();
    let second = repair(&guard, &again, &Options::default());
    assert_eq!(second.report.repaired, [], "{written:#}");
    written
}

/// Kind and id of each primitive, shortened to what a test says.
fn primitives(api: Api, body: &Value) -> Vec<(Kind, String)> {
    let timeline = api.read(body).unwrap();
    timeline
        .primitives
        .iter()
        .map(|p| (p.kind(), p.id().to_owned()))
        .collect()
}

fn kinds(api: Api, body: &Value) -> String {
    let timeline = api.read(body).unwrap();
    let letter = |kind| match kind {
        Kind::Message => 'm',
        Kind::Thought => 't',
        Kind::ToolCall => 'c',
    };
    timeline
        .primitives
        .iter()
        .map(|p| letter(p.kind()))
        .collect()
}

fn chat() -> Value {
    json!({
        "model": "m-1",
        "temperature": 0.5,
        "messages": [
            {"role": "system", "content": "Be brief."},
            {"role": "user", "content": [{"type": "text", "text": "Weather?"}, {"type": "image_url", "image_url": {"url": "x"}}]},
            {"role": "assistant", "content": null, "reasoning_content": "Ask the tool.", "x": 1, "tool_calls": [
                {"id": "c0", "type": "function", "function": {"name": "weather", "arguments": "{}"}},
                {"id": "c1", "type": "function", "function": {"name": "time", "arguments": "{}"}, "extra_content": {"a": 1}}
            ]},
            {"role": "tool", "tool_call_id": "c0", "content": "rain"},
            {"role": "tool", "tool_call_id": "c1", "content": "noon"},
            {"role": "developer", "content": "Stay brief."},
            {"role": "assistant", "content": "It rains.", "refusal": null}
        ],
        "tools": [{"type": "function", "function": {"name": "weather", "parameters": {"type": "object"}}}, {"type": "web_search"}]
    })
}

fn responses() -> Value {
    json!({
        "model": "m-1",
        "input": [
            {"role": "developer", "content": "Be brief."},
            {"role": "user", "content": [{"type": "input_text", "text": "Weather?"}]},
            {"type": "reasoning", "id": "rs_1", "summary": [], "encrypted_content": "gAAA"},
            {"type": "function_call", "id": "fc_1", "call_id": "c0", "name": "weather", "arguments": "{}"},
            {"type": "function_call", "id": "fc_2", "call_id": "c1", "name": "time", "arguments": "{}"},
            {"type": "function_call_output", "call_id": "c0", "output": "rain"},
            {"type": "function_call_output", "call_id": "c1", "output": "noon"},
            {"type": "web_search_call", "id": "ws_1", "status": "completed"},
            {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "It rains."}]}
        ],
        "tools": [{"type": "function", "name": "weather", "parameters": {"type": "object"}}, {"type": "web_search"}]
    })
}

fn anthropic() -> Value {
    json!({
        "model": "m-1",
        "system": [{"type": "text", "text": "Be brief."}],
        "messages": [
            {"role": "user", "content": "Weather?"},
            {"role": "assistant", "content": [
                {"type": "thinking", "thinking": "Ask the tool.", "signature": "EqQ"},
                {"type": "text", "text": "Let me look."},
                {"type": "tool_use", "id": "c0", "name": "weather", "input": {}},
                {"type": "tool_use", "id": "c1", "name": "time", "input": {}, "cache_control": {"type": "ephemeral"}}
            ]},
            {"role": "user", "content": [
                {"type": "tool_result", "tool_use_id": "c0", "content": "rain"},
                {"type": "tool_result", "tool_use_id": "c1", "content": "noon"}
            ]},
            {"role": "assistant", "content": [{"type": "text", "text": "It rains."}]},
            {"role": "user", "content": [{"type": "text", "text": "Thanks"}, {"type": "image", "source": {}}]}
        ],
        "tools": [{"name": "weather", "input_schema": {"type": "object"}}]
    })
}

fn gemini() -> Value {
    json!({
        "systemInstruction": {"parts": [{"text": "Be brief."}]},
        "contents": [
            {"role": "user", "parts": [{"text": "Weather?"}]},
            {"role": "model", "parts": [
                {"text": "Ask the tool.", "thought": true},
                {"functionCall": {"name": "weather", "args": {}}, "thoughtSignature": "sig"},
                {"functionCall": {"name": "time", "args": {}}}
            ]},
            {"role": "user", "parts": [
                {"functionResponse": {"name": "weather", "response": {"w": "rain"}}},
                {"functionResponse": {"name": "time", "response": {"t": "noon"}}}
            ]},
            {"role": "model", "parts": [{"text": "It rains."}]}
        ],
        "tools": [{"functionDeclarations": [{"name": "weather", "parameters": {"type": "OBJECT"}}]}, {"googleSearch": {}}]
    })
}

fn converse() -> Value {
    json!({
        "system": [{"text": "Be brief."}],
        "messages": [
            {"role": "user", "content": [{"text": "Weather?"}, {"cachePoint": {"type": "default"}}]},
            {"role": "assistant", "content": [
                {"reasoningContent": {"reasoningText": {"text": "Ask the tool.", "signature": "EqQ"}}},
                {"text": "Let me look."},
                {"toolUse": {"toolUseId": "c0", "name": "weather", "input": {}}}
            ]},
            {"role": "user", "content": [{"toolResult": {"toolUseId": "c0", "content": [{"text": "rain"}]}}]},
            {"role": "assistant", "content": [{"text": "It rains."}]}
        ],
        "toolConfig": {"tools": [{"toolSpec": {"name": "weather", "inputSchema": {"json": {"type": "object"}}}}]}
    })
}

#[test]
fn bodies_are_read() {
    assert_eq!(kinds(Api::OpenAiChat, &chat()), "mtccm");
    assert_eq!(kinds(Api::OpenAiResponses, &responses()), "mtccm");
    assert_eq!(kinds(Api::Anthropic, &anthropic()), "mtmccmm");
    assert_eq!(kinds(Api::Gemini, &gemini()), "mtccm");
    assert_eq!(kinds(Api::Converse, &converse()), "mtmcm");
    let body = anthropic();
    let timeline = Api::Anthropic.read(&body).unwrap();
    assert_eq!(timeline.model(), Some("m-1"));
    assert_eq!(timeline.tools().map(|tools| tools.len()), Some(1));
    for (api, body) in [
        (Api::OpenAiChat, chat()),
        (Api::OpenAiResponses, responses()),
        (Api::Gemini, gemini()),
        (Api::Converse, converse()),
    ] {
        let tools: Vec<_> = api
            .read(&body)
            .unwrap()
            .tools()
            .unwrap()
            .iter()
            .map(|tool| tool.name)
            .collect();
        assert_eq!(tools, ["weather"], "{api:?}");
    }
}

#[test]
fn ids_of_what_has_none() {
    let read = primitives(Api::Anthropic, &anthropic());
    assert_eq!(read[0].1, "messages[0]");
    assert_eq!(read[2].1, "messages[1].content[1]");
    assert_eq!(read[3].1, "c0");
    // A thought keeps its id when the conversation before it is cut off.
    let mut shorter = anthropic();
    shorter["messages"].as_array_mut().unwrap().remove(0);
    assert_eq!(primitives(Api::Anthropic, &shorter)[0], read[1]);
    // Calls without ids differ even if they say the same.
    let twice = json!({"contents": [{"role": "model", "parts": [
        {"functionCall": {"name": "f", "args": {}}}, {"functionCall": {"name": "f", "args": {}}}]}]});
    let ids = primitives(Api::Gemini, &twice);
    assert_ne!(ids[0].1, ids[1].1);
}

#[test]
fn what_needs_no_repair_comes_back_equal() {
    let bodies = [
        (Api::OpenAiChat, chat()),
        (Api::OpenAiResponses, responses()),
        (Api::Anthropic, anthropic()),
        (Api::Gemini, gemini()),
        (Api::Converse, converse()),
        (Api::OpenAiResponses, json!({"input": "Weather?", "x": 1})),
        (Api::OpenAiChat, json!({"messages": []})),
        (
            Api::OpenAiChat,
            json!({"messages": [{"role": "critic", "content": "?"}, {"role": "tool", "tool_call_id": "lost", "content": ""}]}),
        ),
    ];
    for (api, body) in bodies {
        assert_eq!(repaired(api, &body, &[THOUGHT_FIRST, UNIQUE]), body);
    }
}

#[test]
fn a_message_moves_in_front_of_calls() {
    let chat = repaired(Api::OpenAiChat, &chat(), &[CALL_BEFORE_MESSAGE]);
    assert_eq!(
        chat["messages"],
        json!([
            {"role": "system", "content": "Be brief."},
            {"role": "user", "content": [{"type": "text", "text": "Weather?"}, {"type": "image_url", "image_url": {"url": "x"}}]},
            {"role": "assistant", "content": null, "reasoning_content": "Ask the tool.", "x": 1},
            {"role": "assistant", "content": "It rains.", "refusal": null},
            {"role": "assistant", "tool_calls": [
                {"id": "c0", "type": "function", "function": {"name": "weather", "arguments": "{}"}},
                {"id": "c1", "type": "function", "function": {"name": "time", "arguments": "{}"}, "extra_content": {"a": 1}}
            ]},
            {"role": "tool", "tool_call_id": "c0", "content": "rain"},
            {"role": "tool", "tool_call_id": "c1", "content": "noon"},
            {"role": "developer", "content": "Stay brief."}
        ])
    );
    let responses = repaired(Api::OpenAiResponses, &responses(), &[CALL_BEFORE_MESSAGE]);
    let types: Vec<_> = responses["input"]
        .as_array()
        .unwrap()
        .iter()
        .map(|item| item["type"].as_str().unwrap_or(""))
        .collect();
    assert_eq!(
        types,
        [
            "",
            "",
            "reasoning",
            "message",
            "function_call",
            "function_call",
            "function_call_output",
            "function_call_output",
            "web_search_call"
        ]
    );
    let converse = repaired(Api::Converse, &converse(), &[CALL_BEFORE_MESSAGE]);
    assert_eq!(
        converse["messages"],
        json!([
            {"role": "user", "content": [{"text": "Weather?"}, {"cachePoint": {"type": "default"}}]},
            {"role": "assistant", "content": [
                {"reasoningContent": {"reasoningText": {"text": "Ask the tool.", "signature": "EqQ"}}},
                {"text": "Let me look."},
                {"text": "It rains."},
                {"toolUse": {"toolUseId": "c0", "name": "weather", "input": {}}}
            ]},
            {"role": "user", "content": [{"toolResult": {"toolUseId": "c0", "content": [{"text": "rain"}]}}]}
        ])
    );
}

#[test]
fn a_thought_moves_in_front_of_its_call() {
    let body = json!({"messages": [
        {"role": "user", "content": "Weather?"},
        {"role": "assistant", "content": [
            {"type": "tool_use", "id": "c0", "name": "weather", "input": {}},
            {"type": "thinking", "thinking": "Ask.", "signature": "EqQ"}
        ]},
        {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "c0", "content": "rain"}]}
    ]});
    let written = repaired(Api::Anthropic, &body, &[THOUGHT_FIRST]);
    assert_eq!(
        written,
        json!({"messages": [
            {"role": "user", "content": "Weather?"},
            {"role": "assistant", "content": [
                {"type": "thinking", "thinking": "Ask.", "signature": "EqQ"},
                {"type": "tool_use", "id": "c0", "name": "weather", "input": {}}
            ]},
            {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "c0", "content": "rain"}]}
        ]})
    );
}

#[test]
fn nothing_comes_between_a_call_and_its_result() {
    let body = json!({"messages": [
        {"role": "assistant", "content": [{"type": "tool_use", "id": "c0", "name": "f", "input": {}}]},
        {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "c0", "content": "r"}]},
        {"role": "assistant", "content": [{"type": "thinking", "thinking": "x", "signature": "s"}]},
        {"role": "assistant", "content": [{"type": "server_tool_use", "id": "s0"}]}
    ]});
    let written = repaired(Api::Anthropic, &body, &[THOUGHT_FIRST]);
    assert_eq!(
        written["messages"],
        json!([
            {"role": "assistant", "content": [
                {"type": "thinking", "thinking": "x", "signature": "s"},
                {"type": "tool_use", "id": "c0", "name": "f", "input": {}}
            ]},
            {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "c0", "content": "r"}]},
            {"role": "assistant", "content": [{"type": "server_tool_use", "id": "s0"}]}
        ])
    );
}

#[test]
fn colliding_ids_are_renamed_with_their_results() {
    let body = json!({"messages": [
        {"role": "user", "content": "a"},
        {"role": "assistant", "content": "", "tool_calls": [{"id": "call_0", "type": "function", "function": {"name": "f", "arguments": "{}"}}]},
        {"role": "tool", "tool_call_id": "call_0", "content": "one"},
        {"role": "assistant", "tool_calls": [{"id": "call_0", "type": "function", "function": {"name": "f", "arguments": "{}"}}]},
        {"role": "tool", "tool_call_id": "call_0", "content": "two"}
    ]});
    let written = repaired(Api::OpenAiChat, &body, &[UNIQUE]);
    let ids: Vec<_> = [
        "/messages/1/tool_calls/0/id",
        "/messages/2/tool_call_id",
        "/messages/3/tool_calls/0/id",
        "/messages/4/tool_call_id",
    ]
    .iter()
    .map(|place| written.pointer(place).and_then(Value::as_str).unwrap())
    .collect();
    assert_eq!(ids, ["call_0-0", "call_0-0", "call_0-1", "call_0-1"]);
    assert_eq!(written["messages"][1]["content"], "");
    let body = json!({"messages": [
        {"role": "assistant", "content": [
            {"toolUse": {"toolUseId": "x", "name": "f", "input": {}}},
            {"toolUse": {"toolUseId": "x", "name": "g", "input": {}}}]},
        {"role": "user", "content": [
            {"toolResult": {"toolUseId": "x", "content": []}},
            {"toolResult": {"toolUseId": "x", "content": []}}, {"text": "go on"}]}
    ]});
    let written = repaired(Api::Converse, &body, &[UNIQUE]);
    assert_eq!(
        written["messages"][1]["content"][1]["toolResult"]["toolUseId"],
        "x-1"
    );
    assert_eq!(
        written["messages"][1]["content"][2],
        json!({"text": "go on"})
    );
}

#[test]
fn missing_metadata_is_written_beside_the_call() {
    let mut body = gemini();
    body["contents"][1]["parts"][1]
        .as_object_mut()
        .unwrap()
        .remove("thoughtSignature");
    let written = repaired(Api::Gemini, &body, &[SIGNED]);
    assert_eq!(
        written["contents"][1]["parts"][1],
        json!({"functionCall": {"name": "weather", "args": {}}, "thoughtSignature": "skip"})
    );
    assert_eq!(
        written["contents"][1]["parts"][2],
        body["contents"][1]["parts"][2]
    );
    let unchanged = gemini();
    assert_eq!(repaired(Api::Gemini, &unchanged, &[SIGNED]), unchanged);
}

#[test]
fn a_filler_speaks_the_language_of_the_api() {
    let filled = [
        (
            Api::OpenAiChat,
            json!({"messages": [{"role": "user", "content": "a"}, {"role": "user", "content": "b"}]}),
            json!({"role": "assistant", "content": "Understood."}),
        ),
        (
            Api::OpenAiResponses,
            json!({"input": [{"role": "assistant", "content": "a"}, {"role": "assistant", "content": "b"}]}),
            json!({"role": "user", "content": "Understood."}),
        ),
        (
            Api::Anthropic,
            json!({"messages": [{"role": "user", "content": "a"}, {"role": "user", "content": "b"}]}),
            json!({"role": "assistant", "content": [{"type": "text", "text": "Understood."}]}),
        ),
        (
            Api::Gemini,
            json!({"contents": [{"role": "user", "parts": [{"text": "a"}]}, {"role": "user", "parts": [{"text": "b"}]}]}),
            json!({"role": "model", "parts": [{"text": "Understood."}]}),
        ),
        (
            Api::Converse,
            json!({"messages": [{"role": "user", "content": [{"text": "a"}]}, {"role": "user", "content": [{"text": "b"}]}]}),
            json!({"role": "assistant", "content": [{"text": "Understood."}]}),
        ),
    ];
    for (api, body, filler) in filled {
        let list = api.read(&body).unwrap().shape.list;
        let written = repaired(api, &body, &[TURNS]);
        assert_eq!(
            written[list],
            json!([body[list][0], filler, body[list][1]]),
            "{api:?}"
        );
    }
}

#[test]
fn defects_are_named_with_their_place() {
    let error = |api: Api, body: Value| api.read(&body).unwrap_err().to_string();
    assert_eq!(error(Api::OpenAiChat, json!({})), "`messages`: is missing");
    assert_eq!(
        error(Api::Gemini, json!({"contents": 1})),
        "`contents`: must be an array and is a number"
    );
    assert_eq!(
        error(
            Api::Anthropic,
            json!({"messages": [{"role": "assistant", "content": [{"type": "tool_use", "name": "f"}]}]})
        ),
        "`messages[0].content[0].id`: is missing"
    );
    assert_eq!(
        error(
            Api::Converse,
            json!({"messages": [{"role": "user", "content": [{"toolResult": {}}]}]})
        ),
        "`messages[0].content[0].toolResult.toolUseId`: is missing"
    );
}

#[test]
fn names_of_apis() {
    for api in Api::ALL {
        assert_eq!(Api::from_name(api.name()), Some(api));
    }
    assert_eq!(Api::from_name("anthropic"), Some(Api::Anthropic));
    assert_eq!(Api::from_name("x"), None);
}
