//! What conditions and packs come to in Rust, written by hand from Appendix A and the runtime's functions.

use super::{Options, emit, skeleton};
use crate::compile::check;
use crate::pack::{File, Pack};
use crate::plan::plan;
use crate::source::Limits;

const HOST: &str = "
oar_capability_version: '1.0'
host: acme
anchors:
  core: {tool.pre_invoke: tool.pre_invoke, model.output: after.model}
  unsupported: [tool.handler, tool.post_invoke, agent.post_turn, agent.finalize, model.input, model.tool_result]
  host: [match]
profiles: [tool, moderation, pii]
activity_window: 0
detectors: ['detector://fixture']
supports_transform: true
expression_nodes_max: 256
host_facts:
- {name: acme.count, type: int}
- {name: acme.ratio, type: double}
- {name: acme.tags, type: list<string>}
- {name: acme.labels, type: 'map<string,string>'}
- {name: acme.on, type: bool}
";

fn source(rules: &[&str]) -> String {
    let mut files = vec![File::new("host.yaml", HOST)];
    let names = (b'a'..).map(|name| format!("{}.yaml", char::from(name)));
    files.extend(names.zip(rules).map(|(name, rule)| File::new(name, *rule)));
    let pack = Pack {
        files,
        ..Pack::default()
    };
    let checked = check(&pack, &Limits::default());
    let text = checked.render(crate::diagnostic::Style::Plain);
    let rules = checked.rules.unwrap_or_else(|| panic!("{text}"));
    emit(&plan(&rules, false), &Options::default())
}

fn rule(id: &str, more: &str) -> String {
    format!(
        "oar: '1.0'\nid: {id}\nkind: policy\nanchor: tool.pre_invoke\neffect: warn\nrequires: {{profiles: [tool, moderation], facts: [acme.count, acme.ratio, acme.tags, acme.labels, acme.on]}}\n{more}\n"
    )
}

/// The expression that a condition becomes.
fn condition(when: &str) -> String {
    let text = source(&[&rule("R", &format!("when: {when:?}"))]);
    let (_, after) = text
        .split_once("fn when_0(&self) -> Verdict {\n")
        .expect("a condition");
    let (body, _) = after.split_once("\n        }").expect("its end");
    let body = body
        .trim()
        .strip_prefix("verdict(")
        .and_then(|body| body.strip_suffix(')'));
    body.expect("an expression").to_owned()
}

#[test]
fn connectives_and_comparisons_are_rusts_own() {
    let cases = [
        (
            "acme.on && !policy_denied || acme.on",
            "(self.acme_on()? && !self.policy_denied()?) || self.acme_on()?",
        ),
        ("acme.count >= 5", "self.acme_count()? >= 5_i64"),
        ("tool != 'a\\n\"'", "self.tool()? != \"a\\n\\\"\""),
        ("(tool < 'b') == true", "(self.tool()? < \"b\") == true"),
        (
            "acme.on ? acme.count == 1 : false",
            "(if self.acme_on()? { self.acme_count()? == 1_i64 } else { false })",
        ),
        (
            "anchor == 'tool.pre_invoke'",
            "\"tool.pre_invoke\" == \"tool.pre_invoke\"",
        ),
    ];
    for (when, expected) in cases {
        assert_eq!(condition(when), expected, "{when}");
    }
}

#[test]
fn whatever_can_raise_is_a_question() {
    let cases = [
        (
            "acme.count / 2 == -7 % 3",
            "arith::div_i(self.acme_count()?, 2_i64)? == arith::rem_i(arith::neg_i(7_i64)?, 3_i64)?",
        ),
        (
            "acme.ratio * 2.0 > 1.5",
            "arith::mul_d(self.acme_ratio()?, 2.0_f64)? > 1.5_f64",
        ),
        (
            "-9223372036854775808 < acme.count",
            "i64::MIN < self.acme_count()?",
        ),
        (
            "acme.labels['k'] == ''",
            "expr::index_map(self.acme_labels()?, \"k\")? == \"\"",
        ),
        (
            "acme.tags[0] == tool",
            "expr::index_strings(self.acme_tags()?, 0_i64)? == self.tool()?",
        ),
        (
            "moderation_score('x') > 0.5",
            "self.moderation_score(\"x\")? > 0.5_f64",
        ),
    ];
    for (when, expected) in cases {
        assert_eq!(condition(when), expected, "{when}");
    }
}

