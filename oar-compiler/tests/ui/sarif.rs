//! What SARIF 2.1.0 asks of a log, as far as ours use it: which properties each object has and must have, and what
//! stands in them. The full schema is not in this repository.

use serde_json::Value;

/// The properties of an object: those it must have, and those it may have.
struct Object(&'static [&'static str], &'static [&'static str]);

const LOG: Object = Object(&["version", "runs"], &["$schema"]);
const RUN: Object = Object(&["tool"], &["results", "columnKind"]);
const DRIVER: Object = Object(&["name"], &["version", "informationUri", "rules"]);
const RULE: Object = Object(&["id"], &["shortDescription", "defaultConfiguration"]);
const RESULT: Object = Object(
    &["message"],
    &[
        "ruleId",
        "ruleIndex",
        "level",
        "locations",
        "relatedLocations",
        "properties",
    ],
);
const LOCATION: Object = Object(&[], &["physicalLocation", "message"]);
const REGION: Object = Object(&[], &["startLine", "startColumn", "endLine", "endColumn"]);

/// Panics where a log is not valid.
pub fn check(log: &Value) {
    has(log, &LOG);
    assert_eq!(log["version"], "2.1.0");
    let [run] = list(&log["runs"]) else {
        panic!("one run");
    };
    has(run, &RUN);
    assert_eq!(run["columnKind"], "unicodeCodePoints");
    let driver = &run["tool"]["driver"];
    has(driver, &DRIVER);
    let rules = list(&driver["rules"]);
    for rule in rules {
        has(rule, &RULE);
        assert!(!text(&rule["shortDescription"]["text"]).is_empty());
        level(&rule["defaultConfiguration"]["level"]);
    }
    for result in list(&run["results"]) {
        has(result, &RESULT);
        assert!(!text(&result["message"]["text"]).is_empty());
        level(&result["level"]);
        let index = result["ruleIndex"].as_u64().expect("a whole number");
        let rule = &rules[usize::try_from(index).expect("small")];
        assert_eq!(rule["id"], result["ruleId"]);
        let [place] = list(&result["locations"]) else {
            panic!("one location");
        };
        location(place);
        let related = result.get("relatedLocations").map_or(&[][..], list);
        for place in related {
            location(place);
            assert!(!text(&place["message"]["text"]).is_empty());
        }
    }
}

fn has(object: &Value, Object(must, may): &Object) {
    let members = object.as_object().expect("an object");
    for name in *must {
        assert!(members.contains_key(*name), "`{name}` is missing: {object}");
    }
    for name in members.keys() {
        let known = must.contains(&name.as_str()) || may.contains(&name.as_str());
        assert!(known, "`{name}` is not known: {object}");
    }
}

fn level(level: &Value) {
    assert!(["error", "warning"].contains(&text(level)), "{level}");
}

/// A place in a file: a URI reference, and a region that ends where it begins or later.
fn location(location: &Value) {
    has(location, &LOCATION);
    let place = &location["physicalLocation"];
    let uri = text(&place["artifactLocation"]["uri"]);
    let plain = |b: u8| b.is_ascii_alphanumeric() || b"-._~/%".contains(&b);
    assert!(!uri.is_empty() && uri.bytes().all(plain), "{uri}");
    let region = &place["region"];
    has(region, &REGION);
    let number = |name: &str| region[name].as_u64().expect("a whole number");
    let start = (number("startLine"), number("startColumn"));
    let end = (number("endLine"), number("endColumn"));
    assert!(start.0 >= 1 && start.1 >= 1 && start <= end, "{region}");
}

fn list(value: &Value) -> &[Value] {
    value.as_array().expect("a list")
}

fn text(value: &Value) -> &str {
    value.as_str().expect("a string")
}
