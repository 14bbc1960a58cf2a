//! `oar order` on small request bodies of each API.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::{Value, json};

fn oar(arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_oar"))
        .arg("order")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A call that is refused reads no input.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

/// Exit status, standard output, standard error.
fn run(arguments: &[&str], input: &str) -> (i32, String, String) {
    let output = oar(&[arguments, &["-"]].concat(), input);
    (
        output.status.code().unwrap(),
        String::from_utf8(output.stdout).unwrap(),
        String::from_utf8(output.stderr).unwrap(),
    )
}

fn file(name: &str, text: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, text).unwrap();
    path
}

/// A profile with these rules, all of them blocking.
fn profile(name: &str, rules: Value) -> String {
    let mut rules = rules;
    for rule in rules.as_array_mut().unwrap() {
        rule["severity"] = json!("blocking");
    }
    let document = json!({
        "ordering": "1.0",
        "name": name,
        "description": "What this test wants.",
        "rules": rules,
    });
    file(&format!("{name}.json"), &document.to_string())
        .to_string_lossy()
        .into_owned()
}

fn thought_first() -> Value {
    json!({
        "type": "order", "id": "thought-first",
        "before": "thought", "after": "toolCall", "scope": "adjacent-same-role-group",
    })
}

fn taking_turns() -> Value {
    json!({"type": "alternation", "id": "turns", "roles": ["user", "assistant"], "mode": "strict"})
}

/// Repairs a body and gives what came out; the second run on it must change nothing.
#[track_caller]
fn repaired(api: &str, profile: &str, body: &Value) -> Value {
    let arguments = ["--api", api, "--profile", profile, "--repair"];
    let (status, out, said) = run(&arguments, &body.to_string());
    assert_eq!(status, 0, "{said}");
    let (status, again, said) = run(&arguments, &out);
    assert_eq!((status, again.as_str()), (0, out.as_str()), "{said}");
    serde_json::from_str(&out).unwrap()
}

const ANTHROPIC: &str = r#"{
  "model": "claude-test",
  "max_tokens": 1024,
  "thinking": {"type": "enabled", "budget_tokens": 2048},
  "messages": [
    {"role": "user", "content": "Will it rain in Oslo?"},
    {"role": "assistant", "content": [
      {"type": "tool_use", "id": "toolu_1", "name": "forecast", "input": {"city": "Oslo", "days": 1.50}},
      {"type": "thinking", "thinking": "The forecast tool knows.", "signature": "c2lnbmF0dXJl"}
    ]},
    {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "toolu_1", "content": "rain"}]}
  ],
  "tools": [{"name": "forecast", "input_schema": {"type": "object", "properties": {}}}]
}
"#;

#[test]
fn anthropic_is_checked() {
    let house = profile("anthropic-check", json!([thought_first()]));
    let (status, out, _) = run(&["--api", "anthropic", "--profile", &house], ANTHROPIC);
    assert_eq!(status, 1);
    assert_eq!(
        out.lines().take(3).collect::<Vec<_>>(),
        [
            "blocking: thought-first: a thought stands after a tool call that it must precede",
            // The digest is the first six bytes of the SHA-256 of what is thought.
            "  where: messages[1].content[1] (`thought-ac731d838caa`), messages[1].content[0] (`toolu_1`)",
            "  why: What this test wants.",
        ]
    );
    // The rule that ships is an advisory.
    let shipped = [
        "--api",
        "anthropic",
        "--profile",
        "anthropic-manual-thinking",
    ];
    let (status, out, _) = run(&shipped, ANTHROPIC);
    assert_eq!(status, 0);
    assert!(
        out.starts_with("advisory: thinking-before-tool-use: "),
        "{out}"
    );
    assert!(
        out.contains("anthropic-manual-thinking: 0 blocking findings, 1 advisory in 3 primitives"),
        "{out}"
    );
    let disabled = [
        &shipped[..],
        &["--disable-advisory", "thinking-before-tool-use"],
    ]
    .concat();
    let (_, out, _) = run(&disabled, ANTHROPIC);
    assert!(!out.contains("advisory: "), "{out}");
}