#[test]
fn an_int_beside_a_double_is_promoted_for_the_comparison() {
    assert_eq!(
        condition("acme.count < acme.ratio"),
        "arith::promote(self.acme_count()?) < self.acme_ratio()?"
    );
    assert_eq!(
        condition("1.5 == acme.count"),
        "1.5_f64 == arith::promote(self.acme_count()?)"
    );
}

#[test]
fn collections_go_through_the_runtime() {
    let cases = [
        (
            "tool in ['a', 'b']",
            "expr::in_list(self.tool()?, &expr::list([Cow::<str>::Borrowed(\"a\"), Cow::<str>::Borrowed(\"b\")]))",
        ),
        (
            "tool in acme.tags",
            "expr::in_strings(self.tool()?, self.acme_tags()?)",
        ),
        ("'k' in tool_args", "expr::in_map(\"k\", self.tool_args()?)"),
        (
            "'k' in acme.labels",
            "expr::in_string_map(\"k\", self.acme_labels()?)",
        ),
        (
            "size(tool) == size(acme.tags)",
            "expr::size_str(self.tool()?) == expr::size(&self.acme_tags()?)",
        ),
        (
            "size([tool_args, acme.labels]) == 2",
            "expr::size(&expr::maps([self.tool_args()?, Args::Strings(self.acme_labels()?)])) == 2_i64",
        ),
        (
            "starts_with(tool, 're')",
            "text::starts_with(self.tool()?, \"re\")",
        ),
    ];
    for (when, expected) in cases {
        assert_eq!(condition(when), expected, "{when}");
    }
}

#[test]
fn a_string_made_on_the_spot_outlives_its_branch() {
    assert_eq!(
        condition("tool + 'x' == 'rx'"),
        "&*expr::concat(&[self.tool()?, \"x\"]) == \"rx\""
    );
    // `&String` has no order with `&str`.
    assert_eq!(
        condition("tool + 'x' < tool"),
        "&*expr::concat(&[self.tool()?, \"x\"]) < self.tool()?"
    );
    assert_eq!(
        condition("(acme.on ? tool + 'x' : tool) == 'rx'"),
        "&*(if self.acme_on()? { Cow::<str>::Owned(expr::concat(&[self.tool()?, \"x\"])) } else { Cow::<str>::Borrowed(self.tool()?) }) == \"rx\""
    );
    // With no borrowed branch, nothing else would say what is owned.
    assert_eq!(
        condition("(acme.on ? tool + 'x' : tool + 'y') == 'rx'"),
        "&*(if self.acme_on()? { Cow::<str>::Owned(expr::concat(&[self.tool()?, \"x\"])) } else { Cow::<str>::Owned(expr::concat(&[self.tool()?, \"y\"])) }) == \"rx\""
    );
}

#[test]
fn a_detectors_report_replaces_the_hosts_facts_for_its_own_rule_alone() {
    let detector = rule("D", "when: size(pii_entities) > 0")
        .replace(
            "kind: policy",
            "kind: detector\ndetector: {ref: 'detector://fixture'}",
        )
        .replace("[tool, moderation]", "[tool, moderation, pii]");
    let plain = rule("P", "when: size(pii_entities) > 1")
        .replace("[tool, moderation]", "[tool, moderation, pii]");
    let text = source(&[&detector, &plain]);
    let own = "verdict(expr::size(&reported(report, \"pii_entities\", |value| value.as_spans(), || self.pii_entities())?) > 0_i64)";
    assert!(text.contains(own), "{text}");
    assert!(
        text.contains("verdict(expr::size(&self.pii_entities()?) > 1_i64)"),
        "{text}"
    );
}

