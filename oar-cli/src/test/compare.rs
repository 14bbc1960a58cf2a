//! What a fixture expects against what the engine reported (OAR-CONF-21, OAR-CONF-37, OAR-CONF-39).

use std::fmt;

use serde_json::{Map, Value as Json};

/// One member that differs.
#[derive(Clone, Debug, PartialEq)]
pub struct Difference {
    /// Where, such as `applied` or `occurrences[1].decision`.
    pub path: String,
    /// What the fixture expects.
    pub expected: Json,
    /// What the engine reported; `null` where it reported nothing.
    pub actual: Json,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            path,
            expected,
            actual,
        } = self;
        write!(
            f,
            "{path}\n    expected  {expected}\n    actual    {actual}"
        )
    }
}

/// Every asserted member that differs. A member that the fixture does not mention is not constrained.
#[must_use]
pub fn differences(expected: &Map<String, Json>, actual: &Json, prefix: &str) -> Vec<Difference> {
    let mut found = Vec::new();
    for (name, expected) in expected {
        let path = format!("{prefix}{name}");
        let actual = &actual[name];
        match name.as_str() {
            // Judged where the documents are loaded.
            "error" => {}
            "copy" => members(expected, actual, &path, &mut found),
            "advisories" => advisories(expected, actual, &path, &mut found),
            "counters" => counters(expected, actual, &path, &mut found),
            _ => equal(expected, actual, &path, &mut found),
        }
    }
    found
}

fn equal(expected: &Json, actual: &Json, path: &str, found: &mut Vec<Difference>) {
    if expected != actual {
        found.push(Difference {
            path: path.to_owned(),
            expected: expected.clone(),
            actual: actual.clone(),
        });
    }
}

/// The members that the fixture mentions.
fn members(expected: &Json, actual: &Json, path: &str, found: &mut Vec<Difference>) {
    for (name, expected) in expected.as_object().into_iter().flatten() {
        equal(expected, &actual[name], &format!("{path}.{name}"), found);
    }
}

/// By length and order, and each by the members that are present (OAR-CONF-37).
fn advisories(expected: &Json, actual: &Json, path: &str, found: &mut Vec<Difference>) {
    let list = |value: &Json| value.as_array().cloned().unwrap_or_default();
    let (wanted, given) = (list(expected), list(actual));
    if wanted.len() != given.len() {
        equal(expected, actual, path, found);
        return;
    }
    for (at, (expected, actual)) in wanted.iter().zip(&given).enumerate() {
        for (name, expected) in expected.as_object().into_iter().flatten() {
            let path = format!("{path}[{at}].{name}");
            match name.as_str() {
                "copy" => members(expected, &actual[name], &path, found),
                _ => equal(expected, &actual[name], &path, found),
            }
        }
    }
}

/// Each counter asserted; a zero matches an absent entry (OAR-CONF-21). A mapping without entries says that no counter
/// changed.
fn counters(expected: &Json, actual: &Json, path: &str, found: &mut Vec<Difference>) {
    let none = Map::new();
    let (wanted, given) = (
        expected.as_object().unwrap_or(&none),
        actual.as_object().unwrap_or(&none),
    );
    if wanted.is_empty() && !given.is_empty() {
        equal(expected, actual, path, found);
    }
    let zero = Json::from(0);
    for (rule, counts) in wanted {
        for (counter, expected) in counts.as_object().into_iter().flatten() {
            let actual = given.get(rule).and_then(|counts| counts.get(counter));
            let path = format!("{path}.{rule}.{counter}");
            equal(expected, actual.unwrap_or(&zero), &path, found);
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[track_caller]
    fn paths(expected: Json, actual: Json) -> Vec<String> {
        let expected = expected.as_object().unwrap().clone();
        let found = differences(&expected, &actual, "");
        found.into_iter().map(|found| found.path).collect()
    }

    #[test]
    fn members_not_mentioned_are_not_constrained() {
        assert_eq!(paths(json!({}), json!({ "decision": "block" })), [""; 0]);
        assert_eq!(
            paths(
                json!({ "decision": "none" }),
                json!({ "decision": "block" })
            ),
            ["decision"]
        );
    }

    #[test]
    fn a_code_is_not_expected_of_a_decision_of_none() {
        assert_eq!(
            paths(json!({ "code": "R" }), json!({ "decision": "none" })),
            ["code"]
        );
    }

    #[test]
    fn an_asserted_zero_matches_an_absent_counter() {
        let zero = json!({ "counters": { "a/R": { "fire_count": 0 } } });
        assert_eq!(paths(zero.clone(), json!({ "counters": {} })), [""; 0]);
        let one = json!({ "counters": { "a/R": { "fire_count": 1, "breaker_count": 0 } } });
        assert_eq!(paths(zero, one.clone()), ["counters.a/R.fire_count"]);
        assert_eq!(
            paths(one, json!({ "counters": {} })),
            ["counters.a/R.fire_count"]
        );
    }

    #[test]
    fn counters_asserted_empty_are_empty() {
        let given = json!({ "counters": { "R": { "fire_count": 1, "breaker_count": 0 } } });
        assert_eq!(
            paths(json!({ "counters": {} }), given.clone()),
            ["counters"]
        );
        let other = json!({ "counters": { "S": { "fire_count": 0 } } });
        assert_eq!(paths(other, given), [""; 0]);
    }

    #[test]
    fn advisories_compare_by_length_order_and_members_present() {
        let given = json!({ "advisories": [
            { "code": "A", "rule": "a/A", "copy": { "what": "x", "fix": "y" } },
            { "code": "B", "rule": "a/B", "copy": {} },
        ] });
        let expect = |list: Json| paths(json!({ "advisories": list }), given.clone());
        assert_eq!(expect(json!([{ "code": "A" }, {}])), [""; 0]);
        assert_eq!(expect(json!([{ "code": "A" }])), ["advisories"]);
        assert_eq!(
            expect(json!([{ "code": "B" }, { "code": "A" }])),
            ["advisories[0].code", "advisories[1].code"]
        );
        assert_eq!(
            expect(json!([{ "copy": { "fix": "z" } }, { "copy": {} }])),
            ["advisories[0].copy.fix"]
        );
    }

    #[test]
    fn skipped_transforms_compare_whole() {
        let one = json!([{ "rule": "a/R", "start": 1, "end": 2, "reason": "overlap" }]);
        let other = json!([{ "rule": "a/R", "start": 1, "end": 3, "reason": "overlap" }]);
        let paths = |expected: &Json, actual: &Json| {
            paths(
                json!({ "skipped_transforms": expected }),
                json!({ "skipped_transforms": actual }),
            )
        };
        assert_eq!(paths(&one, &one), [""; 0]);
        assert_eq!(paths(&one, &other), ["skipped_transforms"]);
        assert_eq!(paths(&one, &json!([])), ["skipped_transforms"]);
    }
}