#[test]
fn anthropic_is_repaired_and_the_rest_keeps_its_text() {
    let house = profile("anthropic-repair", json!([thought_first()]));
    let arguments = ["--api", "anthropic", "--profile", &house, "--repair"];
    let (status, out, said) = run(&arguments, ANTHROPIC);
    assert_eq!(status, 0, "{said}");
    let call = r#"{"type": "tool_use", "id": "toolu_1", "name": "forecast", "input": {"city": "Oslo", "days": 1.50}}"#;
    let thought = r#"{"type": "thinking", "thinking": "The forecast tool knows.", "signature": "c2lnbmF0dXJl"}"#;
    let (before, after) = (out.find(thought).unwrap(), out.find(call).unwrap());
    assert!(before < after, "{out}");
    assert!(
        out.starts_with("{\n  \"model\": \"claude-test\",\n  \"max_tokens\": 1024,\n"),
        "{out}"
    );
    let names = |text: &str| -> Value { serde_json::from_str(text).unwrap() };
    let (mut wanted, found) = (names(ANTHROPIC), names(&out));
    wanted["messages"][1]["content"]
        .as_array_mut()
        .unwrap()
        .reverse();
    assert_eq!(found, wanted);
    assert!(
        said.contains("repaired: thought-first: reorder: "),
        "{said}"
    );
    // Nothing to do: the text comes back as it was.
    let (status, again, _) = run(&arguments, &out);
    assert_eq!((status, again), (0, out));
}

#[test]
fn openai_chat_ids_are_renumbered_with_their_results() {
    let call = |id: &str| json!({"id": id, "type": "function", "function": {"name": "forecast", "arguments": "{}"}});
    let body = json!({
        "model": "gpt-test",
        "messages": [
            {"role": "system", "content": "Be brief."},
            {"role": "user", "content": "Oslo and Bergen?"},
            {"role": "assistant", "content": null, "tool_calls": [call("call_0"), call("call_0")]},
            {"role": "tool", "tool_call_id": "call_0", "content": "rain"},
            {"role": "tool", "tool_call_id": "call_0", "content": "sun"},
        ],
        "x_unknown": {"kept": [1, 2]},
    });
    let unique = profile(
        "chat-unique",
        json!([{"type": "identifierUniqueness", "id": "unique", "kind": "toolCall", "renameStrategy": "suffix-index"}]),
    );
    let mut wanted = body.clone();
    for at in [0, 1] {
        let id = format!("call_0-{at}");
        wanted["messages"][2]["tool_calls"][at]["id"] = json!(id);
        wanted["messages"][3 + at]["tool_call_id"] = json!(id);
    }
    assert_eq!(repaired("openai-chat", &unique, &body), wanted);
    // The shipped rule blocks as well, before a request; when a turn starts it is not active.
    let shipped = ["--api", "openai-chat", "--profile", "gpt-4-legacy"];
    assert_eq!(run(&shipped, &body.to_string()).0, 1);
    let turn = [&shipped[..], &["--surface", "turn"]].concat();
    let (status, out, _) = run(
        &[
            "--api",
            "openai-chat",
            "--profile",
            "tool_call_id_uniqueness",
            "--surface",
            "turn",
        ],
        &body.to_string(),
    );
    assert_eq!(status, 0, "{out}");
    assert!(!run(&turn, &body.to_string()).1.contains("blocking: "));
}

#[test]
fn openai_responses_reasoning_goes_before_its_call() {
    let reasoning =
        json!({"type": "reasoning", "id": "rs_1", "summary": [], "encrypted_content": "Z0E="});
    let call = json!({"type": "function_call", "id": "fc_1", "call_id": "call_1", "name": "forecast", "arguments": "{}"});
    let user = json!({"role": "user", "content": "Rain?"});
    let result = json!({"type": "function_call_output", "call_id": "call_1", "output": "rain"});
    let body = |input: Value| json!({"model": "gpt-test", "input": input, "store": false});
    let house = profile("responses-thought", json!([thought_first()]));
    assert_eq!(
        repaired(
            "openai-responses",
            &house,
            &body(json!([user, call, reasoning, result]))
        ),
        body(json!([user, reasoning, call, result])),
    );
}

#[test]
fn gemini_signatures_are_filled_in() {
    let body = |part: Value| {
        json!({
            "contents": [
                {"role": "user", "parts": [{"text": "Rain?"}]},
                {"role": "model", "parts": [part]},
                {"role": "user", "parts": [{"functionResponse": {"name": "forecast", "response": {"sky": "rain"}}}]},
            ],
            "generationConfig": {"temperature": 0.5},
        })
    };
    let call = json!({"functionCall": {"name": "forecast", "args": {"city": "Oslo"}}});
    let mut signed = call.clone();
    signed["thoughtSignature"] = json!("skip_thought_signature_validator");
    assert_eq!(repaired("gemini", "gemini-3", &body(call)), body(signed));
}

#[test]
fn converse_gets_a_filler_between_two_user_messages() {
    let user = |text: &str| json!({"role": "user", "content": [{"text": text}]});
    let body =
        |messages: Value| json!({"messages": messages, "inferenceConfig": {"maxTokens": 100}});
    let house = profile("converse-turns", json!([taking_turns()]));
    let filler = json!({"role": "assistant", "content": [{"text": "Understood."}]});
    let out = repaired(
        "converse",
        &house,
        &body(json!([user("Hello."), user("Rain?")])),
    );
    assert_eq!(out, body(json!([user("Hello."), filler, user("Rain?")])));
}

