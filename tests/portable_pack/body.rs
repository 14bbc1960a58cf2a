//! Every rule of the portable pack, firing and not firing. Included by every crate that compiles the pack in a way of its
//! own, with `policy` in the parent module: the rules mean the same whichever way they came.

use oar::json::Occurrence;
use oar::transform::Span;
use oar::{DetectorError, Effect, Outcome, Report, RuleOutcome, Session};
use serde_json::{Map, Value, json};

use super::policy::Policy;

fn object(value: Value) -> Map<String, Value> {
    value.as_object().cloned().expect("an object")
}

/// The outcome of a call with arguments and facts.
fn call(session: &mut Session, tool: &str, arguments: Value, facts: Value) -> Outcome {
    let (arguments, facts) = (object(arguments), object(facts));
    let occurrence = Occurrence::new().tool_call(tool, &arguments).facts(&facts);
    Policy::new().tool_pre_invoke(&occurrence, session)
}

/// The outcome of a call in a session of its own.
fn first(tool: &str, arguments: Value, facts: Value) -> Outcome {
    call(&mut Session::new("s"), tool, arguments, facts)
}

/// The outcome of a response on which the detector answered.
fn response(content: &str, answer: Result<Report, DetectorError>) -> Outcome {
    let occurrence = Occurrence::new()
        .content(content)
        .detector("fixture", answer);
    Policy::new().model_output(&occurrence, &mut Session::new("s"))
}

/// What the trace says about a rule; `None` when it was not selected or not reached.
fn traced(outcome: &Outcome, rule: &str) -> Option<RuleOutcome> {
    let mut trace = outcome.trace().iter();
    trace
        .find(|(traced, _)| *traced == rule)
        .map(|(_, what)| what)
}

fn decided(outcome: &Outcome) -> (Effect, Option<&'static str>) {
    (outcome.effect(), outcome.rule())
}

const FIRED: Option<RuleOutcome> = Some(RuleOutcome::Fired);
const PASSED: Option<RuleOutcome> = Some(RuleOutcome::Passed);

#[test]
fn the_pack_has_its_ten_rules_in_the_order_of_evaluation() {
    let policy = Policy::new();
    let rules: Vec<&str> = policy.rules().iter().map(|rule| rule.qualified).collect();
    // By kind, schema before policy before invariant before detector, then by qualified identifier (OAR-EVAL-1).
    assert_eq!(
        rules,
        [
            "example.hygiene/REPEAT_CALL_TALLY",
            "example.security/BULK_DELETE_DENIED",
            "example.security/DESTRUCTIVE_TOOL_WARN",
            "example.security/MCP_PROVIDER_DISABLED",
            "example.security/READ_OUTSIDE_SCOPE",
            "example.security/WRITE_OUTSIDE_WORKSPACE",
            "example.hygiene/REPEAT_LOOP_BLOCK",
            "example.hygiene/REPEAT_LOOP_WARN",
            "example.security/REDACT_PII",
            "example.security/REDACT_SECRETS",
        ]
    );
    assert_eq!(
        policy.anchors(),
        [
            "tool.pre_invoke",
            "tool.handler",
            "tool.post_invoke",
            "model.input",
            "model.output",
            "model.tool_result",
        ]
    );
}

