use serde_json::{Value, json};

use super::{
    JsonTimeline, repair_report_to_json, report_to_json, snapshot_from_json, snapshot_to_json,
    timeline_to_json, tools_from_json,
};
use crate::ordering::{
    Adjacency, Alternation, Composition, Guard, Invariant, Kind, Options, Preservation, Profile,
    Rule, Severity, check, repair,
};

static RULES: &[Rule] = &[
    Rule::Adjacency(&Adjacency {
        id: "d",
        severity: Severity::Blocking,
        first: Kind::ToolCall,
        disallow_between: &[Kind::Message],
    }),
    Rule::Alternation(&Alternation {
        id: "a",
        severity: Severity::Blocking,
        max_per_group: None,
    }),
    Rule::Preservation(&Preservation {
        id: "h",
        severity: Severity::Advisory,
        kind: Kind::Thought,
        invariant: Invariant::PrunedAfterLatestTurn,
        reset_on_model_switch: false,
    }),
];

fn guard() -> Guard {
    let profile = Profile {
        name: "p",
        description: "",
        permissive: false,
        rules: RULES,
    };
    Guard::new(&[&profile], Composition::Each)
}

fn conversation() -> Value {
    json!([
        {"kind": "message", "id": "u1", "role": "user", "createdAt": 10, "content": "go", "lang": "en"},
        {"kind": "message", "id": "u2", "role": "user", "createdAt": 20, "attachments": [{"name": "x"}]},
        {"kind": "toolCall", "id": "c1", "createdAt": 30, "tool": "f", "args": {"q": [1]}},
        {"kind": "thought", "id": "t1", "createdAt": 25, "content": "", "payload": {"s": 1.5}, "replayCompatibility": "v1"},
        {"kind": "message", "id": "a1", "role": "assistant", "createdAt": 40, "content": "done"}
    ])
}

#[test]
fn what_a_repair_changes_is_all_that_changes() {
    let value = conversation();
    let timeline = JsonTimeline::read(&value).unwrap();
    let repaired = repair(&guard(), &timeline, &Options::default());
    let written = timeline_to_json(&repaired).unwrap();
    assert_eq!(
        written,
        json!([
            {"kind": "message", "id": "u1", "role": "user", "createdAt": 10, "content": "go", "lang": "en", "seq": 0},
            {"kind": "message", "id": "__ordering-guard-filler-0", "role": "assistant", "createdAt": 15, "content": "Understood.", "seq": 1},
            {"kind": "message", "id": "u2", "role": "user", "createdAt": 20, "attachments": [{"name": "x"}], "seq": 2},
            {"kind": "thought", "id": "t1", "createdAt": 25, "content": "", "payload": {"s": 1.5}, "replayCompatibility": "v1", "seq": 3},
            {"kind": "message", "id": "a1", "role": "assistant", "createdAt": 29, "content": "done", "seq": 4},
            {"kind": "toolCall", "id": "c1", "createdAt": 30, "tool": "f", "args": {"q": [1]}, "seq": 5}
        ])
    );
    let report = repair_report_to_json(&repaired.report);
    assert_eq!(report["decision"], "proceed");
    assert_eq!(
        report["repairs"],
        json!([
            {"strategy": "reorder-adjacent", "ruleId": "d", "moved": ["a1"], "before": "c1"},
            {"strategy": "insert-alternation-filler", "ruleId": "a", "between": ["u1", "u2"],
             "fillerId": "__ordering-guard-filler-0", "fillerRole": "assistant", "fillerCreatedAt": 15}
        ])
    );
    // Read again: the filler is ignored and put back where it was.
    let timeline = JsonTimeline::read(&written).unwrap();
    let again = repair(&guard(), &timeline, &Options::default());
    assert_eq!(timeline_to_json(&again).unwrap(), written);
}

