//! What is no fixture, and why.

use super::{INPUT, read, text};

#[track_caller]
fn refused(text: &str) -> String {
    read(text).fixture.expect_err("it is refused")
}

#[track_caller]
fn input(members: &str) -> String {
    refused(&text(members, ""))
}

#[track_caller]
fn expected(members: &str) -> String {
    refused(&text(INPUT, members))
}

#[test]
fn both_spellings_are_read() {
    let one = read(&text(INPUT, r#""decision": "none""#)).fixture.unwrap();
    assert_eq!((one.moments.len(), one.several), (1, false));
    assert_eq!(one.moments[0].anchor, "tool.pre_invoke");
    let two = r#""capability": {}, "occurrences": [{"anchor": "a"}, {"anchor": "b"}]"#;
    let two = read(&text(two, "")).fixture.unwrap();
    assert_eq!((two.moments.len(), two.several), (2, true));
}

#[test]
fn an_occurrence_is_handed_over_as_it_is_written() {
    let input = format!(
        "{INPUT}, \"session_id\": \"s\",\n \"tool_call\": {{\"name\": \"t\",\n \"arguments\": {{\"n\": 18446744073709551617}}}}"
    );
    let fixture = read(&text(&input, "")).fixture.unwrap();
    assert_eq!(fixture.session, "\"s\"");
    assert_eq!(
        fixture.moments[0].line,
        r#"{"anchor":"tool.pre_invoke","tool_call":{"name": "t",  "arguments": {"n": 18446744073709551617}}}"#
    );
}

#[test]
fn the_two_spellings_do_not_mix() {
    for member in [
        r#""anchor": "a""#,
        r#""facts": {}"#,
        r#""detector_facts": {}"#,
        r#""recent_activity": []"#,
        r#""content": """#,
        r#""tool_call": {"name": "t", "arguments": {}}"#,
    ] {
        let both = format!(r#""capability": {{}}, {member}, "occurrences": [{{"anchor": "a"}}]"#);
        assert!(input(&both).contains("both `occurrences` and"), "{member}");
    }
    let neither = input(r#""capability": {}"#);
    assert!(neither.contains("neither `anchor` nor `occurrences`"));
    let empty = input(r#""capability": {}, "occurrences": []"#);
    assert!(empty.contains("is empty"));
}

#[test]
fn a_fixture_describes_its_host() {
    let reason = input(r#""anchor": "tool.pre_invoke""#);
    assert_eq!(reason, "there is no `input.capability` (OAR-CONF-19)");
}

#[test]
fn an_undefined_member_is_named() {
    assert_eq!(
        expected(r#""decison": "none""#),
        "`expected` has no member `decison` in the specification (OAR-CONF-22); did you mean `decision`?"
    );
    let reason = expected(r#""copy": {"because": "x"}"#);
    assert!(
        reason.contains("`expected.copy` has no member `because`"),
        "{reason}"
    );
    let reason = expected(r#""advisories": [{"id": "x"}]"#);
    assert!(
        reason.contains("`expected.advisories[0]` has no member `id`"),
        "{reason}"
    );
    let reason = expected(r#""counters": {"R": {"count": 1}}"#);
    assert!(
        reason.contains("`expected.counters.R` has no member `count`"),
        "{reason}"
    );
    let reason = input(&format!(r#"{INPUT}, "fact": {{}}"#));
    assert!(reason.contains("`input` has no member `fact`"), "{reason}");
}

#[test]
fn a_value_of_another_kind_is_refused() {
    for members in [
        r#""decision": "allow""#,
        r#""decision": null"#,
        r#""on_fire": ["publish"]"#,
        r#""applied": ["R"]"#,
        r#""applied": ["R:blocked"]"#,
        r#""transforms": ["redact"]"#,
        r#""counters": {"R": 1}"#,
        r#""counters": {"R": {"fire_count": "1"}}"#,
        r#""events": [{"rule": "R", "anchor": "a"}]"#,
        r#""events": [{"rule": "R", "anchor": "a", "effect": "none"}]"#,
        r#""copy": {"fix": 1}"#,
        r#""error": true"#,
        r#""skipped_transforms": [{"rule": "R", "start": 0, "end": 1}]"#,
        r#""skipped_transforms": [{"rule": "R", "start": 0, "end": 1, "reason": "other"}]"#,
    ] {
        assert!(!expected(members).is_empty(), "{members}");
    }
}

#[test]
fn content_is_asserted_of_content() {
    let reason = expected(r#""content": "x""#);
    assert!(reason.contains("OAR-CONF-34"), "{reason}");
    let supplied = text(&format!(r#"{INPUT}, "content": "x""#), r#""content": "x""#);
    assert!(read(&supplied).fixture.is_ok());
    // The fixture's own expectation is of the last occurrence; each other is of its own.
    let first_only =
        r#""capability": {}, "occurrences": [{"anchor": "a", "content": "x"}, {"anchor": "a"}]"#;
    let reason = refused(&text(first_only, r#""content": "x""#));
    assert!(
        reason.contains("`input.occurrences[1].content`"),
        "{reason}"
    );
    let inner =
        r#""capability": {}, "occurrences": [{"anchor": "a", "expected": {"content": "x"}}]"#;
    let reason = refused(&text(inner, ""));
    assert!(
        reason.contains("`input.occurrences[0].content`"),
        "{reason}"
    );
}

#[test]
fn an_occurrence_asserts_no_load_rejection() {
    let inner = r#""capability": {}, "occurrences": [{"anchor": "a", "expected": {"error": "x"}}]"#;
    assert!(refused(&text(inner, "")).contains("load rejection"));
}

#[test]
fn counters_are_not_handed_over() {
    for name in [
        "fire_count",
        "breaker_count",
        "fire_count_of",
        "breaker_count_of",
    ] {
        for member in ["facts", "detector_facts"] {
            let reason = input(&format!(r#"{INPUT}, "{member}": {{"{name}": 1}}"#));
            assert!(reason.contains("OAR-CONF-32"), "{reason}");
        }
    }
}

#[test]
fn a_tool_call_has_a_name_and_arguments() {
    for call in [
        r#"{"name": "", "arguments": {}}"#,
        r#"{"name": "t"}"#,
        r#"{"arguments": {}}"#,
        r#"{"name": "t", "arguments": []}"#,
        r#"{"name": "t", "arguments": {}, "id": 1}"#,
    ] {
        let reason = input(&format!(r#"{INPUT}, "tool_call": {call}"#));
        assert!(reason.contains("OAR-CONF-40"), "{reason}");
    }
}

#[test]
fn the_identifier_is_the_files_stem() {
    let other = text(INPUT, "").replace("a-fixture", "another");
    let case = read(&other);
    assert_eq!(case.id, "another");
    assert!(case.fixture.unwrap_err().contains("OAR-CONF-17"));
    for id in ["A-fixture", "a--fixture", "-a", "a_b", ""] {
        assert!(
            !refused(&text(INPUT, "").replace("a-fixture", id)).is_empty(),
            "{id}"
        );
    }
}

#[test]
fn clauses_cited_are_defined() {
    for covers in [
        r#"[]"#,
        r#"["OAR-EVAL-99"]"#,
        r#"["EVAL-4"]"#,
        r#"["OAR-EVAL-4", "OAR-EVAL-4"]"#,
        r#""OAR-EVAL-4""#,
    ] {
        let changed = text(INPUT, "").replace(r#"["OAR-EVAL-4"]"#, covers);
        assert!(refused(&changed).contains("`covers`"), "{covers}");
    }
}

#[test]
fn rules_are_a_list_with_members() {
    for rules in ["[]", "{}", "null"] {
        let changed = text(INPUT, "").replace("[{}]", rules);
        assert!(refused(&changed).contains("`rules`"), "{rules}");
    }
}

#[test]
fn what_does_not_read_fails_under_the_files_name() {
    let case = read(r#"{"id": "a", "id": "b"}"#);
    assert_eq!(case.id, "a-fixture");
    assert!(case.fixture.unwrap_err().contains("`id`"));
    assert!(read("{").fixture.is_err());
}