#[test]
fn what_cannot_be_repaired_is_left_with_its_reason() {
    let declared = profile(
        "declared",
        json!([{"type": "toolIdentity", "id": "declared"}]),
    );
    let body = ANTHROPIC.replace(
        "\"name\": \"forecast\", \"input_schema\"",
        "\"name\": \"other\", \"input_schema\"",
    );
    let arguments = ["--api", "anthropic", "--profile", &declared, "--repair"];
    let (status, out, said) = run(&arguments, &body);
    assert_eq!(status, 1);
    assert_eq!(
        out.trim(),
        body.trim(),
        "a body that does not go out comes back as it was"
    );
    assert!(
        said.contains("not repaired: declared: the tool `forecast` is not declared in this request: findings of this rule type are never repaired"),
        "{said}"
    );
    let json = [&arguments[..], &["--format", "json"]].concat();
    let (_, _, said) = run(&json, &body);
    let report: Value = serde_json::from_str(&said).unwrap();
    assert_eq!(report["decision"], "reject");
    assert_eq!(
        report["unrepaired"][0]["places"],
        json!(["messages[1].content[0]"])
    );
    assert_eq!(report["unrepaired"][0]["tools"], json!(["forecast"]));
}

#[test]
fn metadata_is_filled_only_when_authorised() {
    let house = profile(
        "metadata",
        json!([{
            "type": "requiredMetadata", "id": "signed", "kind": "thought", "applyTo": "every",
            "requiredPayloadKey": "proof", "fallbackPayloadValue": "none", "fallbackReplayCompatibility": "t",
        }]),
    );
    let arguments = ["--api", "anthropic", "--profile", &house, "--repair"];
    let (status, _, said) = run(&arguments, ANTHROPIC);
    assert_eq!(status, 1);
    assert!(said.contains(": the fallback is not authorised"), "{said}");
    let allowed = [&arguments[..], &["--metadata-fallback"]].concat();
    let (status, out, said) = run(&allowed, ANTHROPIC);
    assert_eq!(status, 0, "{said}");
    let body: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(body["messages"][1]["content"][1]["proof"], "none");
}

#[test]
fn a_timeline_is_read_without_an_api() {
    let timeline = json!([
        {"kind": "toolCall", "id": "c1", "createdAt": 1000, "tool": "forecast", "x": true},
        {"kind": "thought", "id": "t1", "createdAt": 2000, "content": "Rain, I think."},
    ]);
    let house = profile("timeline", json!([thought_first()]));
    let (status, out, _) = run(&["--profile", &house], &timeline.to_string());
    assert_eq!(status, 1);
    assert!(
        out.contains("  where: timeline[1] (`t1`), timeline[0] (`c1`)\n"),
        "{out}"
    );
    let (status, out, _) = run(&["--profile", &house, "--repair"], &timeline.to_string());
    assert_eq!(status, 0);
    let wanted = json!([
        {"kind": "thought", "id": "t1", "createdAt": 999, "content": "Rain, I think.", "seq": 0},
        {"kind": "toolCall", "id": "c1", "createdAt": 1000, "tool": "forecast", "x": true, "seq": 1},
    ]);
    assert_eq!(serde_json::from_str::<Value>(&out).unwrap(), wanted);
    // Beside its tools, and without a call to look at yet.
    let wrapped = json!({"timeline": timeline, "tools": []});
    let (_, out, _) = run(&["--profile", "tool_identity"], &wrapped.to_string());
    assert!(out.contains("the tool `forecast` is not declared"), "{out}");
    assert_eq!(run(&["--profile", &house], "[]").0, 0);
}

#[test]
fn history_is_compared_with_what_an_earlier_run_remembered() {
    let memory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("memory.json");
    let memory = memory.to_string_lossy();
    let house = profile(
        "history",
        json!([{"type": "preservation", "id": "kept", "kind": "toolCall", "invariant": "count-non-decreasing"}]),
    );
    let arguments = ["--api", "anthropic", "--profile", &house];
    let (status, out, _) = run(
        &[&arguments[..], &["--remember", &memory]].concat(),
        ANTHROPIC,
    );
    assert_eq!(status, 0);
    assert!(
        out.contains("not checked: `kept`: it compares with an earlier run"),
        "{out}"
    );
    let lost = r#"{"messages": [{"role": "user", "content": "Again?"}]}"#;
    let (status, out, _) = run(&[&arguments[..], &["--previous", &memory]].concat(), lost);
    assert_eq!(status, 1);
    assert!(out.contains("  where: `toolu_1`\n"), "{out}");
}

