//! One rule against the host: anchor, `requires`, selector, flow, detector, counter scope, transform, condition, copy.

use crate::link::testing::{HOST, rule, run};

fn brief(more: &str) -> Vec<String> {
    run(&rule("R", more)).brief()
}

#[test]
fn an_anchor_is_core_or_in_the_catalogue() {
    let anchor = |name: &str| {
        let set = run(&rule("R", &format!("anchor: {name}"))).clean();
        let at = set.rules[0].anchor.index();
        set.anchors[at].name.clone()
    };
    assert_eq!(anchor("agent.post_turn"), "turn.done");
    assert_eq!(anchor("model.tool_result"), "content.input");
    assert_eq!(anchor("gateway.pre_render"), "gateway.pre_render");
    // Both spellings of one local anchor, since the host lists it as its own as well.
    assert_eq!(anchor("content.output"), "content.output");
    assert_eq!(anchor("model.output"), "content.output");
}

#[test]
fn an_anchor_that_the_host_lacks_is_refused() {
    let unsupported = run(&rule("R", "anchor: agent.finalize"));
    assert_eq!(
        unsupported.brief(),
        [r#"unsupported-anchor "agent.finalize" OAR-PROF-4"#]
    );
    assert_eq!(
        unsupported.secondary(),
        [("agent.finalize", "declared unsupported here")]
    );

    let slip = run(&rule("R", "anchor: gateway.pre_rendr"));
    assert_eq!(
        slip.brief(),
        [r#"unknown-anchor "gateway.pre_rendr" OAR-PROF-5"#]
    );
    assert_eq!(slip.words().1, "did you mean `gateway.pre_render`?");
    let slip = run(&rule("R", "anchor: tool.preinvoke"));
    assert_eq!(slip.words().1, "did you mean `tool.pre_invoke`?");

    let local = run(&rule("R", "anchor: turn.done"));
    assert_eq!(
        local.words(),
        (
            "`turn.done` is neither a core anchor nor an anchor of the host `acme.gateway`",
            "`turn.done` is how this host implements `agent.post_turn`: write `anchor: agent.post_turn`"
        )
    );
}

#[test]
fn what_a_rule_requires_is_provided() {
    let known = run(&rule("R", "namespace: ns\nrequires: {profiles: [mcp]}"));
    assert_eq!(known.brief(), [r#"unprovided-profile "mcp" OAR-FACT-19"#]);
    assert_eq!(
        known.words().0,
        "`ns/R` requires the profile `mcp`, which the host `acme.gateway` does not provide"
    );
    let unknown = run(&rule("R", "requires: {profiles: [content_provenance]}"));
    assert_eq!(
        unknown.words(),
        (
            "`R` requires `content_provenance`, which is not a capability profile",
            "did you mean `content-provenance`?"
        )
    );
    let fact = run(&rule("R", "requires: {profiles: [policy_denied]}"));
    assert_eq!(
        fact.words().1,
        "`policy_denied` is the name of a fact: it belongs in `requires.facts`"
    );
    let slip = run(&rule("R", "requires: {facts: [acme.tenant_teir]}"));
    assert_eq!(
        slip.brief(),
        [r#"unprovided-fact "acme.tenant_teir" OAR-FACT-19"#]
    );
    assert_eq!(slip.words().1, "did you mean `acme.tenant_tier`?");
    let unclaimed = run(&rule("R", "requires: {facts: [principal]}"));
    assert_eq!(
        unclaimed.words().0,
        "`R` requires `principal` of the profile `session`, which the host `acme.gateway` does not provide"
    );
}

#[test]
fn what_is_missing_is_reported_once() {
    // The profile is the cause; its fact in `requires.facts`, `when` and `copy` follows from it.
    assert_eq!(
        brief(
            "requires: {profiles: [mcp], facts: [mcp_call_ok]}\nwhen: mcp_call_ok\ncopy: {what: \"{{ mcp_error_code }}\"}"
        ),
        [r#"unprovided-profile "mcp" OAR-FACT-19"#]
    );
    assert_eq!(
        brief(
            "requires: {facts: [acme.gone]}\nselector: {acme.gone: [x]}\nwhen: acme.gone == \"y\"\ncopy: {what: \"{{ acme.gone }}\"}"
        ),
        [r#"unprovided-fact "acme.gone" OAR-FACT-19"#]
    );
    assert_eq!(
        brief("when: policy_denied && policy_denied\ncopy: {what: \"{{ policy_denied }}\"}"),
        [r#"missing-requires "policy_denied" OAR-FACT-20"#]
    );
}

#[test]
fn every_use_outside_core_is_reached_through_requires() {
    let uses = [
        ("selector: {tool: [x]}", "tool"),
        ("when: policy_denied", "policy_denied"),
        (
            "when: tool_arg_string(\"a\") == \"b\"",
            "tool_arg_string(\"a\")",
        ),
        ("counter_scope: tool", "tool"),
        (
            "effect: transform\ntransform: {action: redact, target: secret_matches}",
            "secret_matches",
        ),
        ("copy: {what: \"{{ tool }}\"}", "tool"),
        (
            "copy: {what: \"{% if not_there %}{% endif %}\"}",
            "not_there",
        ),
        ("when: acme.tenant_tier == \"x\"", "acme.tenant_tier"),
    ];
    for (more, marked) in uses {
        let found = brief(more);
        let code = if marked == "not_there" {
            format!("copy-unknown-fact {marked:?} OAR-COPY-2")
        } else {
            format!("missing-requires {marked:?} OAR-FACT-20")
        };
        assert_eq!(found, [code], "{more}");
    }
    let profile = run(&rule("R", "when: policy_denied"));
    assert_eq!(
        profile.words(),
        (
            "`R` uses `policy_denied`, a fact of the profile `tool`, without requiring it",
            "add `tool` to `requires.profiles`, or `policy_denied` to `requires.facts`"
        )
    );
    // A core name, a name required by itself, a name required with its profile.
    for more in [
        "when: anchor == \"tool.pre_invoke\"",
        "when: policy_denied\nrequires: {facts: [policy_denied]}",
        "when: policy_denied\nrequires: {profiles: [tool]}",
        "when: acme.lookup(\"x\") == \"y\"\nrequires: {facts: [acme.lookup]}",
    ] {
        assert_eq!(brief(more), [""; 0], "{more}");
    }
}

#[test]
fn a_name_of_an_unclaimed_profile_says_so() {
    for (more, clause) in [
        ("when: principal == \"a\"", "OAR-FACT-3"),
        ("selector: {principal: [a]}", "OAR-SEL-3"),
        ("counter_scope: principal", "OAR-FIRE-10"),
        ("copy: {what: \"{{principal}}\"}", "OAR-COPY-2"),
    ] {
        assert_eq!(
            brief(more),
            [format!("unclaimed-name \"principal\" {clause}")]
        );
    }
    let words = run(&rule("R", "selector: {principal: [a]}"));
    assert_eq!(
        words.words().0,
        "`principal` is a fact of the profile `session`, which the host `acme.gateway` does not provide"
    );
}

#[test]
fn selector_clauses_name_string_facts() {
    let unknown = run(&rule("R", "selector: {tol: [x]}"));
    assert_eq!(unknown.brief(), [r#"selector-fact "tol" OAR-SEL-3"#]);
    assert_eq!(unknown.words().1, "did you mean `tool`?");
    for (clause, is) in [
        ("policy_denied", "a fact of type `bool`"),
        ("tool_args", "a fact of type `map`"),
        ("fire_count", "a fact of type `int`"),
        ("tool_arg_string", "a function"),
        ("secret_matches", "a fact of type `list<map>`"),
    ] {
        let more = format!("selector: {{{clause}: [x]}}\nrequires: {{profiles: [tool, secrets]}}");
        let outcome = run(&rule("R", &more));
        let expected = format!(
            "the selector clause `{clause}` names {is}; a clause matches a `string` or a `list<string>`"
        );
        let wrong = outcome
            .found
            .iter()
            .find(|d| d.code.name() == "selector-fact");
        assert_eq!(wrong.unwrap().message, expected);
        assert!(outcome.set.is_none());
    }
}

#[test]
fn flow_fits_the_window() {
    assert_eq!(brief("flow: [a, b]"), [""; 0]);
    let long = run(&rule("R", "flow: [a, b, c]"));
    assert_eq!(long.brief(), [r#"flow-window "[a, b, c]" OAR-FACT-13"#]);
    assert_eq!(
        long.words().0,
        "the `flow` of `R` has 3 steps, and the host `acme.gateway` declares `activity_window: 2`"
    );
    assert_eq!(long.secondary(), [("2", "declared here")]);
    let none = run(
        &(HOST.replacen("activity_window: 2", "activity_window: 0", 1) + &rule("R", "flow: [a]")),
    );
    assert_eq!(none.brief(), [r#"flow-window "[a]" OAR-PROF-3"#]);
    assert_eq!(
        none.words().0,
        "`R` has a `flow`, and the host `acme.gateway` declares `activity_window: 0`"
    );
}

#[test]
fn detectors_are_registered() {
    let detector = |name: &str| {
        run(&rule(
            "R",
            &format!("kind: detector\ndetector: {{ref: \"detector://{name}\"}}"),
        ))
    };
    detector("presidio").clean();
    let slip = detector("presido");
    assert_eq!(
        slip.brief(),
        [r#"unknown-detector "\"detector://presido\"" OAR-OPS-12"#]
    );
    assert_eq!(slip.words().1, "did you mean `detector://presidio`?");
    assert_eq!(
        detector("xyz").words(),
        (
            "`detector://xyz` is not a detector of the host `acme.gateway`",
            "register `detector://xyz` under `detectors` of the capability document, if the host has it"
        )
    );
}

#[test]
fn counters_are_keyed_by_a_string_fact() {
    assert_eq!(
        brief("counter_scope: no_such_fact"),
        [r#"counter-scope "no_such_fact" OAR-FIRE-10"#]
    );
    for (scope, is) in [
        ("policy_denied", "of type `bool`"),
        ("tool_arg_string", "a function"),
        ("arg_validation_errors", "of type `list<string>`"),
    ] {
        let outcome = run(&rule(
            "R",
            &format!("counter_scope: {scope}\nrequires: {{profiles: [tool]}}"),
        ));
        let expected = format!("counters are keyed by a `string` fact, and `{scope}` is {is}");
        assert_eq!(outcome.found[0].message, expected);
        assert_eq!(outcome.found[0].clause, "OAR-FIRE-10");
    }
}

#[test]
fn transforms_need_a_target_and_a_host_that_transforms() {
    let transform = |target: &str| {
        format!(
            "effect: transform\nrequires: {{profiles: [tool, secrets]}}\ntransform: {{action: redact, target: {target}}}"
        )
    };
    for (target, is) in [
        ("tool_args_fingerprint", "of type `string`"),
        ("tool_arg_string", "a function"),
        ("tool_args", "of type `map`"),
    ] {
        let outcome = run(&rule("R", &transform(target)));
        let wrong = outcome
            .found
            .iter()
            .find(|d| d.code.name() == "transform-target")
            .unwrap();
        assert_eq!(
            wrong.message,
            format!(
                "a transform acts on `content` or on the spans of a `list<map>` fact, and `{target}` is {is}"
            )
        );
        assert_eq!(
            wrong.help.as_deref(),
            Some("write `content`, or a fact that carries spans: `secret_matches`")
        );
        assert!(outcome.set.is_none());
    }
    let unknown = run(&rule(
        "R",
        "effect: transform\ntransform: {action: redact, target: contents}",
    ));
    assert_eq!(
        unknown.brief(),
        [r#"transform-target "contents" OAR-OPS-14"#]
    );
    run(&rule(
        "R",
        "effect: transform\ntransform: {action: redact, target: content}",
    ))
    .clean();

    let text = HOST.replacen("supports_transform: true", "supports_transform: false", 1);
    let refused = run(&(text
        + &rule(
            "R",
            "effect: transform\ntransform: {action: redact, target: content}",
        )));
    assert_eq!(
        refused.brief(),
        [r#"transform-unsupported "transform" OAR-OPS-18"#]
    );
    assert_eq!(
        refused.words().0,
        "`R` transforms content, and the host `acme.gateway` declares `supports_transform: false`"
    );
    assert_eq!(refused.secondary(), [("false", "declared here")]);
}

#[test]
fn an_off_rule_is_checked_like_any_other() {
    // OAR-EVAL-11
    let outcome = run(&rule("R", "enforcement: off\nwhen: ghost_fact"));
    assert_eq!(outcome.brief(), [r#"unknown-name "ghost_fact" OAR-FACT-3"#]);
    assert!(outcome.set.is_none());
}

#[test]
fn every_error_of_a_rule_shows_in_one_run() {
    let found = brief(
        "anchor: nowhere.at_all\nselector: {ledger: [x]}\nrequires: {profiles: [mcp]}\nwhen: ghost\nflow: [a, b, c]\ncounter_scope: gone\non_error: NOBODY\noverrides: [R]\ncopy: {what: \"{{ ghost }}\"}",
    );
    let codes: Vec<&str> = found.iter().filter_map(|f| f.split(' ').next()).collect();
    assert_eq!(
        codes,
        [
            "unknown-anchor",
            "selector-fact",
            "unprovided-profile",
            "unknown-name",
            "flow-window",
            "counter-scope",
            "unresolved-on-error",
            "override-cycle",
            "copy-unknown-fact"
        ]
    );
}

#[test]
fn what_the_languages_refuse_names_the_member() {
    let when = run(&rule("R", "namespace: ns\nwhen: 1e3 > 2"));
    assert_eq!(when.found[0].within.as_deref(), Some("`when` of `ns/R`"));
    let copy = run(&rule("R", "copy: {fix: '{{ if'}"));
    assert_eq!(copy.found[0].within.as_deref(), Some("`copy.fix` of `R`"));
}