#[test]
fn a_function_is_asked_in_an_expression_that_can_begin_a_branch() {
    let detector = rule(
        "D",
        "when: \"acme.on ? moderation_score(['a'][0]) > 0.5 : false\"",
    )
    .replace(
        "kind: policy",
        "kind: detector\ndetector: {ref: 'detector://fixture'}",
    );
    let text = source(&[&detector]);
    let asked = "{ reported_for(report, \"moderation_score\", \
                 expr::index_list(&expr::list([Cow::<str>::Borrowed(\"a\")]), 0_i64)?, \
                 |value, argument| value.as_double_for(argument).and_then(finite), \
                 |argument| self.moderation_score(argument))? > 0.5_f64 }";
    assert!(text.contains(asked), "{text}");
}

#[test]
fn a_fact_is_kept_only_where_two_places_may_read_it() {
    let once = source(&[&rule("R", "when: acme.on")]);
    assert!(
        once.contains("read(\"acme.on\", HostFacts::acme_on(self.host))"),
        "{once}"
    );
    let twice = source(&[
        &rule("R", "when: acme.on"),
        &rule("S", "when: '!acme.on'\neffect: nudge").replace("effect: warn\n", ""),
    ]);
    assert!(
        twice.contains("once(&self.acme_on, \"acme.on\", || HostFacts::acme_on(self.host))"),
        "{twice}"
    );
}

#[test]
fn counters_have_a_cell_each_where_they_are_few() {
    let names = ["A", "B", "C", "D", "E"];
    let rules = names.map(|name| rule(name, "on_fire: [increment_counter]\nwhen: fire_count < 3"));
    let rules = rules.each_ref().map(String::as_str);
    let few = source(&rules[..4]);
    assert!(
        few.contains("counts_3: OnceCell<Result<Counts, Raise>>,"),
        "{few}"
    );
    assert!(!few.contains("KeptCounts"), "{few}");
    // A cell costs every occurrence something, whether or not the counter is read there.
    let many = source(&rules);
    assert!(
        many.contains("counts: rt::kept_counts::KeptCounts,"),
        "{many}"
    );
    assert!(
        many.contains("self.counts.once(4, || Ok(self.session.counts(\"E\", None)?))"),
        "{many}"
    );
    assert!(!many.contains("OnceCell<Result<Counts"), "{many}");
}

#[test]
fn the_text_is_a_function_of_the_documents() {
    let (a, b) = (rule("A", "when: acme.on"), rule("B", "when: tool == 'x'"));
    assert_eq!(source(&[&a, &b]), source(&[&a, &b]));
    let places = |text: String| text.replace("a.yaml", "?").replace("b.yaml", "?");
    assert_eq!(
        places(source(&[&a, &b])),
        places(source(&[&b, &a])),
        "the order of files decides nothing"
    );
}

#[test]
fn anchors_and_facts_get_legal_names() {
    let text = source(&[&rule("R", "")]);
    for method in [
        "pub fn tool_pre_invoke<",
        "pub fn after_model<",
        "pub fn match_<",
        "fn acme_count(&self)",
    ] {
        assert!(text.contains(method), "{method}\n{text}");
    }
}

#[test]
fn a_line_of_a_comment_stays_one_whatever_the_files_name() {
    for name in ["a\nuse evil; // .yaml", "a\r.yaml", "a\u{202e}lmay.yaml"] {
        let pack = Pack {
            files: vec![
                File::new("host.yaml", HOST),
                File::new(name, rule("R", "when: acme.on\ncopy: {what: '{{ tool }}'}")),
            ],
            ..Pack::default()
        };
        let rules = check(&pack, &Limits::default()).rules.expect("a pack");
        let text = emit(&plan(&rules, false), &Options::default());
        assert!(!text.contains(name), "{name:?}");
        let places = text
            .lines()
            .filter(|line| line.trim_start().starts_with("//") && line.ends_with("yaml:2"));
        // The rule, its condition and its copy.
        assert_eq!(places.count(), 3, "{text}");
    }
}

#[test]
fn the_stand_in_honours_a_renamed_dependency() {
    let options = Options {
        krate: "crate::vendored".to_owned(),
        ..Options::default()
    };
    assert!(skeleton(&options).contains("Option<crate::vendored::Outcome>"));
}
