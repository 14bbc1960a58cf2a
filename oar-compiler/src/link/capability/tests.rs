use super::capability;
use crate::link::testing::{HOST, read, run};
use crate::vocabulary::Tier;

fn host(from: &str, to: &str) -> crate::link::testing::Outcome {
    assert!(HOST.contains(from), "{from}");
    run(&HOST.replacen(from, to, 1))
}

#[test]
fn a_sound_host_gives_its_environment() {
    let (documents, _, mut diags) = read(HOST);
    let host = capability(&documents.capabilities[0], &mut diags).unwrap();
    assert_eq!(diags.as_slice(), []);
    assert_eq!(host.host, "acme.gateway");
    // The vocabulary's order, not the document's.
    assert_eq!(host.profiles, ["tool", "content-provenance", "secrets"]);
    assert_eq!(host.detectors, ["noop", "presidio"]);
    let find = |name: &str| {
        host.environment
            .find(name)
            .map(|id| host.environment.get(id))
    };
    assert_eq!(find("anchor").unwrap().tier, Tier::Core);
    assert_eq!(
        find("secret_matches").unwrap().tier,
        Tier::Profile("secrets")
    );
    assert_eq!(
        find("acme.lookup").unwrap().ty.to_string(),
        "(string) -> string"
    );
    assert!(find("acme.lookup").unwrap().declared.is_some());
    // OAR-FACT-17: the names of a profile that is not claimed are not there.
    assert!(find("principal").is_none());
}

#[test]
fn anchors_stand_in_the_order_of_the_specification() {
    let set = run("").clean();
    let anchors: Vec<_> = set
        .anchors
        .iter()
        .map(|a| (a.name.as_str(), a.core.as_slice(), a.fact.as_str()))
        .collect();
    let expected: [(&str, &[&str], &str); 7] = [
        ("tool.pre_invoke", &["tool.pre_invoke"], "tool.pre_invoke"),
        ("tool.handler", &["tool.handler"], "tool.handler"),
        (
            "tool.post_invoke",
            &["tool.post_invoke"],
            "tool.post_invoke",
        ),
        ("turn.done", &["agent.post_turn"], "agent.post_turn"),
        (
            "content.input",
            &["model.input", "model.tool_result"],
            "model.input",
        ),
        ("content.output", &["model.output"], "model.output"),
        ("gateway.pre_render", &[], "gateway.pre_render"),
    ];
    assert_eq!(anchors, expected);
}