#[test]
fn what_is_in_order_comes_back_as_it_was() {
    let value =
        json!([{"kind": "thought", "id": "t", "createdAt": 1, "payload": null, "x": {"y": 1}}]);
    let timeline = JsonTimeline::read(&value).unwrap();
    let repaired = repair(&guard(), &timeline, &Options::default());
    assert_eq!(timeline_to_json(&repaired).unwrap(), value);
}

#[test]
fn findings_carry_what_a_log_needs() {
    let value = conversation();
    let timeline = JsonTimeline::read(&value).unwrap();
    let report = report_to_json(&check(&guard(), &timeline, &Options::default()));
    assert_eq!(
        report["findings"][0],
        json!({
            "ruleId": "d",
            "ruleType": "adjacency",
            "severity": "blocking",
            "profileName": "p",
            "primitiveIds": ["c1", "a1"],
            "detail": "a message stands directly after a tool call"
        })
    );
}

#[test]
fn snapshots_survive_a_round_trip() {
    let value = json!([
        {"kind": "thought", "id": "t1", "createdAt": 5, "content": "", "payload": {"s": [1, -2, 1.5, "x", null, true, 18446744073709551615_u64]}, "replayCompatibility": "v1"},
        {"kind": "message", "id": "u1", "role": "user", "createdAt": 1, "content": "go"}
    ]);
    let timeline = JsonTimeline::read(&value).unwrap();
    let options = Options {
        model: Some("m"),
        ..Options::default()
    };
    let snapshot = check(&guard(), &timeline, &options).snapshot.unwrap();
    let written = snapshot_to_json(&snapshot).unwrap();
    assert_eq!(written["records"][1]["payload"], value[0]["payload"]);
    assert_eq!(snapshot_from_json(&written).unwrap(), snapshot);
}

#[test]
fn defects_are_named_with_their_place() {
    let cases = [
        (json!({}), "`timeline`: must be an array and is an object"),
        (
            json!([1]),
            "`timeline[0]`: must be an object and is a number",
        ),
        (
            json!([{"kind": "note"}]),
            "`timeline[0].kind`: there is no kind `note`",
        ),
        (
            json!([{"kind": "thought", "id": "", "createdAt": 1}]),
            "`timeline[0].id`: is empty",
        ),
        (
            json!([{"kind": "thought", "id": "t", "createdAt": 1.5}]),
            "`timeline[0].createdAt`: must be an integer and is a number",
        ),
        (
            json!([{"kind": "thought", "id": "t"}]),
            "`timeline[0].createdAt`: is missing",
        ),
        (
            json!([{"kind": "thought", "id": "t", "createdAt": 1, "seq": -1}]),
            "`timeline[0].seq`: is negative",
        ),
        (
            json!([{"kind": "message", "id": "m", "createdAt": 1, "role": "system", "content": ""}]),
            "`timeline[0].role`: must be `user` or `assistant` and is `system`",
        ),
        (
            json!([{"kind": "message", "id": "m", "createdAt": 1, "role": "user"}]),
            "`timeline[0].content`: is missing, and nothing is attached",
        ),
        (
            json!([{"kind": "message", "id": "m", "createdAt": 1, "role": "user", "content": "", "payload": {}}]),
            "`timeline[0].payload`: a message has none",
        ),
        (
            json!([{"kind": "toolCall", "id": "c", "createdAt": 1}]),
            "`timeline[0].tool`: is missing",
        ),
        (
            json!([{"kind": "toolCall", "id": "c", "createdAt": 1, "tool": "f", "payload": {}}]),
            "`timeline[0].replayCompatibility`: is missing, and a payload needs one",
        ),
    ];
    for (value, expected) in cases {
        assert_eq!(
            JsonTimeline::read(&value).unwrap_err().to_string(),
            expected
        );
    }
    let tools = tools_from_json(&json!([{"inputSchema": {}}])).unwrap_err();
    assert_eq!(tools.to_string(), "`tools[0].name`: is missing");
    let snapshot =
        snapshot_from_json(&json!({"records": [{"id": "c", "kind": "thought"}]})).unwrap_err();
    assert_eq!(snapshot.to_string(), "`records[0].at`: is missing");
}