#[test]
fn read_outside_scope() {
    const RULE: &str = "example.security/READ_OUTSIDE_SCOPE";
    for tool in ["read", "grep"] {
        let outside = first(tool, json!({}), json!({"path_outside_scope": true}));
        assert_eq!(decided(&outside), (Effect::Block, Some(RULE)));
        assert_eq!(outside.code(), Some("READ_OUTSIDE_SCOPE"));
        let copy: Vec<_> = outside
            .copy()
            .iter()
            .map(|(field, text)| (field.name(), text))
            .collect();
        assert_eq!(
            copy,
            [
                ("title", "Read outside the declared scope"),
                (
                    "what",
                    "The call reads a path outside the scope in force for this tool."
                ),
                (
                    "fix",
                    "Read inside the scope, or widen the scope deliberately."
                ),
            ]
        );
        let inside = first(tool, json!({}), json!({"path_outside_scope": false}));
        assert_eq!(traced(&inside, RULE), PASSED);
        assert_eq!(inside.effect(), Effect::None);
    }
    // Not selected: the clause names the two reading tools.
    let other = first("list", json!({}), json!({"path_outside_scope": true}));
    assert_eq!(traced(&other, RULE), None);
    // A check that fails refuses: `on_error` is `fail_closed`.
    let failed = first("read", json!({}), json!({"path_outside_scope": "yes"}));
    assert_eq!(decided(&failed), (Effect::Block, Some(RULE)));
    assert_eq!(traced(&failed, RULE), Some(RuleOutcome::Errored));
}

#[test]
fn write_outside_workspace() {
    const RULE: &str = "example.security/WRITE_OUTSIDE_WORKSPACE";
    for tool in ["write", "edit"] {
        let outside = first(tool, json!({"path": "/workspaces/a"}), json!({}));
        assert_eq!(decided(&outside), (Effect::Block, Some(RULE)));
        let inside = first(tool, json!({"path": "/workspace/a"}), json!({}));
        assert_eq!(traced(&inside, RULE), PASSED);
        // Without a path there is nothing to judge: `in` stands before the accessor.
        let pathless = first(tool, json!({}), json!({}));
        assert_eq!(traced(&pathless, RULE), PASSED);
    }
    let other = first("read", json!({"path": "/etc"}), json!({}));
    assert_eq!(traced(&other, RULE), None);
}

#[test]
fn bulk_delete_denied_and_the_warning_it_silences() {
    const DENIED: &str = "example.security/BULK_DELETE_DENIED";
    const WARN: &str = "example.security/DESTRUCTIVE_TOOL_WARN";
    let recursive = json!({"recursive": true});
    let bulk = first("delete", recursive.clone(), json!({}));
    assert_eq!(decided(&bulk), (Effect::Block, Some(DENIED)));
    assert_eq!(traced(&bulk, WARN), Some(RuleOutcome::Suppressed));

    let single = first("delete", json!({"recursive": false}), json!({}));
    assert_eq!(traced(&single, DENIED), PASSED);
    assert_eq!(decided(&single), (Effect::Warn, Some(WARN)));
    assert_eq!(single.advisories().len(), 1);

    // The warning stands for three tools, the refusal for one of them.
    for tool in ["move", "chmod"] {
        let other = first(tool, recursive.clone(), json!({}));
        assert_eq!(traced(&other, DENIED), None);
        assert_eq!(decided(&other), (Effect::Warn, Some(WARN)));
    }
    let harmless = first("read", recursive, json!({}));
    assert_eq!(
        (traced(&harmless, DENIED), traced(&harmless, WARN)),
        (None, None)
    );
}

#[test]
fn mcp_provider_disabled() {
    const RULE: &str = "example.security/MCP_PROVIDER_DISABLED";
    let bridged = |enabled: bool| {
        let facts = json!({"mcp_provider_id": "billing", "mcp_provider_configured": true, "mcp_provider_enabled": enabled});
        first("refund", json!({}), facts)
    };
    assert_eq!(decided(&bridged(false)), (Effect::Block, Some(RULE)));
    assert_eq!(traced(&bridged(true), RULE), PASSED);
    // Not a bridged call.
    let own = first("refund", json!({}), json!({"mcp_provider_enabled": false}));
    assert_eq!(traced(&own, RULE), PASSED);
}