#[test]
fn several_profiles_are_composed() {
    let one = profile("compose-one", json!([thought_first()]));
    let two = profile("compose-two", json!([taking_turns()]));
    let arguments = ["--api", "anthropic", "--profile", &two, "--profile", &one];
    let names = |mode: &str| {
        let arguments = [&arguments[..], &["--format", "json", "--composition", mode]].concat();
        let (_, out, _) = run(&arguments, ANTHROPIC);
        let report: Value = serde_json::from_str(&out).unwrap();
        let findings = report["findings"].as_array().unwrap().clone();
        findings
            .iter()
            .map(|f| f["profileName"].as_str().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(names("union-of-rules"), ["union(compose-two+compose-one)"]);
    assert_eq!(names("each"), ["compose-one"]);
    assert_eq!(names("first-only"), [""; 0]);
}

/// Exit status 2 and a line that says what to do.
#[test]
fn what_is_asked_wrongly_is_said() {
    let broken = file("broken.yaml", "ordering: \"1.0\"\nname: broken\n");
    let rules = file("no-profile.yaml", "oar_config: \"1.0\"\n");
    let cases: [(&[&str], &str, &str); 8] = [
        (&["--profile", "gemini-4"], "{}", "did you mean `gemini-3`?"),
        (
            &["--profile", "missing.yaml"],
            "{}",
            "cannot read `missing.yaml`",
        ),
        (
            &["--profile", &broken.to_string_lossy()],
            "{}",
            "`description`",
        ),
        (&["--profile", &rules.to_string_lossy()], "[]", "help: "),
        (
            &["--profile", "permissive"],
            "{\"messages\": []}",
            "--api anthropic",
        ),
        (
            &["--profile", "permissive", "--api", "gemini"],
            "{\"messages\": []}",
            "`contents`: is missing",
        ),
        (&["--profile", "permissive"], "{\"a\": 1, \"a\": 2}", "`a`"),
        (
            &["--profile", "permissive", "--profile", "permissive"],
            "[]",
            "two profiles have the name `permissive`",
        ),
    ];
    for (arguments, input, wanted) in cases {
        let (status, out, said) = run(arguments, input);
        assert_eq!((status, out.as_str()), (2, ""), "{arguments:?}: {said}");
        assert!(said.contains(wanted), "{arguments:?}: {said}");
    }
    let (status, _, said) = run(
        &["--profile", "permissive", "--disable-advisory", "x"],
        "[]",
    );
    assert_eq!(status, 0);
    assert!(
        said.contains("warning: no profile has a rule `x`"),
        "{said}"
    );
}

#[test]
fn the_catalogue_is_listed() {
    let output = oar(&["--list"], "");
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success());
    for name in [
        "  full_history_preservation:KIND\n",
        "  non_empty_turn[:terminal[:ROLE]]\n",
        "  grok = permissive\n",
    ] {
        assert!(text.contains(name), "{text}");
    }
    assert!(
        text.contains("  gemini-3 = thought_signature_required + function_response_adjacency\n")
    );
    assert!(text.contains("Blocks on `thought-signature-required`."));
    // 21 atomic profiles, 38 families and one alias; two lines of heading.
    let entries = text
        .lines()
        .filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    assert_eq!(entries.count(), 21 + 38 + 1);
}

/// `oar check` knows profiles: alone, where no capability document is asked for, and beside rules.
#[test]
fn profiles_are_checked_alone_and_beside_rules() {
    let check = |paths: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_oar"))
            .arg("check")
            .args(paths)
            .output()
            .unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (
            output.status.code().unwrap(),
            text(output.stdout),
            text(output.stderr),
        )
    };
    let sound = profile("check-sound", json!([thought_first()]));
    let (status, out, said) = check(&[&sound]);
    assert_eq!((status, out.as_str()), (0, ""));
    assert_eq!(said, "0 rules, 1 ordering profile, 0 warnings\n");

    let mut backwards = thought_first();
    backwards["before"] = json!("toolCall");
    let broken = profile("check-broken", json!([backwards]));
    let (status, out, _) = check(&[&broken]);
    assert_eq!(status, 1);
    assert!(
        out.starts_with(
            "error[ordering-contradiction]: the rule `thought-first` wants a kind before itself\n"
        ),
        "{out}"
    );

    let pack = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/ordering/packs");
    let pack = pack.to_string_lossy();
    let (status, out, said) = check(&[&pack]);
    assert_eq!((status, out.as_str()), (0, ""));
    assert!(said.contains("1 ordering profile"), "{said}");
    let (status, out, said) = check(&[&pack, &broken]);
    assert_eq!(status, 1, "{said}");
    assert!(out.contains("error[ordering-contradiction]"), "{out}");
}