#[test]
fn every_core_anchor_is_declared_once() {
    let both = host(
        "unsupported: [agent.finalize]",
        "unsupported: [agent.finalize, model.output]",
    );
    assert_eq!(
        both.brief(),
        [r#"core-anchor-twice "model.output" OAR-PROF-2"#]
    );
    assert_eq!(
        both.secondary(),
        [("model.output", "mapped to a local anchor here")]
    );
    assert!(both.set.is_none());

    let none = host("    tool.handler: tool.handler\n", "");
    let (message, _) = none.words();
    assert_eq!(
        message,
        "`anchors` does not say how the host stands to the core anchor `tool.handler`"
    );
    assert_eq!(none.found[0].clause, "OAR-PROF-2");
    assert!(none.set.is_none());

    let unknown = host("tool.handler: tool.handler", "tool.handlr: tool.handler");
    // That `tool.handler` is missing follows from the slip.
    assert_eq!(
        unknown.brief(),
        [r#"unknown-core-anchor "tool.handlr" OAR-PROF-2"#]
    );
    let unknown = host(
        "unsupported: [agent.finalize]",
        "unsupported: [agent.finalize, agent.start]",
    );
    assert_eq!(
        unknown.brief(),
        [r#"unknown-core-anchor "agent.start" OAR-PROF-2"#]
    );
}

#[test]
fn a_host_anchor_has_no_core_name() {
    let collides = host("host: [gateway.pre_render,", "host: [tool.handler,");
    assert_eq!(
        collides.brief(),
        [r#"host-anchor-is-core "tool.handler" OAR-PROF-5"#]
    );
}

#[test]
fn profiles_exist_and_their_detectors_too() {
    let unknown = host("tool, secrets", "tools, secrets");
    assert_eq!(unknown.brief(), [r#"unknown-profile "tools" OAR-FACT-16"#]);
    assert_eq!(unknown.words().1, "did you mean `tool`?");

    let placebo = host(r#"["detector://noop", "detector://presidio"]"#, "[]");
    assert_eq!(
        placebo.brief(),
        [r#"profile-without-detector "secrets" OAR-OPS-22"#]
    );
    let harmless = HOST.replacen("tool, secrets", "tool", 1);
    let harmless = harmless.replacen(r#"["detector://noop", "detector://presidio"]"#, "[]", 1);
    run(&harmless).clean();
}

#[test]
fn host_facts_stand_under_namespaces_of_the_host() {
    for (name, owned) in [
        ("acme.gateway.x", true),
        ("acme.x", true),
        ("other.x", false),
        ("acme.gate.x", false),
        ("acm.x", false),
        ("acme.gateway.eu.x", false),
        ("gateway.x", false),
    ] {
        let outcome = host("acme.tenant_tier", name);
        let refused = format!("host-fact-namespace {name:?} OAR-FACT-18");
        let expected: &[String] = if owned { &[] } else { &[refused] };
        assert_eq!(outcome.brief(), expected);
    }
    let foreign = host("acme.tenant_tier", "other.tier");
    assert_eq!(
        foreign.words().1,
        "write `acme.gateway.tier`; a host owns its own name and every dotted ancestor of it, up to `acme`"
    );
    assert_eq!(foreign.secondary(), [("acme.gateway", "the host")]);
}

#[test]
fn every_defect_of_a_capability_shows_in_one_run() {
    let text = HOST
        .replacen("tool, secrets", "tools, secrets", 1)
        .replacen("acme.tenant_tier", "other.tier", 1)
        .replacen(
            "unsupported: [agent.finalize]",
            "unsupported: [agent.finalize, model.output]",
            1,
        );
    let codes: Vec<_> = run(&text).found.iter().map(|d| d.code.name()).collect();
    assert_eq!(
        codes,
        [
            "core-anchor-twice",
            "unknown-profile",
            "host-fact-namespace"
        ]
    );
}

#[test]
fn rules_are_checked_against_an_unsound_host_without_follow_on_errors() {
    let text = HOST.replacen("acme.tenant_tier", "other.tier", 1).replacen(
        "    tool.handler: tool.handler\n",
        "",
        1,
    );
    let rules = crate::link::testing::rule(
        "A",
        "requires: {facts: [other.tier]}\nwhen: other.tier == \"x\"\nselector: {nothing: [x]}",
    ) + &crate::link::testing::rule("B", "anchor: tool.handler");
    let codes: Vec<_> = run(&(text + &rules))
        .found
        .iter()
        .map(|d| d.code.name())
        .collect();
    assert_eq!(
        codes,
        [
            "core-anchor-missing",
            "host-fact-namespace",
            "selector-fact"
        ]
    );
}

#[test]
fn a_misspelled_profile_is_one_error() {
    let text = HOST.replacen("tool, secrets", "tools, secrets", 1);
    let rules = crate::link::testing::rule(
        "A",
        "requires: {profiles: [tool], facts: [policy_denied]}\nwhen: policy_denied",
    ) + &crate::link::testing::rule("B", "when: policy_denied")
        + &crate::link::testing::rule("C", "requires: {profiles: [nonsense]}");
    let outcome = run(&(text + &rules));
    assert_eq!(
        outcome.brief(),
        [
            r#"unknown-profile "tools" OAR-FACT-16"#,
            r#"unprovided-profile "nonsense" OAR-FACT-19"#
        ]
    );
    assert!(outcome.set.is_none());
}

#[test]
fn an_unsound_host_refuses_a_rule_set_whoever_collects_its_errors() {
    let text = HOST.replacen("acme.tenant_tier", "other.tier", 1);
    let (documents, sources, mut diags) = read(&text);
    let host = capability(&documents.capabilities[0], &mut diags);
    let mut fresh = crate::diagnostic::Diagnostics::new();
    let set = crate::link::link(&documents, &[], host.as_ref(), &sources, &mut fresh);
    assert!(set.is_none());
}