#[test]
fn a_repeated_call_is_counted_warned_about_and_refused() {
    const TALLY: &str = "example.hygiene/REPEAT_CALL_TALLY";
    const WARN: &str = "example.hygiene/REPEAT_LOOP_WARN";
    const BLOCK: &str = "example.hygiene/REPEAT_LOOP_BLOCK";
    let mut session = Session::new("s");
    for made in 0..7 {
        let outcome = call(&mut session, "shell", json!({"command": "make"}), json!({}));
        // Every condition sees the count before this call.
        let expected = match made {
            0 | 1 => (Effect::None, None),
            2..=4 => (Effect::Warn, Some(WARN)),
            _ => (Effect::Block, Some(BLOCK)),
        };
        assert_eq!(decided(&outcome), expected, "call {made}");
        assert_eq!(traced(&outcome, TALLY), FIRED);
        assert_eq!(outcome.events().count(), usize::from(made >= 5));
        // The refusal stands before the warning in the order and ends the occurrence.
        let warned = match made {
            0 | 1 => PASSED,
            2..=4 => FIRED,
            _ => None,
        };
        assert_eq!(traced(&outcome, WARN), warned, "call {made}");
    }
    // Another call is another count, and so is another session.
    let other = call(
        &mut session,
        "shell",
        json!({"command": "make test"}),
        json!({}),
    );
    assert_eq!(other.effect(), Effect::None);
    let elsewhere = first("shell", json!({"command": "make"}), json!({}));
    assert_eq!(elsewhere.effect(), Effect::None);
    // At another anchor nothing is counted.
    let output = response("text", Ok(Report::new()));
    assert_eq!(traced(&output, TALLY), None);
}

#[test]
fn arguments_without_a_fingerprint_fail_closed() {
    // The integer is not a binary64, so production of the fingerprint fails (OAR-FACT-28), and the counter it keys.
    let outcome = first("shell", json!({"n": 9_007_199_254_740_993_u64}), json!({}));
    assert_eq!(
        decided(&outcome),
        (Effect::Block, Some("example.hygiene/REPEAT_CALL_TALLY"))
    );
}

#[test]
fn redactions() {
    const PII: &str = "example.security/REDACT_PII";
    const SECRETS: &str = "example.security/REDACT_SECRETS";
    let span = |start, end| vec![Span { start, end }];
    let content = "é 😀 key-1 me@example.com";

    let both = Report::new()
        .spans("secret_matches", span(4, 9))
        .spans("pii_entities", span(10, 24));
    let outcome = response(content, Ok(both));
    assert_eq!(decided(&outcome), (Effect::Transform, Some(PII)));
    assert_eq!(
        (traced(&outcome, PII), traced(&outcome, SECRETS)),
        (FIRED, FIRED)
    );
    assert_eq!(outcome.content(), Some("é 😀 [secret redacted] [redacted]"));

    let secret = response(
        content,
        Ok(Report::new().spans("secret_matches", span(4, 9))),
    );
    assert_eq!(decided(&secret), (Effect::Transform, Some(SECRETS)));
    assert_eq!(
        (traced(&secret, PII), traced(&secret, SECRETS)),
        (PASSED, FIRED)
    );
    assert_eq!(
        secret.content(),
        Some("é 😀 [secret redacted] me@example.com")
    );

    let personal = response(
        content,
        Ok(Report::new().spans("pii_entities", span(10, 24))),
    );
    assert_eq!(
        (traced(&personal, PII), traced(&personal, SECRETS)),
        (FIRED, PASSED)
    );
    assert_eq!(personal.content(), Some("é 😀 key-1 [redacted]"));

    let neither = response(content, Ok(Report::new()));
    assert_eq!(
        (traced(&neither, PII), traced(&neither, SECRETS)),
        (PASSED, PASSED)
    );
    assert_eq!((neither.effect(), neither.content()), (Effect::None, None));

    let down = response(content, Err(DetectorError::new("unreachable")));
    assert_eq!(decided(&down), (Effect::Block, Some(PII)));
    assert_eq!(traced(&down, PII), Some(RuleOutcome::Errored));
    assert_eq!(down.content(), None);
}
